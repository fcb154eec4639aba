//===- PlannerTest.cpp - Which arrays are planned, and the limits ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/Planning.h"
#include "Planned.h"

using namespace bankfix;

namespace {

std::string padRefusal(KernelBuilder &B, std::array<unsigned, 3> Block,
                       const PlanOptions &Options = {},
                       llvm::StringRef TargetName = "sm_80") {
  return refusal(planned(B, Block, Options, TargetName), StrategyKind::PadRow);
}

TEST(Planner, LeavesAloneWhatHasNoExcess) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 33});
  B.load(A, {B.tx, B.ty});
  B.store(A, {B.ty, B.tx});
  EXPECT_TRUE(plans(B, {32, 8, 1}).empty());
}

TEST(Planner, LeavesAloneWhatIsBelowTheDegree) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx * 2});
  PlanOptions Options;
  Options.MinDegree = 3;
  EXPECT_TRUE(plans(B, {32, 1, 1}, Options).empty());
  Options.MinDegree = 2;
  EXPECT_EQ(plans(B, {32, 1, 1}, Options).size(), 1u);
}

TEST(Planner, SumsOverAllKernels) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  std::vector<AnalyzedKernel> Kernels;
  for (unsigned Y : {4, 8})
    Kernels.push_back(analyzed(B.analyze({32, Y, 1})));
  std::vector<ArrayPlan> P =
      plan({B.P, B.Rights}, Kernels, *findTarget("sm_80"), {});
  ASSERT_EQ(P.size(), 1u);
  EXPECT_EQ(P[0].WavefrontsBefore, 12u * 32);
  EXPECT_EQ(P[0].WavefrontsAfter, 12u);
}

TEST(Planner, SaysWhichLayoutsItHasNoStepsToTry) {
  const std::string Why =
      "not all layouts were tried, as its accesses have very many addresses; "
      "say which with --strategy, which kernel with --kernel, or values with "
      "--assume=NAME=VALUE";
  KernelBuilder B;
  columnKernel(B, {32, 32});
  PlanOptions Options;
  Options.MostSteps = 1;
  // The first score takes them all.
  ArrayPlan None = planned(B, {32, 8, 1}, Options);
  EXPECT_FALSE(None.Map);
  EXPECT_EQ(refusal(None, StrategyKind::PadRow), Why);
  EXPECT_EQ(refusal(None, StrategyKind::Swizzle), Why);
  // The array as it is takes 8 requests of 32 lanes, and a layout as many.
  Options.MostSteps = 8 * 32;
  ArrayPlan Some = planned(B, {32, 8, 1}, Options);
  EXPECT_TRUE(Some.Map);
  EXPECT_EQ(refusal(Some, StrategyKind::Swizzle), Why);
  EXPECT_EQ(Some.Mind.Warnings, std::vector<std::string>{Why});
}

TEST(Planner, OnlyAllowedStrategies) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  PlanOptions Options;
  Options.Allowed = {StrategyKind::IndexMacro};
  ArrayPlan P = planned(B, {32, 8, 1}, Options);
  EXPECT_FALSE(P.Map);
  ASSERT_EQ(P.Refusals.size(), 1u);
  EXPECT_EQ(P.Refusals[0].Strategy, StrategyKind::IndexMacro);
}

TEST(Planner, AGroupGetsOneLayout) {
  // By itself the narrow tile would take two elements, the wide one one.
  KernelBuilder B;
  transposeKernel(B, 16, 16);
  columnKernel(B, {64, 32});
  const PlanOptions Pads = only(StrategyKind::PadRow);
  EXPECT_EQ(plans(B, {16, 16, 1}, Pads)[0].Summary,
            "tile[16][16] -> tile[16][18]");
  for (SharedArray &A : B.P.Arrays)
    A.Group = 7;
  std::vector<ArrayPlan> P = plans(B, {16, 16, 1}, Pads);
  ASSERT_EQ(P.size(), 2u);
  ASSERT_TRUE(P[0].Map);
  EXPECT_EQ(P[0].Map, P[1].Map);
  EXPECT_LT(P[0].WavefrontsAfter + P[1].WavefrontsAfter,
            P[0].WavefrontsBefore + P[1].WavefrontsBefore);
  EXPECT_EQ(P[0].Map->change(B.P.Arrays[0]), P[0].Map->change(B.P.Arrays[1]));
}

