//===- MergedTest.cpp - Layouts of accesses that may be merged ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/Planning.h"
#include "Planned.h"

using namespace bankfix;

namespace {

/// `tile[tx][k]` for all k below \p Columns of a row of \p Pitch.
void rowKernel(KernelBuilder &B, uint64_t Pitch, int64_t Columns) {
  unsigned A = B.array("tile", {32, Pitch});
  B.count("k", B.constant(0), B.constant(Columns), 1,
          [&](Value K) { B.load(A, {B.tx, K}); });
}

/// What the load costs merged, in rows of \p Pitch.
MergedCount merged(uint64_t Pitch) {
  KernelBuilder B;
  rowKernel(B, Pitch, 32);
  return B.analyze({32, 1, 1}).Verdicts[0].Merged.value_or(MergedCount());
}

TEST(Merged, RowsOfLanes) {
  EXPECT_EQ(merged(32), (MergedCount{16, 8, 256, 32, 8, 256}));
  EXPECT_EQ(merged(33), MergedCount());
  EXPECT_EQ(merged(34), (MergedCount{8, 16, 32, 32, 16, 32}));
  EXPECT_EQ(merged(36), (MergedCount{16, 8, 32, 32, 8, 32}));
}

TEST(Merged, OneWidthSuitsAllWaves) {
  // Rows of 136 bytes: those of even waves are aligned to 16 bytes, too.
  KernelBuilder B;
  unsigned A = B.array("tile", {64, 34});
  B.count("k", B.constant(0), B.constant(32), 1,
          [&](Value K) { B.load(A, {B.ty, K}); });
  EXPECT_EQ(B.analyze({32, 2, 1}).Verdicts[0].Merged,
            (MergedCount{8, 32, 32, 32, 32, 32}));
}

TEST(Merged, LongLoopsAreUnrolledInPart) {
  KernelBuilder B;
  rowKernel(B, 1024, 1024);
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[0].Merged,
            (MergedCount{16, 256, 8192, 1024, 256, 8192}));
  // Too long to run all iterations.
  KernelBuilder Longer;
  rowKernel(Longer, 8192, 8192);
  EXPECT_EQ(Longer.analyze({32, 1, 1}).Verdicts[0].Merged,
            (MergedCount{16, 2048, 65536, 8192, 2048, 65536}));
}

TEST(Merged, WhatIsLoadedAgainIsNoAccess) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  B.count("k", B.constant(0), B.constant(32), 1, [&](Value K) {
    B.count("f", B.constant(0), B.constant(4), 1,
            [&](Value) { B.load(A, {B.tx, K}); });
  });
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Requests, 128u);
  EXPECT_EQ(V.Merged, (MergedCount{16, 8, 256, 32, 8, 256}));
}

TEST(Merged, BesideMuchThatIsNotMerged) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32}), Other = B.array("other", {4096});
  B.count("k", B.constant(0), B.constant(32), 1, [&](Value K) {
    B.load(A, {B.tx, K});
    for (const char *Pitch : {"p", "q", "r"})
      B.load(Other, {B.tx + K * B.param(Pitch)});
  });
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[0].Merged,
            (MergedCount{16, 8, 256, 32, 8, 256}));
}

TEST(Merged, AsWellByRunsThatTakeIterationsTogether) {
  // Eight times, with barriers between: rows of so many elements.
  auto Of = [](uint64_t Budget, int64_t Columns) {
    KernelBuilder B;
    unsigned A = B.array("tile", {32, 64});
    B.count("t", B.constant(0), B.constant(8), 1, [&](Value) {
      B.count("k", B.constant(0), B.constant(Columns), 1,
              [&](Value K) { B.load(A, {B.tx, K}); });
      B.barrier();
    });
    KernelRequests R = collectRequests(
        B.kernel(), B.P, LaunchShape{{32, 1, 1}, ShapeOrigin::Launch, {}}, 32,
        {Budget});
    Verdict V = judge(R.Sites[0], B.kernel().Sites[0], B.P.Arrays[A],
                      *findTarget("sm_80"));
    return std::tuple(R.Coarseness, V.Requests, V.Merged);
  };
  MergedCount Rows = {16, 64, 2048, 256, 64, 2048};
  EXPECT_EQ(Of(StatementBudget, 32), std::tuple(0u, 256u, Rows));
  EXPECT_EQ(Of(100, 32), std::tuple(1u, 256u, Rows));
  // What is left of an odd number is not forgotten.
  MergedCount Odd = {16, 72, 2304, 264, 72, 2304};
  EXPECT_EQ(Of(StatementBudget, 33), std::tuple(0u, 264u, Odd));
  EXPECT_EQ(Of(100, 33), std::tuple(1u, 264u, Odd));
}

TEST(Merged, SitesThatShareAnAccessCountItOnce) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  for (int64_t K = 0; K < 4; ++K)
    B.load(A, {B.tx, B.constant(K)});
  AnalysisResult R = B.analyze({32, 1, 1});
  // Each says what became of it.
  EXPECT_EQ(R.Verdicts[0].Merged, (MergedCount{16, 1, 32, 4, 1, 32}));
  for (unsigned I = 1; I < 4; ++I)
    EXPECT_EQ(R.Verdicts[I].Merged, (MergedCount{16, 1, 32, 4, 0, 0}));
  AnalyzedKernel K = analyzed(std::move(R));
  PlanOptions Options;
  Score S = score({B.P, K, *findTarget("sm_80"), Options}, 0, nullptr);
  EXPECT_EQ(S.Merged, 32u);
  EXPECT_EQ(S.MergedRequests, 1u);
}

TEST(Merged, WhatIsIdealMergedIsLeftAlone) {
  KernelBuilder B;
  rowKernel(B, 36, 32);
  EXPECT_TRUE(plans(B, {32, 1, 1}).empty());
}

TEST(Merged, ALayoutMayNotLoseMerged) {
  KernelBuilder B;
  rowKernel(B, 32, 32);
  ArrayPlan P = planned(B, {32, 1, 1});
  ASSERT_TRUE(P.Map);
  // 32 loads of 4 bytes are as good as 8 of 16, and better if not merged.
  EXPECT_EQ(P.WavefrontsAfter, 32u);
}

/// A map that adds \p Pad elements to each row.
Score scored(KernelBuilder &B, uint64_t Pad) {
  AnalyzedKernel K = analyzed(B.analyze({32, 1, 1}));
  PlanOptions Options;
  PlanInput In{B.P, K, *findTarget("sm_80"), Options};
  LayoutTask Task{B.P.Arrays[0], EditRights(), 128, 4};
  for (auto &Map : strategyOf(StrategyKind::PadRow).propose(Task))
    if (Map->apply(B.P.Arrays[0]).Dims.back() == 32 + Pad)
      return score(In, 0, Map.get());
  ADD_FAILURE() << "no such pad";
  return Score();
}

TEST(Merged, PadsThatKeepVectors) {
  KernelBuilder B;
  rowKernel(B, 32, 32);
  Score One = scored(B, 1), Four = scored(B, 4);
  EXPECT_TRUE(One.CanMerge);
  EXPECT_EQ(One.Merged, 32u);
  EXPECT_EQ(One.MergedRequests, 32u);
  EXPECT_EQ(Four.Merged, 32u);
  EXPECT_EQ(Four.MergedRequests, 8u);
  EXPECT_EQ(Four.Wavefronts, 128u);
}

} // namespace
