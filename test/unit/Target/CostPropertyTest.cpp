//===- CostPropertyTest.cpp - Properties of cost on random requests -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveCost.h"
#include "RandomWave.h"

using namespace bankfix;
using namespace bankfix::test;

namespace {

/// Calls Check(target, op, bytes, wave) for every target, operation and width;
/// stops at the first failure.
template <typename Fn> void forRandomWaves(unsigned Rounds, Fn Check) {
  RandomWaves Random;
  for (const Target &T : allTargets())
    for (AccessOp Op : AllOps)
      for (unsigned Bytes : AllBytes)
        for (unsigned I = 0; I != Rounds; ++I) {
          const Wave Lanes = Random.wave(T.WaveSize, Bytes);
          SCOPED_TRACE(Random.describe() + " " + T.Name.str() + " op " +
                       std::to_string(int(Op)) + " bytes " +
                       std::to_string(Bytes) + " " + describe(Lanes));
          Check(T, Op, Bytes, Lanes, Random);
          if (::testing::Test::HasFailure())
            return;
        }
}

TEST(CostProperty, EqualsANaiveCount) {
  forRandomWaves(5, [](const Target &T, AccessOp Op, unsigned Bytes,
                       const Wave &Lanes, RandomWaves &) {
    const Cost Fast = cost(T, Op, Bytes, Lanes);
    const Cost Slow = naiveCost(T, Op, Bytes, Lanes);
    EXPECT_EQ(Fast.Requests, Slow.Requests);
    EXPECT_EQ(Fast.Wavefronts, Slow.Wavefronts);
    EXPECT_EQ(Fast.Ideal, Slow.Ideal);
    EXPECT_EQ(Fast.Serialization, Slow.Serialization);
    EXPECT_LE(Fast.Ideal + Fast.Serialization, Fast.Wavefronts);
  });
}

TEST(CostProperty, SubsetsCostNoMore) {
  forRandomWaves(8, [](const Target &T, AccessOp Op, unsigned Bytes,
                       const Wave &Lanes, RandomWaves &Random) {
    EXPECT_LE(cost(T, Op, Bytes, Random.subset(Lanes)).Wavefronts,
              cost(T, Op, Bytes, Lanes).Wavefronts);
  });
}

TEST(CostProperty, SubsetsStayWithinTheirBounds) {
  forRandomWaves(4, [](const Target &T, AccessOp Op, unsigned Bytes,
                       const Wave &Lanes, RandomWaves &Random) {
    const SubsetBounds Bounds = boundSubsets(T, Op, Bytes, Lanes);
    for (unsigned I = 0; I != 8; ++I) {
      const Cost C = cost(T, Op, Bytes, I ? Random.subset(Lanes) : Lanes);
      EXPECT_LE(C.excess(), Bounds.MaxExcess);
      EXPECT_LE(double(C.Wavefronts - C.Serialization) / C.Ideal,
                Bounds.MaxDegree);
    }
  });
}

TEST(CostProperty, ShiftPeriodKeepsTheCost) {
  forRandomWaves(5, [](const Target &T, AccessOp Op, unsigned Bytes,
                       const Wave &Lanes, RandomWaves &Random) {
    const unsigned Align = Bytes == 12 ? 4 : Bytes;
    const unsigned Step = Align << Random.below(4);
    const unsigned Period = shiftPeriod(T, Op, Bytes, Step);
    const unsigned Shift = (Period ? Period : Step) * (1 + Random.below(40));
    Wave Moved = Lanes;
    for (LaneAccess &L : Moved)
      L.Address += Shift;
    const Cost Before = cost(T, Op, Bytes, Lanes);
    const Cost After = cost(T, Op, Bytes, Moved);
    EXPECT_EQ(Before.Wavefronts, After.Wavefronts);
    EXPECT_EQ(Before.Ideal, After.Ideal);
    EXPECT_EQ(Before.Serialization, After.Serialization);
    EXPECT_EQ(Before.Conf, After.Conf);
  });
}

/// With few lanes every subset can be tried: the bounds hold, and without
/// merging they are reached.
TEST(CostProperty, BoundsAreTightWithoutMerging) {
  RandomWaves Random;
  SCOPED_TRACE(Random.describe());
  for (const char *Name : {"sm_13", "sm_20", "sm_35", "sm_80", "gfx942",
                           "gfx950", "intel-gen9", "evergreen"})
    for (AccessOp Op : AllOps)
      for (unsigned Bytes : AllBytes) {
        const Target &T = target(Name);
        Wave Lanes = Random.wave(T.WaveSize, Bytes);
        Lanes.resize(std::min<size_t>(Lanes.size(), 8));
        unsigned MaxExcess = 0;
        double MaxDegree = 1;
        for (unsigned Set = 1; Set != 1U << Lanes.size(); ++Set) {
          Wave Some;
          for (unsigned I = 0; I != Lanes.size(); ++I)
            if (Set >> I & 1)
              Some.push_back(Lanes[I]);
          const Cost C = cost(T, Op, Bytes, Some);
          MaxExcess = std::max(MaxExcess, C.excess());
          MaxDegree = std::max(
              MaxDegree, double(C.Wavefronts - C.Serialization) / C.Ideal);
        }
        const SubsetBounds Bounds = boundSubsets(T, Op, Bytes, Lanes);
        const bool Merges = ruleFor(T, Op, Bytes).Merge.has_value();
        SCOPED_TRACE(T.Name.str() + " op " + std::to_string(int(Op)) +
                     " bytes " + std::to_string(Bytes) + describe(Lanes));
        EXPECT_TRUE(Merges ? MaxExcess <= Bounds.MaxExcess
                           : MaxExcess == Bounds.MaxExcess);
        EXPECT_TRUE(Merges ? MaxDegree <= Bounds.MaxDegree
                           : MaxDegree == Bounds.MaxDegree);
      }
}

} // namespace
