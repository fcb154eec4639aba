//===- UnknownTest.cpp - Values that only the run knows -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include "bankfix/Analysis/ValueCosts.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

constexpr auto Exact = Certainty::Exact, Bounded = Certainty::Bounded;

struct Expected {
  Certainty Sure;
  double Min, Max;
  bool operator==(const Expected &) const = default;
};
void PrintTo(const Expected &E, std::ostream *OS) {
  *OS << name(E.Sure).str() << ", " << E.Min << " to " << E.Max;
}

using Index = llvm::function_ref<Value(KernelBuilder &)>;

/// The verdict on a load of `s[index]` by one wave.
Verdict verdict(Index I, std::array<unsigned, 3> Block = {32, 1, 1}) {
  KernelBuilder B;
  unsigned A = B.array("s", {4096});
  B.load(A, {I(B)});
  return B.analyze(Block).Verdicts[0];
}

/// How sure and how bad a load of `s[index]` is for one wave.
Expected load(Index I, std::array<unsigned, 3> Block = {32, 1, 1},
              std::vector<std::optional<int64_t>> Params = {}) {
  KernelBuilder B;
  unsigned A = B.array("s", {4096});
  B.load(A, {I(B)});
  LaunchShape Shape{Block, ShapeOrigin::Launch, std::move(Params)};
  Verdict V = B.analyzeShape(Shape).Verdicts[0];
  return {V.Sure, V.MinDegree, V.MaxDegree};
}

TEST(Unknowns, UniformShiftIsExact) {
  EXPECT_EQ(load([](auto &B) { return B.param("n") + B.tx; }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.tx * 2 - B.param("n"); }),
            (Expected{Exact, 2, 2}));
  EXPECT_EQ(load([](auto &B) { return B.bx * 32 + B.tx * 4; }),
            (Expected{Exact, 4, 4}));
  EXPECT_EQ(load([](auto &B) { return B.opaque("p[0]", true) * 8 + B.tx; }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.param("n") / 2 + B.tx; }),
            (Expected{Exact, 1, 1}));
}

TEST(Unknowns, PitchIsBounded) {
  auto Tile = [](KernelBuilder &B) { return B.ty * B.param("pitch") + B.tx; };
  EXPECT_EQ(load(Tile, {8, 4, 1}), (Expected{Bounded, 1, 4}));
  EXPECT_EQ(load(Tile, {8, 4, 1}, {1}), (Expected{Exact, 1, 1}));
  EXPECT_EQ(load(Tile, {8, 4, 1}, {8}), (Expected{Exact, 1, 1}));
  EXPECT_EQ(load(Tile, {8, 4, 1}, {33}), (Expected{Exact, 4, 4}));
  // One row a wave: the pitch does not matter.
  EXPECT_EQ(load(Tile, {32, 4, 1}), (Expected{Exact, 1, 1}));
  // A column is a broadcast at pitch 0 and 32-way at pitch 32.
  EXPECT_EQ(load([](auto &B) { return B.tx * B.param("pitch"); }),
            (Expected{Bounded, 1, 32}));
}

TEST(Unknowns, OperatorsOfAConstantArePeriodic) {
  EXPECT_EQ(load([](auto &B) { return B.tx * (B.param("n") & 1); }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.tx * (B.param("n") & 2); }),
            (Expected{Bounded, 1, 2}));
  EXPECT_EQ(load([](auto &B) { return B.tx + B.param("n") & 63; }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.tx ^ B.param("n") & 7; }),
            (Expected{Exact, 1, 1}));
}

