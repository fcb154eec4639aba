//===- SharedAssembly.cpp - Shared memory in PTX --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointsTo/SharedAssembly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace bankfix;
using llvm::StringRef;

namespace {

/// "%0" or "%[name]" -> "0" or "name"; empty if \p Text is no operand.
std::string operandName(StringRef Text) {
  Text = Text.trim();
  if (!Text.consume_front("%"))
    return "";
  if (Text.consume_front("["))
    return Text.take_until([](char C) { return C == ']'; }).str();
  return Text.take_while([](char C) { return C >= '0' && C <= '9'; }).str();
}

/// Operands, split at the commas outside of brackets and braces.
std::vector<std::string> splitOperands(StringRef Text) {
  std::vector<std::string> Out(1);
  int Depth = 0;
  for (char C : Text) {
    Depth += C == '[' || C == '{' ? 1 : C == ']' || C == '}' ? -1 : 0;
    if (C == ',' && Depth == 0)
      Out.emplace_back();
    else
      Out.back() += C;
  }
  for (std::string &S : Out)
    S = StringRef(S).trim().str();
  return Out;
}

/// What is in the brackets among \p Operands, without what is added to it.
std::vector<StringRef> bracketed(llvm::ArrayRef<std::string> Operands) {
  std::vector<StringRef> Out;
  for (StringRef O : Operands)
    if (O.consume_front("["))
      Out.push_back(O.ltrim()
                        .take_until([](char C) {
                          return C == ',' || C == '+' || C == ' ' || C == '{';
                        })
                        .rtrim("]"));
  return Out;
}

/// Whether bracket \p Number of the instruction is in shared memory: copies
/// name the memory they go to, that they come from, and a barrier's.
bool isSharedBracket(llvm::ArrayRef<StringRef> Parts, unsigned Number) {
  if (Parts.front() != "cp" && Parts.front() != "tensormap")
    return true;
  llvm::SmallVector<bool, 2> Spaces;
  for (StringRef P : Parts)
    if (P.starts_with("shared") || P == "global")
      Spaces.push_back(P != "global");
  return Number >= Spaces.size() || Spaces[Number];
}

/// Removes labels.
StringRef withoutLabels(StringRef Text) {
  while (true) {
    StringRef Name = Text.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; });
    StringRef Rest = Text.drop_front(Name.size());
    if (Name.empty() || !Rest.starts_with(":") || Rest.starts_with("::"))
      return Text;
    Text = Rest.drop_front().ltrim(" \t\n\r{}");
  }
}

class Reader {
public:
  SharedAssembly Out;

  void statement(StringRef Text);

private:
  void shared(SharedInstruction I, StringRef Name,
              llvm::ArrayRef<std::string> Operands);
  bool address(SharedInstruction &I, StringRef Operand) const;
  void note(SharedInstruction &I, llvm::ArrayRef<StringRef> Parts,
            llvm::ArrayRef<std::string> Operands) const;
  std::string origin(StringRef Operand) const;

  struct Test {
    std::string Operand;
    bool IsNegated;
  };
  std::map<std::string, Test> Predicates;
  /// What registers that the text declares hold: the operand they came from.
  std::map<std::string, std::string> Moved;
};

/// `[%1]`, `[%1 + 16]`.
bool Reader::address(SharedInstruction &I, StringRef Operand) const {
  if (!Operand.consume_front("[") || !Operand.consume_back("]"))
    return false;
  size_t Plus = Operand.rfind('+');
  if (Plus != StringRef::npos &&
      !Operand.drop_front(Plus + 1).trim().getAsInteger(0, I.Offset))
    Operand = Operand.take_front(Plus);
  Operand = Operand.trim();
  I.Address = operandName(Operand);
  // What else may be in the brackets is not read.
  return !I.Address.empty() &&
         (Operand == "%" + I.Address || Operand == "%[" + I.Address + "]");
}

/// The operand that \p Operand is, or was made of; empty if none.
std::string Reader::origin(StringRef Operand) const {
  auto It = Moved.find(Operand.trim().str());
  return It == Moved.end() ? operandName(Operand) : It->second;
}

/// Fills I.Addresses.
void Reader::note(SharedInstruction &I, llvm::ArrayRef<StringRef> Parts,
                  llvm::ArrayRef<std::string> Operands) const {
  for (auto [Number, In] : llvm::enumerate(bracketed(Operands)))
    if (isSharedBracket(Parts, Number))
      I.Addresses.push_back(origin(In));
  // An address to another address.
  bool Maps = Parts.front() == "mapa" || Parts.front() == "cvta";
  if (Maps && Operands.size() >= 2)
    I.Addresses.push_back(origin(Operands[1]));
}

/// The last part of the name says the type, one before may say a vector.
unsigned widthOf(llvm::ArrayRef<StringRef> Parts) {
  unsigned Bits = 0, Count = 1;
  if (Parts.back().drop_front().getAsInteger(10, Bits))
    return 0;
  for (StringRef P : Parts)
    if (P == "v2" || P == "v4")
      Count = P == "v2" ? 2 : 4;
  return Bits / 8 * Count;
}

