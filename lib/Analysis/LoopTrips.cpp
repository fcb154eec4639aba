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

/// How often \p L runs, where its condition compares two values that come
/// closer by the same amount every time, and nothing else ends it.
std::optional<TripCount>
WaveRunner::tripsOf(const Loop &L, LaneMask Running,
                    const std::vector<LaneValue> &Entry,
                    const Steps &ByVariable) {
  if (!L.TestFirst || !L.Cond || !L.Header.empty() || hasBreak(L.Body) ||
      hasReturn(L) || L.Cond->kind() != ExprKind::Binary ||
      L.Cond->op() < Op::Lt || L.Cond->op() > Op::Ge)
    return std::nullopt;
  Op O = L.Cond->op();
  bool Grows = O == Op::Lt || O == Op::Le;
  std::vector<LaneValue> General = Values.Variables;
  auto Distance = [&] {
    LaneValue A = Values.evaluate(*L.Cond->operand(Grows ? 0 : 1), Running);
    LaneValue B = Values.evaluate(*L.Cond->operand(Grows ? 1 : 0), Running);
    LaneValue D = subtract(B, A);
    return O == Op::Le || O == Op::Ge ? add(D, LaneValue(1)) : D;
  };
  Values.Variables = Entry;
  LaneValue First = Distance();
  for (unsigned V : assignedIn(L)) {
    auto It = ByVariable.find(V);
    Values.Variables[V] = It == ByVariable.end()
                              ? General[V] // Not what the condition may hold.
                              : add(Entry[V], It->second);
  }
  LaneValue Step = subtract(First, Distance());
  Values.Variables = std::move(General);
  if (!Step.isConcrete() || !Step.Constant.isSame(Running))
    return std::nullopt;
  return tripCount(First, Step.Constant[llvm::countr_zero(Running)],
                   Values.Symbols, Running);
}

/// The condition compares values whose difference grows by the same amount in
/// every iteration, so that it changes its mind once.
bool WaveRunner::isSteadyTest(const Loop &L, LaneMask Running,
                              const Steps &ByVariable) {
  if (L.Cond->kind() != ExprKind::Binary || L.Cond->op() < Op::Lt ||
      L.Cond->op() > Op::Ge)
    return false;
  std::vector<LaneValue> Entry = Values.Variables;
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
  std::vector<LaneValue> Entry = Values.Variables;
  llvm::scope_exit Restore([&] { Values.Variables = Entry; });
  auto At = [&](uint64_t K) {
    for (const auto &[V, Step] : ByVariable)
      Values.Variables[V] =
          add(Entry[V], multiply(LaneValue(int64_t(K)), Step));
    return Values.test(*L.Cond, Running);
  };
  for (unsigned V : assignedIn(L))
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
