//===- LoopTrips.cpp - How often loops run --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "WaveRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace bankfix;

/// What evaluating the condition does, if it is nothing but assignments.
static std::optional<std::vector<Assign>> assignments(const StmtList &L) {
  std::vector<Assign> Out;
  for (const Stmt &S : L) {
    auto *A = std::get_if<Assign>(&S.Node);
    if (!A)
      return std::nullopt;
    Out.push_back(*A);
  }
  return Out;
}

/// How often \p L runs, where its condition compares two values that come
/// closer by the same amount every time, and nothing else ends it. `while
/// (n--)` is taken to begin above zero: else it would run for ever, or nearly.
std::optional<TripCount>
WaveRunner::tripsOf(const Loop &L, LaneMask Running,
                    const VariableValues &Entry,
                    const Steps &ByVariable) {
  std::optional<std::vector<Assign>> Header = assignments(L.Header);
  if (!L.Cond || !Header || hasBreak(L.Body) || hasReturn(L))
    return std::nullopt;
  bool Compares =
      L.Cond->kind() == ExprKind::Binary && isPredicate(L.Cond->op());
  Op O = Compares ? L.Cond->op() : Op::Ne;
  if (O == Op::Eq || O > Op::Ne)
    return std::nullopt;
  VariableValues General = Values.Variables;
  auto Distance = [&] {
    for (const Assign &A : *Header)
      Values.Variables[A.Var] = Values.evaluate(*A.Value, Running);
    LaneValue A =
        Values.evaluate(Compares ? *L.Cond->operand(0) : *L.Cond, Running);
    LaneValue B =
        Compares ? Values.evaluate(*L.Cond->operand(1), Running) : LaneValue(0);
    LaneValue D = O == Op::Lt || O == Op::Le ? subtract(B, A) : subtract(A, B);
    return O == Op::Le || O == Op::Ge ? add(D, LaneValue(1)) : D;
  };
  // A loop that tests last has run its body by then.
  auto Advance = [&](unsigned Times) {
    Values.Variables = Entry;
    for (unsigned V : Slice.assignedIn(&L)) {
      bool InHeader =
          llvm::any_of(*Header, [&](const Assign &A) { return A.Var == V; });
      auto It = ByVariable.find(V);
      unsigned By = Times + (L.TestFirst || InHeader ? 0 : 1);
      if (It != ByVariable.end())
        Values.Variables[V] =
            add(Entry[V], multiply(LaneValue(int64_t(By)), It->second));
      else if (By)
        Values.Variables[V] = General[V]; // Not what the condition may hold.
    }
  };
  Advance(0);
  LaneValue First = Distance();
  Advance(1);
  LaneValue Step = subtract(First, Distance());
  Values.Variables = std::move(General);
  if (O == Op::Ne) { // Comes to it only if no step leads past it.
    int64_t By = Step.Constant[llvm::countr_zero(Running)];
    if (!Step.equals(LaneValue(By), Running) || (By != 1 && By != -1))
      return std::nullopt;
    First = multiply(First, LaneValue(By));
    Step = LaneValue(1);
  }
  if (!L.TestFirst)
    First = add(First, Step);
  return tripCount(First, Step, Values.Symbols, Running);
}

/// The condition compares values whose difference grows by the same amount in
/// every iteration, so that it changes its mind once.
bool WaveRunner::isSteadyTest(const Loop &L, LaneMask Running,
                              const Steps &ByVariable) {
  if (!L.Cond || L.Cond->kind() != ExprKind::Binary ||
      L.Cond->op() < Op::Lt || L.Cond->op() > Op::Ge)
    return false;
  VariableValues Entry = Values.Variables;
  SymbolId K = Values.Symbols.iteration(std::nullopt);
  for (const auto &[V, Step] : ByVariable)
    Values.Variables[V] =
        add(Entry[V], multiply(Values.Symbols.value(K), Step));
  LaneValue D = subtract(Values.evaluate(*L.Cond->operand(0), Running),
                         Values.evaluate(*L.Cond->operand(1), Running));
  Values.Variables = std::move(Entry);
  return llvm::all_of(D.Terms, [&](const Term &T) {
    return T.Symbols.size() == 1 && T.Symbols[0] == K;
  });
}

/// How often the loop still runs, where all lanes agree and its condition
/// compares values that grow or shrink steadily.
std::optional<uint64_t> WaveRunner::remainingTrips(const Loop &L,
                                                   LaneMask Running,
                                                   const Steps &ByVariable) {
  if (!isSteadyTest(L, Running, ByVariable))
    return std::nullopt;
  VariableValues Entry = Values.Variables;
  llvm::scope_exit Restore([&] { Values.Variables = Entry; });
  auto At = [&](uint64_t K) {
    for (const auto &[V, Step] : ByVariable)
      Values.Variables[V] =
          add(Entry[V], multiply(LaneValue(int64_t(K)), Step));
    return Values.test(*L.Cond, Running);
  };
  for (unsigned V : Slice.assignedIn(&L))
    if (!ByVariable.count(V))
      Values.Variables[V] = unknown(V, true);
  uint64_t Low = 0, High = 1;
  while (High < uint64_t(1) << 30 && At(High).True == Running)
    Low = std::exchange(High, High * 2);
  while (High - Low > 1) {
    uint64_t Mid = (Low + High) / 2;
    (At(Mid).True == Running ? Low : High) = Mid;
  }
  return At(High).False == Running ? std::optional(High) : std::nullopt;
}
