//===- PadRowTest.cpp - Finding, plan and refusals of pad-row -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Pads = only(StrategyKind::PadRow);

/// The summary of pad-row on a column read of a whole tile by 32 x 8 threads.
std::string columnPad(std::vector<uint64_t> Dims, unsigned ElementBytes,
                      llvm::StringRef TargetName = "sm_80") {
  KernelBuilder B;
  columnKernel(B, std::move(Dims), ElementBytes);
  ArrayPlan P = planned(B, {32, 8, 1}, Pads, TargetName);
  return P.Summary;
}

TEST(PadRow, Transpose) {
  KernelBuilder B;
  transposeKernel(B, 32, 8);
  ArrayPlan P = planned(B, {32, 8, 1});
  EXPECT_EQ(P.Summary, "tile[32][32] -> tile[32][33]");
  EXPECT_EQ(P.WavefrontsBefore, 1056u);
  EXPECT_EQ(P.WavefrontsAfter, 64u);
  EXPECT_EQ(P.BytesAfter, 4224u);
  EXPECT_EQ(P.Map->strategy(), StrategyKind::PadRow);
  SourceChange Wanted = SourceChange::none(2);
  Wanted.Dims[1].Added = 1;
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]), Wanted);
  EXPECT_EQ(refusal(P, StrategyKind::IndexMacro),
            "it has 2 dimensions; pad-row and swizzle are for such arrays");
}

TEST(PadRow, TwoElementsWhereOneLeavesExcess) {
  KernelBuilder B;
  transposeKernel(B, 16, 16);
  ArrayPlan P = planned(B, {16, 16, 1}, Pads);
  EXPECT_EQ(P.Summary, "tile[16][16] -> tile[16][18]");
  EXPECT_EQ(P.WavefrontsBefore, 8u * 1 + 8u * 8);
  EXPECT_EQ(P.WavefrontsAfter, 8u * 2 + 8u * 1);
}

TEST(PadRow, ElementSizes) {
  // Four bytes, or four shorts, share a bank: a pad fills the word.
  EXPECT_EQ(columnPad({32, 32}, 4), "tile[32][32] -> tile[32][33]");
  EXPECT_EQ(columnPad({32, 64}, 2), "tile[32][64] -> tile[32][66]");
  EXPECT_EQ(columnPad({32, 128}, 1), "tile[32][128] -> tile[32][132]");
  EXPECT_EQ(columnPad({32, 32}, 8), "tile[32][32] -> tile[32][33]");
  EXPECT_EQ(columnPad({32, 32}, 16), "tile[32][32] -> tile[32][33]");
}

TEST(PadRow, OtherTargets) {
  EXPECT_EQ(columnPad({32, 32}, 4, "gfx942"), "tile[32][32] -> tile[32][33]");
  EXPECT_EQ(columnPad({32, 32}, 4, "sm_20"), "tile[32][32] -> tile[32][33]");
}

TEST(PadRow, ColumnsOf3D) {
  KernelBuilder B;
  unsigned A = B.array("cube", {8, 8, 8});
  B.load(A, {B.tx, B.ty, B.tz});
  ArrayPlan P = planned(B, {8, 8, 8}, Pads);
  EXPECT_EQ(P.WavefrontsBefore, 16u * 8);
  EXPECT_EQ(P.WavefrontsAfter, 16u);
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->needsBoundedSubscripts(), true);
  EXPECT_GT(P.Map->change(B.P.Arrays[0]).Dims[2].Added, 0);
}

TEST(PadRow, MiddleDimensionAlone) {
  KernelBuilder B;
  unsigned A = B.array("cube", {32, 3, 32});
  B.load(A, {B.tx, B.constant(1), B.ty});
  EXPECT_EQ(planned(B, {32, 4, 1}, Pads).Summary,
            "cube[32][3][32] -> cube[32][3][33]");
  KernelBuilder C;
  unsigned D = C.array("cube", {32, 4, 5});
  C.load(D, {C.tx, C.constant(1), C.ty});
  // 32 x (4 + 1) x 5 takes 160 elements more, 32 x 4 x (5 + 1) only 128; but
  // only the first is odd.
  EXPECT_EQ(planned(C, {32, 4, 1}, Pads).Summary,
            "cube[32][4][5] -> cube[32][5][5]");
}

