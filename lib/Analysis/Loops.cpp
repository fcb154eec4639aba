//===- Loops.cpp - Loops of one wave --------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose condition is decided is run iteration by iteration, so that
// geometric steps need no special case. A loop that is not decided is run once
// in its steady state: each variable v that it changes by the same amount every
// time is v0 + k*step, with the iteration k unknown. A decided loop that goes
// on for long is finished in the same way, with k below the known trip count.
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "WaveRunner.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace bankfix;

namespace {

/// Iterations that are run one by one before the rest is taken together.
constexpr unsigned MaxIterations = 256;

/// Iterations that are tried to see whether their number is known.
constexpr unsigned MaxTried = 64;

/// Up to so many iterations are run one by one where each needs to know what
/// the one before it left.
constexpr uint64_t MaxDependent = 4096;

} // namespace

/// While it lives, nothing is recorded; afterwards the wave stands where it
/// stood, but for the variables.
class WaveRunner::Trial {
public:
  explicit Trial(WaveRunner &R)
      : R(R), Silent(R.Silent), Here(R.Here), Function(R.Function),
        Active(R.Active), Returned(R.Returned), InnerLoop(R.InnerLoop),
        InnerCall(R.InnerCall) {
    R.Silent = true;
    State.From = R.origin();
    R.InnerLoop = &State;
    if (!InnerCall)
      return;
    Call.From = InnerCall->From;
    R.InnerCall = &Call;
  }
  ~Trial() {
    R.Silent = Silent;
    R.Here = Here;
    R.Function = Function;
    R.Active = Active;
    R.Returned = Returned;
    R.InnerLoop = InnerLoop;
    R.InnerCall = InnerCall;
  }
  bool brokeUndecided() const { return State.UndecidedBreak; }
  /// Some lanes may have left, and others not.
  bool lostLanes() const {
    return State.After.MayBePartial || R.Function.MayBePartial;
  }

private:
  WaveRunner &R;
  bool Silent;
  Context Here, Function;
  LaneMask Active, Returned;
  LoopState State, *InnerLoop;
  ScopeState Call, *InnerCall;
};

/// Instead of a loop within a trial: whatever it assigns has any value. Trials
/// of nested loops would otherwise take steps that grow with each level.
bool WaveRunner::skipInTrial(const Loop &L) {
  if (MostIterations == UINT_MAX || !Silent || Probing || hasReturn(L))
    return false;
  for (unsigned V : assignedIn(L))
    Values.assign(V, unknown(V, false), Active);
  return true;
}

void WaveRunner::run(const Loop &L) {
  if (skipInTrial(L))
    return;
  LoopState State, *Outer = std::exchange(InnerLoop, &State);
  State.From = origin();
  Context Before = Here;
  LaneMask Entered = Active, ReturnedBefore = Returned;
  bool Unrolled = isUnrollable(L);
  if (!Unrolled)
    endMerging();
  iterate(L);
  if (!Unrolled)
    endMerging();
  // Every lane that did not return comes out, whenever it left the loop.
  Active = Entered & ~(Returned & ~ReturnedBefore);
  rejoin(JumpKind::Break);
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

/// Compilers know how often it runs.
bool WaveRunner::isUnrollable(const Loop &L) {
  auto [It, New] = Unrollable.try_emplace(&L, false);
  if (New)
    It->second = L.Cond && isMadeOf(*L.Cond, Constants) && !hasBreak(L.Body) &&
                 !hasReturn(L);
  return It->second;
}

void WaveRunner::runOnce(const Loop &L, LaneMask Running) {
  if (!isUnrollable(L))
    endMerging();
  Active = Running;
  runList(L.Body);
  Active |= std::exchange(InnerLoop->Continued, 0);
  rejoin(JumpKind::Continue);
  runList(L.Step);
}

/// Only what is in it ends it.
static bool isEndless(const Loop &L) {
  return !L.Cond || (L.Cond->isConst() && !L.Cond->isConst(0));
}

void WaveRunner::iterate(const Loop &L) {
  LaneMask Running = Active;
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
    bool Long = Running && N >= MaxIterations && N % MaxIterations == 0;
    if (Long && !mergesOn(L, Running))
      if (std::optional<uint64_t> Trips = tripsLeft(L, Running))
        if (runRest(L, Running, *Trips))
          return;
    runOnce(L, Running);
    Running = Active;
    Into.LongestLoop = std::max(Into.LongestLoop, N + 1);
  }
}