TEST(Planner, AGroupIsRefusedTogether) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  columnKernel(B, {32, 32});
  for (SharedArray &A : B.P.Arrays)
    A.Group = 0;
  B.P.Arrays[1].Obstacles = {{ObstacleKind::Escapes, {"", 9, 1}, "f(tile)"}};
  std::vector<ArrayPlan> P = plans(B, {32, 8, 1}, only(StrategyKind::PadRow));
  ASSERT_EQ(P.size(), 2u);
  EXPECT_FALSE(P[0].Map);
  EXPECT_EQ(refusal(P[0], StrategyKind::PadRow),
            B.P.Arrays[1].Obstacles[0].text());
}

TEST(Planner, AGroupOfDifferentArrays) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  columnKernel(B, {4, 32, 32});
  std::get<Access>(B.kernel().Body.back().Node).Subscripts = {B.constant(0).E,
                                                              B.tx.E, B.ty.E};
  for (SharedArray &A : B.P.Arrays)
    A.Group = 0;
  EXPECT_EQ(refusal(plans(B, {32, 8, 1})[0], StrategyKind::PadRow),
            "the same text declares or accesses 'float[32][32]' and "
            "'float[4][32][32]'; declare and access each by itself");
}

TEST(Planner, StaticLimit) {
  KernelBuilder B;
  columnKernel(B, {192, 64});
  EXPECT_EQ(padRefusal(B, {32, 8, 1}),
            "padding needs 49920 bytes; a block may have 49152 bytes of static "
            "shared memory; make it smaller");
  KernelBuilder C;
  columnKernel(C, {188, 64});
  EXPECT_EQ(planned(C, {32, 8, 1}, only(StrategyKind::PadRow)).Summary,
            "tile[188][64] -> tile[188][65]");
}

TEST(Planner, StaticLimitCountsEveryArrayOfTheKernel) {
  KernelBuilder B;
  columnKernel(B, {96, 64});
  unsigned Other = B.array("other", {6144});
  B.load(Other, {B.tx});
  EXPECT_EQ(padRefusal(B, {32, 8, 1}),
            "padding needs 49536 bytes; a block may have 49152 bytes of static "
            "shared memory; make it smaller");
  B.array("small", {32});
  B.kernel().Sites[1].Array = 2;
  EXPECT_TRUE(planned(B, {32, 8, 1}).Map);
}

TEST(Planner, EarlierPlansUseUpTheLimit) {
  KernelBuilder B;
  columnKernel(B, {95, 64});
  columnKernel(B, {95, 64});
  std::vector<ArrayPlan> P = plans(B, {32, 8, 1}, only(StrategyKind::PadRow));
  ASSERT_EQ(P.size(), 2u);
  EXPECT_TRUE(P[0].Map);
  EXPECT_EQ(refusal(P[1], StrategyKind::PadRow),
            "padding needs 49400 bytes; a block may have 49152 bytes of static "
            "shared memory; make it smaller");
}

TEST(Planner, BlockLimit) {
  KernelBuilder B;
  columnKernel(B, {128, 128});
  Target T = *findTarget("sm_80");
  T.Memory.StaticPerBlock = 0;
  T.Memory.SharedPerBlock = 65536;
  ArrayPlan P =
      plan({B.P, B.Rights}, analyzed(B.analyze({32, 8, 1})), T, {}).front();
  EXPECT_EQ(refusal(P, StrategyKind::PadRow),
            "padding needs 66048 bytes; a block may have 65536 bytes of shared "
            "memory; make it smaller");
}