TEST(PadRow, FourDimensions) {
  KernelBuilder B;
  unsigned A = B.array("hyper", {32, 2, 2, 2});
  B.load(A, {B.tx, B.ty, B.constant(0), B.constant(0)});
  ArrayPlan P = planned(B, {32, 2, 1}, Pads);
  EXPECT_EQ(P.WavefrontsBefore, 2u * 8);
  EXPECT_EQ(P.WavefrontsAfter, 2u);
  // The outermost pitch is odd only if every factor is.
  EXPECT_EQ(P.Summary, "hyper[32][2][2][2] -> hyper[32][3][3][3]");
}

TEST(PadRow, RefusesFlatArrays) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  B.load(A, {B.tx * 32});
  ArrayPlan P = planned(B, {32, 1, 1}, Pads);
  EXPECT_EQ(
      refusal(P, StrategyKind::PadRow),
      "it has one dimension; index-macro and swizzle are for such arrays");
}

TEST(PadRow, RefusesWhatNoPadImproves) {
  KernelBuilder B;
  // Lanes hit words of one row of the array, 32 apart: pads move none of them.
  unsigned A = B.array("wide", {2, 1024});
  B.load(A, {B.ty, B.tx * 32});
  ArrayPlan P = planned(B, {32, 2, 1}, Pads);
  EXPECT_FALSE(P.Map);
  EXPECT_EQ(refusal(P, StrategyKind::PadRow),
            "no such layout lowers its wavefronts");
  EXPECT_EQ(P.WavefrontsAfter, P.WavefrontsBefore);
  EXPECT_EQ(P.BytesAfter, 8192u);
}

TEST(PadRow, RefusesObstaclesOfTheDeclarationOnly) {
  KernelBuilder B;
  transposeKernel(B, 32, 8);
  B.P.Arrays[0].Obstacles = {
      {ObstacleKind::SideEffect, {"", 7, 3}, "tile[i++][0]"}};
  EXPECT_TRUE(planned(B, {32, 8, 1}, Pads).Map);
  B.P.Arrays[0].Obstacles.push_back(
      {ObstacleKind::SizeOf, {"", 9, 3}, "sizeof(tile)"});
  ArrayPlan P = planned(B, {32, 8, 1}, Pads);
  EXPECT_FALSE(P.Map);
  EXPECT_EQ(refusal(P, StrategyKind::PadRow),
            B.P.Arrays[0].Obstacles[1].text());
}

TEST(PadRow, RefusesWhatDependsOnTheSizesItChanges) {
  KernelBuilder B;
  transposeKernel(B, 32, 8);
  auto Counted = [&](unsigned Dims) {
    B.P.Arrays[0].Obstacles = {
        {ObstacleKind::SizeOf, {"", 9, 3}, "sizeof(tile)/ n", Dims}};
    return planned(B, {32, 8, 1}, Pads);
  };
  EXPECT_TRUE(Counted(1).Map); // Its rows.
  EXPECT_FALSE(Counted(2).Map);
  EXPECT_FALSE(Counted(3).Map);
  EXPECT_EQ(refusal(Counted(2), StrategyKind::PadRow),
            B.P.Arrays[0].Obstacles[0].text());
  B.P.Arrays[0].Obstacles = {
      {ObstacleKind::ElementSize, {"", 9, 3}, "sizeof(tile[0][0])"}};
  EXPECT_TRUE(planned(B, {32, 8, 1}, Pads).Map);
}

TEST(PadRow, RefusesSubscriptsThatMayLeaveTheRow) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  B.load(A, {B.tx, B.ty});
  B.load(A, {B.tx, B.ty * 8});
  EXPECT_EQ(refusal(planned(B, {32, 8, 1}, Pads), StrategyKind::PadRow),
            "line 2: 'tile[i32(threadIdx.x)][(i32(threadIdx.y) * 8)]' has "
            "values of subscript 2 outside 0 to 31, so it counts through the "
            "elements of all rows; index it by row and column");
  EXPECT_TRUE(planned(B, {32, 4, 1}, Pads).Map);
}

/// A transpose with a second read in a row that nothing is known of but that
/// its column is \p Column.
ArrayPlan plannedWith(KernelBuilder &B, Value Row, Value Column,
                      const PlanOptions &Options = Pads) {
  unsigned A = B.array("tile", {32, 32});
  B.load(A, {B.tx, B.ty});
  unsigned Open = B.load(A, {Row, Column});
  B.kernel().Sites[Open].Subscripts = {"row", "a & b"};
  return planned(B, {32, 8, 1}, Options);
}

