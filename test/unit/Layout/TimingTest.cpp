//===- TimingTest.cpp - Layouts by the time of kernels --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"
#include "Planning.h"
#include <cmath>

using namespace bankfix;

namespace {

PlanOptions byTime(std::vector<StrategyKind> Allowed = {}) {
  PlanOptions O;
  O.Minimize = Objective::Time;
  O.Allowed = std::move(Allowed);
  return O;
}

AnalyzedKernel withWork(KernelBuilder &B, std::array<unsigned, 3> Block,
                        llvm::StringRef TargetName) {
  AnalyzedKernel K = analyzed(B.analyze(Block, TargetName));
  K.Work = countWork(B.kernel(), B.P, K.Shape, K.Requests, 32);
  EXPECT_TRUE(K.Work);
  return K;
}

ArrayPlan timed(KernelBuilder &B, std::array<unsigned, 3> Block,
                const PlanOptions &Options,
                llvm::StringRef TargetName = "sm_90") {
  AnalyzedKernel K = withWork(B, Block, TargetName);
  std::vector<ArrayPlan> All =
      plan({B.P, B.Rights}, K, *findTarget(TargetName), Options);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? ArrayPlan() : All.front();
}

void integers(KernelBuilder &B, unsigned N) {
  Work W;
  W.Integers = N;
  W.Chain = 1;
  B.work(std::move(W));
}

TEST(Timing, SaysWhatAPadGains) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  integers(B, 32);
  ArrayPlan P = timed(B, {32, 8, 1}, byTime());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->strategy(), StrategyKind::PadRow);
  ASSERT_TRUE(P.Mind.Gain);
  // 8 requests of 32 wavefronts become 8; 8 waves' 32 operations, and that of
  // the address, take 132. Latency is little of it.
  EXPECT_EQ(P.Mind.Gain->By, Limiter::SharedMemory);
  EXPECT_NEAR(P.Mind.Gain->Ratio, std::hypot(256, 132) / std::hypot(8, 132),
              0.01);
  EXPECT_GE(P.Mind.Gain->Most, P.Mind.Gain->Ratio);
}

TEST(Timing, PassesOverWhatMemoryHides) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  for (unsigned I = 0; I < 400; ++I)
    B.loadOutside(B.tx * 8 + I * 256);
  ArrayPlan P = timed(B, {32, 8, 1}, byTime());
  EXPECT_FALSE(P.Map);
  EXPECT_EQ(P.Mind.PassedOver, "global memory limits this kernel: 0.0 %, and "
                          "--min-gain asks for 2.0 %");
  ASSERT_TRUE(P.Mind.Gain);
  EXPECT_EQ(P.Mind.Gain->By, Limiter::GlobalMemory);
  PlanOptions Any = byTime();
  Any.MinGain = 0;
  EXPECT_TRUE(timed(B, {32, 8, 1}, Any).Map);
  Any.MinGain = 2;
  Any.Minimize = Objective::Wavefronts;
  EXPECT_TRUE(timed(B, {32, 8, 1}, Any).Map);
}

TEST(Timing, TakesUnknownTrafficForTheLeast) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  for (unsigned I = 0; I < 2; ++I)
    B.loadOutside(std::nullopt); // 4 to 32 sectors.
  EXPECT_TRUE(timed(B, {32, 8, 1}, byTime()).Map);
}

TEST(Timing, RefusesArithmeticThatSlowsDown) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  B.load(A, {B.tx * 2});
  integers(B, 30);
  ArrayPlan P = timed(B, {256, 1, 1}, byTime({StrategyKind::IndexMacro}));
  EXPECT_FALSE(P.Map);
  EXPECT_EQ(refusal(P, StrategyKind::IndexMacro),
            "'kernel' would take 2.6 % longer by the estimate; "
            "--objective=wavefronts does not ask for time");
}

TEST(Timing, CountsWhatOtherFixesLeave) {
  // Beside the columns of the second array, those of the first are little.
  KernelBuilder B;
  unsigned Few = B.array("few", {32, 32}), Many = B.array("many", {32, 32});
  auto Columns = [&](unsigned Array, int Count) {
    for (int I = 0; I < Count; ++I) {
      B.load(Array, {B.tx, B.ty + I});
      B.barrier();
    }
  };
  Columns(Few, 1);
  Columns(Many, 20);
  AnalyzedKernel K = withWork(B, {32, 8, 1}, "sm_90");
  auto Fixed = [&](const Program &P) {
    std::vector<std::string> Out;
    for (const ArrayPlan &Each :
         plan({P, B.Rights}, K, *findTarget("sm_90"), byTime()))
      if (Each.Map)
        Out.push_back(P.Arrays[Each.Array].Name);
    return Out;
  };
  EXPECT_EQ(Fixed(B.P), (std::vector<std::string>{"few", "many"}));
}

