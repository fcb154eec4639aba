//===- LaneSpreadTest.cpp - Subscripts that fill their dimension ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSpread.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

constexpr LaneMask Wave = 0xffffffff;

LaneValue lanesFrom(int64_t First, int64_t Step = 1) {
  return LaneValue(LaneVector::perLane(
      [=](unsigned L) { return First + Step * int64_t(L); }));
}

struct LaneSpreadTest : testing::Test {
  SymbolTable Symbols{32};
  LaneSpread Spread;

  LaneValue unknown(const char *Name, int64_t Low = INT32_MIN) {
    return Symbols.value(Symbols.stable(Name, Low, INT32_MAX));
  }
  void include(const LaneValue &V, LaneMask Active = Wave) {
    Spread.include(V, Active, Symbols, /*Elements=*/1024);
  }
  bool fills(uint64_t Dim) const {
    return Spread.fills(Dim, /*MayStop=*/false);
  }
};

TEST_F(LaneSpreadTest, AWholeRowAndAnUnknown) {
  include(add(lanesFrom(0), unknown("n")));
  EXPECT_TRUE(fills(32));
  EXPECT_FALSE(fills(33));
  EXPECT_TRUE(fills(31)); // No value at all.
}

TEST_F(LaneSpreadTest, WavesTogetherAreARow) {
  include(add(lanesFrom(0), unknown("n")));
  EXPECT_FALSE(fills(64));
  include(add(lanesFrom(32), unknown("n")));
  EXPECT_TRUE(fills(64));
}

TEST_F(LaneSpreadTest, OfOtherUnknownsNothingIsSaid) {
  include(add(lanesFrom(0), unknown("n")));
  include(add(lanesFrom(0), unknown("m")));
  EXPECT_FALSE(fills(32));
}

TEST_F(LaneSpreadTest, TheUnknownMayHaveLargeSteps) {
  include(add(lanesFrom(0), multiply(unknown("n"), LaneValue(8))));
  EXPECT_TRUE(fills(39));
  EXPECT_FALSE(fills(40));
}

TEST_F(LaneSpreadTest, TheUnknownMayBeBounded) {
  include(add(lanesFrom(0), unknown("n", 0)));
  EXPECT_TRUE(fills(32)); // 0 is the only one.
  EXPECT_FALSE(fills(33));
}

TEST_F(LaneSpreadTest, ConditionsKeepLanesInside) {
  LaneValue V = add(lanesFrom(0), unknown("n", 0));
  Symbols.learn(V, INT64_MIN, 31, Wave);
  include(V);
  EXPECT_FALSE(fills(32));
}

TEST_F(LaneSpreadTest, AllIterationsAreRun) {
  LaneValue Counter = Symbols.value(Symbols.iteration(8));
  LaneValue V =
      add(add(lanesFrom(0), unknown("n")), multiply(Counter, LaneValue(-32)));
  include(add(V, LaneValue(224)));
  EXPECT_TRUE(fills(256));
  EXPECT_FALSE(fills(257));
}

TEST_F(LaneSpreadTest, KnownValuesAndLanesApartSayNothing) {
  include(lanesFrom(0));
  EXPECT_FALSE(fills(32));
  Spread = {};
  SymbolId Each = Symbols.fresh(SymbolKind::PerLane, "v", 0, 1000);
  include(add(lanesFrom(0), Symbols.value(Each)));
  EXPECT_FALSE(fills(32));
}

// `x + n < m`: of lanes that stop at an unknown, one inside is enough where
// that may be the end of the dimension.
TEST_F(LaneSpreadTest, UnknownsMayStopLanes) {
  LaneValue V = add(lanesFrom(0), unknown("n", 0));
  Symbols.learn(Op::Lt, Int32, V, unknown("m"), Wave);
  include(V);
  EXPECT_EQ(Symbols.limited(V, Wave, /*FromAbove=*/true), Wave);
  EXPECT_EQ(Symbols.limited(V, Wave, /*FromAbove=*/false), 0u);
  EXPECT_TRUE(fills(32));
  EXPECT_FALSE(Spread.fills(32, /*MayStop=*/true));
  EXPECT_TRUE(Spread.fills(1, /*MayStop=*/true)); // Of 1, none is.
}

// `n < m` stops all lanes or none.
TEST_F(LaneSpreadTest, WhatStopsAllLanesStopsNone) {
  LaneValue N = unknown("n", 0), V = add(lanesFrom(0), N);
  Symbols.learn(Op::Lt, Int32, N, unknown("m"), Wave);
  include(V);
  EXPECT_EQ(Symbols.limited(V, Wave, /*FromAbove=*/true), 0u);
  EXPECT_TRUE(Spread.fills(32, /*MayStop=*/true));
}

// A loop goes round more than once: 32 + x, and x of which some stop.
TEST_F(LaneSpreadTest, SecondIterationsLeave) {
  LaneValue Counter = Symbols.value(Symbols.iteration(std::nullopt));
  LaneValue V = add(lanesFrom(0), multiply(Counter, LaneValue(32)));
  include(V);
  EXPECT_TRUE(Spread.leavesInSecond(40, /*MayStop=*/true));
  EXPECT_FALSE(Spread.leavesInSecond(64, /*MayStop=*/true));
  Spread = {};
  Symbols.learn(Op::Lt, Int32, V, unknown("m"), Wave);
  include(V);
  EXPECT_FALSE(Spread.leavesInSecond(40, /*MayStop=*/true));
  EXPECT_TRUE(Spread.leavesInSecond(40, /*MayStop=*/false));
  EXPECT_TRUE(Spread.leavesInSecond(32, /*MayStop=*/true));
}

// Lanes with four elements each leave by the last of them.
TEST_F(LaneSpreadTest, WideAccessesReachFurther) {
  const LaneValue First = lanesFrom(0, 4);
  Spread.include(add(First, unknown("n")), Wave, Symbols, 1024, /*Behind=*/3);
  EXPECT_TRUE(fills(128));
  EXPECT_FALSE(fills(129));
  LaneValue Counter = Symbols.value(Symbols.iteration(std::nullopt));
  LaneValue V = add(First, multiply(Counter, LaneValue(32)));
  Spread.include(V, Wave, Symbols, 1024, /*Behind=*/3);
  EXPECT_TRUE(Spread.leavesInSecond(159, /*MayStop=*/false));
  EXPECT_FALSE(Spread.leavesInSecond(160, /*MayStop=*/false));
}

// A fact that holds unless a sum wraps around bounds what is meant alone.
TEST_F(LaneSpreadTest, PresumedFactsProveNothing) {
  LaneValue N = unknown("n"), Sum = add(N, LaneValue(40));
  Symbols.learn(Op::Lt, Int32, Sum, LaneValue(100), 1);
  EXPECT_EQ(Symbols.bounds(N, 0).High, INT32_MAX);
  EXPECT_EQ(Symbols.meantBounds(N, 0).High, 59);
  Symbols.learn(Op::Lt, Int32, N, LaneValue(80), 1);
  EXPECT_EQ(Symbols.bounds(N, 0).High, 79);
  EXPECT_EQ(Symbols.meantBounds(N, 0).High, 59);
}

} // namespace
