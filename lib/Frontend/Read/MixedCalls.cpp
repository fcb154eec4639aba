//===- MixedCalls.cpp - OpenCL built-ins of mixed types -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/MixedCalls.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

namespace {

/// By conversion rank; an unsigned type follows the signed one of its size.
constexpr StringRef Integers[] = {"char", "uchar", "short", "ushort",
                                  "int",  "uint",  "long",  "ulong"};
constexpr StringRef Functions[] = {"min", "max", "clamp", "mul24", "mad24"};

/// What C makes of operands of two types: the higher rank, at least int.
StringRef common(unsigned A, unsigned B) {
  return Integers[std::max({A, B, 4u})];
}

/// 32 bits of an operation on operands of two types, each at least int.
StringRef low(unsigned A, unsigned B) {
  return A % 2 != 0 || B % 2 != 0 ? "uint" : "int";
}

class Declarations {
public:
  explicit Declarations(MixedBodies Bodies) : Bodies(Bodies) {}
  std::string run();

private:
  void declare(StringRef Result, StringRef Name,
               llvm::ArrayRef<StringRef> Operands);
  void mixed(StringRef Result, StringRef Name,
             llvm::ArrayRef<StringRef> Operands);
  void ofOneType(StringRef Name, StringRef Type, unsigned Operands,
                 bool ScalarToo);
  void ofTwoIntegers(StringRef Name);

  MixedBodies Bodies;
  std::string Text;
  llvm::raw_string_ostream OS{Text};
};

void Declarations::declare(StringRef Result, StringRef Name,
                           llvm::ArrayRef<StringRef> Operands) {
  OS << Result << " __attribute__((overloadable, const)) " << Name << '(';
  llvm::interleaveComma(Operands, OS);
  OS << ");\n";
}

/// A function of operands that are converted to \p Result.
void Declarations::mixed(StringRef Result, StringRef Name,
                         llvm::ArrayRef<StringRef> Operands) {
  if (Bodies == MixedBodies::Declared)
    return declare(Result, Name, Operands);
  OS << "static inline " << Result << " __attribute__((overloadable)) " << Name
     << '(';
  char Parameter = 'a';
  llvm::interleaveComma(
      Operands, OS, [&](StringRef Type) { OS << Type << ' ' << Parameter++; });
  OS << ") { return " << Name << '(';
  Parameter = 'a';
  llvm::interleaveComma(Operands, OS, [&](StringRef) {
    OS << '(' << Result << ')' << Parameter++;
  });
  OS << "); }\n";
}

/// The scalar, each vector, and with \p ScalarToo a vector with scalars.
void Declarations::ofOneType(StringRef Name, StringRef Type, unsigned Operands,
                             bool ScalarToo) {
  llvm::SmallVector<StringRef, 3> Each(Operands, Type);
  declare(Type, Name, Each);
  for (StringRef Size : {"2", "3", "4", "8", "16"}) {
    std::string Vector = (Type + Size).str();
    Each.assign(Operands, Vector);
    declare(Vector, Name, Each);
    if (!ScalarToo)
      continue;
    std::fill(Each.begin() + 1, Each.end(), Type);
    declare(Vector, Name, Each);
  }
}

void Declarations::ofTwoIntegers(StringRef Name) {
  for (unsigned A = 0; A != std::size(Integers); ++A)
    for (unsigned B = 0; B != std::size(Integers); ++B)
      if (A != B)
        mixed(common(A, B), Name, {Integers[A], Integers[B]});
}

std::string Declarations::run() {
  OS << "#pragma clang system_header\n";
  for (StringRef Name : {"min", "max"}) {
    for (StringRef Type : Integers)
      ofOneType(Name, Type, 2, true);
    ofOneType(Name, "float", 2, true);
    ofTwoIntegers(Name);
    OS << "#ifdef cl_khr_fp64\n";
    ofOneType(Name, "double", 2, true);
    OS << "#endif\n";
    for (StringRef Type : {"int", "uint"}) {
      mixed("float", Name, {"float", Type});
      mixed("float", Name, {Type, "float"});
    }
  }
  for (StringRef Type : Integers)
    ofOneType("clamp", Type, 3, true);
  ofOneType("clamp", "float", 3, true);
  OS << "#ifdef cl_khr_fp64\n";
  ofOneType("clamp", "double", 3, true);
  OS << "#endif\n";
  mixed("float", "clamp", {"float", "int", "int"});
  for (StringRef Type : {"int", "uint"})
    for (StringRef Low : {"int", "uint"})
      for (StringRef High : {"int", "uint"})
        if (Type != Low || Low != High)
          mixed("uint", "clamp", {Type, Low, High});
  for (StringRef Type : {"int", "uint"}) {
    ofOneType("mul24", Type, 2, false);
    ofOneType("mad24", Type, 3, false);
  }
  for (unsigned A = 4; A != std::size(Integers); ++A)
    for (unsigned B = 4; B != std::size(Integers); ++B) {
      if (A != B || A > 5)
        mixed(low(A, B), "mul24", {Integers[A], Integers[B]});
      for (unsigned C = 4; C != std::size(Integers); ++C)
        if (A != B || B != C || A > 5)
          mixed(A % 2 ? "uint" : low(B, C), "mad24",
                {Integers[A], Integers[B], Integers[C]});
    }
  return std::move(Text);
}

} // namespace

StringRef bankfix::ambiguousBuiltin(const FileDiagnostic &D) {
  if (D.Id != clang::diag::err_ovl_ambiguous_call)
    return "";
  return llvm::is_contained(Functions, D.Subject) ? StringRef(D.Subject) : "";
}

std::string bankfix::mixedCallsHeader() {
  return (HeaderFolder + "/mixed_calls.h").str();
}

std::string bankfix::mixedCalls(MixedBodies Bodies) {
  return Declarations(Bodies).run();
}
