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
  Out.Analysis.Kernels.push_back(std::move(K));
  return Out;
}

PlanOptions with(Objective O, std::vector<StrategyKind> Allowed) {
  PlanOptions Out;
  Out.Minimize = O;
  Out.Allowed = std::move(Allowed);
  return Out;
}

/// What is planned for sm_80 and sm_90 where a swizzle was planned for the
/// first, and the other one may be padded.
std::optional<StrategyKind> plannedForBoth(Objective O) {
  KernelBuilder B;
  columnWithWork(B);
  OnTarget First = on("sm_80", B);
  std::vector<OnTarget> Others;
  Others.push_back(on("sm_90", B));
  std::vector<ArrayPlan> Plans =
      plan(First.Analysis.Parsed.Prog, First.Analysis.Kernels, *First.Model,
           with(Objective::Wavefronts, {StrategyKind::Swizzle}));
  EXPECT_EQ(Plans.size(), 1u);
  Plans = planForAll(First, std::move(Plans), Others,
                     with(O, {StrategyKind::PadRow}));
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
  KernelBuilder B;
  columnWithWork(B);
  OnTarget First = on("sm_90", B);
  std::vector<OnTarget> Others;
  Others.push_back(on("sm_120", B));
  std::vector<ArrayPlan> Plans =
      plan(First.Analysis.Parsed.Prog, First.Analysis.Kernels, *First.Model,
           with(Objective::Wavefronts, {StrategyKind::Swizzle}));
  Plans = planForAll(First, std::move(Plans), Others,
                     with(Objective::Time, {StrategyKind::PadRow}));
  ASSERT_EQ(Plans.size(), 1u);
  ASSERT_TRUE(Plans[0].Map);
  EXPECT_EQ(Plans[0].Map->strategy(), StrategyKind::Swizzle);
}

} // namespace
