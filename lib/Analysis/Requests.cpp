//===- Requests.cpp - Runs all waves of a block ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Requests.h"
#include "Reason.h"
#include "RequestSlice.h"
#include "WaveRunner.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace bankfix;

namespace {

constexpr RunLimits Coarsenesses[] = {
    {},
    {16, MaxAlternatives, false, 8}, // Conflicts that merging takes away.
    {16, MaxAlternatives, true},
    {1, MaxAlternatives, true},
    {16, MaxAlternatives / 32, true},
    {1, MaxAlternatives / 32, true},
    {1, MaxAlternatives / 256, true, 4}, // Else nothing is said at all.
};

/// What a run that came to no end took its steps for.
struct Exhaustion {
  bool ByRequests = false; ///< Mostly for the requests of accesses.
  unsigned LongestLoop = 0;

  /// A run with \p New limits, which had \p Old ones, may take fewer.
  bool isHelpedBy(const RunLimits &Old, const RunLimits &New) const {
    if (ByRequests && New.Alternatives < Old.Alternatives)
      return true;
    // Whoever runs loops more coarsely tries fewer things about them, too.
    bool Coarser = New.Iterations < Old.Iterations ||
                   (New.Iterations == Old.Iterations &&
                    New.LosesMerging > Old.LosesMerging);
    return Coarser && (!ByRequests || New.Iterations < LongestLoop);
  }
};

/// What is run.
struct Run {
  const Kernel &K;
  const RequestSlice &Slice;
  const Program &P;
  const LaunchShape &Shape;
  unsigned WaveSize;
  UnseenLaunches Unseen;
};

/// Runs all waves; nothing where that takes more than \p Budget steps. Adds the
/// steps to \p Spent.
std::optional<KernelRequests> collect(const Run &R, const RunLimits &L,
                                      uint64_t Budget, Exhaustion &Why,
                                      uint64_t &Spent) {
  unsigned Waves = (R.Shape.threads() + R.WaveSize - 1) / R.WaveSize;
  uint64_t Left = Budget;
  llvm::scope_exit Count([&] { Spent += Budget - Left; });
  std::optional<KernelRequests> Out;
  MergeWidths Widest;
  // Again with narrower vectors, where only these suit all waves.
  for (bool Again = true; Again;) {
    Recorder Into(R.K, R.P, R.Shape, L.Alternatives, R.Unseen, Widest);
    for (unsigned W = 0; W < Waves && Left; ++W)
      WaveRunner(R.K, R.Slice, R.P, R.Shape, R.WaveSize, W, Into, Left, L)
          .run();
    Why = {Into.spent() > Budget / 2, Into.LongestLoop};
    if (!Left)
      return Out;
    Again = false;
    for (auto [Site, Bytes] : Into.narrower()) {
      unsigned &Known = Widest[Site];
      Again |= Known != Bytes;
      Known = Bytes;
    }
    Out = Into.take();
  }
  return Out;
}

UnseenLaunches unseenBeside(const LaunchShape &Shape, const Program &P,
                            const Kernel &K, const StmtList &Body) {
  constexpr int64_t Unlimited = 1 << 24; // More than arrays have elements.
  UnseenLaunches Out;
  if (!Shape.isCertain())
    Out.Any =
        hullsOfAnyLaunch(P, K, Body, {LastThreadIndex, /*InArrays=*/true});
  bool HasRows = llvm::any_of(K.Sites, [&](const Site &S) {
    return P.Arrays[S.Array].Dims.size() > 1;
  });
  if (HasRows)
    Out.Unlimited = hullsOfAnyLaunch(
        P, K, Body, {Unlimited, /*InArrays=*/false, /*OnlyMet=*/true});
  return Out;
}

} // namespace

unsigned bankfix::coarsest() { return std::size(Coarsenesses) - 1; }

bool bankfix::isRough(unsigned Coarseness) {
  return Coarsenesses[Coarseness].Alternatives < MaxAlternatives;
}

/// Both count the same: a run with more variables may take the iterations of a
/// loop otherwise.
static bool agree(const KernelRequests &Requests, const WorkLog &Work) {
  for (auto [I, S] : llvm::enumerate(Requests.Sites)) {
    uint64_t Known = 0;
    for (const RequestGroup &G : S.Groups)
      Known += G.Count;
    if (Known > 2 * Work.counted(I) || Work.counted(I) > 2 * Known)
      if (S.Reason.empty())
        return false;
  }
  return true;
}

