//===- TimeTest.cpp - What kernels do, and how long that takes ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Time.h"
#include "../KernelBuilder.h"
#include "gtest/gtest.h"
#include <cmath>
#include <numeric>

using namespace bankfix;

namespace {

KernelWork workOf(KernelBuilder &B, std::array<unsigned, 3> Block) {
  AnalysisResult R = B.analyze(Block);
  std::optional<KernelWork> W =
      countWork(B.kernel(), B.P, R.Shape, R.Requests, 32);
  EXPECT_TRUE(W);
  return W.value_or(KernelWork());
}

Work integers(unsigned N) {
  Work W;
  W.Integers = W.Chain = N;
  return W;
}

TEST(Work, IsCountedForEachWaveAndIteration) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx});
  B.count("i", B.constant(0), B.constant(4), 1,
          [&](Value) { B.work(integers(2)); });
  KernelWork W = workOf(B, {64, 1, 1});
  EXPECT_EQ(W.Counts.Integers, 2 * 4 * 2 + 2) << "and each wave's address";
  EXPECT_EQ(W.Counts.Chain, 4 * 2 + 1);
  EXPECT_EQ(W.Counts.SharedWaits, 1);
  EXPECT_FALSE(W.HasOpenLoops);
}

TEST(Work, IsNothingWithoutThreads) {
  KernelBuilder B;
  B.load(B.array("s", {64}), {B.tx});
  AnalysisResult R = B.analyze({0, 1, 1});
  EXPECT_FALSE(countWork(B.kernel(), B.P, R.Shape, R.Requests, 32));
}

TEST(Work, SaysHowManyLoadsAPhaseHas) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  auto Loads = [&](Value N) {
    B.count("j", B.constant(0), N, 1, [&](Value J) { B.load(A, {B.tx + J}); });
  };
  B.count("i", B.constant(0), B.param("n"), 1, [&](Value) {
    Loads(B.constant(12));
    B.barrier();
    Loads(B.constant(4));
  });
  // An open loop's body is run once, so that its end ends a phase, too.
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.LoadsOfPhase, (12 * 12 + 4 * 4) / 16.);
}

TEST(Work, IsNotThatOfWavesThatDoNotComeThere) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx});
  B.when(B.tx < 32, [&] { B.work(integers(3)); });
  EXPECT_EQ(workOf(B, {64, 1, 1}).Counts.Integers, 3 + 2);
}

TEST(Work, OfOpenLoopsCountsAsSomeIterations) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  Value N = B.param("n");
  B.count("i", B.constant(0), N, 1, [&](Value) {
    B.load(A, {B.tx});
    B.work(integers(1));
  });
  KernelWork W = workOf(B, {32, 1, 1});
  EXPECT_TRUE(W.HasOpenLoops);
  EXPECT_EQ(W.Counts.Integers, NominalTrips + 1) << "an address stays";
  ASSERT_EQ(W.Weights.size(), 1u);
  EXPECT_EQ(W.Weights[0], NominalTrips);
}

TEST(Work, ThatCountsIterationsDoesNotChangeHowALoopIsRun) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.count("i", B.constant(0), B.constant(4096), 1, [&](Value) {
    B.store(A, {B.tx});
    B.work(integers(3));
  });
  for (Stmt &S : B.kernel().Body)
    if (auto *L = std::get_if<Loop>(&S.Node)) {
      L->Header.push_back({integers(1)});
      L->Step.push_back({integers(1)});
    }
  KernelWork W = workOf(B, {32, 1, 1});
  EXPECT_FALSE(W.HasOpenLoops);
  EXPECT_EQ(W.Weights, std::vector<double>{1});
  EXPECT_EQ(W.Counts.Integers, 3 * 4096 + 1) << "it is unrolled";
}

/// Of all distances, how often addresses of a site are computed.
double computed(llvm::ArrayRef<ComputedAddresses> Addresses) {
  double Sum = 0;
  for (const ComputedAddresses &A : Addresses)
    Sum += A.Times;
  return Sum;
}