TEST(Planner, GrowthLimit) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  PlanOptions Options;
  Options.MaxSharedGrowth = 127;
  EXPECT_EQ(
      padRefusal(B, {32, 8, 1}, Options),
      "padding adds 128 bytes to a block; --max-shared-growth allows 127");
  Options.MaxSharedGrowth = 128;
  EXPECT_TRUE(planned(B, {32, 8, 1}, Options).Map);
}

TEST(Planner, OccupancyLoss) {
  // 164 KB hold 20 blocks of 7 + 1 KB, but not 20 of 7.03 + 1.
  KernelBuilder B;
  columnKernel(B, {56, 32});
  EXPECT_EQ(padRefusal(B, {32, 3, 1}),
            "19 blocks would fit on a processor instead of 20; "
            "--allow-occupancy-loss accepts that");
  PlanOptions Options = only(StrategyKind::PadRow);
  Options.AllowOccupancyLoss = true;
  EXPECT_EQ(planned(B, {32, 3, 1}, Options).Summary,
            "tile[56][32] -> tile[56][33]");
}

TEST(Planner, OccupancyLossThatDoesNotPay) {
  // 64 wavefronts become 63, which is no fair price for half of the blocks.
  KernelBuilder B;
  unsigned A = B.array("tile", {2, 1024}, 4);
  for (unsigned I = 0; I < 62; ++I)
    B.load(A, {B.ty, B.tx});
  B.load(A, {B.tx & 1, B.ty});
  Target T = *findTarget("sm_80");
  T.Memory.SharedPerProcessor = 2 * (8192 + 1024);
  PlanOptions Options;
  Options.AllowOccupancyLoss = true;
  ArrayPlan P =
      plan({B.P, B.Rights}, analyzed(B.analyze({32, 1, 1})), T, Options)
          .front();
  EXPECT_EQ(refusal(P, StrategyKind::PadRow),
            "1 blocks would fit on a processor instead of 2, which costs more "
            "than it saves");
}

TEST(Planner, UnknownAccess) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  B.load(0, {B.tx, B.constant(0)});
  std::get<Access>(B.kernel().Body.back().Node).Reason = "a cast";
  EXPECT_EQ(padRefusal(B, {32, 8, 1}), "line 2: a cast");
}

TEST(Planner, ABoundIsNoReasonForAFix) {
  // Both pitches unknown: up to 32-way for all that is known.
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  B.load(A, {B.tx * B.param("n") & 31, B.tx * B.param("m") & 31});
  EXPECT_TRUE(plans(B, {32, 8, 1}).empty());
}

TEST(Planner, ABoundMayNotBecomeWorse) {
  // The column wants padding, which gives the access by data no new conflicts:
  // it has a bank for each lane and stays in its row...
  KernelBuilder Rows;
  columnKernel(Rows, {32, 32});
  Rows.load(0, {Rows.ty, Rows.opaque("p[i]") & 31});
  EXPECT_TRUE(planned(Rows, {32, 8, 1}).Map);
  // ...or takes it that bank.
  KernelBuilder Columns;
  columnKernel(Columns, {32, 32});
  Columns.load(0, {Columns.opaque("p[i]") & 31, Columns.tx});
  EXPECT_FALSE(planned(Columns, {32, 8, 1}).Map);
}

TEST(Planner, RandomRowsOfAColumn) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  B.load(A, {B.opaque("p[i]") & 31, B.constant(0)});
  ArrayPlan P = planned(B, {32, 1, 1});
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.WavefrontsBefore, 32u);
  EXPECT_EQ(P.WavefrontsAfter, 1u);
  EXPECT_EQ(P.WorstCaseAfter, 1u);
}

