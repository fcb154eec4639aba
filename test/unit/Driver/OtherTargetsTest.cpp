//===- OtherTargetsTest.cpp - One layout for several GPUs -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherTargets.h"
#include "../KernelBuilder.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

/// A column of a tile, and so much arithmetic that more of it takes time.
void columnWithWork(KernelBuilder &B) {
  B.load(B.array("tile", {32, 32}), {B.tx, B.ty});
  Work W;
  W.Integers = 30;
  W.Chain = 1;
  B.work(std::move(W));
}

/// The same kernel on one GPU.
OnTarget on(llvm::StringRef TargetName, KernelBuilder &B) {
  AnalysisResult R = B.analyze({32, 8, 1}, TargetName);
  AnalyzedKernel K = {0, R.Shape, std::move(R.Requests), std::move(R.Verdicts)};
  K.Work = countWork(B.kernel(), B.P, K.Shape, K.Requests, 32);
  EXPECT_TRUE(K.Work);
  OnTarget Out;
  Out.Model = findTarget(TargetName);
  Out.Analysis.Parsed.Prog = B.P;
  Out.Analysis.Parsed.Rights = B.Rights;
  Out.Analysis.Kernels.push_back(std::move(K));
  return Out;
}

PlanOptions with(Objective O, std::vector<StrategyKind> Allowed) {
  PlanOptions Out;
  Out.Minimize = O;
  Out.Allowed = std::move(Allowed);
  return Out;
}

/// What is planned for two GPUs where a swizzle was planned for the first, and
/// the other one may be padded.
std::optional<StrategyKind> plannedForBoth(Objective O,
                                           const char *One = "sm_80",
                                           const char *Other = "sm_90") {
  KernelBuilder B;
  columnWithWork(B);
  std::vector<OnTarget> All;
  All.push_back(on(One, B));
  All.push_back(on(Other, B));
  OnTarget &First = All.front();
  First.Plans = plan({First.Analysis.Parsed.Prog, First.Analysis.Parsed.Rights},
                     First.Analysis.Kernels, *First.Model,
                     with(Objective::Wavefronts, {StrategyKind::Swizzle}));
  EXPECT_EQ(First.Plans.size(), 1u);
  std::vector<ArrayPlan> Plans =
      planForAll(All, with(O, {StrategyKind::PadRow}));
  EXPECT_EQ(Plans.size(), 1u);
  if (Plans.empty() || !Plans[0].Map)
    return std::nullopt;
  return Plans[0].Map->strategy();
}

TEST(OtherTargets, TakeTheLayoutThatNeedsTheLeastTimeOverAll) {
  EXPECT_EQ(plannedForBoth(Objective::Time), StrategyKind::PadRow);
}

TEST(OtherTargets, KeepThePlanThatHasNoMoreWavefronts) {
  EXPECT_EQ(plannedForBoth(Objective::Wavefronts), StrategyKind::Swizzle);
}

TEST(OtherTargets, CountByWavefrontsWhereSomeHaveNoCosts) {
  EXPECT_EQ(plannedForBoth(Objective::Time, "sm_90", "sm_120"),
            StrategyKind::Swizzle);
}

TEST(OtherTargets, AreNotSearchedAgainWhereAllCostsTheSame) {
  KernelBuilder B;
  columnWithWork(B);
  std::vector<OnTarget> All;
  All.push_back(on("sm_80", B));
  All.push_back(on("sm_120", B));
  All.back().Like = 0;
  All.front().Plans =
      planFor(All.front().Analysis, with(Objective::Wavefronts, {}),
              All.front().Model, /*ForItAlone=*/false);
  std::vector<ArrayPlan> Plans =
      planForAll(All, with(Objective::Wavefronts, {}));
  ASSERT_EQ(All.back().Plans.size(), 1u);
  EXPECT_EQ(All.back().Plans[0].Map, All.front().Plans[0].Map);
  EXPECT_EQ(Plans[0].Map, All.front().Plans[0].Map);
}

} // namespace
