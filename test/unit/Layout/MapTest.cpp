//===- MapTest.cpp - Layout maps keep elements apart and inside -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Maps.h"

using namespace bankfix;

namespace {

TEST(LayoutMap, RandomPadsAreSound) {
  std::mt19937 Random(1);
  auto Upto = [&](unsigned N) { return Random() % N + 1; };
  for (unsigned Round = 0; Round < 15; ++Round) {
    std::vector<uint64_t> Dims;
    for (unsigned D = 0, N = Upto(3) + 1; D < N; ++D)
      Dims.push_back(Upto(6));
    SharedArray A = arrayOf(Dims, 1u << Random() % 4);
    for (auto &Map : someMaps(StrategyKind::PadRow, A, Random)) {
      expectSound(*Map, A);
      expectSubscriptsAgree(*Map, A);
    }
  }
}

TEST(LayoutMap, RandomMacrosAreSound) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round < 15; ++Round) {
    SharedArray A = arrayOf({Random() % 700 + 1}, 1u << Random() % 4);
    for (auto &Map : someMaps(StrategyKind::IndexMacro, A, Random)) {
      expectSound(*Map, A);
      expectSubscriptsAgree(*Map, A);
    }
  }
}

TEST(LayoutMap, PitchesStayMultiplesOfTheWidestAccess) {
  SharedArray A = arrayOf({8, 6, 32}, 4);
  for (auto &Map :
       strategyOf(StrategyKind::PadRow).propose({A, EditRights(), 128, 16})) {
    SharedArray New = Map->apply(A);
    EXPECT_EQ(New.stride(0) * 4 % 16, 0u) << New.typeText();
    EXPECT_EQ(New.stride(1) * 4 % 16, 0u) << New.typeText();
  }
}

TEST(LayoutMap, CandidatesAreTriedFromTheSmallest) {
  SharedArray A = arrayOf({16, 4, 8}, 4);
  uint64_t Last = A.bytes();
  for (auto &Map :
       strategyOf(StrategyKind::PadRow).propose({A, EditRights(), 128, 4})) {
    EXPECT_GE(Map->apply(A).bytes(), Last);
    Last = Map->apply(A).bytes();
  }
  EXPECT_GT(Last, A.bytes());
}

TEST(LayoutMap, ElementsThatAreAccessedAtOnceStayTogether) {
  auto Count = [](StrategyKind S, std::vector<uint64_t> Dims,
                  unsigned ElementBytes, unsigned ViewBytes, unsigned Widest) {
    SharedArray A = arrayOf(std::move(Dims), ElementBytes);
    A.ViewBytes = ViewBytes;
    CandidateList All = strategyOf(S).propose({A, EditRights(), 128, Widest});
    return std::pair(
        All.size(), size_t(llvm::count_if(All, [&](const auto &Map) {
          return keepsViews(*Map, A, Widest);
        })));
  };
  auto [Rows, RowsKept] = Count(StrategyKind::PadRow, {8, 32}, 4, 0, 16);
  EXPECT_NE(Rows, 0u);
  EXPECT_EQ(RowsKept, Rows);
  // Where rows begin between two groups, another pitch brings others together.
  auto [Odd, OddKept] = Count(StrategyKind::PadRow, {8, 33}, 4, 0, 16);
  EXPECT_NE(Odd, 0u);
  EXPECT_EQ(OddKept, 0u);
  // Subscripts may, unless the strategy knows.
  auto [Macros, Kept] = Count(StrategyKind::IndexMacro, {256}, 4, 16, 4);
  EXPECT_LT(Kept, Macros);
  auto [Wide, WideKept] = Count(StrategyKind::IndexMacro, {256}, 4, 16, 16);
  EXPECT_NE(Wide, 0u);
  EXPECT_EQ(WideKept, Wide);
  auto [Swaps, SwapsKept] = Count(StrategyKind::SwapDims, {8, 32}, 4, 8, 8);
  EXPECT_NE(Swaps, 0u);
  EXPECT_EQ(SwapsKept, 0u);
  // Nor may elements lose the alignment of what they are seen as.
  auto [Pads, PadsKept] = Count(StrategyKind::PadStruct, {64}, 16, 16, 16);
  EXPECT_NE(Pads, 0u);
  EXPECT_EQ(PadsKept, 0u);
  auto [Word, WordKept] = Count(StrategyKind::PadStruct, {64}, 16, 4, 16);
  EXPECT_EQ(WordKept, Word);
}

TEST(LayoutMap, EveryStrategyIsRegistered) {
  for (StrategyKind S : allStrategies())
    EXPECT_EQ(strategyOf(S).Kind, S);
}

} // namespace
