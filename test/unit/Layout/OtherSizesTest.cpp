//===- OtherSizesTest.cpp - Layouts of the same text with other sizes -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Maps.h"
#include "Planned.h"

using namespace bankfix;

namespace {

bool holds(const SizeNeed &N, const SharedArray &A) {
  switch (N.Is) {
  case SizeNeed::MultipleOf:
    return A.Dims[N.Dim] % N.Value == 0;
  case SizeNeed::AtMost:
    return A.Dims[N.Dim] <= N.Value;
  case SizeNeed::Equal:
    return A.Dims[N.Dim] == N.Value;
  }
  return false;
}

/// A size that has what \p Map needs is one that the map, as it was written, is
/// right for.
void expectNeedsSuffice(const LayoutMap &Map, const SharedArray &Planned,
                        unsigned &Admitted) {
  for (uint64_t Rows = 1; Rows <= 70; Rows += 3)
    for (uint64_t Columns = 1; Columns <= 160; ++Columns) {
      SharedArray A = Planned;
      A.Dims = Planned.Dims.size() == 1
                   ? std::vector<uint64_t>{Rows * Columns}
                   : std::vector<uint64_t>{Rows, Columns};
      if (!llvm::all_of(Map.sizeNeeds(Planned),
                        [&](const SizeNeed &N) { return holds(N, A); }))
        continue;
      ++Admitted;
      ASSERT_TRUE(Map.isFor(A)) << A.typeText();
      expectSound(Map, A);
      expectSubscriptsAgree(Map, A);
    }
}

TEST(OtherSizes, WhatASwizzleNeeds) {
  for (std::vector<uint64_t> Dims :
       {std::vector<uint64_t>{32, 32}, {16, 64}, {64, 32}, {1024}}) {
    KernelBuilder B;
    unsigned A = B.array("a", Dims);
    if (Dims.size() == 1)
      B.load(A, {B.tx * 32});
    else
      B.load(A, {B.tx, B.ty});
    ArrayPlan P = planned(B, {uint32_t(Dims.front() % 65), 8, 1},
                          only(StrategyKind::Swizzle));
    if (!P.Map)
      continue;
    unsigned Admitted = 0;
    expectNeedsSuffice(*P.Map, B.P.Arrays[0], Admitted);
    EXPECT_NE(Admitted, 0u);
  }
}

TEST(OtherSizes, WrittenOut) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  ArrayPlan P = planned(B, {32, 8, 1}, only(StrategyKind::Swizzle));
  std::vector<SizeNeed> Needs = {{0, SizeNeed::AtMost, 32},
                                 {1, SizeNeed::MultipleOf, 32}};
  EXPECT_EQ(P.Map->sizeNeeds(B.P.Arrays[0]), Needs);
}

std::string refused(const ArrayPlan &P, const SharedArray &Planned,
                    std::vector<uint64_t> There) {
  Program Other;
  Other.Arrays = {Planned};
  Other.Arrays[0].Dims = std::move(There);
  return refuseMap({Other, EditRights()}, {}, *findTarget("sm_80"),
                   PlanOptions(), 0, *P.Map, Planned);
}

TEST(OtherSizes, Refused) {
  KernelBuilder B;
  columnKernel(B, {32, 32});
  ArrayPlan P = planned(B, {32, 8, 1}, only(StrategyKind::Swizzle));
  EXPECT_EQ(refused(P, B.P.Arrays[0], {32, 32}), "");
  EXPECT_EQ(refused(P, B.P.Arrays[0], {64, 64}), "");
  EXPECT_EQ(refused(P, B.P.Arrays[0], {24, 24}),
            "the layout is not for 'float[24][24]'");
  EXPECT_EQ(refused(P, B.P.Arrays[0], {1024}),
            "it is declared with another number of dimensions, as "
            "'float[1024]'; declare both alike");
}

/// A kernel that uses eight columns of four rows.
void eightColumns(KernelBuilder &B, uint64_t Columns) {
  unsigned A = B.array("tile", {4, Columns});
  B.load(A, {B.tx / 8, B.tx % 8});
}

TEST(OtherSizes, WhatIsTakenAwayIsUnused) {
  KernelBuilder B;
  eightColumns(B, 11);
  ArrayPlan P = planned(B, {32, 1, 1}, only(StrategyKind::PadRow));
  ASSERT_EQ(P.Summary, "tile[4][11] -> tile[4][8]");
  for (uint64_t Columns : {10, 12}) {
    KernelBuilder Other;
    eightColumns(Other, Columns);
    const AnalyzedKernel K = analyzed(Other.analyze({32, 1, 1}));
    EXPECT_EQ(spareElements(Other.P, K, 0u)[1], Columns - 8);
    EXPECT_EQ(keepsUsed(*P.Map, Other.P, K, 0), Columns == 12);
    EXPECT_EQ(refuseMap({Other.P, Other.Rights}, K, *findTarget("sm_80"),
                        PlanOptions(), 0, *P.Map, B.P.Arrays[0])
                  .empty(),
              Columns == 12);
  }
}

} // namespace