TEST(Unknowns, BitOperatorsOfTwoUnknowns) {
  // Swizzled rows of 32: row n is a permutation of the banks.
  auto Row = [](KernelBuilder &B) { return B.param("n") & 31; };
  EXPECT_EQ(load([&](auto &B) { return Row(B) * 32 + (B.tx ^ Row(B)); }),
            (Expected{Exact, 1, 1}));
  auto Index = [](KernelBuilder &B) { return B.param("n") * 32 + B.tx; };
  EXPECT_EQ(load([&](auto &B) { return Index(B) ^ (Index(B) >> 5 & 31); }),
            (Expected{Exact, 1, 1}));
  // A column of them.
  EXPECT_EQ(load([&](auto &B) { return B.tx * 32 + (Row(B) ^ B.tx); }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([&](auto &B) { return B.tx * 32 + (Row(B) ^ (B.tx & 15)); }),
            (Expected{Exact, 2, 2}));
  EXPECT_EQ(load([](auto &B) { return B.tx * 8 & (B.param("n") + B.tx & 63); }),
            (Expected{Bounded, 1, 2}));
}

TEST(Unknowns, SeveralUnknownsThatShapeTheAddress) {
  auto TwoPitches = [](KernelBuilder &B) {
    return B.ty * B.param("pitch") + B.tx * B.param("step");
  };
  Verdict V = verdict(TwoPitches, {8, 4, 1});
  EXPECT_EQ(V.Reason,
            "the index depends on several unknown values ('pitch', 'step'); "
            "give them with --assume");
  EXPECT_EQ(V.Sure, Bounded);
  EXPECT_TRUE(V.WorstCase);
  EXPECT_EQ(V.MaxDegree, 32);
  EXPECT_FALSE(V.RandomDegree);
  // No more than four different addresses.
  V = verdict(
      [](auto &B) {
        return B.tx / 16 * B.param("pitch") + B.tx / 8 % 2 * B.param("step");
      },
      {32, 1, 1});
  EXPECT_EQ(V.MaxDegree, 4);
  EXPECT_EQ(V.MinDegree, 1);
}

TEST(Unknowns, DivisionByAnUnknown) {
  // Whatever n is, neighbours share an element or have the next one.
  EXPECT_EQ(load([](auto &B) { return B.tx / B.param("n"); }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.tx % B.param("n"); }),
            (Expected{Exact, 1, 1}));
  // Rows of 32: 1-way if n is 32, 32-way if it is 1.
  EXPECT_EQ(load([](auto &B) { return B.tx / B.param("n") * 32; }),
            (Expected{Bounded, 1, 32}));
  EXPECT_EQ(load([](auto &B) { return B.tx * 2 % B.param("n"); }),
            (Expected{Bounded, 1, 2}));
}

TEST(Unknowns, ShiftsByAnUnknown) {
  EXPECT_EQ(load([](KernelBuilder &B) {
              return Value{&B.Pool,
                           B.Pool.binary(Op::Shl, B.tx.E, B.param("n").E)};
            }),
            (Expected{Bounded, 1, 32}));
  EXPECT_EQ(load([](KernelBuilder &B) {
              return Value{&B.Pool,
                           B.Pool.binary(Op::Shr, B.tx.E, B.param("n").E)};
            }),
            (Expected{Exact, 1, 1}));
}

TEST(Unknowns, MasksAndNarrowCasts) {
  // 16 words, 4 apart; 17 where n is odd and the pairs begin later.
  EXPECT_EQ(load([](auto &B) { return B.tx * 2 + B.param("n") & ~3; }),
            (Expected{Bounded, 2, 3}));
  EXPECT_EQ(load([](auto &B) {
              return B.cast(B.cast(B.tx + B.param("n"), IntType{8, false}),
                            Int32);
            }),
            (Expected{Exact, 1, 1}));
}

TEST(Unknowns, OperatorsThatAreNotFollowed) {
  Verdict V = verdict(
      [](auto &B) { return B.tx * 40 / (B.param("n") * B.param("m")); });
  EXPECT_EQ(V.Reason, "the index applies '/' to a value that is not known; "
                      "give it with --assume");
  EXPECT_TRUE(V.WorstCase);
  EXPECT_FALSE(V.RandomDegree);
  // Lane 31 gets no further than 1240, which is row 38; lane l than 1.25 l.
  EXPECT_GE(V.MaxDegree, 31);
}

TEST(Unknowns, DataDependentIndex) {
  Verdict V = verdict([](auto &B) { return B.opaque("data[i]") & 255; });
  EXPECT_EQ(V.Reason,
            "the index depends on 'data[i]', which only the run knows");
  EXPECT_EQ(V.Sure, Bounded);
  EXPECT_TRUE(V.WorstCase);
  // 256 words are 8 rows.
  EXPECT_EQ(V.MinDegree, 1);
  EXPECT_EQ(V.MaxDegree, 8);
  EXPECT_EQ(V.Wavefronts, 8u);
  EXPECT_EQ(V.excess(), 7u);
  ASSERT_TRUE(V.RandomDegree);
  EXPECT_NEAR(V.meanDegree(), 3.2, 0.2);
  // All that is known is that it lies in the array: 128 rows.
  EXPECT_EQ(verdict([](auto &B) { return B.opaque("data[i]"); }).MaxDegree, 32);
}