/// Iterations are run one by one, since compilers may merge accesses of some
/// that follow each other: they unroll a part of a long loop, too.
bool WaveRunner::mergesOn(const Loop &L, LaneMask Running) {
  if (Silent || !isUnrollable(L))
    return false;
  std::set<unsigned> Sites = sitesIn(L);
  std::optional<uint64_t> Trips =
      llvm::any_of(Sites, [&](unsigned Site) { return Into.isMerged(Site); })
          ? tripsLeft(L, Running)
          : std::nullopt;
  if (Trips && *Trips <= MaxDependent)
    return true;
  for (unsigned Site : Sites)
    Into.neverMerge(Site);
  return false;
}

/// How many iterations follow, if they are alike; leaves no trace.
std::optional<uint64_t> WaveRunner::tripsLeft(const Loop &L, LaneMask Running) {
  std::vector<LaneValue> Start = Values.Variables;
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

/// At most MostIterations iterations, as its step alone shows.
bool WaveRunner::isShort(const Loop &L, LaneMask Running) {
  if (!isUnrollable(L))
    return false;
  std::optional<Truth> Last = testByStep(L, Running, MostIterations);
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
  std::vector<LaneValue> Start = Values.Variables;
  Trial Try(*this);
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
/// together, or runs one of them.
bool WaveRunner::runCoarsely(const Loop &L, LaneMask Running) {
  if (MostIterations == UINT_MAX || !L.Cond || isShort(L, Running))
    return false;
  Truth T;
  if (L.TestFirst)
    T = peek(L, Running);
  if (T.Unknown || (L.TestFirst && !T.True))
    return false;
  std::optional<uint64_t> Trips = tripsLeft(L, Running);
  // Most loops whose steps are not steady are short.
  if (Trips ? *Trips <= MostIterations : MostIterations > 1)
    return false;
  if (!Trips || !runRest(L, Running, *Trips))
    runSteady(L, L.TestFirst ? T.True : Running, T);
  return true;
}

/// What the loop's condition will say, without recording its accesses.
Truth WaveRunner::peek(const Loop &L, LaneMask Running) {
  if (L.Header.empty())
    return testLoop(L, Running);
  std::vector<LaneValue> Start = Values.Variables;
  Trial Try(*this);
  Truth T = testLoop(L, Running);
  Values.Variables = std::move(Start);
  return T;
}

/// Runs one iteration from \p Start without recording; the variables keep their
/// new values.
WaveRunner::Tried WaveRunner::tryOnce(const Loop &L, LaneMask Running,
                                      std::vector<LaneValue> Start) {
  Trial T(*this);
  unsigned Before = Undecided;
  Values.Variables = std::move(Start);
  Active = Running;
  runList(L.Header);
  runOnce(L, Active);
  return {Undecided != Before, Active ? Active : Running};
}

/// Whether, after one iteration, it is undecided which lanes go on.
bool WaveRunner::leavesUndecided(const Loop &L, LaneMask Running) {
  std::vector<LaneValue> Start = Values.Variables;
  Trial Try(*this);
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

/// The variables that the loop moves by the same amount in every iteration, and
/// by how much; on return, the variables hold their values in iteration k.
/// Others that it assigns hold an unknown. Lanes that surely leave the loop in
/// its first iteration are taken to go on as the others do.
WaveRunner::Steps WaveRunner::inductions(const Loop &L, LaneMask Running,
                                         const LaneValue &Iteration) {
  std::vector<LaneValue> Entry = Values.Variables;
  std::set<unsigned> Assigned = assignedIn(L);
  LaneMask Through = tryOnce(L, Running, Entry).Through;
  std::vector<LaneValue> First = Values.Variables, General = Entry;
  Steps Found;
  for (unsigned V : Assigned) {
    LaneValue Step = subtract(First[V], Entry[V]);
    if (Through != Running)
      Step = spread(Step, Through);
    General[V] = add(Entry[V], multiply(Iteration, Step));
    Found.emplace(V, std::move(Step));
  }
  for (bool Stable = false; !Stable;) {
    Stable = true;
    Through = tryOnce(L, Running, General).Through;
    for (unsigned V : Assigned) {
      auto It = Found.find(V);
      if (It == Found.end() ||
          Values.Variables[V].equals(add(General[V], It->second), Through))
        continue;
      bool Uniform = Values.Symbols.isUniform(Entry[V]) &&
                     Values.Symbols.isUniform(First[V]);
      General[V] = unknown(V, Uniform);
      Found.erase(It);
      Stable = false;
    }
  }
  Active = Running;
  for (unsigned V : Assigned)
    if (!Found.count(V))
      General[V] = geometric(V, Entry[V], General[V]);
  Values.Variables = std::move(General);
  return Found;
}

/// After the loop, each induction variable has made \p Trips steps.
void WaveRunner::leaveSteady(const Loop &L, const std::vector<LaneValue> &Entry,
                             const Steps &ByVariable, const LaneValue &Trips) {
  for (unsigned V : assignedIn(L)) {
    auto It = ByVariable.find(V);
    bool Uniform = Values.Symbols.isUniform(Values.Variables[V]);
    Values.Variables[V] = It == ByVariable.end()
                              ? unknown(V, Uniform)
                              : add(Entry[V], multiply(Trips, It->second));
  }
}

/// Whether some lanes may be in an iteration that others do not come to; the
/// variables hold their values in any one, and \p First is what the first says.
bool WaveRunner::losesLanes(const Loop &L, LaneMask Running,
                            const Truth &First) {
  auto Parts = [](const Truth &T) {
    return T.Unknown ? !T.UniformUnknown || T.True || T.False
                     : T.True && T.False;
  };
  std::vector<LaneValue> General = Values.Variables;
  bool Loses = (First.Unknown && (!First.UniformUnknown || First.True)) ||
               (L.Cond && Parts(peek(L, Running)));
  if (Loses && !Silent)
    Into.assume(L.Text + " holds for every lane");
  if (!Loses) {
    Trial Try(*this);
    Active = Running;
    runList(L.Header);
    runOnce(L, Active);
    Loses = Try.lostLanes();
  }
  Values.Variables = std::move(General);
  Active = Running;
  return Loses;
}

void WaveRunner::runSteady(const Loop &L, LaneMask Running, const Truth &T) {
  ++Undecided;
  std::vector<LaneValue> Entry = Values.Variables;
  SymbolTable &Symbols = Values.Symbols;
  Steps Found =
      inductions(L, Running, Symbols.value(Symbols.iteration(std::nullopt)));
  Here.PerIteration = true;
  std::optional<TripCount> Trips = tripsOf(L, Running, Entry, Found);
  if (Here.Trips && Trips)
    Here.Trips->push_back(std::move(*Trips));
  else
    Here.Trips = std::nullopt;
  if (losesLanes(L, Running, T))
    Here.Assumed = Here.MayBePartial = true;
  Active = Running;
  within([&] {
    runList(L.Header);
    if (L.TestFirst && L.Cond)
      Values.learn(*L.Cond, true, Active);
    runOnce(L, Active);
  });
  leaveSteady(L, Entry, Found, Symbols.value(Symbols.iteration(std::nullopt)));
}

/// Runs the \p Trips iterations that are left of a decided loop at once, if
/// they are alike but for the induction variables.
bool WaveRunner::runRest(const Loop &L, LaneMask Running, uint64_t Trips) {
  if (!L.TestFirst || !L.Cond || hasBreak(L.Body) || !L.Header.empty())
    return false;
  std::vector<LaneValue> Entry = Values.Variables;
  size_t Known = Values.Symbols.size();
  if (runAtOnce(L, Running, Trips)) {
    if (!Values.holdsSymbolsFrom(Known))
      Values.Symbols.forget(Known);
    return true;
  }
  Values.Variables = std::move(Entry);
  Values.Symbols.forget(Known);
  Active = Running;
  return false;
}

bool WaveRunner::runAtOnce(const Loop &L, LaneMask Running, uint64_t Trips) {
  std::vector<LaneValue> Entry = Values.Variables;
  bool Before = tryOnce(L, Running, Entry).Undecided;
  Values.Variables = Entry;
  SymbolId K = Values.Symbols.iteration(Trips);
  Steps Found = inductions(L, Running, Values.Symbols.value(K));
  std::vector<LaneValue> General = Values.Variables;
  if (tryOnce(L, Running, General).Undecided != Before)
    return false; // A condition depends on the iteration.
  Values.Variables = General;
  bool Coarse = MostIterations != UINT_MAX;
  bool Dependent = !Coarse && llvm::any_of(readFirst(L), [&](unsigned V) {
    return assignedIn(L).count(V) && !Found.count(V);
  });
  if (!Coarse && Trips <= MaxDependent && (Dependent || !isClear(L, Running)))
    return false;
  Values.Variables = std::move(General);
  endMerging();
  Iterations.push_back(K);
  runOnce(L, Running);
  endMerging();
  Iterations.pop_back();
  leaveSteady(L, Entry, Found, LaneValue(int64_t(Trips)));
  return true;
}

/// Every access of an iteration is understood, with the variables as they are.
bool WaveRunner::isClear(const Loop &L, LaneMask Running) {
  Unclear = false;
  bool Outer = std::exchange(Probing, true);
  tryOnce(L, Running, Values.Variables);
  Probing = Outer;
  return !Unclear;
}