/// Requests that the first site issues, and addresses that are computed for it,
/// of a wave that is alone.
std::pair<double, double> issued(KernelBuilder &B) {
  AnalysisResult R = B.analyze({32, 1, 1});
  KernelWork W = workOf(B, {32, 1, 1});
  return {W.Weights[0] * double(R.Verdicts[0].Requests),
          computed(W.Addresses[0])};
}

using Two = std::pair<double, double>;

TEST(Work, KeepsWhatWasLoadedInRegisters) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.count("i", B.constant(0), B.constant(4), 1,
          [&](Value I) { B.load(A, {B.tx + I % 2}); });
  EXPECT_EQ(issued(B), Two(2, 2)) << "its first two places again";
}

TEST(Work, LoadsAgainWhatMayHaveChanged) {
  KernelBuilder Stores;
  unsigned A = Stores.array("s", {64});
  Stores.count("i", Stores.constant(0), Stores.constant(4), 1, [&](Value) {
    Stores.load(A, {Stores.tx});
    Stores.store(A, {Stores.tx + 1});
  });
  EXPECT_EQ(issued(Stores), Two(4, 1));
  KernelBuilder Waits;
  A = Waits.array("s", {64});
  Waits.count("i", Waits.constant(0), Waits.constant(4), 1, [&](Value) {
    Waits.load(A, {Waits.tx});
    Waits.barrier();
  });
  EXPECT_EQ(issued(Waits), Two(4, 1));
}

TEST(Work, KeepsAsManyValuesAsThereAreRegisters) {
  KernelBuilder B;
  unsigned A = B.array("s", {128});
  B.count("j", B.constant(0), B.constant(2), 1, [&](Value) {
    B.count("i", B.constant(0), B.constant(64), 1,
            [&](Value I) { B.load(A, {B.tx + I}); });
  });
  EXPECT_EQ(issued(B), Two(128, 64));
}

TEST(Work, ComputesAddressesAgainWhereLoopsAreNotUnrolled) {
  auto Sweeps = [](KernelBuilder &B, bool MayLeave) {
    unsigned A = B.array("s", {64});
    B.count("j", B.constant(0), B.constant(4), 1, [&](Value) {
      B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
        B.load(A, {B.tx ^ I});
        B.barrier();
        if (MayLeave)
          B.when(I == 100, [&] { B.jump(JumpKind::Break); });
      });
    });
  };
  KernelBuilder Unrolled, Rolled;
  Sweeps(Unrolled, false);
  EXPECT_EQ(issued(Unrolled), Two(16, 4));
  Sweeps(Rolled, true);
  EXPECT_EQ(issued(Rolled), Two(16, 16));
}

TEST(Work, HasOneAddressOfAccessesAConstantApart) {
  KernelBuilder B;
  unsigned A = B.array("s", {64}), C = B.array("t", {64});
  for (unsigned I = 0; I < 4; ++I) {
    B.load(A, {B.tx + I});
    B.load(C, {B.tx + I});
  }
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.Integers, 1);
  B.load(A, {B.tx * 2});
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.Integers, 2);
}

TEST(Work, SaysWhichAddressesAConstantTellsApart) {
  KernelBuilder B;
  unsigned A = B.array("s", {64}), C = B.array("t", {64});
  B.load(A, {B.tx});
  B.load(A, {B.tx + 3});
  B.load(A, {B.tx * 2});
  B.load(C, {B.tx + 1});
  KernelWork W = workOf(B, {32, 1, 1});
  for (const auto &OfSite : W.Addresses) {
    ASSERT_EQ(OfSite.size(), 1u);
    EXPECT_EQ(OfSite[0].Times, 1);
    EXPECT_EQ(OfSite[0].Kept, 0) << "no loop uses it again";
  }
  EXPECT_EQ(W.Addresses[1][0].Distance, 12);
  for (unsigned I : {0, 2, 3})
    EXPECT_FALSE(W.Addresses[I][0].Distance) << "none of this array's";
}

