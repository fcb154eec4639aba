//===- ArgumentText.cpp - What may stand where an expression does ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

bool bankfix::splitsArguments(llvm::StringRef Text) {
  bool IsPlain = !Text.contains('"') && !Text.contains('\'') &&
                 !Text.contains("//") && !Text.contains("/*");
  int Depth = 0;
  for (char C : Text) {
    Depth += (C == '(') - (C == ')');
    if (C == ',' && (Depth == 0 || !IsPlain))
      return true;
  }
  return false;
}

bool bankfix::isPrimary(llvm::StringRef Text) {
  return llvm::all_of(
      Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

/// `f(...)`, and nothing behind it.
static bool isCall(llvm::StringRef Text) {
  size_t Open = Text.find('(');
  if (Open == 0 || Open == llvm::StringRef::npos ||
      !bankfix::isPrimary(Text.take_front(Open)) ||
      Text.find_first_of("\"'/") != llvm::StringRef::npos)
    return false;
  int Depth = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    Depth += (Text[I] == '(') - (Text[I] == ')');
    if (Depth == 0)
      return I + 1 == Text.size();
  }
  return false;
}

std::string bankfix::cast(const AccessSource &A, const std::string &Array,
                          bool IsIndexed) {
  if (A.PointerType.empty())
    return Array;
  std::string Text = "(" + A.PointerType + ")" + Array;
  return IsIndexed ? "(" + Text + ")" : Text;
}

std::string bankfix::grownSize(std::string Old,
                               const SourceChange::Growth &Growth) {
  if (!isPrimary(Old) && !isCall(Old))
    Old = "(" + Old + ")";
  std::string New = Old + " + " + Old + " / " + std::to_string(Growth.Unit);
  if (Growth.Added != 1)
    New += " * " + std::to_string(Growth.Added);
  return New;
}