TEST(PadRow, ReliesOnWhatNothingShowsToLeaveTheRow) {
  KernelBuilder B;
  ArrayPlan P = plannedWith(B, B.ty, B.param("n"));
  EXPECT_EQ(P.Summary, "tile[32][32] -> tile[32][33]");
  ASSERT_EQ(P.Mind.Relies.size(), 1u);
  EXPECT_EQ(P.Mind.Relies[0].Condition, "0 <= (a & b) < 32");
  EXPECT_EQ(P.Mind.Relies[0].Place.Line, 2u);

  KernelBuilder Less;
  EXPECT_EQ(plannedWith(Less, Less.ty, Less.param("n") & 31).Mind.Relies.size(), 0u);
}

TEST(PadRow, ReliesOnNothingThatMayBeMeantToLeaveTheRow) {
  KernelBuilder Strict, First, Array, Below;
  PlanOptions Proofs = Pads;
  Proofs.StrictBounds = true;
  EXPECT_FALSE(plannedWith(Strict, Strict.ty, Strict.param("n"), Proofs).Map);
  // From the first row on.
  EXPECT_FALSE(plannedWith(First, First.constant(0), First.param("n")).Map);
  // Bounded, but by the whole array.
  EXPECT_FALSE(plannedWith(Array, Array.ty, Array.param("n") & 1023).Map);
  EXPECT_FALSE(plannedWith(Below, Below.ty, (Below.param("n") & 31) - 1).Map);
}

TEST(PadRow, RefusesWhatOnlyTheAssumedShapeBounds) {
  KernelBuilder B;
  transposeKernel(B, 32, 8);
  std::string Why =
      refusal(planned(B, {32, 8, 1}, {}, "sm_80", ShapeOrigin::Assumed),
              StrategyKind::PadRow);
  EXPECT_NE(Why.find("' is not proved to keep subscript 2 within 0 to 31 for "
                     "every block size; give it with --block-dim"),
            std::string::npos)
      << Why;
}

TEST(PadRow, KeepsVectorsAligned) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 32});
  unsigned Wide = B.load(A, {B.tx, B.ty * 4});
  B.kernel().Sites[Wide].Bytes = 16;
  EXPECT_EQ(planned(B, {32, 8, 1}, Pads).Summary,
            "tile[32][32] -> tile[32][36]");
}

TEST(PadRow, ReplacesWhatTheAuthorPadded) {
  // One element where two are needed, and more than are.
  auto Repadded = [](std::vector<uint64_t> Dims, unsigned ElementBytes) {
    KernelBuilder B;
    unsigned A = B.array("tile", Dims, ElementBytes);
    B.load(A, {B.tx, B.ty * 2 + 1});
    B.load(A, {B.ty, B.tx * 2 + 1});
    return planned(B, {32, 8, 1}, Pads).Summary;
  };
  EXPECT_EQ(Repadded({32, 65}, 2), "tile[32][65] -> tile[32][66]");
  EXPECT_EQ(Repadded({32, 96}, 2), "tile[32][96] -> tile[32][66]");
}

// All combinations of pads would take minutes, and gigabytes; no few do here.
TEST(PadRow, ManyDimensions) {
  KernelBuilder B;
  unsigned A = B.array("a", std::vector<uint64_t>(13, 2));
  std::vector<Value> Subscripts;
  for (unsigned Dim = 0; Dim < 13; ++Dim)
    Subscripts.push_back((B.tx >> Dim) % 2);
  B.load(A, Subscripts);
  ArrayPlan P = planned(B, {32, 1, 1}, Pads);
  EXPECT_EQ(P.WavefrontsBefore, 32u);
  EXPECT_EQ(P.Summary, "");
}

TEST(PadRow, ShrinksToWhatIsUsed) {
  KernelBuilder B;
  unsigned A = B.array("tile", {32, 40});
  B.load(A, {B.tx, B.ty + 24});
  ArrayPlan P = planned(B, {32, 8, 1}, Pads);
  EXPECT_EQ(P.Summary, "tile[32][40] -> tile[32][33]");
  EXPECT_EQ(P.Map->domain(B.P.Arrays[0]), (std::vector<uint64_t>{32, 33}));
  // Rows that are round are no padding, and another launch may use more.
  KernelBuilder C;
  A = C.array("tile", {32, 64});
  C.load(A, {C.tx, C.ty + 24});
  EXPECT_EQ(planned(C, {32, 8, 1}, Pads).Summary,
            "tile[32][64] -> tile[32][65]");
  EXPECT_EQ(planned(B, {32, 8, 1}, Pads, "sm_80", ShapeOrigin::Assumed).Summary,
            "");
}

} // namespace