/// The arrays that \p K accesses as a launch like \p Shape makes them, under
/// their numbers; nothing where none is the host's, as they are those of \p P.
/// No others: a copy of all for each of many kernels takes long.
static std::optional<Program> sizedFor(const Kernel &K, const Program &P,
                                       const LaunchShape &Shape) {
  if (llvm::all_of(K.Sites, [&](const Site &S) {
        return P.Arrays[S.Array].Space == MemorySpace::Static;
      }))
    return std::nullopt;
  std::optional<Program> Out(std::in_place);
  Out->Arrays.resize(P.Arrays.size());
  for (const Site &S : K.Sites)
    if (SharedArray &A = Out->Arrays[S.Array]; A.Name.empty())
      A = withBytes(P.Arrays[S.Array], bytesAt(P.Arrays[S.Array], Shape));
  return Out;
}

/// Registers of a thread besides those of its tiles: as few as any kernel of
/// benchmarks/kernels takes, as nvcc 13 compiles these for sm_90 (12 to 42).
/// The others have more for as long as that costs no resident threads.
static constexpr unsigned OtherRegisters = 12;

std::optional<KernelWork>
bankfix::countWork(const Kernel &K, const Program &P, const LaunchShape &Shape,
                   const KernelRequests &Requests, unsigned WaveSize) {
  if (Requests.IsExhausted)
    return std::nullopt;
  const RequestSlice Slice(K, /*WithWork=*/true);
  const std::optional<Program> OfLaunch = sizedFor(K, P, Shape);
  const Program &Sized = OfLaunch ? *OfLaunch : P;
  WorkLog Work(K.Sites.size());
  RunLimits L = Coarsenesses[Requests.Coarseness];
  L.Work = &Work;
  const UnseenLaunches None;
  Recorder Into(K, Sized, Shape, L.Alternatives, None);
  // More statements than addresses ask for, and each takes less.
  constexpr uint64_t Most = 4 * StatementBudget;
  uint64_t Left = Most * L.Patience;
  const unsigned Waves = (Shape.threads() + WaveSize - 1) / WaveSize;
  for (unsigned W = 0; W < Waves && Left; ++W)
    WaveRunner(K, Slice, Sized, Shape, WaveSize, W, Into, Left, L).run();
  if (!Waves || !Left || !agree(Requests, Work))
    return std::nullopt;
  KernelWork Out = Work.take(Waves);
  Out.Registers = OtherRegisters + K.TileWords;
  return Out;
}

KernelRequests bankfix::collectRequests(const Kernel &K, const Program &P,
                                        const LaunchShape &Shape,
                                        unsigned WaveSize,
                                        const RunBudget &Budget) {
  return collectRequests(K, RequestSlice(K), P, Shape, WaveSize, Budget);
}

KernelRequests
bankfix::collectRequests(const Kernel &K, const RequestSlice &Slice,
                         const Program &P, const LaunchShape &Shape,
                         unsigned WaveSize, const RunBudget &Budget) {
  const std::optional<Program> OfLaunch = sizedFor(K, P, Shape);
  const Program &Sized = OfLaunch ? *OfLaunch : P; // The arrays alone.
  const Run Whole{K,     Slice,    Sized,
                  Shape, WaveSize, unseenBeside(Shape, P, K, Slice.body())};
  Exhaustion Why;
  const RunLimits *Tried = nullptr;
  uint64_t Spent = 0;
  for (unsigned Coarseness = Budget.Coarseness; Coarseness <= coarsest();
       ++Coarseness) {
    const RunLimits &L = Coarsenesses[Coarseness];
    if (Tried && !Why.isHelpedBy(*Tried, L))
      continue;
    uint64_t Steps = Budget.Steps * L.Patience,
             Left = Budget.Most - std::min(Budget.Most, Spent);
    if (Coarseness < coarsest()) {
      if (Tried && Left < Budget.Steps)
        continue;
      Steps = std::min(Steps, std::max(Left, Budget.Steps));
    }
    if (auto R = collect(Whole, L, Steps, Why, Spent)) {
      R->Coarseness = Coarseness;
      R->Steps = Spent;
      return std::move(*R);
    }
    Tried = &L;
  }
  Recorder Nothing(K, Sized, Shape, MaxAlternatives, Whole.Unseen);
  Nothing.giveUpAll(text(Reason::Budget));
  KernelRequests Out = Nothing.take();
  Out.Coarseness = coarsest();
  Out.IsExhausted = true;
  Out.Steps = Spent;
  return Out;
}