/// Sixteen columns that a wave reads one after another, twice.
void columns(KernelBuilder &B) {
  unsigned A = B.array("tile", {32, 32});
  for (unsigned Again = 0; Again < 2; ++Again) {
    B.count("i", B.constant(0), B.constant(16), 1,
            [&](Value I) { B.load(A, {B.tx, I}); });
    B.barrier();
  }
}

TEST(Timing, DoesArithmeticOnceForEachAddress) {
  KernelBuilder B;
  columns(B);
  AnalyzedKernel K = withWork(B, {32, 1, 1}, "sm_90");
  const Target &T = *findTarget("sm_90");
  std::vector<ArrayPlan> Plans =
      plan({B.P, B.Rights}, K, T, byTime({StrategyKind::Swizzle}));
  ASSERT_EQ(Plans.size(), 1u);
  ASSERT_TRUE(Plans[0].Map);
  const AddressCosts Costs(*Plans[0].Map, B.P.Arrays[0]);
  ASSERT_FALSE(Costs.isNothing());
  std::optional<KernelTime> Time = timeOf(B.P, K, T, Plans);
  ASSERT_TRUE(Time);
  auto Integers = [](const TimeEstimate &E) {
    return E.Each[unsigned(Limiter::Integers)];
  };
  // In the next column, more are left than a constant was.
  EXPECT_EQ(Integers(Time->After) - Integers(Time->Before),
            0.5 * (Costs.first() + 15 * Costs.next()));
}

TEST(Timing, MergesNothingBehindArithmetic) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  for (unsigned I = 0; I < 4; ++I)
    B.load(A, {B.tx, B.constant(I)});
  AnalyzedKernel K = withWork(B, {32, 1, 1}, "sm_90");
  auto Requests = [&](const AddressCosts &Costs) {
    SharedUse Use;
    for (unsigned I = 0; I < 4; ++I)
      include(Use, K, I, K.Verdicts[I], Costs);
    return Use.Requests;
  };
  EXPECT_EQ(Requests(AddressCosts()), 1) << "of 16 bytes";
  const auto Plans = plan({B.P, B.Rights}, K, *findTarget("sm_90"),
                          byTime({StrategyKind::Swizzle}));
  ASSERT_EQ(Plans.size(), 1u);
  ASSERT_TRUE(Plans[0].Map);
  EXPECT_EQ(Requests(AddressCosts(*Plans[0].Map, B.P.Arrays[A])), 4);
}

TEST(Timing, TakesAPadWhereArithmeticCostsTime) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  integers(B, 30);
  ArrayPlan P = timed(
      B, {32, 8, 1}, byTime({StrategyKind::PadRow, StrategyKind::Swizzle}));
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->strategy(), StrategyKind::PadRow);
  EXPECT_NE(refusal(P, StrategyKind::Swizzle)
                .find("% more time than pad-row by the estimate"),
            std::string::npos);
}

TEST(Timing, IsNotForTargetsWithoutCosts) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  ArrayPlan P = timed(B, {32, 8, 1}, byTime(), "sm_120");
  EXPECT_TRUE(P.Map);
  EXPECT_FALSE(P.Mind.Gain);
}

TEST(Timing, OfAKernelIsThatOfItsPlans) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  integers(B, 32);
  AnalyzedKernel K = withWork(B, {32, 8, 1}, "sm_90");
  const Target &T = *findTarget("sm_90");
  std::vector<ArrayPlan> Plans = plan({B.P, B.Rights}, K, T, byTime());
  std::optional<KernelTime> Time = timeOf(B.P, K, T, Plans);
  ASSERT_TRUE(Time);
  EXPECT_NEAR(Time->Before.Cycles, std::hypot(256, 132), 0.5);
  EXPECT_EQ(Time->Before.By, Limiter::SharedMemory);
  EXPECT_NEAR(Time->After.Cycles, std::hypot(8, 132), 0.5);
  EXPECT_EQ(Time->After.By, Limiter::Integers);
  EXPECT_FALSE(timeOf(B.P, K, *findTarget("gfx90a"), Plans));
}

} // namespace
