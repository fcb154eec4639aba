//===- StatementParts.cpp - What conditionals are a part of ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int pitch =      A number spells no name. What is spelled around it
//   #ifdef WIDE            says what it may change: `pitch`.
//     33
//   #else
//     32
//   #endif
//     ;
//
//===----------------------------------------------------------------------===//

#include "Text/StatementParts.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

bool bankfix::isJump(llvm::StringRef Name) {
  static const llvm::StringSet<> Jumps = {"return", "break", "continue",
                                          "goto"};
  return Jumps.contains(Name);
}

/// What a brace opens, as the tokens before it say.
StatementParts::Brace StatementParts::opened() const {
  using namespace clang::tok;
  static const llvm::StringSet<> BeforeBodies = {
      "do", "else", "try", "const", "noexcept", "override", "final", "mutable"};
  if (NamesScope && Last == r_paren)
    return Brace::Body;
  if (NamesScope) // An enumerator's number depends on all before it.
    return NamesEnum     ? Brace::Value
           : NamesRecord ? Brace::Record
                         : Brace::Scope;
  const bool IsNested =
      Last == l_brace && !Braces.empty() && Braces.back() == Brace::Value;
  const bool IsValue =
      Last == raw_identifier
          ? !BeforeBodies.contains(LastName)
          : IsNested || llvm::is_contained(
                            {equal, comma, l_paren, r_square, greater}, Last);
  return IsValue ? Brace::Value : Brace::Body;
}

/// A directive stands, ends, or goes on with another branch here; if in the
/// middle of a statement, it is a part of that.
void StatementParts::attach(unsigned Number) {
  if (Now.IsBegun)
    Now.Holds.insert(Number);
}

void StatementParts::end() {
  for (unsigned Number : Now.Holds) {
    Part &All = Parts[Number];
    All.HasJump |= Now.HasJump;
    All.Spelled.insert(Now.Spelled.begin(), Now.Spelled.end());
  }
  Now = Part();
}

unsigned StatementParts::directive() {
  attach(Directives);
  return Directives++;
}

void StatementParts::open() {
  Open.push_back(directive());
  Before.push_back(Braces);
}

void StatementParts::branch() {
  attach(Open.back());
  Braces = Before.back();
}

unsigned StatementParts::close() {
  const unsigned Number = Open.back();
  attach(Number);
  Open.pop_back();
  Before.pop_back();
  return Number;
}

void StatementParts::token(clang::tok::TokenKind Kind, llvm::StringRef Name) {
  using namespace clang::tok;
  static const llvm::StringSet<> Records = {"struct", "class", "union"},
                                 Others = {"namespace", "extern", "enum"};
  NamesRecord |= Records.contains(Name);
  NamesScope |= NamesRecord || Others.contains(Name);
  NamesEnum |= Name == "enum";
  if (!Name.empty())
    Now.Spelled.insert(Name.str());
  Now.HasJump |= isJump(Name);
  bool IsOfValue = false;
  if (Kind == l_brace) {
    Braces.push_back(opened());
    IsOfValue = Braces.back() == Brace::Value;
  } else if (Kind == r_brace && !Braces.empty()) {
    IsOfValue = Braces.back() == Brace::Value;
    Braces.pop_back();
  }
  const bool Separates = Kind == semi || Kind == l_brace || Kind == r_brace;
  if (Separates && !IsOfValue)
    end();
  else
    Now.IsBegun = true;
  if (Separates) {
    NamesScope = NamesRecord = NamesEnum = false;
    Parentheses = 0;
  } else if (Kind == l_paren) {
    ++Parentheses;
  } else if (Kind == r_paren && Parentheses != 0) {
    --Parentheses;
  }
  Last = Kind;
  LastName = Name.str();
}
