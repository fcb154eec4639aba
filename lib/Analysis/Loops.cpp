//===- Loops.cpp - Loops of one wave --------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose condition is decided is run iteration by iteration, so that
// geometric steps need no special case. A loop that is not decided, and the
// rest of a decided one that goes on for long, is run in its steady state; see
// LoopSummaries.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "Trial.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace bankfix;

namespace {

/// Iterations that are run one by one before the rest is taken together.
constexpr unsigned MaxIterations = 256;

/// Iterations that are tried to see whether their number is known.
constexpr unsigned MaxTried = 64;

} // namespace

/// Instead of a loop within a trial: whatever it assigns has any value. Trials
/// of nested loops would otherwise take steps that grow with each level.
bool WaveRunner::skipInTrial(const Loop &L) {
  if (Limits.Iterations == UINT_MAX || !Silent || Probing || hasReturn(L))
    return false;
  for (unsigned V : Slice.assignedIn(&L))
    Values.assign(V, unknown(V, false), Active);
  return true;
}

void WaveRunner::run(const Loop &L) {
  if (skipInTrial(L))
    return;
  LoopState State(L, origin()), *Outer = std::exchange(InnerLoop, &State);
  Context Before = Here;
  LaneMask Entered = Active, ReturnedBefore = Returned;
  const LaneMask JumpedBefore = MayHaveJumped;
  bool Unrolled = isUnrollable(L);
  if (!Unrolled)
    endMerging();
  iterate(L);
  if (!Unrolled)
    endMerging();
  // Every lane that did not return comes out, whenever it left the loop.
  Active = Entered & ~(Returned & ~ReturnedBefore);
  rejoin(JumpKind::Break);
  MayHaveJumped = JumpedBefore;
  InnerLoop = Outer;
  Here = contextAfter(Before);
}

Truth WaveRunner::testLoop(const Loop &L, LaneMask Running) {
  Active = Running;
  runList(L.Header);
  Truth T;
  T.True = Active;
  if (!L.Cond)
    return T;
  // Else facts might decide about the first iteration, and not about others.
  std::vector<Fact> Facts = Values.Symbols.takeFacts();
  T = Values.test(*L.Cond, Active);
  Values.Symbols.putFacts(std::move(Facts));
  return T;
}

const WaveRunner::LoopFacts &WaveRunner::factsOf(const Loop &L) {
  auto [It, New] = Loops.try_emplace(&L);
  if (New) {
    const bool Known = bankfix::isUnrollable(L, Slice.constants());
    It->second = {Known, Limits.Work && Known && doesSameWork(L), endsEarly(L)};
  }
  return It->second;
}

void WaveRunner::runOnce(const Loop &L, LaneMask Running) {
  if (!isUnrollable(L)) {
    endMerging();
    if (Limits.Work && !Silent)
      Limits.Work->startIteration();
  }
  Active = Running;
  const LaneMask JumpedBefore = MayHaveJumped;
  runList(L.Body);
  Active |= std::exchange(InnerLoop->Continued, 0);
  rejoin(JumpKind::Continue);
  MayHaveJumped = JumpedBefore; // And those that may have broken out.
  for (const Departure &D : InnerLoop->Departures)
    MayHaveJumped |= D.Lanes;
  runList(L.Step);
}

/// A loop that does the same work in each iteration is run once for all of
/// them.
bool WaveRunner::runSameWork(const Loop &L, LaneMask Running) {
  constexpr uint64_t Most = 1 << 12;
  if (!Limits.Work || Silent || !factsOf(L).DoesSameWork)
    return false;
  VariableValues Start = Values.Variables;
  uint64_t Trips = 0;
  for (Truth T; (T = testLoop(L, Running)).False != Running; ++Trips) {
    if (T.True != Running || Trips == Most || exhausted()) {
      Values.Variables = std::move(Start);
      Active = Running;
      return false;
    }
    for (const Stmt &S : L.Step)
      if (auto *A = std::get_if<Assign>(&S.Node))
        run(*A);
  }
  Active = Running;
  if (!Trips)
    return true;
  Here.Repeats *= Trips; // Until the loop's end.
  runList(L.Body);
  for (const Stmt &S : L.Step)
    if (auto *W = std::get_if<Work>(&S.Node))
      run(*W);
  return true;
}

void WaveRunner::iterate(const Loop &L) {
  LaneMask Running = Active;
  if (runSameWork(L, Running))
    return;
  bool ByReturn = isEndless(L) && hasReturn(L);
  if ((hasBreak(L.Body) || !L.TestFirst || ByReturn) &&
      leavesUndecided(L, Running))
    return runSteady(L, Running, Truth());
  if (becomesUndecided(L, Running)) {
    Truth First = testLoop(L, Running);
    return runSteady(L, First.True | First.Unknown, First);
  }
  if (runCoarsely(L, Running))
    return;
  for (unsigned N = 0; Running && !exhausted(); ++N) {
    if (L.TestFirst || N != 0) {
      Truth T = peek(L, Running);
      if (T.Unknown) {
        Here.Assumed |= N != 0; // Those before it are in the count.
        return runSteady(L, T.True | T.Unknown, T);
      }
      Running = testLoop(L, Running).True;
    }
    if (Running && N >= MaxIterations && N % MaxIterations == 0)
      if (std::optional<uint64_t> Trips = tripsLeft(L, Running))
        if (runRest(L, Running, *Trips))
          return;
    runOnce(L, Running);
    Running = Active;
    Into.LongestLoop = std::max(Into.LongestLoop, N + 1);
  }
}

