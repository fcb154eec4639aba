//===- ControlFlowTest.cpp - Divergence, jumps and loops ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// A kernel that reads `s[tx * 32]` at some places.
struct ColumnKernel : KernelBuilder {
  unsigned S = array("s", {4096});
  unsigned read() { return load(S, {tx * 32}); }
  unsigned readAt(Value Offset) { return load(S, {tx * 32 + Offset}); }
};

/// Requests and wavefronts of one site, whose counts have to be exact.
std::string counts(const AnalysisResult &R, unsigned Site) {
  const Verdict &V = R.Verdicts[Site];
  EXPECT_EQ(V.Sure, Certainty::Exact) << V.Reason;
  return std::to_string(V.Requests) + " / " + std::to_string(V.Wavefronts);
}

TEST(ControlFlow, Divergence) {
  ColumnKernel B;
  unsigned Then, Else, After;
  B.when(B.tx % 4 == 0, [&] { Then = B.read(); }, [&] { Else = B.read(); });
  After = B.read();
  AnalysisResult R = B.analyze({64, 1, 1});
  EXPECT_EQ(counts(R, Then), "2 / 16");
  EXPECT_EQ(counts(R, Else), "2 / 48");
  EXPECT_EQ(counts(R, After), "2 / 64");
  EXPECT_EQ(R.Verdicts[Then].LanesActive, 0.25);
}

TEST(ControlFlow, BranchesThatAWaveDoesNotTake) {
  ColumnKernel B;
  unsigned Site;
  B.when(B.tx < 32, [&] { Site = B.read(); });
  EXPECT_EQ(counts(B.analyze({128, 1, 1}), Site), "1 / 32");
  EXPECT_EQ(B.analyze({128, 1, 1}).Requests.Assumptions.size(), 0u);
}

TEST(ControlFlow, EarlyReturn) {
  ColumnKernel B;
  B.when(B.tx >= 40, [&] { B.jump(JumpKind::Return); });
  unsigned Site = B.read();
  EXPECT_EQ(counts(B.analyze({96, 1, 1}), Site), "2 / 40");
}

TEST(ControlFlow, LanesLeaveABlock) {
  ColumnKernel B;
  unsigned Before, Inside, After;
  B.scope(ScopeKind::Block, [&] {
    Before = B.read();
    B.when(B.tx < 8, [&] { B.jump(JumpKind::Leave); });
    Inside = B.read();
  });
  After = B.read();
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Before), "1 / 32");
  EXPECT_EQ(counts(R, Inside), "1 / 24");
  EXPECT_EQ(counts(R, After), "1 / 32");
}

TEST(ControlFlow, AReturnLeavesOnlyTheCall) {
  ColumnKernel B;
  unsigned Block, Call, After;
  B.scope(ScopeKind::Call, [&] {
    B.scope(ScopeKind::Block, [&] {
      B.when(B.tx < 8, [&] { B.jump(JumpKind::Return); });
      B.when(B.tx < 16, [&] { B.jump(JumpKind::Leave); });
      Block = B.read();
    });
    Call = B.read();
  });
  After = B.read();
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Block), "1 / 16");
  EXPECT_EQ(counts(R, Call), "1 / 24");
  EXPECT_EQ(counts(R, After), "1 / 32");
}

TEST(ControlFlow, ACallInALoopReturnsEachTime) {
  ColumnKernel B;
  unsigned Inside, After;
  B.count("k", B.constant(0), B.constant(3), 1, [&](Value K) {
    B.scope(ScopeKind::Call, [&] {
      B.when(B.tx < K * 8, [&] { B.jump(JumpKind::Return); });
      Inside = B.read();
    });
    After = B.read();
  });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Inside), "3 / 72");
  EXPECT_EQ(counts(R, After), "3 / 96");
}

TEST(ControlFlow, ALoopInACallThatReturns) {
  ColumnKernel B;
  unsigned Inside, After;
  B.scope(ScopeKind::Call, [&] {
    B.count("k", B.constant(0), B.constant(4), 1, [&](Value K) {
      B.when(B.tx < K * 8, [&] { B.jump(JumpKind::Return); });
      Inside = B.read();
    });
    After = B.read();
  });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Inside), "4 / 80");
  EXPECT_EQ(counts(R, After), "1 / 8");
}

TEST(ControlFlow, ValuesAreThoseWithWhichALaneLeft) {
  ColumnKernel B;
  Value I = B.var("i", B.tx);
  B.scope(ScopeKind::Block, [&] {
    B.when(B.tx % 2 == 0, [&] { B.jump(JumpKind::Leave); });
    B.set(I, B.tx + 31);
  });
  unsigned Site = B.load(B.S, {I});
  // Lanes 1, 3 ... 31 read the banks of lanes 0, 2 ... 30.
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "1 / 2");
}

