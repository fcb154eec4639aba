//===- AnyLaunchTest.cpp - Subscripts, whatever the launch ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyLaunch.h"
#include "NaiveRun.h"
#include "RandomKernel.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Body = llvm::function_ref<void(KernelBuilder &, unsigned Array)>;

/// What is found of the first subscript of the first site.
ValueHull hull(Body Make, int64_t LastThread = LastThreadIndex) {
  KernelBuilder B;
  Make(B, B.array("s", {4096}));
  return hullsOfAnyLaunch(B.P, B.kernel(), B.kernel().Body, {LastThread})
      .at(0)
      .Subscripts.at(0);
}

void expectHull(int64_t Low, int64_t High, Body Make,
                int64_t LastThread = LastThreadIndex) {
  ValueHull H = hull(Make, LastThread);
  EXPECT_EQ(H.Low, Low);
  EXPECT_EQ(H.High, High);
}

TEST(AnyLaunch, FollowsVariables) {
  expectHull(0, 31, [](KernelBuilder &B, unsigned A) {
    Value X = B.var("x", B.tx);
    B.load(A, {X % 32});
  });
  expectHull(1, 40, [](KernelBuilder &B, unsigned A) {
    Value X = B.var("x", B.constant(1));
    B.when(B.tx < 5, [&] { B.set(X, B.constant(40)); });
    B.load(A, {X});
  });
}

TEST(AnyLaunch, BoundsCounters) {
  expectHull(0, 31, [](KernelBuilder &B, unsigned A) {
    B.count("i", B.constant(0), B.constant(32), 1,
            [&](Value I) { B.load(A, {31 - I}); });
  });
  // The last one that steps of four reach, up or down.
  auto BySteps = [](int64_t From, int64_t Step, auto Condition) {
    return [=](KernelBuilder &B, unsigned A) {
      Value I = B.var("i", B.constant(From));
      B.loop(
          Condition(I), [&] { B.set(I, I + Step); }, [&] { B.load(A, {I}); });
    };
  };
  expectHull(0, 4, BySteps(0, 4, [](Value I) { return I < 8; }));
  expectHull(1, 9, BySteps(1, 4, [](Value I) { return I <= 12; }));
  expectHull(3, 7, BySteps(7, -4, [](Value I) { return I > 2; }));
  // One that the body sets, too, has other values.
  expectHull(0, 7, [](KernelBuilder &B, unsigned A) {
    Value I = B.var("i", B.constant(0));
    B.loop(
        I < 8, [&] { B.set(I, I + 4); },
        [&] {
          B.load(A, {I});
          B.when(B.tx < 5, [&] { B.set(I, I + 1); });
        });
  });
  // From any thread on, in steps of any block.
  expectHull(0, 1023, [](KernelBuilder &B, unsigned A) {
    Value I = B.var("i", B.tx);
    B.loop(I < 1024, [&] { B.set(I, I + 256); }, [&] { B.load(A, {I}); });
  });
  // Behind the loop, its condition fails.
  expectHull(INT32_MIN, 10, [](KernelBuilder &B, unsigned A) {
    Value Down = B.var("d", B.constant(40));
    B.loop(Down > 10, [&] { B.set(Down, Down - 1); }, [] {});
    B.load(A, {Down});
  });
}

TEST(AnyLaunch, LearnsFromConditions) {
  auto Guarded = [](auto Condition) {
    return [=](KernelBuilder &B, unsigned A) {
      Value X = B.param("n");
      B.when(Condition(X), [&] { B.load(A, {X}); });
    };
  };
  expectHull(0, 31, Guarded([](Value X) { return X >= 0 && X < 32; }));
  expectHull(7, 7, Guarded([](Value X) { return X == 7; }));
  expectHull(INT32_MIN, 4, Guarded([](Value X) { return !(X > 4); }));
  expectHull(0, 31, Guarded([](Value X) {
               Value U{X.Pool, X.Pool->cast(X.E, UInt32)};
               return U < 32;
             }));
}

TEST(AnyLaunch, LearnsFromSumsThatDoNotWrapAround) {
  expectHull(3, 29, [](KernelBuilder &B, unsigned A) {
    Value X = B.var("x", B.param("n") & 63);
    B.when(X + 2 < 32 && X - 3 >= 0, [&] { B.load(A, {X}); });
  });
  expectHull(INT32_MIN, INT32_MAX, [](KernelBuilder &B, unsigned A) {
    Value X = B.param("n");
    B.when(X + 2 < 32 && X - 3 >= 0, [&] { B.load(A, {X}); });
  });
}

TEST(AnyLaunch, LeavesWhatNothingBounds) {
  expectHull(0, 1023, [](KernelBuilder &B, unsigned A) { B.load(A, {B.tx}); });
  expectHull(
      0, 1 << 24, [](KernelBuilder &B, unsigned A) { B.load(A, {B.tx}); },
      1 << 24);
  expectHull(
      1, 64, [](KernelBuilder &B, unsigned A) { B.load(A, {B.tx % 64 + 1}); },
      1 << 24);
  expectHull(0, INT32_MAX, [](KernelBuilder &B, unsigned A) {
    Value I = B.var("i", B.constant(0)), N = B.param("n");
    B.loop(I < N, [&] { B.set(I, I + 1); }, [&] {});
    B.load(A, {I});
  });
}

