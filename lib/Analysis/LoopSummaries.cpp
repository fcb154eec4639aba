//===- LoopSummaries.cpp - Iterations that are alike ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each variable v that a loop changes by the same amount every time is
// v0 + k*step in iteration k. A loop that is not decided is run once, with k
// unknown. Of one whose trip count is known, all iterations can be taken
// together, with k below it. Where compilers may merge accesses of iterations
// that follow each other, as many are run as a vector has elements, and k
// counts these vectors.
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "Trial.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// Up to so many iterations are run one by one where each needs to know what
/// the one before it left.
static constexpr uint64_t MaxDependent = 4096;

/// The variables that the loop moves by the same amount in every iteration, and
/// by how much; on return, the variables hold their values in iteration k.
/// Others that it assigns hold an unknown. Lanes that surely leave the loop in
/// its first iteration are taken to go on as the others do.
WaveRunner::Steps WaveRunner::inductions(const Loop &L, LaneMask Running,
                                         const LaneValue &Iteration) {
  VariableValues Entry = Values.Variables;
  const llvm::ArrayRef<unsigned> Assigned = Slice.assignedIn(&L);
  spend(Entry.size() / 8); // They are copied several times.
  LaneMask Through = tryOnce(L, Running, Entry).Through;
  VariableValues First = Values.Variables, General = Entry;
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
      // What all lanes have alike at the start of any iteration they have at
      // its end, too.
      const bool StaysUniform = Values.Symbols.isUniform(Values.Variables[V]);
      if (It == Found.end() &&
          (StaysUniform || !Values.Symbols.isUniform(General[V])))
        continue;
      if (It != Found.end() &&
          Values.Variables[V].equals(add(General[V], It->second), Through))
        continue;
      bool Uniform = StaysUniform && Values.Symbols.isUniform(Entry[V]) &&
                     Values.Symbols.isUniform(First[V]);
      General[V] = unknown(V, Uniform);
      Found.erase(V);
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

/// After the loop, each induction variable has made \p Trips steps. Where lanes
/// may have made different ones, so may they have different values of all that
/// it assigns; and where they may have made \p None, what they had before.
void WaveRunner::leaveSteady(const Loop &L, const VariableValues &Entry,
                             const Steps &ByVariable, const LaneValue &Trips,
                             bool None) {
  const SymbolTable &Symbols = Values.Symbols;
  for (unsigned V : Slice.assignedIn(&L)) {
    auto It = ByVariable.find(V);
    bool Uniform = Symbols.isUniform(Values.Variables[V]) &&
                   Symbols.isUniform(Trips) &&
                   (!None || Symbols.isUniform(Entry[V]));
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
  VariableValues General = Values.Variables;
  bool Loses = (First.Unknown && (!First.UniformUnknown || First.True)) ||
               (L.Cond && Parts(peek(L, Running)));
  if (Loses && !Silent)
    Into.assume(L.Text + " holds for every lane");
  if (!Loses && !factsOf(L).EndsEarly) {
    Loses = Function.MayBePartial; // No jump loses more.
  } else if (!Loses) {
    Trial Try(*this, L);
    Active = Running;
    runList(L.Header);
    runOnce(L, Active);
    // Those that leave for certain are not in the next iteration.
    Loses = Try.lostLanes() || Active != Running;
  }
  Values.Variables = std::move(General);
  Active = Running;
  return Loses;
}

void WaveRunner::runSteady(const Loop &L, LaneMask Running, const Truth &T) {
  ++Undecided;
  LaneMask ReturnedBefore = Returned;
  VariableValues Entry = Values.Variables;
  SymbolTable &Symbols = Values.Symbols;
  Steps Found =
      inductions(L, Running, Symbols.value(Symbols.iteration(std::nullopt)));
  const VariableValues General = Values.Variables;
  Here.PerIteration = true;
  std::optional<TripCount> Trips = tripsOf(L, Running, Entry, Found);
  if (Here.Trips && Trips)
    Here.Trips->push_back(std::move(*Trips));
  else
    Here.Trips = std::nullopt;
  const bool Loses = losesLanes(L, Running, T);
  if (Loses)
    Here.Assumed = Here.MayBePartial = true;
  Active = Running;
  // Within a trial, of an iteration that all lanes come to the end of, nothing
  // is left but what it assigns.
  if (!Silent || Probing || factsOf(L).EndsEarly) {
    ++Here.OpenLoops;
    within([&] {
      runList(L.Header);
      if (L.TestFirst && L.Cond)
        Values.learn(*L.Cond, true, Active);
      runOnce(L, Active);
    });
    endMerging();
    --Here.OpenLoops;
  }
  // Perhaps there was no iteration to return in.
  if (Returned != ReturnedBefore && !isEndless(L)) {
    Returned = ReturnedBefore;
    Function.Assumed = Function.MayBePartial = true;
  }
  // Lanes that leave it by themselves wait for the others.
  const SymbolId Made =
      Loses ? Symbols.fresh(SymbolKind::PerLane, L.Text, 0, Int32.max())
            : Symbols.iteration(std::nullopt);
  const bool None = L.TestFirst && !isEndless(L) && (T.Unknown || !T.True);
  leaveSteady(L, Entry, Found, Symbols.value(Made), None);
  leaveGeometric(L, General, Found);
}

/// Runs the \p Trips iterations that are left of a decided loop at once, if
/// they are alike but for the induction variables.
bool WaveRunner::runRest(const Loop &L, LaneMask Running, uint64_t Trips) {
  if (!L.Cond || hasBreak(L.Body) || !L.Header.empty())
    return false;
  VariableValues Entry = Values.Variables;
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

/// Iterations that compilers may merge accesses of, of a loop whose \p Trips
/// iterations are taken together.
unsigned WaveRunner::mergedIterations(const Loop &L, uint64_t Trips) {
  if (Silent || Limits.LosesMerging || !isUnrollable(L))
    return 1;
  unsigned Together = 1;
  for (unsigned Site : sitesIn(L))
    if (MergeWindow::canMerge(K.Sites[Site]))
      Together = std::max(Together, widestVector(K.Sites[Site].Bytes) /
                                        K.Sites[Site].Bytes);
  return Trips < Together ? 1 : Together;
}

bool WaveRunner::runAtOnce(const Loop &L, LaneMask Running, uint64_t Trips) {
  VariableValues Entry = Values.Variables;
  bool Coarse = Trips > Limits.Iterations;
  bool Before = tryOnce(L, Running, Entry).Undecided;
  Values.Variables = Entry;
  unsigned Together = mergedIterations(L, Trips);
  SymbolId K = Values.Symbols.iteration(Trips / Together);
  Steps Found = inductions(
      L, Running,
      multiply(Values.Symbols.value(K), LaneValue(int64_t(Together))));
  VariableValues General = Values.Variables;
  for (unsigned N = 0; N < Together; ++N)
    if (tryOnce(L, Running, Values.Variables).Undecided != Before)
      return false; // A condition depends on the iteration.
  Values.Variables = General;
  bool Dependent = !Coarse && llvm::any_of(readFirst(L), [&](unsigned V) {
    return llvm::is_contained(Slice.assignedIn(&L), V) && !Found.count(V);
  });
  if (!Coarse && Trips <= MaxDependent && (Dependent || !isClear(L, Running)))
    return false;
  Values.Variables = std::move(General);
  endMerging();
  Iterations.push_back(K);
  for (unsigned N = 0; N < Together; ++N)
    runOnce(L, Running);
  endMerging();
  Iterations.pop_back();
  leaveSteady(L, Entry, Found, LaneValue(int64_t(Trips - Trips % Together)),
              /*None=*/false);
  for (unsigned N = 0; N < Trips % Together; ++N)
    runOnce(L, Running);
  return true;
}

/// Every access of an iteration is understood, with the variables as they are.
bool WaveRunner::isClear(const Loop &L, LaneMask Running) {
  bool Before = std::exchange(Unclear, false);
  Trial Try(*this, L, /*Probes=*/true);
  Active = Running;
  runList(L.Header);
  runOnce(L, Active);
  return !std::exchange(Unclear, Before);
}