TEST(ControlFlow, UndecidedJumpsOutOfABlock) {
  ColumnKernel B;
  Value I = B.var("i", B.constant(0));
  B.scope(ScopeKind::Block, [&] {
    B.when(B.param("n") > 0, [&] { B.jump(JumpKind::Leave); });
    B.set(I, B.tx * 32);
  });
  B.load(B.S, {I});
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Sure, Certainty::Bounded);
  EXPECT_EQ(V.MinDegree, 1);
  EXPECT_EQ(V.MaxDegree, 32);
}

TEST(ControlFlow, VariablesOfDivergentBranches) {
  ColumnKernel B;
  Value I = B.var("i", B.tx);
  B.when(B.tx % 2 == 1, [&] { B.set(I, B.tx + 31); });
  unsigned Site = B.load(B.S, {I});
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "1 / 2");
}

TEST(ControlFlow, LogicalOperators) {
  ColumnKernel B;
  unsigned Both, Either, Not;
  B.when(B.tx >= 8 && B.tx < 16, [&] { Both = B.read(); });
  B.when(B.tx < 8 || B.tx >= 16, [&] { Either = B.read(); });
  B.when(!(B.tx < 24), [&] { Not = B.read(); });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Both), "1 / 8");
  EXPECT_EQ(counts(R, Either), "1 / 24");
  EXPECT_EQ(counts(R, Not), "1 / 8");
}

TEST(ControlFlow, CountedLoop) {
  ColumnKernel B;
  unsigned Site;
  B.count("i", B.constant(0), B.constant(10), 3,
          [&](Value I) { Site = B.readAt(I); });
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "4 / 128");
}

TEST(ControlFlow, TripCountsPerLane) {
  ColumnKernel B;
  unsigned Site;
  B.count("i", B.tx, B.constant(32), 8, [&](Value) { Site = B.read(); });
  // 32, 24, 16 and 8 lanes.
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "4 / 80");
}

TEST(ControlFlow, GeometricLoops) {
  ColumnKernel B;
  Value Stride = B.var("stride", B.bdx / 2);
  unsigned Site;
  B.loop(
      Stride > 0, [&] { B.set(Stride, Stride >> 1); },
      [&] { B.when(B.tx < Stride, [&] { Site = B.read(); }); });
  // 128 threads: 64, 32, 16, 8, 4, 2, 1 lanes.
  EXPECT_EQ(counts(B.analyze({128, 1, 1}), Site), "8 / 127");
}

TEST(ControlFlow, DoWhile) {
  ColumnKernel B;
  Value I = B.var("i", B.constant(7));
  unsigned Site;
  B.doWhile(I < 7, [&] {
    Site = B.read();
    B.set(I, I + 1);
  });
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "1 / 32");
}

TEST(ControlFlow, DoWhileContinueGoesToTheTest) {
  ColumnKernel B;
  Value I = B.var("i", B.constant(0));
  unsigned First, Second;
  B.doWhile(I < 3, [&] {
    B.set(I, I + 1);
    First = B.read();
    B.when(I == 2, [&] { B.jump(JumpKind::Continue); });
    Second = B.read();
  });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, First), "3 / 96");
  EXPECT_EQ(counts(R, Second), "2 / 64");
}

TEST(ControlFlow, BreakAndContinue) {
  ColumnKernel B;
  unsigned First, Second, After;
  B.count("i", B.constant(0), B.constant(8), 1, [&](Value I) {
    B.when(B.tx == I, [&] { B.jump(JumpKind::Break); });
    First = B.read();
    B.when(B.tx >= 16, [&] { B.jump(JumpKind::Continue); });
    Second = B.read();
  });
  After = B.read();
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, First), "8 / 220"); // 31 + 30 + ... + 24
  EXPECT_EQ(counts(R, Second), "8 / 92"); // 15 + 14 + ... + 8
  EXPECT_EQ(counts(R, After), "1 / 32");
}

TEST(ControlFlow, ReturnInsideALoop) {
  ColumnKernel B;
  unsigned Site, After;
  B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
    B.when(B.tx == I, [&] { B.jump(JumpKind::Return); });
    Site = B.read();
  });
  After = B.read();
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(counts(R, Site), "4 / 118");
  EXPECT_EQ(counts(R, After), "1 / 28");
}

TEST(ControlFlow, BreakOfTheInnerLoopOnly) {
  ColumnKernel B;
  unsigned Site;
  B.count("i", B.constant(0), B.constant(3), 1, [&](Value) {
    B.forever([&] {
      Site = B.read();
      B.jump(JumpKind::Break);
    });
  });
  EXPECT_EQ(counts(B.analyze({32, 1, 1}), Site), "3 / 96");
}

TEST(ControlFlow, UnsupportedStatementsMakeAllUnknown) {
  ColumnKernel B;
  B.read();
  B.unsupported("inline assembly");
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[0].Sure, Certainty::Unknown);
  EXPECT_EQ(R.Verdicts[0].Reason, "inline assembly");
}

TEST(ControlFlow, ALoopThatNeverEndsIsCountedOnce) {
  ColumnKernel B;
  Value I = B.var("i", B.constant(1));
  B.loop(I != 0, [&] { B.set(I, I * 3 & 255); }, [&] { B.readAt(I); });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_TRUE(R.Verdicts[0].PerIteration);
  EXPECT_EQ(R.Verdicts[0].Requests, 1u);
}

