//===- WaveRunner.h - Runs the statements of one wave -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes run in lockstep under a mask. A condition that is not decided is taken
// by all its lanes, in both branches: the accesses in each are counted for the
// most lanes that can be there, and the assumption is listed.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_WAVERUNNER_H
#define BANKFIX_LIB_ANALYSIS_WAVERUNNER_H

#include "Evaluator.h"
#include "MergeWindow.h"
#include "RequestSlice.h"
#include "WorkLog.h"
#include <climits>
#include <set>

namespace bankfix {

/// What makes a run coarser: each loses something of what finer ones say.
struct RunLimits {
  /// Loops of so many iterations are run one by one; of more, the iterations
  /// are taken together even where that loses something.
  unsigned Iterations = UINT_MAX;
  /// Accesses that stand for more requests get a bound.
  uint64_t Alternatives = MaxAlternatives;
  /// Of iterations taken together, accesses are merged only within one.
  bool LosesMerging = false;
  /// Of the steps that a run may take, so many times.
  unsigned Patience = 1;
  /// Set: nothing but work is counted, and requests are not looked at.
  WorkLog *Work = nullptr;
};

class WaveRunner {
public:
  /// \p Budget counts down with every statement and request, over all waves.
  WaveRunner(const Kernel &K, const RequestSlice &Slice, const Program &P,
             const LaunchShape &Shape, unsigned WaveSize, unsigned Wave,
             Recorder &Into, uint64_t &Budget, const RunLimits &Limits);

  void run();

private:
  /// What holds on the way to a statement.
  struct Context {
    bool MayBePartial = false; ///< Lanes were assumed active one by one.
    bool Assumed = false;
    bool PerIteration = false;
    TripCounts Trips = std::vector<TripCount>();
    unsigned OpenLoops = 0; ///< Around, of which nobody knows the trip count.
    uint64_t Repeats = 1;   ///< Iterations around that are run once for all.

    void include(const Context &O) {
      MayBePartial |= O.MayBePartial;
      Assumed |= O.Assumed;
      if (!PerIteration && O.PerIteration)
        Trips = O.Trips;
      PerIteration |= O.PerIteration;
    }
  };
  struct LoopFacts {
    bool IsUnrollable; ///< Compilers know how often it runs.
    bool DoesSameWork; ///< And it does nothing else; see doesSameWork.
    bool EndsEarly;    ///< Some lane may not come to an iteration's end.
  };
  /// Where a loop or a scope began.
  struct Origin {
    size_t Branches = 0, Iterations = 0;
    bool Assumed = false, PerIteration = false;
  };
  Origin origin() const {
    return {Branches.size(), Iterations.size(), Here.Assumed,
            Here.PerIteration};
  }
  std::optional<Context> undecidedSince(const Origin &O) const;
  using Steps = std::map<unsigned, LaneValue>;
  /// Some variables' values.
  using ValuesOf = std::vector<std::pair<unsigned, LaneValue>>;
  ValuesOf valuesOf(llvm::ArrayRef<unsigned> Those) const;
  /// Lanes that may have jumped, and what variables of the loop held then.
  struct Departure {
    JumpKind Kind;
    LaneMask Lanes;
    bool MayBePartial; ///< Some of them, and others not.
    ValuesOf Variables;
  };
  /// The innermost loop that is being run.
  struct LoopState {
    const Loop &Of;
    Origin From;
    std::vector<Departure> Departures; ///< Undecided ones.
    LaneMask Continued = 0;
    Context After;               ///< From undecided breaks and continues.
    bool UndecidedBreak = false; ///< Some lanes may have left.

    LoopState(const Loop &Of, Origin From) : Of(Of), From(From) {}
  };
  /// The innermost scope of its kind that is being run.
  struct ScopeState {
    Origin From;
    LaneMask Left = 0;   ///< Lanes that are past its end.
    Context After;       ///< From undecided jumps out of it.
    bool Unsure = false; ///< It is not decided which lanes left it where.
  };
  class Trial;

  void runList(llvm::ArrayRef<Stmt> L);
  void run(const Assign &A);
  void run(const If &I);
  void run(const Loop &L);
  void run(const Jump &J);
  void run(const Scope &S);
  void leave(ScopeState &S, bool Unsure);
  void rejoin(JumpKind Kind);
  void run(const Barrier &B);
  void run(const Access &A);
  void run(const Assume &A);
  void run(const Unsupported &U);
  void run(const Work &W);
  void recordRows(const Access &A, LaneMask Lanes);
  SymbolicAccess symbolic(const Access &A);
  void recordAccess(SymbolicAccess &S, const Access &A);
  void endMerging();
  std::optional<WorkLog::Place> placeOf(const Access &A);
  /// How often what is recorded now happens, for all that is known.
  uint64_t times() const;
  /// For what takes longer than a statement.
  void spend(uint64_t Steps) { Budget -= std::min(Budget, Steps); }
  const LoopFacts &factsOf(const Loop &L);
  bool isUnrollable(const Loop &L) { return factsOf(L).IsUnrollable; }
  /// Runs \p F; what it learns on the way is forgotten again.
  template <typename Fn> void within(Fn F) {
    size_t Known = Values.Symbols.facts().size();
    F();
    Values.Symbols.dropFacts(Known);
  }