TEST(Unknowns, DataThatCannotConflict) {
  // One row; a bank for each lane.
  EXPECT_EQ(load([](auto &B) { return B.opaque("d") & 31; }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return B.opaque("d") * 32 + B.tx; }),
            (Expected{Exact, 1, 1}));
  EXPECT_EQ(load([](auto &B) { return (B.opaque("d") & ~31) + B.tx; }),
            (Expected{Exact, 1, 1}));
}

TEST(Unknowns, DataAndLanesTogether) {
  // Lane l reads one of the words l to l + 3: at most two in one bank.
  EXPECT_EQ(load([](auto &B) { return (B.opaque("d") & 3) + B.tx; }),
            (Expected{Bounded, 1, 2}));
  // Wherever that starts.
  EXPECT_EQ(
      load([](auto &B) { return (B.opaque("d") & 3) + B.tx + B.param("n"); }),
      (Expected{Bounded, 1, 2}));
  // The padding of an index that is known to lie in 256 words.
  EXPECT_EQ(load([](KernelBuilder &B) {
              Value D = B.var("d", B.opaque("d") & 255);
              return D + (D >> 5);
            }),
            (Expected{Bounded, 1, 8}));
}

TEST(Unknowns, ReasonsOfTheFrontend) {
  KernelBuilder B;
  unsigned S = B.array("s", {64});
  B.load(S, {B.tx});
  std::get<Access>(B.kernel().Body[0].Node).Reason = "line 3: a cast";
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[0].Reason, "line 3: a cast");
}

// The host sets the size of `extern __shared__ float buffer[]`.
TEST(Unknowns, ASizeThatIsNotKnownMakesNoDifference) {
  KernelBuilder B;
  unsigned Buffer = B.array("buffer", {0});
  B.load(Buffer, {B.tx * 2});
  B.load(Buffer, {B.tx * B.param("n")});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[0].Sure, Certainty::Exact);
  EXPECT_EQ(R.Verdicts[0].Wavefronts, 2u);
  EXPECT_EQ(R.Verdicts[1].Sure, Certainty::Bounded);
  EXPECT_EQ(R.Verdicts[1].MaxDegree, 32);
}

TEST(Unknowns, AssumedBlockShapeIsAtMostBounded) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  B.load(S, {B.tx * 32 + B.ty});
  AnalysisResult R = B.analyze({32, 8, 1}, "sm_80", ShapeOrigin::Assumed);
  EXPECT_EQ(R.Verdicts[0].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[0].Wavefronts, 8u * 32);
  // For other shapes, subscripts reach further: to the end of the array.
  EXPECT_GE(R.Requests.Sites[0].Subscripts[0].High, 2047);
  R = B.analyze({32, 8, 1});
  EXPECT_EQ(R.Requests.Sites[0].Subscripts[0].High, 31 * 32 + 7);
}

TEST(Conditions, AreListedAndBound) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n");
  unsigned Inside, After;
  B.when(B.bx * 32 + B.tx < N, [&] { Inside = B.load(S, {B.tx * 2}); });
  After = B.load(S, {B.tx * 2});
  AnalysisResult R = B.analyze({32, 1, 1});
  ASSERT_EQ(R.Requests.Assumptions.size(), 1u);
  EXPECT_EQ(R.Requests.Assumptions[0],
            "(((i32(blockIdx.x) * 32) + i32(threadIdx.x)) < n) holds for "
            "every lane");
  EXPECT_EQ(R.Verdicts[Inside].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[Inside].Wavefronts, 2u);
  // One lane alone has no conflict.
  EXPECT_EQ(R.Verdicts[Inside].MinDegree, 1);
  EXPECT_EQ(R.Verdicts[Inside].MaxDegree, 2);
  EXPECT_EQ(R.Verdicts[After].Sure, Exact);
}

TEST(Conditions, EarlyReturnAssumesTheRest) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n");
  unsigned Before = B.load(S, {B.tx * 2});
  B.when(B.tx + B.bx >= N, [&] { B.jump(JumpKind::Return); });
  unsigned After = B.load(S, {B.tx * 2});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[Before].Sure, Exact);
  EXPECT_EQ(R.Verdicts[After].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[After].Wavefronts, 2u);
  ASSERT_EQ(R.Requests.Assumptions.size(), 1u);
  EXPECT_NE(R.Requests.Assumptions[0].find("fails for every lane"),
            std::string::npos);
}

