//===- OffsetMacroTest.cpp - Other definitions of an author's macro -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Macros = only(StrategyKind::IndexMacro);

Value skipping(Value I, int Shift) { return I + (I >> Shift); }

/// A transpose of 32 x 32 elements that leaves out one after 1 << \p Shift.
ArrayPlan transposed(KernelBuilder &B, int Shift, bool SizesFollow,
                     MemorySpace Space = MemorySpace::Static) {
  OffsetMacro M;
  M.Name = "SKIP";
  M.Parameter = "n";
  M.Terms = {{unsigned(Shift), 1}};
  M.Operations = 1;
  M.SizesFollow = SizesFollow;
  if (SizesFollow)
    M.SizedFor = 1024;
  unsigned A = B.array("s", {uint64_t(placeOf(M.Terms, 1024))});
  B.P.Arrays[A].Offsets = M;
  B.P.Arrays[A].Space = Space;
  B.store(A, {skipping(B.ty * 32 + B.tx, Shift)});
  B.load(A, {skipping(B.tx * 32 + B.ty, Shift)});
  return planned(B, {32, 32, 1}, Macros);
}

TEST(OffsetMacro, SixteenBanks) {
  KernelBuilder B;
  ArrayPlan P = transposed(B, 4, /*SizesFollow=*/true);
  EXPECT_EQ(P.Summary, "s[1088] -> s[1056], SKIP as ((n) >> 5)");
  EXPECT_EQ(P.WavefrontsBefore, 64u + 64);
  EXPECT_EQ(P.WavefrontsAfter, 64u);
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 0u);
  SourceChange Change = P.Map->change(B.P.Arrays[0]);
  EXPECT_FALSE(Change.keepsDeclaration());
  EXPECT_EQ(Change.Dims, SourceChange::none(1).Dims);
  EXPECT_EQ(Change.Subscripts, SourceChange::none(1).Subscripts);
}

TEST(OffsetMacro, ElementsMoveToWhereTheNewDefinitionHasThem) {
  KernelBuilder B;
  ArrayPlan P = transposed(B, 4, /*SizesFollow=*/true);
  ASSERT_TRUE(P.Map);
  const SharedArray &A = B.P.Arrays[0];
  for (int64_t I = 0; I < 1024; ++I) {
    EXPECT_EQ(P.Map->offset(A, (I + (I >> 4)) * 4 + 1), (I + (I >> 5)) * 4 + 1);
    EXPECT_TRUE(P.Map->isUsed(A, I + (I >> 4)));
  }
  EXPECT_FALSE(P.Map->isUsed(A, 16));
}

TEST(OffsetMacro, SizesOfOtherFormsStayWhereTheySuffice) {
  KernelBuilder B;
  ArrayPlan P = transposed(B, 4, /*SizesFollow=*/false);
  EXPECT_EQ(P.Summary, "s[1088], SKIP as ((n) >> 5)");
  ASSERT_TRUE(P.Map);
  EXPECT_TRUE(P.Map->change(B.P.Arrays[0]).keepsDeclaration());
}

TEST(OffsetMacro, AnArrayGrowsWhereElementsMoveUp) {
  KernelBuilder B;
  ArrayPlan P = transposed(B, 8, /*SizesFollow=*/false);
  EXPECT_EQ(P.Summary, "s[1028] -> s[1055], SKIP as ((n) >> 5)");
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Dims[0].Added,
            27); // The last moves to 1054.
}

TEST(OffsetMacro, WhatStays) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  B.P.Arrays[A].Offsets =
      OffsetMacro{"SKIP", "n", false, {{4, 1}}, 1, {}, false};
  B.P.Arrays[A].OffsetsStay =
      Obstacle{ObstacleKind::OffsetDefinition, {}, "SKIP"};
  B.load(A, {B.tx * 16});
  ArrayPlan P = planned(B, {32, 8, 1});
  EXPECT_EQ(refusal(P, StrategyKind::IndexMacro),
            "the macro 'SKIP' is not defined here alone, and once; "
            "define it so");
  EXPECT_EQ(refusal(P, StrategyKind::Swizzle),
            "its indices go through the macro 'SKIP', which is for index-macro "
            "to change");
}

} // namespace