/// All that is computed for \p Loads in a loop that runs nobody knows how
/// often.
ComputedAddresses inLoop(unsigned Loads, bool IsConditional = false) {
  KernelBuilder B;
  unsigned A = B.array("s", {128});
  B.count("i", B.constant(0), B.param("n"), 1, [&](Value) {
    auto Load = [&] {
      for (unsigned I = 0; I < Loads; ++I)
        B.load(A, {B.tx + I});
    };
    if (IsConditional)
      B.when(B.tx < 16, Load);
    else
      Load();
  });
  ComputedAddresses Sum;
  for (const auto &OfSite : workOf(B, {32, 1, 1}).Addresses)
    for (const ComputedAddresses &Each : OfSite) {
      Sum.Times += Each.Times;
      Sum.Again += Each.Again;
      Sum.Kept += Each.Kept;
    }
  return Sum;
}

TEST(Work, ComputesInFrontOfLoopsWhatThereAreRegistersFor) {
  const ComputedAddresses All = inLoop(64);
  EXPECT_EQ(All.Times, 64);
  EXPECT_EQ(All.Again, 64 * (NominalTrips - 1)) << "if there are none";
  EXPECT_EQ(All.Kept, 64);
}

TEST(Work, HasTilesInRegisters) {
  KernelBuilder B;
  B.load(B.array("s", {64}), {B.tx});
  const double Few = workOf(B, {32, 1, 1}).Registers;
  B.kernel().TileWords = 64;
  EXPECT_EQ(workOf(B, {32, 1, 1}).Registers, Few + 64);
}

/// So many blocks of 256 threads have their registers on a processor.
unsigned blocksWith(double Own, SharedUse Shared,
                    double *Operations = nullptr) {
  KernelWork W;
  W.Registers = Own;
  const unsigned Blocks =
      fitRegisters(*costsOf(*findTarget("sm_90")), W, Shared, 256, 8);
  if (Operations)
    *Operations = Shared.Operations;
  return Blocks;
}

TEST(Registers, LimitBlocks) {
  EXPECT_EQ(blocksWith(32, {}), 8u);
  EXPECT_EQ(blocksWith(33, {}), 6u) << "40 are given";
  SharedUse Addresses;
  Addresses.Registers = 30;
  EXPECT_EQ(blocksWith(98, Addresses), 2u);
  EXPECT_EQ(blocksWith(99, Addresses), 1u);
}

TEST(Registers, HaveNoRoomForBlocksThatNoGPULaunches) {
  SharedUse None;
  EXPECT_EQ(fitRegisters(*costsOf(*findTarget("sm_90")), {}, None,
                         /*Threads=*/1 << 20, /*Blocks=*/1),
            1u);
}

TEST(Registers, AreGivenUpForOperations) {
  SharedUse Addresses;
  Addresses.Registers = 200;
  Addresses.Operations = 10;
  Addresses.Again = 1000;
  double Operations = 0;
  blocksWith(55, Addresses, &Operations);
  EXPECT_EQ(Operations, 10) << "all are kept";
  blocksWith(155, Addresses, &Operations);
  EXPECT_EQ(Operations, 10 + 500) << "half of them";
}

TEST(Work, LeavesBehindAConditionWhatSomeLanesDo) {
  EXPECT_EQ(inLoop(20, /*IsConditional=*/true).Times, 20 * NominalTrips);
}

TEST(Work, SaysWhatAllBlocksLoad) {
  auto Common = [](llvm::function_ref<Value(KernelBuilder &)> Index) {
    KernelBuilder B;
    B.load(B.array("s", {64}), {B.tx});
    B.loadOutside(Index(B));
    return workOf(B, {32, 1, 1}).Counts.CommonSectors;
  };
  EXPECT_EQ(Common([](auto &B) { return B.tx; }), 4);
  EXPECT_EQ(Common([](auto &B) { return B.param("n") * 32 + B.tx; }), 4);
  EXPECT_EQ(Common([](auto &B) { return B.bx * B.bdx + B.tx; }), 0);
  EXPECT_EQ(Common([](auto &B) { return B.opaque("indices[i]"); }), 0);
}

