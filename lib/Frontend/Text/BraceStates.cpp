//===- BraceStates.cpp - What encloses a token, in every build ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/BraceStates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;
namespace tok = clang::tok;

/// More configurations than this are not told apart.
static constexpr size_t MostStates = 64;

std::optional<unsigned> BraceState::namespaceOpen() const {
  for (const Scope &S : llvm::reverse(Scopes))
    if (S.What == Namespace)
      return S.Open;
  return std::nullopt;
}

/// The brackets of `template <...>`: what stands within is no part of the head.
bool BraceState::countAngles(const clang::Token &T) {
  if (Begun.Template < 0)
    return false;
  bool Opens = T.is(tok::less);
  if (Begun.Template == 0 && !Opens) {
    Begun.Template = -1;
    return false;
  }
  Begun.Template += Opens;
  Begun.Template -= T.is(tok::greater) + 2 * T.is(tok::greatergreater) +
                    3 * T.is(tok::greatergreatergreater);
  if (Begun.Template <= 0)
    Begun.Template = -1;
  return true;
}

/// Notes what tells kinds of declarations apart.
void BraceState::extend(const clang::Token &T) {
  if (countAngles(T))
    return;
  llvm::StringRef Name =
      T.is(tok::raw_identifier) ? T.getRawIdentifier() : llvm::StringRef();
  Begun.Tokens = std::min(Begun.Tokens + 1, 3u);
  if (Name == "template")
    Begun.Template = 0;
  Begun.IsNamespace |= Name == "namespace";
  Begun.HasTag |=
      Name == "struct" || Name == "class" || Name == "union" || Name == "enum";
  Begun.HasEquals |= T.is(tok::equal);
  Begun.IsExtern |= Name == "extern" && Begun.Tokens == 1;
  Begun.IsLinkage |= Begun.IsExtern && T.is(tok::string_literal);
}

void BraceState::open(unsigned Offset) {
  Scope New{Braces, Offset, false};
  if (isOutermost()) {
    New.What = Begun.IsNamespace                      ? Namespace
               : Begun.IsLinkage && Begun.Tokens == 2 ? Linkage
                                                      : Braces;
    New.Ends = Begun.HasParens && !Begun.HasTag && !Begun.HasEquals;
  }
  if (New.What <= Linkage)
    Begun = Head();
  AtBoundary = true;
  Scopes.push_back(New);
}

bool BraceState::close(bool IsBrace) {
  if (Scopes.empty() || (Scopes.back().What != Parens) != IsBrace)
    return false;
  Scope Old = Scopes.back();
  Scopes.pop_back();
  if (!IsBrace)
    AtBoundary = false;
  else if (isOutermost())
    AtBoundary = Old.What <= Linkage || Old.Ends;
  else
    AtBoundary = Scopes.back().What == Braces;
  if (isOutermost() && AtBoundary)
    Begun = Head();
  return true;
}

bool BraceState::take(const clang::Token &T, unsigned Offset) {
  switch (T.getKind()) {
  case tok::l_brace:
    open(Offset);
    return true;
  case tok::l_paren:
  case tok::l_square:
    Begun.HasParens |= isOutermost() && Begun.Template < 0;
    Scopes.push_back({Parens, Offset, false});
    AtBoundary = false;
    return true;
  case tok::r_brace:
    return close(/*IsBrace=*/true);
  case tok::r_paren:
  case tok::r_square:
    return close(/*IsBrace=*/false);
  case tok::semi:
    AtBoundary = Scopes.empty() || Scopes.back().What != Parens;
    if (isOutermost())
      Begun = Head();
    return true;
  default:
    AtBoundary = false;
    if (isOutermost())
      extend(T);
    return true;
  }
}

Condition bankfix::conditionOf(llvm::StringRef Directive,
                               llvm::StringRef Rest) {
  Rest = Rest.split("//").first.split("/*").first.trim();
  if (Directive == "ifdef" || Directive == "ifndef")
    return {("defined " + Rest).str(), Directive == "ifndef"};
  bool IsNegated = Rest.consume_front("!");
  llvm::StringRef Name = Rest;
  if (Name.consume_front("defined")) {
    Name = Name.trim(" \t()");
    if (llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; }))
      return {("defined " + Name).str(), IsNegated};
  }
  return {((IsNegated ? "!" : "") + Rest).str(), false};
}

void BraceStates::take(const clang::Token &T, unsigned Offset) {
  llvm::erase_if(States, [&](BraceState &S) { return !S.take(T, Offset); });
  if (T.isOneOf(tok::semi, tok::r_brace) && States.size() > 1)
    settle();
}

/// Those that are possible where \p C holds, or does not.
std::vector<BraceState>
BraceStates::assuming(const std::vector<BraceState> &From, const Condition &C,
                      bool Holds) {
  std::vector<BraceState> Out;
  if (C.Text == "0" || C.Text == "1")
    return (C.Text == "1") == Holds ? From : Out;
  for (BraceState S : From)
    if (S.Assumed.try_emplace(C.Text, Holds != C.IsNegated).first->second ==
        (Holds != C.IsNegated))
      Out.push_back(std::move(S));
  return Out;
}

void BraceStates::beginIf(const Condition &C) {
  Open.push_back({C, States, {}, false});
  States = assuming(States, C, true);
}

void BraceStates::beginElse(bool IsLast) {
  if (Open.empty())
    return;
  Conditional &I = Open.back();
  llvm::append_range(I.Ended, States);
  I.HasElse |= IsLast;
  States = assuming(I.Entry, I.Of, false);
}

void BraceStates::endIf() {
  if (Open.empty())
    return;
  if (!Open.back().HasElse)
    beginElse(/*IsLast=*/true);
  Conditional I = std::move(Open.back());
  Open.pop_back();
  llvm::append_range(I.Ended, States);
  States = std::move(I.Ended);
  settle();
}

void BraceStates::define(llvm::StringRef Name) {
  auto Mentions = [&](llvm::StringRef Text) {
    auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    for (; !Text.empty(); Text = Text.drop_until(IsPart)) {
      if (Text.take_while(IsPart) == Name)
        return true;
      Text = Text.drop_while(IsPart);
    }
    return false;
  };
  for (BraceState &S : States)
    std::erase_if(S.Assumed, [&](auto &A) { return Mentions(A.first); });
  settle();
}

/// Where both branches of a condition come to the same, it does not matter.
void BraceStates::forgetNeedless(BraceState &S) const {
  BraceState Twin = S;
  for (const auto &[Text, Holds] : S.Assumed) {
    Twin.Assumed[Text] = !Holds;
    bool IsSame = llvm::is_contained(States, Twin);
    Twin.Assumed.erase(Text);
    if (IsSame || llvm::is_contained(States, Twin)) {
      S = std::move(Twin);
      return;
    }
    Twin.Assumed[Text] = Holds;
  }
}

void BraceStates::settle() {
  for (size_t I = 0; I < States.size() && States.size() > 1; ++I)
    forgetNeedless(States[I]);
  llvm::sort(States);
  States.erase(llvm::unique(States), States.end());
  IsLost |= States.size() > MostStates;
  if (IsLost)
    States.clear();
}
