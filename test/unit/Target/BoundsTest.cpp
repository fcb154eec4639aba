//===- BoundsTest.cpp - Subset bounds and shift periods by hand -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

using namespace bankfix;
using namespace bankfix::test;

namespace {

using enum AccessOp;

void expectBounds(const char *Name, AccessOp Op, unsigned Bytes,
                  const Pattern &Address, unsigned MaxExcess,
                  double MaxDegree) {
  const Target &T = target(Name);
  const SubsetBounds B = boundSubsets(T, Op, Bytes, wave(T.WaveSize, Address));
  EXPECT_EQ(B.MaxExcess, MaxExcess) << Name;
  EXPECT_EQ(B.MaxDegree, MaxDegree) << Name;
}

// clang-format off
TEST(Bounds, OfSubsets) {
  expectBounds("sm_80", Load, 4, [](auto L) { return 4 * L; },    0, 1);
  expectBounds("sm_80", Load, 4, [](auto L) { return 128 * L; }, 31, 32);
  // 16 lanes conflict, 16 do not: the degree of the first half alone is 16.
  expectBounds("sm_80", Store, 8, [](auto L) { return L < 16 ? 128 * L : 8 * L; }, 15, 16);
  // Merged, one lane of each pair: 16 rows of one bank in one phase.
  expectBounds("sm_80", Load, 8, [](auto L) { return 256 * L; }, 30, 16);
  // Never merged as a whole, but every second lane is: both halves together.
  expectBounds("sm_80", Load, 8, [](auto L) { return L * 8; },    1, 2);
  expectBounds("sm_80", Store, 8, [](auto L) { return L * 8; },   0, 1);
  expectBounds("sm_80", Atomic, 4, [](auto) { return 0; },        0, 1);
  expectBounds("sm_20", Load, 16, [](auto L) { return 16 * L; },  4, 2);
  expectBounds("sm_13", Load, 8, [](auto L) { return 8 * L; },    4, 2);
  expectBounds("gfx90a", Load, 4, [](auto L) { return 128 * L; }, 62, 32);
  // On AMD an idle phase still counts.
  expectBounds("gfx90a", Load, 4, [](auto L) { return L < 32 ? 128 * L : 4 * L; }, 31, 16.5);
  expectBounds("mali", Load, 4, [](auto L) { return 128 * L; },   0, 1);
}

TEST(ShiftPeriod, FollowsFromTheRule) {
  struct {
    const char *Name;
    AccessOp Op;
    unsigned Bytes, Step, Period;
  } Cases[] = {
      {"sm_80", Load, 4, 4, 0},        {"sm_80", Load, 1, 1, 4},
      {"sm_80", Store, 2, 2, 4},       {"sm_80", Load, 1, 4, 0},
      {"sm_80", Load, 1, 6, 4},        {"sm_80", Load, 16, 16, 0},
      {"sm_80", Load, 16, 4, 0},       {"sm_80", Atomic, 4, 4, 0},
      {"sm_35", Load, 4, 4, 256},      {"sm_35", Load, 8, 8, 256},
      {"sm_35", Load, 4, 128, 256},    {"sm_35", Load, 4, 256, 0},
      {"sm_35", Load, 4, 0, 0},        {"sm_35-bank8", Load, 4, 4, 8},
      {"sm_35-bank8", Load, 8, 8, 0},  {"sm_13", Load, 1, 1, 4},
      {"sm_13", Load, 8, 8, 0},        {"gfx950", Load, 12, 4, 0},
      {"gfx950", Load, 16, 16, 0},     {"intel-gen9", Store, 4, 4, 0},
      {"mali", Load, 1, 1, 0},
  };
  for (const auto &C : Cases)
    EXPECT_EQ(shiftPeriod(target(C.Name), C.Op, C.Bytes, C.Step), C.Period)
        << C.Name << " " << C.Bytes << " step " << C.Step;
}
// clang-format on

/// Half the period is not enough: the period is the smallest.
TEST(ShiftPeriod, IsNeededInFull) {
  const auto Cost = [](const char *Name, unsigned Bytes, unsigned Stride,
                       unsigned Shift) {
    return costOf(target(Name), Load, Bytes,
                  [=](auto L) { return Stride * (L % 2) + Shift; })
        .Wavefronts;
  };
  EXPECT_NE(Cost("sm_35", 4, 128, 0), Cost("sm_35", 4, 128, 128));
  EXPECT_EQ(Cost("sm_35", 4, 128, 0), Cost("sm_35", 4, 128, 256));
  EXPECT_NE(Cost("sm_80", 2, 126, 0), Cost("sm_80", 2, 126, 2));
  EXPECT_EQ(Cost("sm_80", 2, 126, 0), Cost("sm_80", 2, 126, 4));
}

} // namespace
