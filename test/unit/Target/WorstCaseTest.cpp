//===- WorstCaseTest.cpp - Bounds against every choice --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/BankRule.h"
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

using Lists = std::vector<std::vector<uint64_t>>;

/// Lanes 0, 1, ... that choose from their lists.
std::vector<LaneChoice> lanes(const Lists &Of) {
  std::vector<LaneChoice> Out;
  for (unsigned L = 0; L < Of.size(); ++L)
    Out.push_back({L, L, Of[L]});
  return Out;
}

/// \p Lanes lanes that may each go to any of \p Words words of 4 bytes.
Lists anyOf(unsigned Lanes, unsigned Words) {
  std::vector<uint64_t> All;
  for (unsigned W = 0; W < Words; ++W)
    All.push_back(4 * W);
  return Lists(Lanes, All);
}

WorstCost worst(llvm::StringRef Target, AccessOp Op, const Lists &Of) {
  return worstCost(*findTarget(Target), Op, 4, lanes(Of), false);
}

TEST(WorstCase, RowsOfABank) {
  // 256 words are 8 rows of 32 banks; one row never conflicts.
  EXPECT_EQ(worst("sm_80", AccessOp::Load, anyOf(32, 256)).Wavefronts, 8u);
  EXPECT_EQ(worst("sm_80", AccessOp::Load, anyOf(4, 256)).Wavefronts, 4u);
  EXPECT_EQ(worst("sm_80", AccessOp::Load, anyOf(32, 33)).Wavefronts, 2u);
  WorstCost OneRow = worst("sm_80", AccessOp::Load, anyOf(32, 32));
  EXPECT_EQ(OneRow.Wavefronts, 1u);
  EXPECT_TRUE(OneRow.Settled);
  // Two phases of 32 lanes each.
  EXPECT_EQ(worst("gfx942", AccessOp::Load, anyOf(64, 256)).Wavefronts, 16u);
}

TEST(WorstCase, NoOtherAddressesCostMore) {
  EXPECT_TRUE(worst("sm_80", AccessOp::Load, anyOf(32, 1024)).IsMost);
  EXPECT_TRUE(worst("sm_35", AccessOp::Store, anyOf(32, 2048)).IsMost);
  EXPECT_FALSE(worst("sm_80", AccessOp::Load, anyOf(32, 256)).IsMost);
  EXPECT_FALSE(worst("sm_80", AccessOp::Atomic, anyOf(32, 256)).IsMost);
}

TEST(WorstCase, AtomicsMeetInOneAddress) {
  WorstCost C = worst("sm_80", AccessOp::Atomic, anyOf(32, 256));
  EXPECT_EQ(C.Wavefronts, 32u);
  EXPECT_EQ(C.Serialization, 31u);
  EXPECT_EQ(C.Excess, 7u);
  EXPECT_EQ(C.MaxDegree, 8);
  EXPECT_FALSE(worst("sm_80", AccessOp::Atomic, anyOf(32, 32)).Settled);
}

TEST(WorstCase, LanesThatStayTogether) {
  Lists Of = anyOf(32, 256);
  std::vector<LaneChoice> All = lanes(Of);
  for (LaneChoice &L : All)
    L.Together = L.Lane / 8;
  EXPECT_EQ(
      worstCost(*findTarget("sm_80"), AccessOp::Load, 4, All, false).Wavefronts,
      4u);
}

TEST(WorstCase, LanesOfDifferentBanks) {
  Lists Columns; // Lane l stays in bank l.
  for (uint64_t L = 0; L < 32; ++L)
    Columns.push_back({4 * L, 4 * L + 128, 4 * L + 256});
  EXPECT_TRUE(worst("sm_80", AccessOp::Load, Columns).Settled);
}

/// What every choice costs, by trying all.
struct Tried {
  unsigned Wavefronts = 0, Excess = 0, Serialization = 0;
  double Degree = 1;
  bool Same = true;
};

