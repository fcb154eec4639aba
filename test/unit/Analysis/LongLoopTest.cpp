//===- LongLoopTest.cpp - Loops that are finished all at once -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

using Body = llvm::function_ref<unsigned(KernelBuilder &, unsigned, Value)>;

/// The verdict on an access in `for (i = 0; i < Trips; i += Step)`.
Verdict loop(int64_t Trips, Body F, int64_t Step = 1) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  unsigned Site = 0;
  B.count("i", B.constant(0), B.constant(Trips), Step,
          [&](Value I) { Site = F(B, S, I); });
  return B.analyze({32, 1, 1}).Verdicts[Site];
}

/// The wavefronts of `Address(lane, i)` for all i, one request at a time.
template <typename Fn> uint64_t bruteForce(int64_t Trips, Fn Address) {
  const Target &T = *findTarget("sm_80");
  uint64_t Sum = 0;
  for (int64_t I = 0; I < Trips; ++I) {
    std::vector<LaneAccess> Lanes;
    for (unsigned L = 0; L < 32; ++L)
      Lanes.push_back({L, uint64_t(4 * Address(L, I))});
    Sum += cost(T, AccessOp::Load, 4, Lanes).Wavefronts;
  }
  return Sum;
}

TEST(LongLoops, AMillionIterations) {
  auto Start = std::chrono::steady_clock::now();
  Verdict V = loop(1'000'000, [](KernelBuilder &B, unsigned S, Value I) {
    return B.load(S, {B.tx * 2 + (I & 31) * 2});
  });
  EXPECT_EQ(V.Requests, 1'000'000u);
  EXPECT_EQ(V.Wavefronts, 2'000'000u);
  EXPECT_EQ(V.Sure, Certainty::Exact);
  EXPECT_FALSE(V.PerIteration);
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(1));
}

TEST(LongLoops, AreTheSumOfTheirIterations) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round < 12; ++Round) {
    int64_t Trips = 250 + Random() % 800, A = Random() % 40, C = Random() % 9;
    Verdict V = loop(Trips, [&](KernelBuilder &B, unsigned S, Value I) {
      return B.load(S, {B.tx * A + I * C & 1023});
    });
    auto Address = [&](int64_t L, int64_t I) { return (L * A + I * C) & 1023; };
    EXPECT_EQ(V.Requests, uint64_t(Trips));
    EXPECT_EQ(V.Wavefronts, bruteForce(Trips, Address))
        << "(tx * " << A << " + i * " << C << ") & 1023, " << Trips;
  }
}

TEST(LongLoops, TheIterationMayBeAPitch) {
  for (int64_t Trips : {255, 256, 257, 300, 513, 700}) {
    Verdict V = loop(Trips, [](KernelBuilder &B, unsigned S, Value I) {
      return B.load(S, {B.tx * I});
    });
    auto Address = [](int64_t L, int64_t I) { return L * I; };
    EXPECT_EQ(V.Wavefronts, bruteForce(Trips, Address)) << Trips;
  }
}

TEST(LongLoops, ConditionsOnTheIteration) {
  for (int64_t Trips : {257, 600}) {
    Verdict V = loop(Trips, [](KernelBuilder &B, unsigned S, Value I) {
      unsigned Site = 0;
      B.when((I & 7) == 0, [&] { Site = B.load(S, {B.tx * 2}); });
      return Site;
    });
    EXPECT_EQ(V.Requests, uint64_t(Trips + 7) / 8);
    EXPECT_EQ(V.Wavefronts, uint64_t(Trips + 7) / 8 * 2);
  }
}

TEST(LongLoops, ConditionsThatAreNoLine) {
  // i % 1000 < 900 fails at 900 for the first time, and holds again later.
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  Value I = B.var("i", B.constant(0));
  B.loop(I % 1000 < 900, [&] { B.set(I, I + 1); }, [&] { B.load(S, {B.tx}); });
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[0].Requests, 900u);
}

TEST(LongLoops, TogglesAndSteps) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  Value Buffer = B.var("buffer", B.constant(0));
  unsigned Site = 0;
  B.count("i", B.constant(1000), B.constant(4000), 7, [&](Value) {
    Site = B.load(S, {B.tx * (Buffer + 1)});
    B.set(Buffer, 1 - Buffer);
  });
  Verdict V = B.analyze({32, 1, 1}).Verdicts[Site];
  EXPECT_EQ(V.Requests, 429u);
  EXPECT_EQ(V.Wavefronts, 215u + 214u * 2);
}

TEST(LongLoops, AccessesThatOnlySingleIterationsExplain) {
  Verdict V = loop(600, [](KernelBuilder &B, unsigned S, Value I) {
    return B.load(S, {(B.tx + 1) * 32 / (I + 1)});
  });
  auto Address = [](int64_t L, int64_t I) { return (L + 1) * 32 / (I + 1); };
  EXPECT_EQ(V.Sure, Certainty::Exact);
  EXPECT_EQ(V.Wavefronts, bruteForce(600, Address));
}

TEST(LongLoops, NestedLoops) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  unsigned Site = 0;
  B.count("i", B.constant(0), B.constant(300), 1, [&](Value I) {
    B.count("j", B.constant(0), B.constant(3), 1,
            [&](Value J) { Site = B.load(S, {B.tx * 4 + (I + J & 3)}); });
  });
  Verdict V = B.analyze({64, 1, 1}).Verdicts[Site];
  EXPECT_EQ(V.Requests, 2u * 900);
  EXPECT_EQ(V.Wavefronts, 2u * 900 * 4);
}

TEST(LongLoops, ValuesAfterTheLoop) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  Value Sum = B.var("sum", B.constant(0));
  B.count("i", B.constant(0), B.constant(1000), 1,
          [&](Value) { B.set(Sum, Sum + 2); });
  B.load(S, {B.tx * (Sum - 1984)}); // 2000 - 1984 = 16
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Sure, Certainty::Exact);
  EXPECT_EQ(V.Wavefronts, 16u);
}

TEST(LongLoops, CountingDown) {
  KernelBuilder B;
  unsigned S = B.array("s", {2048});
  Value I = B.var("i", B.constant(5000));
  unsigned Site = 0;
  B.loop(
      I >= 3, [&] { B.set(I, I - 3); }, [&] { Site = B.load(S, {B.tx * 8}); });
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[Site].Requests, 1666u);
}

/// `do { ... } while (0)`, as macros are written.
TEST(LongLoops, WhatRunsOnceIsNoLoopHoweverCoarselyLoopsAreRun) {
  KernelBuilder B;
  unsigned S = B.array("s", {1024});
  B.count("i", B.constant(0), B.constant(32), 1, [&](Value I) {
    B.doWhile(B.constant(0), [&] { B.load(S, {B.tx + I * 32}); });
  });
  const LaunchShape Shape{{32, 1, 1}, ShapeOrigin::Launch, {}};
  for (unsigned Coarseness = 0; Coarseness <= coarsest(); ++Coarseness) {
    KernelRequests R = collectRequests(B.kernel(), B.P, Shape, 32,
                                       {StatementBudget, Coarseness});
    EXPECT_FALSE(R.Sites[0].PerIteration) << Coarseness;
    uint64_t Requests = 0;
    for (const RequestGroup &G : R.Sites[0].Groups)
      Requests += G.Count;
    EXPECT_EQ(Requests, 32u) << Coarseness;
  }
}

} // namespace