/// `s[(tx * i + j * l) & 4095]` in three loops of \p Trips iterations.
void nest(KernelBuilder &B, unsigned A, int64_t Trips) {
  Value End = B.constant(Trips);
  B.count("i", B.constant(0), End, 1, [&](Value I) {
    B.count("j", B.constant(0), End, 1, [&](Value J) {
      B.count("l", B.constant(0), End, 1,
              [&](Value L) { B.load(A, {B.tx * I + J * L & 4095}); });
    });
  });
}

TEST(ControlFlow, LongNestsAreBounded) {
  KernelBuilder B;
  unsigned A = B.array("s", {4096});
  nest(B, A, 1000);
  unsigned Outside = B.load(A, {B.tx * 2});
  AnalysisResult R = B.analyze({64, 1, 1});
  const Verdict &V = R.Verdicts[0];
  EXPECT_EQ(V.Sure, Certainty::Bounded);
  EXPECT_TRUE(V.WorstCase);
  EXPECT_EQ(V.Reason,
            "the kernel takes more steps than bankfix is willing to run; "
            "--assume and --block-dim can give it smaller sizes");
  EXPECT_EQ(V.Requests, 2'000'000'000u);
  EXPECT_EQ(V.Wavefronts, 64'000'000'000u);
  // What is not in the loops is not touched by that.
  EXPECT_EQ(R.Verdicts[Outside].Sure, Certainty::Exact);
  EXPECT_EQ(R.Verdicts[Outside].Wavefronts, 4u);
}

/// What \p Budget steps say of a load by pitch, and of one of each thread's own
/// element, beside others.
std::pair<Verdict, Verdict> besideManyPitches(uint64_t Budget) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  Value Pitch = B.param("pitch");
  unsigned Own = B.load(A, {B.tx});
  unsigned First = B.load(A, {B.tx * Pitch + B.tx * 100});
  for (unsigned I = 1; I < 10; ++I)
    B.load(A, {B.tx * Pitch + B.tx * 100 + int(I)});
  KernelRequests R = collectRequests(
      B.kernel(), B.P, LaunchShape{{32, 1, 1}, ShapeOrigin::Launch, {}}, 32,
      {Budget});
  auto Of = [&](unsigned Site) {
    return judge(R.Sites[Site], B.kernel().Sites[Site], B.P.Arrays[A],
                 *findTarget("sm_80"));
  };
  return {Of(First), Of(Own)};
}

TEST(ControlFlow, AccessesThatTakeTooManyStepsAreBounded) {
  auto [Fine, Own] = besideManyPitches(StatementBudget);
  EXPECT_EQ(Fine.Sure, Certainty::Bounded);
  EXPECT_FALSE(Fine.WorstCase);
  auto [Coarse, OwnToo] = besideManyPitches(20'000);
  EXPECT_EQ(Coarse.Sure, Certainty::Bounded);
  EXPECT_TRUE(Coarse.WorstCase);
  EXPECT_EQ(Coarse.Reason,
            "the kernel takes more steps than bankfix is willing to run; "
            "--assume and --block-dim can give it smaller sizes");
  EXPECT_GE(Coarse.Wavefronts, Fine.Wavefronts);
  EXPECT_GE(Coarse.MaxDegree, Fine.MaxDegree);
  EXPECT_EQ(Own, OwnToo);
  EXPECT_EQ(Own.Sure, Certainty::Exact);
}

TEST(ControlFlow, ABudgetMayNotEvenDoForTheStatements) {
  KernelBuilder B;
  unsigned A = B.array("s", {4096});
  for (unsigned I = 0; I < 100; ++I)
    B.load(A, {B.tx * 2});
  KernelRequests R =
      collectRequests(B.kernel(), B.P, LaunchShape{{32, 1, 1}}, 32, {50});
  EXPECT_EQ(R.Sites[0].Reason,
            "the kernel takes more steps than bankfix is willing to run; "
            "--assume and --block-dim can give it smaller sizes");
}

/// A condition that an instance of a template decides leaves no branch.
TEST(ControlFlow, AccessesMergeAcrossWhatCompilersDecide) {
  auto MergedBytes = [](bool IsKnown) {
    KernelBuilder B;
    unsigned S = B.array("s", {128});
    Value Checks = IsKnown ? B.var("checks", B.constant(0)) : B.param("checks");
    B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
      B.when(Checks == 0, [&] { B.store(S, {B.tx * 4 + I}); });
    });
    const std::vector<MergedRequests> Merged =
        collectRequests(B.kernel(), B.P, LaunchShape{{32, 1, 1}}, 32)
            .Sites[0]
            .Merged;
    return Merged.empty() ? 0 : Merged[0].Bytes;
  };
  EXPECT_EQ(MergedBytes(true), 16u);
  EXPECT_EQ(MergedBytes(false), 0u);
}

} // namespace
