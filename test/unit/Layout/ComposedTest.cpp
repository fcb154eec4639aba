//===- ComposedTest.cpp - One layout after another ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/ComposedMap.h"
#include "Maps.h"
#include "Planned.h"

using namespace bankfix;

namespace {

/// Both members of vectors in a column.
void vectorColumn(KernelBuilder &B) {
  unsigned A = B.array("t", {64, 8}, 16);
  for (unsigned Member : {0, 12}) {
    unsigned S = B.load(A, {B.tx, B.ty});
    B.kernel().Sites[S].Bytes = 4;
    std::get<Access>(B.kernel().Body.back().Node).MemberOffset = Member;
    B.barrier();
  }
}

TEST(Composed, WhatPadsLeaveIsForStructs) {
  KernelBuilder B;
  vectorColumn(B);
  ArrayPlan P = planned(B, {64, 8, 1});
  ASSERT_TRUE(P.Map);
  EXPECT_TRUE(P.Map->isComposed());
  EXPECT_EQ(P.Map->strategy(), StrategyKind::PadRow);
  EXPECT_EQ(P.WavefrontsAfter, 32u);
  SourceChange C = P.Map->change(B.P.Arrays[0]);
  EXPECT_EQ(C.Dims[1].Added, 1);
  ASSERT_TRUE(C.Wrap);
  EXPECT_EQ(C.Wrap->Members, "element v; unsigned pad;");
}

TEST(Composed, NotOnceAProofOfItFailed) {
  KernelBuilder B;
  vectorColumn(B);
  PlanOptions Options;
  Options.Failed = {{0, StrategyKind::PadRow, /*IsComposed=*/true, "unproved"}};
  ArrayPlan P = planned(B, {64, 8, 1}, Options);
  ASSERT_TRUE(P.Map);
  EXPECT_FALSE(P.Map->isComposed());
  EXPECT_EQ(P.Map->strategy(), StrategyKind::PadRow);
}

/// Every pair of strategies whose maps the source can hold together.
TEST(Composed, RandomPairsAreSound) {
  std::mt19937 Random(3);
  constexpr StrategyKind Kinds[] = {
      StrategyKind::PadRow, StrategyKind::SwapDims, StrategyKind::PadStruct};
  SharedArray A = arrayOf({4, 3, 8}, 16);
  A.ElementType = "int4";
  unsigned Composed = 0;
  for (StrategyKind First : Kinds)
    for (StrategyKind Second : Kinds)
      for (auto &F : someMaps(First, A, Random))
        for (auto &S : someMaps(Second, F->apply(A), Random))
          if (auto Both = compose(F, S, A)) {
            expectSound(*Both, A);
            expectSubscriptsAgree(*Both, A);
            ++Composed;
          }
  EXPECT_GT(Composed, 100u);
}

TEST(Composed, PadsThatBecomeRowsAreLeftOut) {
  std::mt19937 Random(4);
  SharedArray A = arrayOf({8, 4}, 4);
  auto Swap =
      strategyOf(StrategyKind::SwapDims).propose({A, EditRights(), 128, 4})[0];
  for (auto &Pad : someMaps(StrategyKind::PadRow, A, Random)) {
    auto Both = compose(Pad, Swap, A);
    ASSERT_TRUE(Both);
    EXPECT_EQ(Both->apply(A).Dims, (std::vector<uint64_t>{4, 8}));
    EXPECT_EQ(Both->change(A).Dims[0].Added, 0);
  }
}

/// Whatever says a layout, its array can be aligned besides.
TEST(Composed, AnyLayoutCanBeAligned) {
  std::mt19937 Random(5);
  SharedArray A = arrayOf({256}, 1);
  A.ElementType = "unsigned char";
  Site Where;
  Where.Bytes = 1;
  const SiteRequests None;
  unsigned Aligned = 0;
  for (StrategyKind Kind : {StrategyKind::IndexMacro, StrategyKind::Swizzle})
    for (auto &First : someMaps(Kind, A, Random)) {
      LayoutTask Task{First->apply(A), EditRights(), 128, 1};
      Task.Model = findTarget("sm_80");
      Task.Sites = {{&Where, &None}};
      CandidateList Bases = strategyOf(StrategyKind::ShiftBase).propose(Task);
      ASSERT_FALSE(Bases.empty());
      auto Both = compose(First, Bases.front(), A); // It moves no elements.
      ASSERT_TRUE(Both);
      EXPECT_EQ(Both->apply(A).Alignment, 4u);
      EXPECT_EQ(Both->apply(A).Dims, First->apply(A).Dims);
      EXPECT_EQ(Both->arithmetic(A), First->arithmetic(A));
      EXPECT_EQ(Both->change(A).Alignment, 4u);
      EXPECT_EQ(Both->change(A).Macros.size(), First->change(A).Macros.size());
      expectSound(*Both, A);
      expectSubscriptsAgree(*Both, A);
      ++Aligned;
    }
  EXPECT_GT(Aligned, 4u);
}

TEST(Composed, RefusesWhatOneChangeCannotSay) {
  SharedArray A = arrayOf({8, 4}, 4);
  auto Pad =
      strategyOf(StrategyKind::PadRow).propose({A, EditRights(), 128, 4})[0];
  SharedArray Dynamic = A;
  Dynamic.Space = MemorySpace::Dynamic;
  EXPECT_FALSE(compose(Pad, Pad, Dynamic));
  // Of subscripts that go through a macro, only the macro's author knows more.
  SharedArray Flat = arrayOf({64}, 4);
  auto Macro = strategyOf(StrategyKind::IndexMacro)
                   .propose({Flat, EditRights(), 128, 4})[0];
  EXPECT_FALSE(compose(Macro, Macro, Flat));
}

} // namespace