/// What is found of the first subscript of site \p Site.
ValueHull hullOf(unsigned Site, Body Make, const HullLimits &Limits) {
  KernelBuilder B;
  Make(B, B.array("s", {64}));
  return hullsOfAnyLaunch(B.P, B.kernel(), B.kernel().Body, Limits)
      .at(Site)
      .Subscripts.at(0);
}

TEST(AnyLaunch, KeepsArraysInMind) {
  const HullLimits InArrays = {LastThreadIndex, /*InArrays=*/true};
  auto Second = [&](Body Make) { return hullOf(1, Make, InArrays).High; };
  // What all threads access bounds them, wherever it stands.
  auto Behind = [](KernelBuilder &B, unsigned A) {
    Value X = B.var("x", B.tx);
    B.load(A, {X + 1});
    B.load(B.array("t", {4096}), {X});
  };
  EXPECT_EQ(Second(Behind), 62);
  EXPECT_EQ(hullOf(
                0,
                [](KernelBuilder &B, unsigned A) {
                  B.load(B.array("t", {4096}), {B.tx});
                  B.load(A, {B.tx * 2});
                },
                InArrays)
                .High,
            31);
  // A row of a matrix, from its first element on or from any.
  EXPECT_EQ(Second([](KernelBuilder &B, unsigned A) {
              B.load(B.array("t", {17, 17}), {B.tx + 1, B.constant(0)});
              B.load(A, {B.tx});
            }),
            15);
  EXPECT_EQ(Second([](KernelBuilder &B, unsigned A) {
              B.load(B.array("t", {4, 32}), {B.ty % 4, B.tx});
              B.load(A, {B.tx % 1024});
            }),
            1023);
  // A copy that is cut off is none.
  EXPECT_EQ(Second([](KernelBuilder &B, unsigned A) {
              Value X = B.var(
                  "x", Value{B.tx.Pool, B.tx.Pool->cast(B.tx.E, {8, false})});
              B.load(A, {X});
              B.load(B.array("t", {4096}), {B.tx});
            }),
            1023);
  // What some do not access, or another array may be, bounds nothing.
  EXPECT_EQ(Second([](KernelBuilder &B, unsigned A) {
              B.when(B.param("n") > 0, [&] { B.load(A, {B.tx}); });
              B.load(B.array("t", {4096}), {B.tx});
            }),
            1023);
  EXPECT_EQ(Second([](KernelBuilder &B, unsigned A) {
              B.when(B.tx >= B.param("n"), [&] { B.jump(JumpKind::Return); });
              B.load(A, {B.tx});
              B.load(B.array("t", {4096}), {B.tx});
            }),
            63);
  EXPECT_EQ(hullOf(
                0,
                [](KernelBuilder &B, unsigned A) {
                  B.load(B.array("t", {4096}), {B.tx});
                  B.when(B.tx >= B.param("n"),
                         [&] { B.jump(JumpKind::Return); });
                  B.load(A, {B.tx});
                },
                InArrays)
                .High,
            1023);
}

TEST(AnyLaunch, TellsWhatThreadsHave) {
  const HullLimits OnlyMet = {1 << 24, /*InArrays=*/false, /*OnlyMet=*/true};
  auto First = [&](Body Make) { return hullOf(0, Make, OnlyMet).High; };
  EXPECT_EQ(First([](KernelBuilder &B, unsigned A) {
              B.when(B.tx < 100, [&] { B.load(A, {B.tx + 1}); });
            }),
            100);
  EXPECT_EQ(First([](KernelBuilder &B, unsigned A) {
              B.when(B.tx < 8 && B.ty < 4,
                     [&] { B.load(A, {B.ty * 8 + B.tx}); });
            }),
            31);
  // tx <= m keeps the sum below 16, whatever else bounds each of them.
  EXPECT_EQ(First([](KernelBuilder &B, unsigned A) {
              Value X = B.var("x", B.tx);
              B.count("m", B.constant(0), B.constant(15), 1, [&](Value M) {
                B.when(X <= M, [&] { B.load(A, {X + 15 - M}); });
              });
            }),
            15);
}

TEST(AnyLaunchProperty, HoldsEveryValueThatIsSeen) {
  constexpr std::array<unsigned, 3> Blocks[] = {
      {32, 1, 1}, {64, 2, 1}, {16, 16, 1}, {8, 4, 2}, {50, 1, 1}, {1024, 1, 1}};
  unsigned Values = 0, Bounded = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    RandomKernel B(Seed);
    B.Inside = false;
    B.statements(3);
    std::vector<SiteHulls> Hulls =
        hullsOfAnyLaunch(B.P, B.kernel(), B.kernel().Body, {LastThreadIndex});
    ASSERT_EQ(Hulls.size(), B.kernel().Sites.size());
    for (const SiteHulls &H : Hulls)
      for (const ValueHull &V : H.Subscripts)
        Bounded += V.Low > INT32_MIN && V.High < INT32_MAX;
    LaunchShape Shape;
    Shape.Block = Blocks[Seed % std::size(Blocks)];
    Oracle None = [](const Expr &, unsigned) -> int64_t { std::abort(); };
    naiveRun(B.kernel(), B.P, Shape, *findTarget("sm_80"), None,
             [&](unsigned Site, unsigned D, int64_t Value) {
               ++Values;
               ValueHull H = Hulls[Site].Subscripts.at(D);
               EXPECT_TRUE(H.Low <= Value && Value <= H.High)
                   << "seed " << Seed << ", site " << Site << ": " << Value
                   << " is not in " << H.Low << " to " << H.High;
             });
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(Values, 100000u);
  EXPECT_GT(Bounded, 500u);
}

} // namespace