TEST(Work, SaysWhatARowOfTheGridLoads) {
  KernelBuilder B;
  B.load(B.array("s", {64}), {B.tx});
  B.loadOutside(B.bx * 32 + B.tx);
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.CommonSectors, 0);
  B.loadOutside(B.by * 32 + B.tx);
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.CommonSectors, 8) << "and a column";
  B.loadOutside(B.by * 1024 + B.bx * 32 + B.tx);
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.CommonSectors, 8);
}

Work access(Value Index, unsigned Bytes, unsigned Base, bool IsStore = false) {
  Work W;
  W.Outside = {{Index.E, Bytes, IsStore, /*Unit=*/4, Base}};
  return W;
}

TEST(Work, LoadsFromTheNearestCacheWhatItHasJustLoaded) {
  auto Moved = [](bool Waits, unsigned OtherBase) {
    KernelBuilder B;
    B.load(B.array("s", {64}), {B.tx});
    B.work(access(B.bx * 512 + B.tx * 8, 16, 1));
    if (Waits)
      B.barrier();
    B.work(access(B.bx * 512 + B.tx * 8 + 4, 16, OtherBase));
    WorkCounts C = workOf(B, {32, 1, 1}).Counts;
    return std::pair(C.Sectors, C.CommonSectors);
  };
  EXPECT_EQ(Moved(false, 1), Two(32, 0)) << "both halves of each sector";
  EXPECT_EQ(Moved(true, 1), Two(64, 32)) << "the next cache has them";
  EXPECT_EQ(Moved(false, 2), Two(64, 0));
}

TEST(Work, StoresPartsOfSectorsToTheCache) {
  KernelBuilder B;
  B.load(B.array("s", {64}), {B.tx});
  for (unsigned I = 0; I < 8; ++I)
    B.work(access(B.bx * 512 + B.tx * 8 + I, 4, 1, /*IsStore=*/true));
  WorkCounts C = workOf(B, {32, 1, 1}).Counts;
  EXPECT_EQ(C.Sectors, 8 * 32);
  EXPECT_EQ(C.CommonSectors, 7 * 32);
}

TEST(Work, OfLoopsThatDoTheSameIsCountedAtOnce) {
  constexpr int64_t Trips = 64; // Of each of three loops: 262,144 in all.
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx});
  auto Loop = [&](auto Body) {
    B.count("i", B.constant(0), B.constant(Trips), 1, [&](Value) { Body(); });
  };
  for (unsigned Times = 0; Times < 8; ++Times) // More than one run may take.
    Loop([&] { Loop([&] { Loop([&] { B.work(integers(1)); }); }); });
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.Integers,
            8 * Trips * Trips * Trips + 1);
}

TEST(Work, OfLoopsThatDependOnOthersIsThatOfEachIteration) {
  KernelBuilder B;
  B.load(B.array("s", {64}), {B.tx});
  B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
    B.count("j", B.constant(0), I, 1, [&](Value) { B.work(integers(1)); });
  });
  EXPECT_EQ(workOf(B, {32, 1, 1}).Counts.Integers, 0 + 1 + 2 + 3 + 1);
}

/// Sectors that are expected, at least and at most.
std::array<double, 3> sectors(llvm::function_ref<std::optional<Value>(
                                  KernelBuilder &)> Index,
                              std::array<unsigned, 3> Block = {32, 1, 1}) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx});
  B.loadOutside(Index(B));
  WorkCounts C = workOf(B, Block).Counts;
  return {C.Sectors, C.LeastSectors, C.MostSectors};
}

using Three = std::array<double, 3>;

