//===- TraceRequestsTest.cpp - Lanes' accesses to requests, and races -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceRequests.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

class Requests : public testing::Test {
protected:
  /// Lanes for which \p Takes holds, each with its own address and key.
  template <typename P, typename A, typename K>
  void access(unsigned Site, P Takes, A Address, K Key) {
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      if (Takes(Lane))
        R.access({0, Lane, Site, Key(Lane), Address(Lane)},
                 {AccessOp::Load, 4});
  }
  TracedCounts counts(unsigned Site) { return R.finish()[{Site}]; }

  TraceRequests R{*findTarget("sm_80")};
};

auto All = [](unsigned) { return true; };
auto Row = [](unsigned Lane) { return uint64_t(4) * Lane; };
auto Column = [](unsigned Lane) { return uint64_t(128) * Lane; };
auto One = [](unsigned) { return uint64_t(1); };

} // namespace

TEST_F(Requests, ARowAndAColumn) {
  R.begin(32);
  access(0, All, Row, One);
  access(1, All, Column, One);
  auto Counts = R.finish();
  EXPECT_EQ(Counts[{0}].Wavefronts, 1u);
  EXPECT_EQ(Counts[{1}].Wavefronts, 32u);
  EXPECT_EQ(Counts[{1}].Requests, 1u);
  EXPECT_EQ(Counts[{1}].Lanes, 32u);
  EXPECT_EQ(Counts[{1}].MaxDegree, 32);
}

TEST_F(Requests, OfOneSiteCountForTheirArrays) {
  R.begin(64);
  for (unsigned Wave = 0; Wave < 2; ++Wave)
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      R.access({Wave, Lane, 0, 1, 4 * Lane, 5 + Wave}, {AccessOp::Load, 4});
  auto Counts = R.finish();
  EXPECT_EQ(Counts.size(), 2u);
  EXPECT_EQ((Counts[{0, 5}].Requests), 1u);
  EXPECT_EQ((Counts[{0, 6}].Requests), 1u);
}

TEST_F(Requests, AreNotTakenForOthersOfAnotherKind) {
  // An atomic of which one lane is elsewhere, and a load of one word: as
  // numbers, operation and first address are the same together.
  R.begin(32);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    R.access({0, Lane, 0, 1, Lane ? 64u : 72u}, {AccessOp::Atomic, 4});
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    R.access({0, Lane, 1, 1, 64}, {AccessOp::Load, 4});
  auto Counts = R.finish();
  EXPECT_EQ(Counts[{0}].Serialization, 30u);
  EXPECT_EQ(Counts[{1}].Wavefronts, 1u);
  EXPECT_EQ(Counts[{1}].Serialization, 0u);
}

TEST_F(Requests, BranchesThatAlternateWithinALoop) {
  // if (((t >> 1) + i) & 1): each iteration has half of the lanes, which come
  // in an order of their own.
  R.begin(32);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    for (unsigned I = 0; I < 8; ++I)
      if (((Lane >> 1) + I) & 1)
        R.access({0, Lane, 0, I, 4 * Lane}, {AccessOp::Load, 4});
  TracedCounts C = counts(0);
  EXPECT_EQ(C.Requests, 8u);
  EXPECT_EQ(C.Lanes, 8u * 16);
}

