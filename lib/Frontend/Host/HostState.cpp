//===- HostState.cpp - What is known of host variables --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/HostState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

std::optional<bool> HostChoices::take(const Expr *Cond) {
  auto It = llvm::find_if(
      Made, [&](const auto &Choice) { return Choice.first == Cond; });
  if (It == Made.end() && (Frozen || (InCondition && Guesses.contains(Cond))))
    return std::nullopt;
  if (It == Made.end())
    It = Made.insert(It, {Cond, true});
  Guessed |= It->second && Guesses.contains(Cond);
  return It->second;
}

bool HostChoices::next() {
  while (!Made.empty() && !Made.back().second)
    Made.pop_back();
  if (Made.empty())
    return false;
  Made.back().second = false;
  return true;
}

static const Expr *withoutCasts(const Expr *E) {
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  return E;
}

namespace {

/// Evaluates each node once.
class Evaluation {
public:
  Evaluation(const HostFacts &Facts, HostChoices *Choices)
      : Facts(Facts), Choices(Choices) {}

  std::optional<int64_t> of(const Expr *E) {
    if (E->isConst())
      return E->value();
    if (auto It = Facts.find(E); It != Facts.end())
      return It->second;
    if (auto It = Known.find(E); It != Known.end())
      return It->second;
    std::optional<int64_t> V = compute(E);
    Known[E] = V;
    return V;
  }
  /// Of what no fact says: \p E is \p Value.
  void know(const Expr *E, int64_t Value) { Known[E] = Value; }

private:
  std::optional<int64_t> compute(const Expr *E);
  std::optional<int64_t> binary(const Expr *E);
  std::optional<int64_t> select(const Expr *E);

  const HostFacts &Facts;
  HostChoices *Choices;
  llvm::DenseMap<const Expr *, std::optional<int64_t>> Known;
};

std::optional<int64_t> Evaluation::binary(const Expr *E) {
  std::optional<int64_t> L = of(E->operand(0)), R = of(E->operand(1));
  Op O = E->op();
  if (O == Op::LogAnd && ((L && !*L) || (R && !*R)))
    return 0;
  if (O == Op::LogOr && ((L && *L) || (R && *R)))
    return 1;
  if (!L || !R)
    return std::nullopt;
  return fold(O, E->operand(0)->type(), *L, *R);
}

std::optional<int64_t> Evaluation::select(const Expr *E) {
  bool Was = Choices && Choices->enterCondition(true);
  std::optional<int64_t> Cond = of(E->operand(0));
  if (Choices)
    Choices->enterCondition(Was);
  if (!Cond && Choices)
    if (std::optional<bool> Outcome = Choices->take(E->operand(0)))
      Cond = *Outcome;
  if (Cond)
    return of(E->operand(*Cond ? 1 : 2));
  std::optional<int64_t> A = of(E->operand(1)), B = of(E->operand(2));
  return A == B ? A : std::nullopt;
}

std::optional<int64_t> Evaluation::compute(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Unary: {
    std::optional<int64_t> V = of(E->operand(0));
    return V ? fold(E->op(), E->operand(0)->type(), *V, 0) : std::nullopt;
  }
  case ExprKind::Binary:
    return binary(E);
  case ExprKind::Select:
    return select(E);
  case ExprKind::Cast: {
    std::optional<int64_t> V = of(E->operand(0));
    return V ? std::optional<int64_t>(E->type().wrap(*V)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace

/// By which conditions values are chosen that \p E is computed of; of a long one,
/// none, as each of them is tried.
static std::vector<const Expr *> choicesIn(const Expr *E) {
  constexpr size_t Most = 64;
  std::vector<const Expr *> Left = {E}, Out;
  llvm::DenseSet<const Expr *> Seen;
  while (!Left.empty()) {
    if (Seen.size() == Most)
      return {};
    const Expr *Each = Left.back();
    Left.pop_back();
    if (!Seen.insert(Each).second)
      continue;
    if (Each->kind() == ExprKind::Select)
      Out.push_back(Each->operand(0));
    for (unsigned I = 0; I < Each->numOperands(); ++I)
      Left.push_back(Each->operand(I));
  }
  return Out;
}

/// `(c ? 16 : 32) == 16` says c.
void HostState::assumeChoices(const Expr *Cond, bool Outcome) {
  for (const Expr *Choice : choicesIn(Cond))
    for (const bool Way : {false, true}) {
      if (evaluate(Choice))
        break;
      Evaluation Tried(Facts, nullptr);
      Tried.know(Choice, Way);
      std::optional<int64_t> V = Tried.of(Cond);
      if (V && (*V != 0) != Outcome)
        assume(Choice, !Way);
    }
}

void HostState::assume(const Expr *Cond, bool Outcome) {
  Cond = withoutCasts(Cond);
  if (Cond->isConst())
    return;
  assumeChoices(Cond, Outcome);
  Facts[Cond] = Outcome;
  if (Cond->kind() == ExprKind::Unary && Cond->op() == Op::LogNot)
    return assume(Cond->operand(0), !Outcome);
  if (Cond->kind() != ExprKind::Binary)
    return;
  const Expr *L = Cond->operand(0), *R = Cond->operand(1);
  Op Both = Outcome ? Op::LogAnd : Op::LogOr;
  Op Same = Outcome ? Op::Eq : Op::Ne;
  if (Cond->op() == Both) {
    assume(L, Outcome);
    assume(R, Outcome);
  } else if (Cond->op() == Same) {
    if (std::optional<int64_t> V = evaluate(R))
      Facts[L] = *V;
    else if (std::optional<int64_t> W = evaluate(L))
      Facts[R] = *W;
  }
}

std::optional<int64_t> HostState::evaluate(const Expr *E,
                                           HostChoices *Choices) const {
  return Evaluation(Facts, Choices).of(E);
}