TEST(Planner, UnknownSizeAndHostSize) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  AnalyzedKernel K = analyzed(B.analyze({32, 8, 1}));
  B.P.Arrays[0].Dims.clear();
  PlanOptions Options;
  PlanInput In{B.P, K, *findTarget("sm_80"), Options};
  const Strategy &S = strategyOf(StrategyKind::PadRow);
  EXPECT_EQ(refuseUses(In, 0, S),
            "its size is not known; declare it with a constant");
  B.P.Arrays[0].Space = MemorySpace::Argument;
  EXPECT_EQ(refuseUses(In, 0, S),
            "its size is set by the host, which gives it no size that is "
            "known; give values with --assume and --block-dim");
}

TEST(Planner, RuleWithoutEvidence) {
  // 16-byte accesses of Kepler have no known phases.
  KernelBuilder B;
  columnKernel(B, {32, 32}, 16);
  EXPECT_EQ(padRefusal(B, {32, 8, 1}, {}, "sm_35"),
            "the gain would rest on a hardware rule without evidence");
}

/// A map of a made-up strategy, for the order of choices.
class FakeMap : public LayoutMap {
public:
  explicit FakeMap(StrategyKind Kind) : Kind(Kind) {}
  StrategyKind strategy() const override { return Kind; }
  SharedArray apply(const SharedArray &A) const override { return A; }
  bool needsBoundedSubscripts() const override { return false; }

private:
  StrategyKind Kind;
};

Choice choice(StrategyKind Kind, uint64_t Excess, unsigned Operations,
              uint64_t Bytes) {
  Score After;
  After.Wavefronts = 100 + Excess;
  After.Excess = Excess;
  return {std::make_shared<FakeMap>(Kind),
          After,
          {Bytes},
          Operations,
          /*Reorders=*/Kind == StrategyKind::SwapDims};
}

/// What is said of an index macro beside a padded row.
std::string saidOf(const Choice &Macro, const Choice &Row) {
  EXPECT_TRUE(better(Row, Macro));
  EXPECT_FALSE(better(Macro, Row));
  return whyNot(Macro, Row);
}

TEST(Planner, OrderOfChoices) {
  constexpr auto Row = StrategyKind::PadRow, Macro = StrategyKind::IndexMacro;
  EXPECT_EQ(saidOf(choice(Macro, 16, 0, 1), choice(Row, 8, 2, 2)),
            "leaves 16 excess wavefronts where pad-row leaves 8");
  EXPECT_EQ(saidOf(choice(Macro, 8, 2, 1), choice(Row, 8, 0, 2)),
            "costs more index arithmetic than pad-row for the same wavefronts");
  EXPECT_EQ(
      saidOf(choice(StrategyKind::SwapDims, 8, 0, 1), choice(Row, 8, 0, 2)),
      "changes the order of the subscripts where pad-row leaves as few "
      "wavefronts without");
  EXPECT_EQ(saidOf(choice(Macro, 8, 0, 4224), choice(Row, 8, 0, 4128)),
            "takes 4224 bytes where pad-row takes 4128 for the same "
            "wavefronts");
  EXPECT_EQ(saidOf(choice(Macro, 8, 0, 2), choice(Row, 8, 0, 2)),
            "changes more of the source than pad-row for the same wavefronts");
}

TEST(Planner, MemoryThatIsFreedLaterIsUsed) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  unsigned C = B.array("padded", {32, 36});
  for (unsigned Array : {A, C}) {
    B.store(Array, {B.ty, B.tx});
    B.load(Array, {B.tx, B.ty});
  }
  PlanOptions Options = only(StrategyKind::PadRow);
  Options.MaxSharedGrowth = 0;
  std::vector<ArrayPlan> All = plans(B, {32, 8, 1}, Options);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Summary, "tile[32][32] -> tile[32][33]");
  EXPECT_EQ(All[1].Summary, "padded[32][36] -> padded[32][33]");
}

} // namespace