void Reader::shared(SharedInstruction I, StringRef Name,
                    llvm::ArrayRef<std::string> Operands) {
  llvm::SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  auto Has = [&](StringRef P) { return llvm::is_contained(Parts, P); };
  StringRef Kind = Parts.front();
  std::optional<AccessOp> Op;
  StringRef Address;
  if (Kind == "ldmatrix" || Kind == "stmatrix") {
    bool IsLoad = Kind == "ldmatrix";
    Op = IsLoad ? AccessOp::LoadMatrix : AccessOp::StoreMatrix;
    I.Bytes = 16;
    I.Lanes = Has("x1") ? 8 : Has("x2") ? 16 : 32;
    if (Operands.size() == 2)
      Address = Operands[IsLoad ? 1 : 0];
    if (!Has("m8n8") || !Has("b16"))
      Op = std::nullopt;
  } else if (Kind == "cp" && Has("async") && !Has("bulk") &&
             Operands.size() >= 3) {
    Op = AccessOp::AsyncCopy;
    Address = Operands[0];
    I.BytesOperand = operandName(Operands[2]);
    if (I.BytesOperand.empty() &&
        StringRef(Operands[2]).getAsInteger(0, I.Bytes))
      Op = std::nullopt;
  } else if ((Kind == "ld" || Kind == "st") && Operands.size() == 2) {
    Op = Kind == "ld" ? AccessOp::Load : AccessOp::Store;
    Address = Operands[Kind == "ld" ? 1 : 0];
    I.Bytes = widthOf(Parts);
  }
  if (!address(I, Address) || I.Bytes == 0)
    Op = std::nullopt;
  note(I, Parts, Operands);
  I.Op = Op;
  Out.Instructions.push_back(std::move(I));
}

void Reader::statement(StringRef Text) {
  Text = withoutLabels(Text.trim(" \t\n\r{}"));
  if (Text.empty() || Text.starts_with(".reg"))
    return;
  SharedInstruction I;
  I.Text = Text.str();
  if (Text.consume_front("@")) {
    Out.DoesMore = true;
    bool Negated = Text.consume_front("!");
    StringRef Name = Text.take_until(llvm::isSpace);
    StringRef Rest = Text.drop_front(Name.size());
    auto It = Predicates.find(Name.str());
    // "?" is no operand: whether it runs is not known.
    I.Predicate = It == Predicates.end() ? "?" : It->second.Operand;
    I.IsNegated = It != Predicates.end() && It->second.IsNegated != Negated;
    Text = Rest.trim();
  }
  size_t End = Text.find_first_of(" \t\n[{");
  StringRef Name = Text.take_front(End);
  std::vector<std::string> Operands =
      splitOperands(Text.drop_front(Name.size()).trim());
  if (Name.starts_with("setp.") && Operands.size() == 3 &&
      (Name.contains(".ne.") || Name.contains(".eq.")) && Operands[2] == "0") {
    Out.DoesMore = true;
    if (std::string Of = operandName(Operands[1]); !Of.empty())
      Predicates[Operands[0]] = {Of, Name.contains(".eq.")};
    return;
  }
  bool Converts = Name.starts_with("cvta.to.shared");
  if (Operands.size() == 2 && (Converts || Name.starts_with("cvt.u32.u64"))) {
    std::string From = operandName(Operands[1]), To = operandName(Operands[0]);
    if (!Converts)
      From = Moved.count(Operands[1]) ? Moved[Operands[1]] : "";
    Out.DoesMore |= From.empty() || Out.Converted;
    if (!From.empty() && !To.empty())
      Out.Converted = {To, From};
    else if (!From.empty())
      Moved[Operands[0]] = From;
    return;
  }
  Out.DoesMore = true;
  Out.Ends |= Name == "exit" || Name == "ret";
  if (Text.contains(".shared"))
    shared(std::move(I), Name, Operands);
  if (Name.starts_with("wgmma.mma") || Name.starts_with("tcgen05.mma") ||
      Name.starts_with("tcgen05.cp"))
    Out.ByDescriptor.push_back(Text.str());
}

} // namespace

SharedAssembly bankfix::readAssembly(StringRef Text) {
  Reader R;
  std::string Plain;
  for (; !Text.empty(); Text = Text.split('\n').second)
    Plain += Text.split('\n').first.split("//").first.str() + "\n";
  llvm::SmallVector<StringRef, 8> Statements;
  StringRef(Plain).split(Statements, ';');
  for (StringRef Register :
       {"dynamic_smem_size", "total_smem_size", "aggr_smem_size"})
    if (StringRef(Plain).contains(Register))
      R.Out.SizeRegister = "%" + Register.str();
  for (StringRef S : Statements)
    R.statement(S);
  return std::move(R.Out);
}
