//===- ShiftBaseTest.cpp - Finding, plan and refusals of shift-base -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Shifts = only(StrategyKind::ShiftBase);

/// Every other word of 64, on Kepler: two words of one pair of rows share a
/// bank, if the array begins where such a pair does.
TEST(ShiftBase, AlignmentAlone) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx * 2});
  ArrayPlan P = planned(B, {32, 1, 1}, Shifts, "sm_35");
  EXPECT_EQ(P.Summary, "s[64], aligned to 256 bytes");
  EXPECT_EQ(P.WavefrontsBefore, 2u);
  EXPECT_EQ(P.WavefrontsAfter, 1u);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 0u);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Alignment, 256u);
}

TEST(ShiftBase, LeadingElements) {
  KernelBuilder B;
  unsigned A = B.array("s", {128});
  B.load(A, {B.tx * 2 + 62});
  ArrayPlan P = planned(B, {32, 1, 1}, Shifts, "sm_35");
  EXPECT_EQ(P.Summary, "s[128] -> s[130], aligned to 256 bytes");
  EXPECT_EQ(P.WavefrontsAfter, 1u);
  SourceChange C = P.Map->change(B.P.Arrays[0]);
  EXPECT_EQ(C.Subscripts[0].Added, 2);
  EXPECT_EQ(toString(*P.Map
                          ->subscripts(B.Pool, B.P.Arrays[0],
                                       {B.Pool.var(0, "i", UInt32)})
                          .front()),
            "(i + 2)");
}

TEST(ShiftBase, RefusedWhereEveryBaseIsAlike) {
  KernelBuilder B;
  unsigned A = B.array("s", {64});
  B.load(A, {B.tx * 2});
  EXPECT_EQ(refusal(planned(B, {32, 1, 1}, Shifts), StrategyKind::ShiftBase),
            "no such layout lowers its wavefronts");
}

} // namespace