Tried tryAll(const Target &T, AccessOp Op, unsigned Bytes, const Lists &Of,
             bool AnySubset) {
  Tried Out;
  std::optional<Cost> First;
  std::vector<size_t> At(Of.size());
  for (bool More = true; More;) {
    for (unsigned Mask = AnySubset ? 1 : (1u << Of.size()) - 1;
         Mask < 1u << Of.size(); ++Mask) {
      std::vector<LaneAccess> Lanes;
      for (unsigned L = 0; L < Of.size(); ++L)
        if (Mask >> L & 1)
          Lanes.push_back({L, Of[L][At[L]]});
      Cost C = cost(T, Op, Bytes, Lanes);
      if (!First)
        First = C;
      Out.Same &= C.Wavefronts == First->Wavefronts && C.Ideal == First->Ideal;
      Out.Wavefronts = std::max(Out.Wavefronts, C.Wavefronts);
      Out.Excess = std::max(Out.Excess, C.excess());
      Out.Serialization = std::max(Out.Serialization, C.Serialization);
      Out.Degree = std::max(Out.Degree,
                            double(C.Wavefronts - C.Serialization) / C.Ideal);
    }
    More = false;
    for (size_t L = 0; L < Of.size() && !More; ++L) {
      More = ++At[L] < Of[L].size();
      At[L] = More ? At[L] : 0;
    }
  }
  return Out;
}

TEST(WorstCase, NoChoiceCostsMore) {
  std::mt19937 Random(11);
  constexpr AccessOp Ops[] = {AccessOp::Load, AccessOp::Store,
                              AccessOp::Atomic};
  constexpr const char *Names[] = {"sm_10",     "sm_20",     "sm_35",
                                   "sm_80",     "gfx942",    "gfx950",
                                   "evergreen", "intel-gen9"};
  for (unsigned Round = 0; Round < 1500; ++Round) {
    const Target &T = *findTarget(Names[Random() % std::size(Names)]);
    AccessOp Op = Ops[Random() % 3];
    unsigned Bytes = 1u << Random() % 5;
    Lists Of(1 + Random() % 5);
    uint64_t Window = 64u << Random() % 4;
    for (std::vector<uint64_t> &List : Of)
      for (unsigned I = 0, N = 1 + Random() % 4; I < N; ++I)
        List.push_back(Random() % Window * 8 / Bytes * Bytes);
    bool AnySubset = Random() % 2;
    WorstCost Bound = worstCost(T, Op, Bytes, lanes(Of), AnySubset);
    Tried Most = tryAll(T, Op, Bytes, Of, AnySubset);
    std::string Where = "round " + std::to_string(Round) + " " + T.Name.str();
    ASSERT_GE(Bound.Wavefronts, Most.Wavefronts) << Where;
    ASSERT_GE(Bound.Excess, Most.Excess) << Where;
    ASSERT_GE(Bound.Serialization, Most.Serialization) << Where;
    ASSERT_GE(Bound.MaxDegree, Most.Degree - 1e-9) << Where;
    ASSERT_TRUE(AnySubset || !Bound.Settled || Most.Same) << Where;
    BankRule R = ruleFor(T, Op, Bytes);
    if (R.Shares == Sharing::Multicast && !R.Merge && R.parts(Bytes) == 1) {
      ASSERT_EQ(Bound.Wavefronts, Most.Wavefronts) << Where;
      ASSERT_EQ(Bound.Excess, Most.Excess) << Where;
    }
  }
}

TEST(WorstCase, MeanOfRandomAddresses) {
  const Target &T = *findTarget("sm_80");
  auto Mean = [&](const Lists &Of) {
    return meanDegree(T, AccessOp::Load, 4, lanes(Of));
  };
  EXPECT_EQ(Mean(anyOf(32, 32)), 1);
  // Two lanes and two rows: the same bank and another row, 1 of 64.
  EXPECT_NEAR(Mean(anyOf(2, 64)), 1 + 1.0 / 64, 0.01);
  // 32 balls into 32 boxes: the fullest holds 3.53 on average; with as many
  // rows as words hardly any two meet in a word.
  EXPECT_NEAR(Mean(anyOf(32, 4096)), 3.53, 0.08);
  EXPECT_EQ(Mean(anyOf(32, 4096)), Mean(anyOf(32, 4096)));
}

} // namespace