TEST(Conditions, DecidedByRangesAreNotAssumed) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  unsigned Site = 0;
  B.when(B.bx >= 0, [&] { Site = B.load(S, {B.tx}); });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[Site].Sure, Exact);
  EXPECT_TRUE(R.Requests.Assumptions.empty());
}

/// `x = tx; if (n > 5) x = tx * 2;` and then the body.
AnalysisResult afterJoin(
    llvm::function_ref<void(KernelBuilder &, unsigned, Value, Value)> Body) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value Cond = B.param("n") > 5;
  Value X = B.var("x", B.tx);
  B.when(Cond, [&] { B.set(X, B.tx * 2); });
  Body(B, S, X, Cond);
  return B.analyze({32, 1, 1});
}

TEST(Conditions, JoinsTakeBothOutcomes) {
  AnalysisResult R = afterJoin(
      [](KernelBuilder &B, unsigned S, Value X, Value) { B.load(S, {X}); });
  EXPECT_EQ(R.Verdicts[0].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[0].MinDegree, 1);
  EXPECT_EQ(R.Verdicts[0].MaxDegree, 2);
}

TEST(Conditions, TheSameConditionHasTheSameOutcome) {
  // x is tx * 2 exactly where y is 0, so x + y is never worse than 2-way; mixed
  // outcomes would give tx * 2 + tx * 30.
  AnalysisResult R =
      afterJoin([](KernelBuilder &B, unsigned S, Value X, Value Cond) {
        Value Y = B.var("y", B.tx * 30);
        B.when(Cond, [&] { B.set(Y, B.constant(0)); });
        B.load(S, {X + Y});
      });
  EXPECT_EQ(R.Verdicts[0].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[0].MinDegree, 1);
  EXPECT_EQ(R.Verdicts[0].MaxDegree, 2);
}

TEST(Conditions, JoinOfEqualValuesIsKnown) {
  AnalysisResult R =
      afterJoin([](KernelBuilder &B, unsigned S, Value, Value Cond) {
        Value Y = B.var("y", B.constant(0));
        B.when(Cond, [&] { B.set(Y, B.tx); }, [&] { B.set(Y, B.tx + 0); });
        B.load(S, {Y});
      });
  EXPECT_EQ(R.Verdicts[0].Sure, Exact);
}

TEST(Conditions, JoinAfterADivergentUnknownTakesEither) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value X = B.var("x", B.tx);
  B.when(B.opaque("p[i]") > 0, [&] { B.set(X, B.tx * 2); });
  B.load(S, {X});
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Reason, "the index depends on 'x', which only the run knows");
  EXPECT_EQ(V.MaxDegree, 2);
  EXPECT_FALSE(V.RandomDegree); // What the lanes decide is not known.
}

TEST(Conditions, AValueAsCondition) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  B.load(S, {B.select(B.param("flag"), B.tx, B.tx * 2)});
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Sure, Bounded);
  EXPECT_EQ(V.MinDegree, 1);
  EXPECT_EQ(V.MaxDegree, 2);
}

/// `(c ? a : b)[at]`, of 32 lanes: what is said of either array.
std::array<Verdict, 2>
chosen(llvm::function_ref<std::pair<Value, Value>(KernelBuilder &)> CondAndAt,
       AccessOp Op = AccessOp::Load, unsigned Bytes = 4) {
  KernelBuilder B;
  unsigned First = B.array("a", {4096}, Bytes);
  unsigned Second = B.array("b", {4096}, Bytes);
  auto [C, At] = CondAndAt(B);
  B.access(First, Op, {At}, C != 0, 2);
  B.access(Second, Op, {At}, C == 0, 2);
  AnalysisResult R = B.analyze({32, 1, 1});
  for (unsigned I : {0u, 1u})
    if (R.Requests.Sites[I].Groups[0].Arrays > 1) {
      const OffsetMap Same = [](int64_t Offset) { return Offset; };
      Verdict V = judge(R.Requests.Sites[I], B.P.Kernels[0].Sites[I],
                        B.P.Arrays[I], *findTarget("sm_80"), &Same);
      EXPECT_EQ(V.Sure, Certainty::Unknown); // No layout is judged.
    }
  return {R.Verdicts[0], R.Verdicts[1]};
}

