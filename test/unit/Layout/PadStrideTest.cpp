//===- PadStrideTest.cpp - Longer rows of flat arrays ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

PlanOptions padStride() {
  PlanOptions O;
  O.Allowed = {StrategyKind::PadStride};
  return O;
}

/// An access to element `Row * Length + Column` of array \p A.
void access(KernelBuilder &B, unsigned A, Value Row, Value Length, Value Column,
            AccessOp Op = AccessOp::Load) {
  IntType Wide{64, true};
  B.access(A, Op, {Row * Length + Column});
  std::get<Access>(B.kernel().Body.back().Node).Flat = {
      {B.cast(Row, Wide).E, Length.E, B.cast(Column, Wide).E}};
}

TEST(PadStride, ColumnOfConstantRows) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  access(B, A, B.tx, B.constant(32), B.ty);
  ArrayPlan P = planned(B, {32, 8, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Summary, "s[1024] -> s[1056], rows of 32 -> 33 elements");
  EXPECT_EQ(P.WavefrontsBefore, 8u * 32);
  EXPECT_EQ(P.WavefrontsAfter, 8u);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 0u);
  SharedArray Old = B.P.Arrays[0];
  EXPECT_EQ(P.Map->offset(Old, (3 * 32 + 5) * 4 + 2), (3 * 33 + 5) * 4 + 2);
  EXPECT_EQ(P.Map->change(Old).Rows->Added, 1);
}

TEST(PadStride, RowsAsLongAsTheBlock) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  access(B, A, B.tx, B.cast(B.bdx, Int32), B.constant(7));
  ArrayPlan P = planned(B, {32, 8, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Rows->Elements, 32);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 0u);
}

/// Why rows of parameter "w" are not padded under \p Shape.
std::string refusalOf(LaunchShape Shape, MemorySpace Space,
                      bool HasHosts = false) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  B.P.Arrays[A].Space = Space;
  B.P.HasHosts = HasHosts;
  access(B, A, B.tx, B.param("w"), B.constant(7));
  Shape.Block = {32, 1, 1};
  Shape.DynamicBytes = 4096;
  Shape.ArgumentBytes = {4096};
  PlanOptions Options = padStride();
  Options.AllowOccupancyLoss = true;
  AnalyzedKernel K = analyzed(B.analyzeShape(Shape));
  std::vector<ArrayPlan> All =
      plan({B.P, B.Rights}, K, *findTarget("sm_80"), Options);
  EXPECT_EQ(All.size(), 1u);
  return All.front().Map ? "" : refusal(All.front(), StrategyKind::PadStride);
}

TEST(PadStride, LaunchesThatNobodyKnows) {
  const std::string Unknown =
      "the length of its rows is not known, or not the same in every launch; "
      "give it with --assume, or the block with --block-dim";
  LaunchShape Told;
  Told.Origin = ShapeOrigin::Launch;
  Told.Params = {32};
  EXPECT_EQ(refusalOf(Told, MemorySpace::Static), "");
  EXPECT_EQ(refusalOf(Told, MemorySpace::Dynamic), "");
  LaunchShape Open = Told;
  Open.OthersPossible = true;
  EXPECT_EQ(refusalOf(Open, MemorySpace::Static), Unknown);
  Open.Assumed = {{"w", 32}};
  EXPECT_EQ(refusalOf(Open, MemorySpace::Static), "");
  LaunchShape Otherwise = Told;
  Otherwise.Assumed = {{"w", 16}};
  EXPECT_EQ(refusalOf(Otherwise, MemorySpace::Static), Unknown);
}

/// What launches of any length write in their own text is right for all.
TEST(PadStride, AssumedLengthsAndSizesOfLaunches) {
  const std::string Assumed =
      "the length of its rows is only assumed, and the size that launches give "
      "it would be right for that length alone; make it a constant";
  LaunchShape Shape;
  Shape.Origin = ShapeOrigin::Launch;
  Shape.Params = {std::nullopt};
  Shape.Assumed = {{"w", 32}};
  EXPECT_EQ(refusalOf(Shape, MemorySpace::Static), "");
  EXPECT_EQ(refusalOf(Shape, MemorySpace::Dynamic), Assumed);
  EXPECT_EQ(refusalOf(Shape, MemorySpace::Argument), "");
  EXPECT_EQ(refusalOf(Shape, MemorySpace::Argument, /*HasHosts=*/true),
            Assumed);
}

TEST(PadStride, VariableThatIsSetOnce) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  Value L = B.var("l", B.cast(B.bdx, Int32) * 2 - 32);
  access(B, A, B.tx, L, B.ty);
  EXPECT_TRUE(planned(B, {32, 8, 1}, padStride()).Map);
  B.set(L, B.constant(16));
  EXPECT_EQ(
      refusal(planned(B, {32, 8, 1}, padStride()), StrategyKind::PadStride),
      "the length of its rows is not known, or not the same in every "
      "launch; give it with --assume, or the block with --block-dim");
}

TEST(PadStride, ColumnHasToStayInTheRow) {
  KernelBuilder B;
  unsigned A = B.array("s", {2048});
  access(B, A, B.tx, B.constant(32), B.ty + 25);
  EXPECT_EQ(
      refusal(planned(B, {32, 8, 1}, padStride()), StrategyKind::PadStride),
      "line 1: 's[((i32(threadIdx.x) * 32) + (i32(threadIdx.y) + 25))]' is not "
      "proved to keep its column within 0 to 31; give what it depends on with "
      "--assume");
}

TEST(PadStride, EveryAccessHasToUseTheRows) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  access(B, A, B.tx, B.constant(32), B.ty);
  B.load(A, {B.tx});
  EXPECT_EQ(
      refusal(planned(B, {32, 8, 1}, padStride()), StrategyKind::PadStride),
      "line 2: 's[i32(threadIdx.x)]' is not written as rows of one length, a * "
      "L + b, as "
      "all other accesses are; write it so");
}