TEST(Work, MovesSectorsThatLanesTouch) {
  EXPECT_EQ(sectors([](auto &B) { return B.tx; }), (Three{4, 4, 4}));
  EXPECT_EQ(sectors([](auto &B) { return B.tx * 8; }), (Three{32, 32, 32}));
  EXPECT_EQ(sectors([](auto &B) { return B.tx * 2; }), (Three{8, 8, 8}));
  EXPECT_EQ(sectors([](auto &B) { return B.bx * B.bdx + B.tx; }),
            (Three{4, 4, 4}));
  EXPECT_EQ(sectors([](auto &B) { return B.bx; }), (Three{1, 1, 1}));
}

TEST(Work, MovesSectorsOfEachRow) {
  auto Rows = [](auto &B) { return B.ty * B.param("pitch") + B.tx; };
  EXPECT_EQ(sectors(Rows, {8, 4, 1}), (Three{4, 4, 4}));
  auto Columns = [](auto &B) { return B.tx * B.param("pitch"); };
  EXPECT_EQ(sectors(Columns), (Three{32, 32, 32}));
}

TEST(Work, MovesSectorsBetweenBoundsWhereNobodyKnows) {
  EXPECT_EQ(sectors([](auto &B) { return B.opaque("indices[i]"); }),
            (Three{4, 4, 32}));
  EXPECT_EQ(sectors([](auto &) { return std::optional<Value>(); }),
            (Three{4, 4, 32}));
}

const Costs &hopper() { return *costsOf(*findTarget("sm_90")); }

TEST(Time, IsLimitedByTheBusiestPipe) {
  KernelWork W;
  const SharedUse Shared{100, 100, 0};
  TimeEstimate T = estimateTime(hopper(), W, Shared, 8);
  EXPECT_NEAR(T.Cycles, std::hypot(100, 25), 1e-6); // 100 instructions.
  EXPECT_EQ(T.By, Limiter::SharedMemory);
  W.Counts.Integers = 400; // 64 lanes a cycle.
  T = estimateTime(hopper(), W, Shared, 8);
  EXPECT_NEAR(T.Cycles, std::hypot(100, 200), 1e-6);
  EXPECT_EQ(T.By, Limiter::Integers);
  W.Counts.Floats = 1000; // 128, and 1500 instructions of four schedulers.
  T = estimateTime(hopper(), W, Shared, 8);
  EXPECT_NEAR(T.Cycles, std::hypot(100, 375), 1e-6);
  EXPECT_EQ(T.By, Limiter::Issue);
}

TEST(Time, IsBetweenTheLongestPartAndTheSum) {
  KernelWork W;
  W.Counts.Sectors = 100; // Of 32 bytes: 288 cycles.
  const double Memory = 3200 / 11.1;
  TimeEstimate T = estimateTime(hopper(), W, {250, 100, 0}, 8);
  EXPECT_GT(T.Cycles, Memory);
  EXPECT_LT(T.Cycles, 250 + Memory);
  // What a pipe that is not the longest saves is time, too.
  EXPECT_LT(estimateTime(hopper(), W, {100, 100, 0}, 8).Cycles, T.Cycles);
}

TEST(Time, OfRoundsOfAPhaseOverlaps) {
  // Of "rounds" of benchmarks/gpu/costs.cu, as an H200 measured it: 36,864
  // cycles of integer operations beside 32,768 wavefronts.
  KernelWork W;
  W.Counts.Integers = 2 * 36864;
  auto Cycles = [&](double Rounds, unsigned Blocks) {
    W.Counts.LoadsOfPhase = 8 * Rounds;
    return estimateTime(hopper(), W, {32768, 8192, 0}, Blocks).Cycles;
  };
  EXPECT_NEAR(Cycles(2, 1), 56213, 0.06 * 56213);
  EXPECT_NEAR(Cycles(8, 1), 42362, 0.06 * 42362);
  EXPECT_NEAR(Cycles(2, 2), 41891, 0.06 * 41891);
  EXPECT_NEAR(Cycles(8, 2), 37099, 0.06 * 37099);
  EXPECT_NEAR(Cycles(8, 4), 35933, 0.06 * 35933);
}