  std::vector<Fact> learned(const Expr &Cond, bool Holds);
  /// Runs an undecided `if`: both branches with their lanes, then joins.
  void runBoth(const If &I, const Truth &T);
  void join(const Truth &T, const LaneValue &Condition, LaneMask InThen,
            LaneMask InElse, const ValuesOf &AfterThen,
            llvm::ArrayRef<LaneMask> GivenThen);
  LaneValue decision(unsigned Var);
  Context contextAfter(const Context &Before) const;

  // Loops, in Loops.cpp and LoopSummaries.cpp.
  bool runSameWork(const Loop &L, LaneMask Running);
  void iterate(const Loop &L);
  Truth testLoop(const Loop &L, LaneMask Running);
  void runOnce(const Loop &L, LaneMask Running);
  struct Tried {
    bool Undecided;   ///< A condition in it was.
    LaneMask Through; ///< Come to its end; all lanes, if none does.
  };
  Tried tryOnce(const Loop &L, LaneMask Running, VariableValues Start);
  Truth peek(const Loop &L, LaneMask Running);
  bool leavesUndecided(const Loop &L, LaneMask Running);
  bool skipInTrial(const Loop &L);
  LaneValue geometric(unsigned Var, const LaneValue &Entry,
                      const LaneValue &General);
  std::optional<uint64_t> tripsLeft(const Loop &L, LaneMask Running);
  bool runCoarsely(const Loop &L, LaneMask Running);
  std::optional<Truth> testByStep(const Loop &L, LaneMask Running,
                                  unsigned Most);
  bool isShort(const Loop &L, LaneMask Running);
  bool becomesUndecided(const Loop &L, LaneMask Running);
  bool triedUndecided(const Loop &L, LaneMask Running);
  bool runRest(const Loop &L, LaneMask Running, uint64_t Trips);
  bool runAtOnce(const Loop &L, LaneMask Running, uint64_t Trips);
  unsigned mergedIterations(const Loop &L, uint64_t Trips);
  bool isClear(const Loop &L, LaneMask Running);
  std::optional<TripCount> tripsOf(const Loop &L, LaneMask Running,
                                   const VariableValues &Entry,
                                   const Steps &ByVariable);
  void runSteady(const Loop &L, LaneMask Running, const Truth &T);
  bool losesLanes(const Loop &L, LaneMask Running, const Truth &First);
  Steps inductions(const Loop &L, LaneMask Running, const LaneValue &Iteration);
  void leaveSteady(const Loop &L, const VariableValues &Entry,
                   const Steps &ByVariable, const LaneValue &Trips, bool None);
  void leaveGeometric(const Loop &L, const VariableValues &General,
                      const Steps &ByVariable);
  bool isSteadyTest(const Loop &L, LaneMask Running, const Steps &ByVariable);
  std::optional<uint64_t> remainingTrips(const Loop &L, LaneMask Running,
                                         const Steps &ByVariable);

  bool exhausted();
  LaneValue unknown(unsigned Var, bool Uniform);

  const Kernel &K;
  const RequestSlice &Slice;
  const Program &P;
  Recorder &Into;
  uint64_t &Budget;
  const RunLimits &Limits;
  MergeWindow Window;
  std::map<const Loop *, LoopFacts> Loops;
  Evaluator Values;
  LaneMask Active;
  LaneMask Returned = 0; ///< Lanes that have left the kernel, or the call.
  /// Lanes that may have jumped out of an iteration or a block of the kernel,
  /// or of the call, that is being run; those that have not are still active.
  LaneMask MayHaveJumped = 0, MayHaveLeft = 0;
  Context Here;
  Context Function; ///< From undecided returns: holds for all that follows.
  LoopState *InnerLoop = nullptr;
  ScopeState *InnerBlock = nullptr, *InnerCall = nullptr;
  llvm::SmallVector<SymbolId, 2> Iterations; ///< Of loops run at once.
  /// The lanes that came to each undecided condition that they are within.
  llvm::SmallVector<LaneMask, 4> Branches;
  /// Accesses are looked at, but not recorded; and for some it takes the
  /// iterations one by one.
  bool Probing = false, Unclear = false;
  bool Silent = false;         ///< A trial run: nothing is recorded.
  unsigned Undecided = 0;      ///< Undecided conditions met so far.
  unsigned AssumedReturns = 0; ///< Met so far.
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_WAVERUNNER_H
