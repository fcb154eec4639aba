//===- MapTest.cpp - Layout maps keep elements apart and inside -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/Strategy.h"
#include "Planned.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace bankfix;

namespace {

SharedArray arrayOf(std::vector<uint64_t> Dims, unsigned ElementBytes) {
  KernelBuilder B;
  B.array("a", std::move(Dims), ElementBytes);
  return B.P.Arrays[0];
}

/// Every byte of \p A has its own place in the new array, next to those of its
/// element.
void expectSound(const LayoutMap &Map, const SharedArray &A) {
  std::vector<bool> Taken(Map.apply(A).bytes());
  for (int64_t Old = 0; Old < int64_t(A.bytes()); ++Old) {
    uint64_t Offset = Map.offset(A, Old);
    int64_t Start = Old - Old % A.ElementBytes;
    if (Offset >= Taken.size() || Taken[Offset] ||
        int64_t(Offset) - Old != Map.offset(A, Start) - Start) {
      ADD_FAILURE() << A.typeText() << ": byte " << Old << " at " << Offset;
      return;
    }
    Taken[Offset] = true;
  }
}

/// The offset of the element that the map's subscripts name, given constants.
int64_t bySubscripts(const LayoutMap &Map, const SharedArray &A,
                     llvm::ArrayRef<uint64_t> Index) {
  ExprPool Pool;
  llvm::SmallVector<const Expr *, 4> Old;
  for (uint64_t I : Index)
    Old.push_back(Pool.constant(I));
  SharedArray New = Map.apply(A);
  int64_t Offset = 0;
  for (auto [D, E] : llvm::enumerate(Map.subscripts(Pool, Old)))
    Offset += E->value() * New.stride(D) * New.ElementBytes;
  return Offset;
}

/// The new subscripts name the element that the map says.
void expectSubscriptsAgree(const LayoutMap &Map, const SharedArray &A) {
  for (uint64_t I = 0; I < A.elements(); I += 1 + I / 50) {
    std::vector<uint64_t> Index;
    for (unsigned D = 0; D < A.Dims.size(); ++D)
      Index.push_back(I / A.stride(D) % A.Dims[D]);
    ASSERT_EQ(bySubscripts(Map, A, Index), Map.offset(A, I * A.ElementBytes))
        << A.typeText();
  }
}

/// Some maps that the strategy proposes for \p A.
CandidateList someMaps(StrategyKind S, const SharedArray &A,
                       std::mt19937 &Random) {
  CandidateList All =
      strategyOf(S).propose({A, /*BankRow=*/128, A.ElementBytes});
  std::shuffle(All.begin(), All.end(), Random);
  All.resize(std::min<size_t>(All.size(), 12));
  return All;
}

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
  for (auto &Map : strategyOf(StrategyKind::PadRow).propose({A, 128, 16})) {
    SharedArray New = Map->apply(A);
    EXPECT_EQ(New.stride(0) * 4 % 16, 0u) << New.typeText();
    EXPECT_EQ(New.stride(1) * 4 % 16, 0u) << New.typeText();
  }
}

TEST(LayoutMap, CandidatesAreTriedFromTheSmallest) {
  SharedArray A = arrayOf({16, 4, 8}, 4);
  uint64_t Last = A.bytes();
  for (auto &Map : strategyOf(StrategyKind::PadRow).propose({A, 128, 4})) {
    EXPECT_GE(Map->apply(A).bytes(), Last);
    Last = Map->apply(A).bytes();
  }
  EXPECT_GT(Last, A.bytes());
}

TEST(LayoutMap, EveryStrategyIsRegistered) {
  for (StrategyKind S : allStrategies())
    EXPECT_EQ(strategyOf(S).Kind, S);
}

} // namespace
