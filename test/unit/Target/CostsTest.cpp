//===- CostsTest.cpp - The table of what takes time -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/Costs.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

TEST(Costs, AreThoseThatWereMeasured) {
  const Costs *C = costsOf(*findTarget("sm_90"));
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Conf, Confidence::Certain);
  EXPECT_EQ(C->Wavefront, 1);
  EXPECT_EQ(C->Integer, 0.5);
  EXPECT_EQ(C->SharedLatency, 23);
  EXPECT_EQ(C->LatencyPerWavefront, 2);
  EXPECT_EQ(C->OperationLatency, 4.4);
  EXPECT_EQ(C->MemoryBytes, 11.1);
  EXPECT_EQ(C->CacheBytes, 28.2);
}

TEST(Costs, AreNotGuessed) {
  for (const char *Name : {"sm_35", "sm_120", "gfx90a", "gfx1100"})
    EXPECT_FALSE(costsOf(*findTarget(Name))) << Name;
}

TEST(Costs, FitTogether) {
  for (const Target &T : allTargets())
    if (const Costs *C = costsOf(T)) {
      EXPECT_GT(C->CacheBytes, C->MemoryBytes) << T.Name.str();
      EXPECT_GT(C->GlobalLatency, C->SharedLatency) << T.Name.str();
      EXPECT_GT(C->SharedLatency, C->OperationLatency) << T.Name.str();
      EXPECT_LE(C->Issue, C->Float) << T.Name.str();
      EXPECT_LE(C->Float, C->Special) << T.Name.str();
      EXPECT_NE(C->Conf, Confidence::Unknown) << T.Name.str();
    }
}

} // namespace
