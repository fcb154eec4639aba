//===- PartialWavesTest.cpp - Lanes that may or may not be there ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

constexpr auto Exact = Certainty::Exact, Bounded = Certainty::Bounded;

/// What is said of loads of `s[tx * 2]`: 2-way for a whole wave, 1-way for half
/// a one.
struct Said {
  Certainty Sure;
  double Min;
  bool operator==(const Said &) const = default;
};
void PrintTo(const Said &S, std::ostream *OS) {
  *OS << name(S.Sure).str() << ", from " << S.Min;
}

using Body = llvm::function_ref<void(KernelBuilder &, Value N, Value Index,
                                     unsigned Array)>;

/// On the load of line \p Number, counted from 0.
Said load(Body Write, unsigned Number = 0) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Write(B, B.param("n"), B.tx * 2, S);
  Verdict V = B.analyze({32, 1, 1}).Verdicts[Number];
  EXPECT_EQ(V.MaxDegree, 2);
  return {V.Sure, V.MinDegree};
}

TEST(PartialWaves, SomeAreCertainOthersJoin) {
  auto Either = [](KernelBuilder &B, Value N, Value I, unsigned S) {
    B.when(
        B.tx < 16 || N > 4, [&] { B.load(S, {I}); },
        [&] { B.load(S, {B.tx * 4}); });
  };
  EXPECT_EQ(load(Either), (Said{Bounded, 1}));
  EXPECT_EQ(load(Either, 1), (Said{Bounded, 2})); // All that it can be.
  auto Both = [](KernelBuilder &B, Value N, Value I, unsigned S) {
    B.when(
        B.tx < 16 && N > 4, [&] { B.load(S, {B.tx * 4}); },
        [&] { B.load(S, {I}); });
  };
  EXPECT_EQ(load(Both), (Said{Bounded, 2}));
  EXPECT_EQ(load(Both, 1), (Said{Bounded, 1}));
}

TEST(PartialWaves, SomeMayHaveReturned) {
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.when(B.tx < 16 && N > 4, [&] { B.jump(JumpKind::Return); });
              B.load(S, {I});
            }),
            (Said{Bounded, 1}));
  // All or none.
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.when(N > 4, [&] { B.jump(JumpKind::Return); });
              B.load(S, {I});
            }),
            (Said{Bounded, 2}));
}

TEST(PartialWaves, SomeReturnWithinAnUndecidedBranch) {
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.when(N > 4, [&] {
                B.when(B.tx < 16, [&] { B.jump(JumpKind::Return); });
              });
              B.load(S, {I});
            }),
            (Said{Bounded, 1}));
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.count("k", B.constant(0), B.constant(3), 1, [&](Value K) {
                B.when(N == K, [&] {
                  B.when(B.tx < 16, [&] { B.jump(JumpKind::Continue); });
                });
                B.load(S, {I});
              });
            }),
            (Said{Bounded, 1}));
}

TEST(PartialWaves, JumpsWithinALoopThatAllOrNoneCameTo) {
  // All that came to the loop leave it in its second iteration.
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.when(N > 4, [&] {
                B.count("k", B.constant(0), B.constant(9), 1, [&](Value K) {
                  B.load(S, {I});
                  B.when(K == 1, [&] { B.jump(JumpKind::Break); });
                });
              });
            }),
            (Said{Bounded, 2}));
}

TEST(PartialWaves, UnevenSteps) {
  // All lanes or none come to the first iteration, but not to the others.
  EXPECT_EQ(
      load([](KernelBuilder &B, Value N, Value I, unsigned S) {
        Value K = B.var("k", B.constant(0));
        B.loop(K < N, [&] { B.set(K, K + B.tx + 1); }, [&] { B.load(S, {I}); });
      }),
      (Said{Bounded, 1}));
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              Value K = B.var("k", B.constant(0));
              B.doWhile(K < N, [&] {
                B.load(S, {I});
                B.set(K, K + B.tx + 1);
              });
            }),
            (Said{Bounded, 1}));
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              B.count("k", B.constant(0), N, 2, [&](Value) { B.load(S, {I}); });
            }),
            (Said{Exact, 2}));
}

TEST(PartialWaves, SomeAreCertainToGoOn) {
  EXPECT_EQ(load([](KernelBuilder &B, Value N, Value I, unsigned S) {
              Value K = B.var("k", B.constant(0));
              B.loop((B.tx < 16 && K < 4) || K < N, [&] { B.set(K, K + 1); },
                     [&] { B.load(S, {I}); });
            }),
            (Said{Bounded, 1}));
}

TEST(PartialWaves, SomeHaveLeftTheLoopBefore) {
  auto Until = [](JumpKind Jump, bool Uniform) {
    return load([=](KernelBuilder &B, Value, Value I, unsigned S) {
      B.forever([&] {
        B.load(S, {I});
        B.when(B.opaque("done", Uniform) != 0, [&] { B.jump(Jump); });
      });
    });
  };
  EXPECT_EQ(Until(JumpKind::Break, false), (Said{Bounded, 1}));
  EXPECT_EQ(Until(JumpKind::Return, false), (Said{Bounded, 1}));
  EXPECT_EQ(Until(JumpKind::Break, true), (Said{Exact, 2}));
}

} // namespace
