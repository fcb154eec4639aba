//===- HostState.h - What is known of host variables ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code is followed far enough to say with which values a kernel may be
// launched. Where two paths meet, a variable that differs becomes
// `cond ? a : b`, so that a launch can be looked at once for each outcome.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTSTATE_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTSTATE_H

#include "Ast/MemberPath.h"
#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bankfix {

/// Host integers are all computed in 64 bits.
inline constexpr IntType HostInt{64, true};

/// A variable or a part of one. What is no variable of the source, such as the
/// result of a function, is a part of the whole file.
struct HostPlace {
  const clang::Decl *Variable = nullptr;
  MemberPath Path = {};

  HostPlace member(const clang::FieldDecl *F) const {
    return {Variable, Path.member(F)};
  }
  /// \p Name: of a struct of the runtime.
  HostPlace member(const char *Name) const {
    return {Variable, Path.member(Name)};
  }
  HostPlace element(uint64_t Index) const {
    return {Variable, Path.element(Index)};
  }
  bool isWithin(const HostPlace &Other) const {
    return Variable == Other.Variable && Path.isWithin(Other.Path);
  }
  /// As this is to \p From, which it is within, the place to \p To.
  HostPlace moved(const HostPlace &From, const HostPlace &To) const {
    return {To.Variable, To.Path + Path.behind(From.Path)};
  }
  auto operator<=>(const HostPlace &) const = default;
};

/// What a path through host code has decided: an expression's value.
using HostFacts = std::map<const Expr *, int64_t>;

/// Conditions of which nobody knows whether they ever hold: that a variable,
/// which somebody may have set, is what it was.
using HostGuesses = llvm::DenseSet<const Expr *>;

/// Takes `cond ? a : b` of conditions that are not decided one way after the
/// other, the same for every place with the same condition.
class HostChoices {
public:
  explicit HostChoices(const HostGuesses &Guesses) : Guesses(Guesses) {}
  HostChoices(HostGuesses &&) = delete;

  std::optional<bool> take(const Expr *Cond);
  /// Within conditions nothing is guessed: both outcomes are possible. Returns
  /// what was said before.
  bool enterCondition(bool On) { return std::exchange(InCondition, On); }
  /// What was evaluated since this was asked last is a guess.
  bool haveGuessed() { return std::exchange(Guessed, false); }
  /// From here on, only what was chosen before is decided.
  void freeze(bool On) { Frozen = On; }
  /// Makes the next combination; false after the last.
  bool next();

private:
  const HostGuesses &Guesses;
  std::vector<std::pair<const Expr *, bool>> Made;
  bool Frozen = false, InCondition = false, Guessed = false;
};

struct HostState {
  std::map<HostPlace, const Expr *> Values;
  HostFacts Facts;
  /// Everything since the start of the program has been followed, but for
  /// what may have set some variables of the file.
  bool IsSinceStart = false;
  std::set<const clang::Decl *> MaybeSet = {};

  /// Takes over that \p Cond came out as \p Outcome.
  void assume(const Expr *Cond, bool Outcome);
  /// The value of \p E, if it is decided. With \p Choices, conditions that are
  /// not are chosen.
  std::optional<int64_t> evaluate(const Expr *E,
                                  HostChoices *Choices = nullptr) const;

private:
  void assumeChoices(const Expr *Cond, bool Outcome);
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTSTATE_H