TEST_F(Requests, LanesThatLeaveALoopLongBeforeOthers) {
  // Half of the lanes come to what follows it at once.
  auto Early = [](unsigned Lane) { return Lane % 2 == 0; };
  auto Late = [](unsigned Lane) { return Lane % 2 == 1; };
  R.begin(32);
  access(1, Early, Row, One);
  for (uint64_t I = 0; I < 200'000; ++I)
    access(0, Late, Row, [&](unsigned) { return I; });
  access(1, Late, Row, One);
  EXPECT_EQ(counts(1).Requests, 1u);
}

TEST_F(Requests, OneKeyTwiceIsTwoRequests) {
  R.begin(32);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    for (unsigned Time = 0; Time < 3; ++Time)
      R.access({0, Lane, 0, 7, 4 * Lane}, {AccessOp::Load, 4});
  EXPECT_GE(counts(0).Requests, 3u);
}

TEST_F(Requests, TheLastWaveMayBePartial) {
  R.begin(40);
  for (unsigned T = 0; T < 40; ++T)
    R.access({T / 32, T % 32, 0, 1, 4 * T}, {AccessOp::Store, 4});
  TracedCounts C = counts(0);
  EXPECT_EQ(C.Requests, 2u);
  EXPECT_EQ(C.Lanes, 40u);
}

TEST_F(Requests, AtomicsOnOneAddressSerialise) {
  R.begin(32);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    R.access({0, Lane, 0, 1, 0}, {AccessOp::Atomic, 4});
  TracedCounts C = counts(0);
  EXPECT_EQ(C.Wavefronts, 32u);
  EXPECT_EQ(C.Serialization, 31u);
  EXPECT_EQ(C.excess(), 0u);
}

TEST(Races, NeedTwoWavesAWriteAndNoBarrier) {
  RaceDetector D;
  D.begin(1024);
  auto Use = [&](unsigned Wave, unsigned Site, AccessOp Op, uint64_t At,
                 unsigned Bytes = 4) {
    return D.access(Wave, Site, Op, At, Bytes);
  };
  EXPECT_FALSE(Use(0, 1, AccessOp::Load, 0));
  EXPECT_FALSE(Use(1, 2, AccessOp::Load, 0));
  EXPECT_EQ(Use(1, 3, AccessOp::Store, 0), 2u); // Waves 0 and 1 have read.
  EXPECT_EQ(Use(2, 4, AccessOp::Load, 0), 3u);
  D.barrier();
  EXPECT_FALSE(Use(2, 5, AccessOp::Store, 0));
  EXPECT_FALSE(Use(2, 5, AccessOp::Load, 0)); // The same wave.
  EXPECT_EQ(Use(0, 6, AccessOp::Store, 0), 5u);
  EXPECT_FALSE(Use(3, 7, AccessOp::Store, 4));
  EXPECT_EQ(Use(0, 8, AccessOp::Load, 0, 8), 7u); // Word 1 is wave 3's.
}

TEST(Races, AreByByte) {
  RaceDetector D;
  D.begin(64);
  auto Use = [&](unsigned Wave, unsigned Site, AccessOp Op, uint64_t At,
                 unsigned Bytes) {
    return D.access(Wave, Site, Op, At, Bytes);
  };
  EXPECT_FALSE(Use(0, 1, AccessOp::Store, 8, 1));
  EXPECT_FALSE(Use(1, 2, AccessOp::Store, 9, 1));
  EXPECT_FALSE(Use(2, 3, AccessOp::Store, 10, 2));
  EXPECT_EQ(Use(3, 4, AccessOp::Load, 9, 1), 2u);
  EXPECT_EQ(Use(3, 4, AccessOp::Load, 8, 4), 1u);
  D.barrier();
  EXPECT_FALSE(Use(0, 5, AccessOp::Store, 8, 4)); // As a whole again.
  EXPECT_EQ(Use(1, 6, AccessOp::Load, 11, 1), 5u);
  EXPECT_FALSE(Use(1, 7, AccessOp::Load, 12, 4));
  EXPECT_EQ(Use(0, 8, AccessOp::Store, 14, 4), 7u); // Across two words.
}

TEST(Races, AtomicsAmongEachOtherAreNone) {
  RaceDetector D;
  D.begin(64);
  EXPECT_FALSE(D.access(0, 1, AccessOp::Atomic, 0, 4));
  EXPECT_FALSE(D.access(1, 1, AccessOp::Atomic, 0, 4));
  EXPECT_TRUE(D.access(2, 2, AccessOp::Load, 0, 4));
}

TEST_F(Requests, CostAsMuchAsTheModelSays) {
  auto Pairs = [](unsigned Lane) { return uint64_t(8) * Lane + 132; };
  TraceRequests Kepler{*findTarget("sm_35")};
  auto Count = [&] {
    Kepler.begin(32);
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      Kepler.access({0, Lane, 0, 1, Pairs(Lane)}, {AccessOp::Load, 4});
    return Kepler.finish()[{0}].Wavefronts;
  };
  EXPECT_EQ(Count(), 2u);
  Kepler.countFor(*findTarget("sm_35-bank8"));
  EXPECT_EQ(Count(), 1u);
  Kepler.countFor(*findTarget("sm_35"));
  EXPECT_EQ(Count(), 2u);
}
