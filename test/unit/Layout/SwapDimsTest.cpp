//===- SwapDimsTest.cpp - Finding, plan and refusals of swap-dims ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Swaps = only(StrategyKind::SwapDims);

TEST(SwapDims, ColumnsBecomeRows) {
  KernelBuilder B;
  unsigned A = B.array("sums", {32, 4});
  B.store(A, {B.tx, B.ty});
  ArrayPlan P = planned(B, {32, 4, 1}, Swaps);
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Summary, "sums[32][4] -> sums[4][32], subscripts swapped");
  EXPECT_EQ(P.WavefrontsBefore, 4u * 4);
  EXPECT_EQ(P.WavefrontsAfter, 4u);
  EXPECT_EQ(P.BytesAfter, 512u);
  SourceChange C = P.Map->change(B.P.Arrays[0]);
  EXPECT_EQ(C.Dims[0].From, 1u);
  EXPECT_EQ(C.Subscripts, C.Dims);
}

TEST(SwapDims, TheFewestOfThreeDimensions) {
  KernelBuilder C;
  unsigned A = C.array("cube", {2, 32, 32});
  C.load(A, {C.constant(1), C.tx, C.ty});
  EXPECT_EQ(planned(C, {32, 8, 1}, Swaps).Summary,
            "cube[2][32][32], subscripts swapped");
}

TEST(SwapDims, Refusals) {
  KernelBuilder B;
  transposeKernel(B, 32, 8);
  EXPECT_EQ(refusal(planned(B, {32, 8, 1}, Swaps), StrategyKind::SwapDims),
            "no such layout lowers its wavefronts");
  KernelBuilder C;
  unsigned A = C.array("s", {1024});
  C.load(A, {C.tx * 32});
  EXPECT_EQ(refusal(planned(C, {32, 1, 1}, Swaps), StrategyKind::SwapDims),
            "it has no second dimension to swap with");
}

} // namespace