TEST(ChosenArrays, LanesOfOneRequest) {
  // Even lanes to a, odd ones to b: 16 lanes, two banks apart.
  auto [A, B] = chosen([](auto &B) { return std::pair(B.tx % 2, B.tx * 2); });
  EXPECT_EQ(A.Sure, Bounded);
  EXPECT_EQ(A.Requests, 1u);
  EXPECT_EQ(A.Wavefronts, 2u);
  EXPECT_EQ(B.Wavefronts, 2u);
  // The whole request asks for no more than both by themselves.
  EXPECT_EQ(A.MaxDegree, 4);
  EXPECT_EQ(A.MinDegree, 1);
  EXPECT_GE(A.excess() + B.excess(), 3u);
  EXPECT_EQ(A.Reason,
            "its pointer leads the lanes of one request to several arrays");
}

TEST(ChosenArrays, LanesThatOnlyTheRunKnows) {
  auto [A, B] =
      chosen([](auto &B) { return std::pair(B.opaque("c[i]"), B.tx * 32); });
  for (const Verdict &V : {A, B}) {
    EXPECT_EQ(V.Sure, Bounded);
    EXPECT_EQ(V.Wavefronts, 32u);
    EXPECT_EQ(V.MaxDegree, 32);
  }
}

TEST(ChosenArrays, AllLanesAlike) {
  auto [A, B] =
      chosen([](auto &B) { return std::pair(B.param("c"), B.tx * 2); });
  for (const Verdict &V : {A, B}) {
    EXPECT_EQ(V.Sure, Bounded);
    EXPECT_EQ(V.Wavefronts, 2u);
    EXPECT_EQ(V.MinDegree, 2);
    EXPECT_EQ(V.MaxDegree, 2);
    EXPECT_EQ(V.Reason, "");
  }
}

TEST(ChosenArrays, PhasesThatOneArrayWouldMerge) {
  // By itself, every other lane would be two phases of 16 bytes, not four.
  auto [A, B] = chosen([](auto &B) { return std::pair(B.tx % 2, B.tx); },
                       AccessOp::Load, 16);
  EXPECT_EQ(A.Wavefronts, 4u);
  EXPECT_EQ(B.Wavefronts, 4u);
}

TEST(Conditions, UniformOnlyWhereAllLanesHangOnTheSame) {
  // (n > 0 && (tx < 16 || m > 0)): lanes below 16 hang on n alone.
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n"), M = B.param("m");
  Value X = B.var("x", B.constant(0));
  B.when(N > 0 && (B.tx < 16 || M > 0), [&] {
    B.set(X, B.constant(1));
    B.load(S, {B.tx * 2});
  });
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[0].Sure, Bounded);
  EXPECT_TRUE(R.Requests.Sites[0].Groups[0].MayBePartial);
}

TEST(Unknowns, SomeValuesMayLoseByALayout) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value Pitch = B.param("pitch");
  B.load(S, {B.tx * Pitch});
  AnalysisResult R = B.analyze({32, 1, 1});
  LaidOut Same{B.P.Arrays[0], [](int64_t O) { return O; }};
  LaidOut Padded{B.P.Arrays[0], [](int64_t O) { return O + O / 128 * 4; }};
  auto Loses = [&](const LaidOut &Old, const LaidOut &New) {
    const Site &S = B.kernel().Sites[0];
    const Target &T = *findTarget("sm_80");
    return mayLose(valueCosts(R.Requests.Sites[0], S, T, Old), S, T, New);
  };
  EXPECT_FALSE(Loses(Same, Same));
  EXPECT_TRUE(Loses(Same, Padded)); // An odd pitch had no conflict.
  EXPECT_FALSE(Loses(Padded, Padded));
  EXPECT_TRUE(Loses(Padded, Same)); // At 32, all lanes are in one bank again.
}

TEST(Unknowns, LayoutsAreComparedAsTheyAreAligned) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096}, 2);
  Value Pitch = B.param("pitch");
  B.load(S, {B.tx * Pitch});
  AnalysisResult R = B.analyze({32, 1, 1});
  OffsetMap Offset = [](int64_t O) { return O; };
  LaidOut Half{B.P.Arrays[0], Offset}, Whole{B.P.Arrays[0], Offset};
  Half.Array.Alignment = 2;
  Whole.Array.Alignment = 4;
  auto Loses = [&](const LaidOut &Old, const LaidOut &New) {
    const Site &S = B.kernel().Sites[0];
    const Target &T = *findTarget("sm_80");
    return mayLose(valueCosts(R.Requests.Sites[0], S, T, Old), S, T, New);
  };
  EXPECT_FALSE(Loses(Half, Whole));
  EXPECT_TRUE(Loses(Whole, Half)); // Two lanes a bank may begin in its middle.
}

} // namespace
