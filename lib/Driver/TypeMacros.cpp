//===- TypeMacros.cpp - Macros that name an integer type ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace bankfix;

llvm::ArrayRef<IntegerTypes> bankfix::integerTypes() {
  static constexpr llvm::StringLiteral Int[] = {"int"};
  static constexpr llvm::StringLiteral Unsigned[] = {"unsigned int"};
  static constexpr llvm::StringLiteral Long[] = {"long", "long long"};
  static constexpr llvm::StringLiteral UnsignedLong[] = {"unsigned long",
                                                         "unsigned long long"};
  static const IntegerTypes All[] = {{Int, 4, true},
                                     {Unsigned, 4, false},
                                     {Long, 8, true},
                                     {UnsignedLong, 8, false}};
  return All;
}

const IntegerTypes *bankfix::integerTypesOf(llvm::StringRef Spelling) {
  if (Spelling == "unsigned")
    Spelling = "unsigned int";
  for (const IntegerTypes &T : integerTypes())
    if (llvm::is_contained(T.Spellings, Spelling))
      return &T;
  return nullptr;
}

std::string
bankfix::typeCondition(const std::string &Macro,
                       llvm::ArrayRef<const IntegerTypes *> Admitted) {
  const bool AreAll = Admitted.size() == integerTypes().size();
  std::vector<std::string> Any;
  for (const IntegerTypes *T : Admitted) {
    std::string One = "sizeof(" + Macro + ") == " + std::to_string(T->Bytes);
    if (!AreAll)
      One += " && (" + Macro + ")-1 " + (T->IsSigned ? "<" : ">") + " (" +
             Macro + ")1"; // Compilers warn of less than 0.
    if (!AreAll && Admitted.size() > 1)
      One = "(" + One + ")";
    if (!llvm::is_contained(Any, One))
      Any.push_back(std::move(One));
  }
  const std::string All = llvm::join(Any, " || ");
  return "(" + Macro + ")1 / 2 == 0 && " +
         (Any.size() > 1 ? "(" + All + ")" : All);
}