/// How many iterations follow, if they are alike; leaves no trace.
std::optional<uint64_t> WaveRunner::tripsLeft(const Loop &L, LaneMask Running) {
  VariableValues Start = Values.Variables;
  size_t Known = Values.Symbols.size();
  Steps Found = inductions(
      L, Running, Values.Symbols.value(Values.Symbols.iteration(std::nullopt)));
  Values.Variables = Start;
  std::optional<uint64_t> Trips = remainingTrips(L, Running, Found);
  Values.Variables = std::move(Start);
  Values.Symbols.forget(Known);
  Active = Running;
  return Trips;
}

/// What the condition says at last: before an iteration that not all lanes of
/// \p Running are known to begin or not, or to none comes, or the one after
/// \p Most. Nothing where the step alone does not show it.
std::optional<Truth> WaveRunner::testByStep(const Loop &L, LaneMask Running,
                                            unsigned Most) {
  std::vector<const Assign *> Step = plainStep(L);
  if (!L.TestFirst || !L.Cond || !L.Header.empty() || Step.empty())
    return std::nullopt;
  std::map<unsigned, LaneValue> Entry;
  for (const Assign *A : Step)
    Entry.try_emplace(A->Var, Values.Variables[A->Var]);
  LaneMask Before = Active;
  Truth T;
  for (unsigned N = 0; N <= Most; ++N) {
    T = testLoop(L, Running);
    if (T.Unknown || !T.True)
      break;
    Running = T.True;
    for (const Assign *A : Step)
      Values.assign(A->Var, Values.evaluate(*A->Value, Running), Running);
  }
  for (auto &[V, Value] : Entry)
    Values.Variables[V] = std::move(Value);
  Active = Before;
  return T;
}

/// At most Limits.Iterations iterations, as its step alone shows.
bool WaveRunner::isShort(const Loop &L, LaneMask Running) {
  if (!isUnrollable(L))
    return false;
  std::optional<Truth> Last = testByStep(L, Running, Limits.Iterations);
  return Last && !Last->True && !Last->Unknown;
}

/// Some first iterations are decided, and later ones are not: they would count
/// as more than one of a loop whose trip count is not known.
bool WaveRunner::becomesUndecided(const Loop &L, LaneMask Running) {
  if (!L.Cond || isUnrollable(L))
    return false;
  if (std::optional<Truth> Last = testByStep(L, Running, MaxIterations))
    return Last->Unknown;
  // Within a trial that would take time, and counts nothing.
  return !Silent && triedUndecided(L, Running);
}

/// The same, as its first iterations show.
bool WaveRunner::triedUndecided(const Loop &L, LaneMask Running) {
  VariableValues Start = Values.Variables;
  Trial Try(*this, L);
  bool Open = false;
  for (unsigned N = 0; N < MaxTried && Running && !exhausted(); ++N) {
    if (L.TestFirst || N != 0) {
      Truth T = testLoop(L, Running);
      Open = T.Unknown && N != 0;
      if (T.Unknown)
        break;
      Running = T.True;
    }
    if (Running)
      runOnce(L, Running);
    Running = Active;
  }
  Values.Variables = std::move(Start);
  return Open;
}

/// Where the loop has too many iterations to run them one by one: takes them
/// together, or runs one of them. Where it has few, and barriers, over which
/// nothing is merged: takes them together if that loses nothing.
bool WaveRunner::runCoarsely(const Loop &L, LaneMask Running) {
  if (Limits.Iterations == UINT_MAX || !L.Cond || L.Cond->isConst(0) ||
      (isShort(L, Running) && !hasBarrier(L)))
    return false;
  Truth T;
  if (L.TestFirst)
    T = peek(L, Running);
  if (T.Unknown || (L.TestFirst && !T.True))
    return false;
  std::optional<uint64_t> Trips = tripsLeft(L, Running);
  // Most loops whose steps are not steady are short.
  bool IsShort = Trips ? *Trips <= Limits.Iterations : Limits.Iterations > 1;
  if (IsShort && !(Trips && hasBarrier(L)))
    return false;
  if (Trips && !hasReturn(L) && runRest(L, Running, *Trips))
    return true;
  if (!IsShort)
    runSteady(L, L.TestFirst ? T.True : Running, T);
  return !IsShort;
}

/// What the loop's condition will say, without recording its accesses.
Truth WaveRunner::peek(const Loop &L, LaneMask Running) {
  if (L.Header.empty())
    return testLoop(L, Running);
  VariableValues Start = Values.Variables;
  Trial Try(*this, L);
  Truth T = testLoop(L, Running);
  Values.Variables = std::move(Start);
  return T;
}

/// Runs one iteration from \p Start without recording; the variables keep their
/// new values.
WaveRunner::Tried WaveRunner::tryOnce(const Loop &L, LaneMask Running,
                                      VariableValues Start) {
  Trial T(*this, L);
  unsigned Before = Undecided;
  Values.Variables = std::move(Start);
  Active = Running;
  runList(L.Header);
  runOnce(L, Active);
  return {Undecided != Before, Active ? Active : Running};
}

/// Whether, after one iteration, it is undecided which lanes go on.
bool WaveRunner::leavesUndecided(const Loop &L, LaneMask Running) {
  VariableValues Start = Values.Variables;
  Trial Try(*this, L);
  unsigned Returns = AssumedReturns;
  Truth T;
  T.True = Active = Running;
  if (L.TestFirst)
    T = testLoop(L, Running);
  runOnce(L, T.True | T.Unknown);
  bool Open =
      Try.brokeUndecided() || (isEndless(L) && AssumedReturns != Returns);
  if (!L.TestFirst)
    Open |= testLoop(L, Active).Unknown != 0;
  Values.Variables = std::move(Start);
  return Open;
}