TEST(Time, MakesProductsOfIntegersBesideSums) {
  KernelWork W;
  W.Counts.Integers = 200;
  W.Counts.Products = 200; // In half of what multiplies floats.
  TimeEstimate T = estimateTime(hopper(), W, {10, 10, 0}, 8);
  EXPECT_EQ(T.Each[unsigned(Limiter::Integers)], 100);
  EXPECT_EQ(T.Each[unsigned(Limiter::Floats)], 100);
  W.Counts.Floats = 400;
  T = estimateTime(hopper(), W, {10, 10, 0}, 8);
  EXPECT_EQ(T.Each[unsigned(Limiter::Floats)], 150);
}

TEST(Time, OfSharedMemoryHasWhatTakesItsDataPath) {
  KernelWork W;
  W.Counts.Shuffles = 5;
  W.Counts.OutsideRequests = 3;
  W.Counts.Sectors = 4; // Of one request, and the others move less.
  TimeEstimate T = estimateTime(hopper(), W, {20, 10, 0}, 8);
  EXPECT_EQ(T.Each[unsigned(Limiter::SharedMemory)], 20 + 5 + 3);
  W.Counts.Sectors = 40;
  T = estimateTime(hopper(), W, {20, 10, 0}, 8);
  EXPECT_EQ(T.Each[unsigned(Limiter::SharedMemory)], 20 + 5 + 10);
}

TEST(Time, OfWhatAllBlocksLoadIsThatOfTheCache) {
  KernelWork W;
  W.Counts.Sectors = 1000;
  W.Counts.CommonSectors = 1000;
  TimeEstimate T = estimateTime(hopper(), W, {10, 10, 0}, 8);
  EXPECT_NEAR(T.Each[unsigned(Limiter::GlobalMemory)], 32000 / 28.2, 1e-6);
}

TEST(Time, HasTheArithmeticOfLayouts) {
  KernelWork W;
  W.Counts.Integers = 200;
  TimeEstimate T = estimateTime(hopper(), W, {50, 50, 100}, 8);
  EXPECT_EQ(T.Each[unsigned(Limiter::Integers)], 150);
}

TEST(Time, OfFewBlocksIsThatOfTheirChain) {
  KernelWork W;
  W.Counts.SharedWaits = 10;
  // 10 loads of 2 wavefronts: 10 * (23 + 2) cycles.
  TimeEstimate T = estimateTime(hopper(), W, {20, 10, 0}, 1);
  EXPECT_EQ(T.Each[unsigned(Limiter::Latency)], 250);
  EXPECT_EQ(T.By, Limiter::Latency);
  EXPECT_EQ(estimateTime(hopper(), W, {20, 10, 0}, 16).By,
            Limiter::SharedMemory);
}

TEST(Time, OfMemoryDependsOnWhatTheCacheHas) {
  KernelWork W;
  W.Counts.Sectors = W.Counts.LeastSectors = 1000;
  W.Counts.MostSectors = 2000;
  auto Cycles = [&](Outlook How) {
    TimeEstimate T = estimateTime(hopper(), W, {10, 10, 0}, 8, How);
    EXPECT_EQ(T.By, Limiter::GlobalMemory);
    return T.Each[unsigned(Limiter::GlobalMemory)];
  };
  EXPECT_NEAR(Cycles(Outlook::Expected), 32000 / 11.1, 1e-6);
  EXPECT_NEAR(Cycles(Outlook::SharedCounts), 32000 / 28.2, 1e-6);
  EXPECT_NEAR(Cycles(Outlook::OthersCount), 64000 / 11.1, 1e-6);
}

TEST(Time, HasWordsForEachLimit) {
  EXPECT_EQ(describe(Limiter::GlobalMemory), "global memory");
  EXPECT_EQ(name(Limiter::GlobalMemory), "global-memory");
  EXPECT_EQ(describe(Limiter::Latency), "latency");
}

} // namespace