/// What lies behind the last whole row is one that is cut short.
TEST(PadStride, RowsThatDoNotFillTheArray) {
  KernelBuilder B;
  unsigned A = B.array("s", {1000});
  access(B, A, B.tx, B.constant(32), B.ty);
  ArrayPlan P = planned(B, {32, 8, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Summary, "s[1000] -> s[1031], rows of 32 -> 33 elements");
  SharedArray Old = B.P.Arrays[0], New = P.Map->apply(Old);
  EXPECT_EQ(P.Map->offset(Old, 999 * 4), (999 + 31) * 4);
  EXPECT_EQ(New.elements(), 1031u);
}

/// Two rows of half a wave each: an odd distance brings them into each other's
/// banks.
TEST(PadStride, RowsOfHalfAWave) {
  KernelBuilder B;
  unsigned A = B.array("s", {24 * 24});
  access(B, A, B.ty, B.constant(24), B.tx);
  ArrayPlan P = planned(B, {16, 16, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Rows->Added, 24);
  EXPECT_EQ(P.WavefrontsBefore, 16u);
  EXPECT_EQ(P.WavefrontsAfter, 8u);
}

/// All kernels that use one array have the same rows, and each is looked at.
TEST(PadStride, SeveralKernels) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  access(B, A, B.tx, B.constant(32), B.ty);
  B.P.Kernels.push_back(B.P.Kernels[0]);
  EXPECT_EQ(
      refusal(planned(B, {32, 8, 1}, padStride()), StrategyKind::PadStride),
      "the length of its rows is not known, or not the same in every launch; "
      "give it with --assume, or the block with --block-dim");

  AnalyzedKernel First = analyzed(B.analyze({32, 8, 1})), Second = First;
  Second.Kernel = 1;
  std::vector<ArrayPlan> P = plan({B.P, B.Rights}, {First, Second},
                                  *findTarget("sm_80"), padStride());
  ASSERT_EQ(P.size(), 1u);
  ASSERT_TRUE(P[0].Map);
  EXPECT_EQ(P[0].Summary, "s[1024] -> s[1056], rows of 32 -> 33 elements");
}

TEST(PadStride, NeedsMoreThanOneOfNarrowElements) {
  KernelBuilder B;
  unsigned A = B.array("s", {2048}, 2);
  access(B, A, B.tx, B.constant(64), B.ty);
  ArrayPlan P = planned(B, {32, 8, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Rows->Added, 2);
  EXPECT_EQ(P.WavefrontsAfter, 8u);
}

/// A histogram of each of 32 threads, with \p Updates, and the sum over rows.
void histogram(KernelBuilder &B, unsigned Updates) {
  unsigned A = B.array("h", {256 * 32});
  Value L = B.constant(32);
  for (unsigned I = 0; I < Updates; ++I)
    access(B, A, B.opaque("p[" + std::to_string(I) + "]") & 255, L, B.tx);
  B.count("i", B.constant(0), B.constant(32), 1, [&](Value I) {
    Value Column = I;
    B.load(A, {B.tx * 32 + Column});
  });
  auto &Loop = std::get<bankfix::Loop>(B.kernel().Body.back().Node);
  Access &Sum = std::get<Access>(Loop.Body.front().Node);
  IntType Wide{64, true};
  Sum.Flat = {{B.cast(B.tx, Wide).E, L.E,
               B.Pool.cast(Sum.Subscripts[0]->operand(1), Wide)}};
}

/// A certain gain may cost accesses of which only the worst case is known, and
/// the user is told.
TEST(PadStride, HistogramOfEachThread) {
  KernelBuilder B;
  histogram(B, 1);
  ArrayPlan P = planned(B, {32, 1, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.BytesBefore, 32768u);
  EXPECT_EQ(P.BytesAfter, 33792u);
  ASSERT_EQ(P.Mind.Warnings.size(), 2u);
  EXPECT_EQ(P.Mind.Warnings[0],
            "33792 bytes are no multiple of 4096, as 32768 are; where memory "
            "is budgeted in such units, fewer blocks may fit");
  EXPECT_EQ(P.Mind.Warnings[1],
            "longer rows bound the worst case of accesses whose index comes "
            "from memory; how fast these are depends on the data");
}

/// In the worst case 40 updates cost more than the sum gains, but not with
/// random values.
TEST(PadStride, RandomValuesDecide) {
  KernelBuilder B;
  histogram(B, 40);
  ArrayPlan P = planned(B, {32, 1, 1}, padStride());
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.WavefrontsBefore, 32u * 32 + 40);
  EXPECT_EQ(P.WavefrontsAfter, 32u + 40 * 32);
  ASSERT_TRUE(P.MeanAfter && P.MeanBefore);
  EXPECT_EQ(*P.MeanBefore, 32u * 32 + 40);
  EXPECT_NEAR(*P.MeanAfter, 32 + 40 * 3.5, 10);
  ASSERT_EQ(P.Mind.Warnings.size(), 3u);
  EXPECT_EQ(P.Mind.Warnings[1], "random values in memory leave about " +
                               std::to_string(*P.MeanAfter) +
                               " wavefronts, the worst ones 1312 where they "
                               "left 1064");
}

/// Random values cost more than the sum gains, too.
TEST(PadStride, RandomValuesDecideAgainst) {
  KernelBuilder B;
  histogram(B, 500);
  EXPECT_EQ(
      refusal(planned(B, {32, 1, 1}, padStride()), StrategyKind::PadStride),
      "no such layout lowers its wavefronts");
}

} // namespace
