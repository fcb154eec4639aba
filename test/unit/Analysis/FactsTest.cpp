//===- FactsTest.cpp - What conditions say of unknown values --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// A kernel over an array of 4096 words and a value from memory.
class FactKernel : public KernelBuilder {
public:
  unsigned S = array("s", {4096});
  /// Far from where arithmetic wraps around.
  Value data(const std::string &Name) {
    return opaque(Name, Int32, -100000, 100000);
  }
  Value d = var("d", data("data[i]"));
};

using Body = llvm::function_ref<void(FactKernel &)>;

/// The largest degree of the last access.
double worst(Body Of) {
  FactKernel B;
  Of(B);
  return B.analyze({32, 1, 1}).Verdicts.back().MaxDegree;
}

/// The worst of `s[d]`, where `s[d]` is run if \p Cond holds. 32 words are a
/// row of the banks.
double guarded(llvm::function_ref<Value(FactKernel &)> Cond) {
  return worst(
      [&](FactKernel &B) { B.when(Cond(B), [&] { B.load(B.S, {B.d}); }); });
}

TEST(Facts, Comparisons) {
  EXPECT_EQ(guarded([](auto &B) { return B.d < 64; }), 2);
  EXPECT_EQ(guarded([](auto &B) { return B.d <= 64; }), 3);
  EXPECT_EQ(guarded([](auto &B) { return B.d > 4000; }), 3);
  EXPECT_EQ(guarded([](auto &B) { return B.d >= 4000; }), 3);
  EXPECT_EQ(guarded([](auto &B) { return B.d == 5; }), 1);
  EXPECT_EQ(guarded([](auto &B) { return B.d != 5; }), 32);
  EXPECT_EQ(guarded([](auto &B) { return !(B.d >= 64); }), 2);
  EXPECT_EQ(guarded([](auto &B) { return B.constant(63) >= B.d; }), 2);
  EXPECT_EQ(guarded([](auto &B) { return B.d * 2 < 64; }), 1);
  EXPECT_EQ(guarded([](auto &B) { return B.d - 32 < 32; }), 2);
  EXPECT_EQ(guarded([](auto &B) { return B.d < B.bdx; }), 1);
  // Each lane reads a word up to its own number.
  EXPECT_EQ(guarded([](auto &B) { return B.d <= B.tx; }), 1);
}

TEST(Facts, UnsignedComparisonsRuleOutNegativeValues) {
  auto Cast = [](FactKernel &B) { return B.cast(B.d, UInt32); };
  EXPECT_EQ(guarded([&](auto &B) { return Cast(B) < 64; }), 2);
  EXPECT_EQ(worst([&](FactKernel &B) {
              B.when(Cast(B) < 64, [&] { B.load(B.S, {B.d + 4000}); });
            }),
            2);
  EXPECT_EQ(worst([&](FactKernel &B) {
              B.when(B.d < 64, [&] { B.load(B.S, {B.d + 4000}); });
            }),
            32);
}

TEST(Facts, SeveralConditions) {
  EXPECT_EQ(guarded([](auto &B) { return B.d >= 64 && B.d < 96; }), 1);
  EXPECT_EQ(guarded([](auto &B) { return !(B.d < 64 || B.d >= 96); }), 1);
  EXPECT_EQ(guarded([](auto &B) { return B.d < 64 || B.d >= 4064; }), 32);
  // A condition that is kept in a variable.
  EXPECT_EQ(
      guarded([](auto &B) { return B.var("c", B.d < 64 && B.d >= 0) != 0; }),
      2);
}

TEST(Facts, TheOtherBranch) {
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(B.d >= 64, [] {}, [&] { B.load(B.S, {B.d}); });
            }),
            2);
}

TEST(Facts, WhatIsComputedFromThem) {
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(B.d < 64, [&] { B.load(B.S, {B.d / 2}); });
            }),
            1);
  // Computed before anything was known of it.
  EXPECT_EQ(worst([](FactKernel &B) {
              Value Half = B.var("half", B.d / 2);
              B.when(B.d >= 0 && B.d < 64, [&] { B.load(B.S, {Half}); });
            }),
            1);
  EXPECT_EQ(worst([](FactKernel &B) {
              Value E = B.var("e", B.data("e"));
              B.when(B.d + E < 64, [&] { B.load(B.S, {B.d + E}); });
            }),
            2);
}

TEST(Facts, AfterAnEarlyReturn) {
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(B.d >= 64, [&] { B.jump(JumpKind::Return); });
              B.load(B.S, {B.d});
            }),
            2);
  // What was compared was d before it changed.
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(
                  B.d >= 64, [&] { B.jump(JumpKind::Return); },
                  [&] { B.set(B.d, B.d + 64); });
              B.load(B.S, {B.d});
            }),
            4);
}

TEST(Facts, HoldNoLongerThanTheirLanesAreAlone) {
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(B.d < 64, [] {});
              B.load(B.S, {B.d});
            }),
            32);
  EXPECT_EQ(worst([](FactKernel &B) {
              B.when(B.tx < 16, [&] {
                B.when(B.d >= 64, [&] { B.jump(JumpKind::Return); });
              });
              B.load(B.S, {B.d});
            }),
            32);
  EXPECT_EQ(worst([](FactKernel &B) {
              B.count("k", B.constant(0), B.constant(2), 1, [&](Value) {
                B.when(B.d >= 64, [&] { B.jump(JumpKind::Continue); });
              });
              B.load(B.S, {B.d});
            }),
            32);
}

TEST(Facts, NothingIsKnownOfWhatMayWrapAround) {
  EXPECT_EQ(worst([](FactKernel &B) {
              Value Any = B.var("any", B.opaque("any"));
              B.when(Any + 5 < 64, [&] { B.load(B.S, {Any}); });
            }),
            32);
  EXPECT_EQ(worst([](FactKernel &B) {
              Value E = B.cast(B.d, UInt32);
              B.when(E - 32 < 32, [&] { B.load(B.S, {B.d}); });
            }),
            1);
}

TEST(Facts, Assumptions) {
  FactKernel B;
  B.assume(B.d >= 0 && B.d < 32);
  B.load(B.S, {B.d});
  B.load(B.S, {B.d * 2});
  AnalysisResult A = B.analyze({32, 1, 1});
  // Nothing is taken for granted but what the source says.
  EXPECT_EQ(A.Verdicts[0].Sure, Certainty::Exact);
  EXPECT_EQ(A.Verdicts[1].MaxDegree, 2);
  EXPECT_TRUE(A.Requests.Assumptions.empty());
}

TEST(Facts, OfValuesThatAllLanesShare) {
  FactKernel B;
  Value N = B.param("n");
  B.assume(N >= 4 && N <= 5);
  B.load(B.S, {B.tx * N});
  B.assume(N == 5);
  B.load(B.S, {B.tx * N});
  AnalysisResult A = B.analyze({32, 1, 1});
  EXPECT_EQ(A.Verdicts[0].MinDegree, 1);
  EXPECT_EQ(A.Verdicts[0].MaxDegree, 4);
  EXPECT_EQ(A.Verdicts[1].Sure, Certainty::Exact);
}

TEST(Facts, FarFromZero) {
  FactKernel B;
  Value N = B.param("n");
  B.assume(N >= 100000 && N <= 100031);
  B.load(B.S, {B.tx * N});
  B.load(B.S, {B.tx + N});
  B.load(B.S, {B.tx * 2 - N});
  AnalysisResult A = B.analyze({32, 1, 1});
  EXPECT_EQ(A.Verdicts[0].MaxDegree, 32);
  EXPECT_EQ(A.Verdicts[1].Sure, Certainty::Exact);
  EXPECT_EQ(A.Verdicts[1].Wavefronts, 1u);
  EXPECT_EQ(A.Verdicts[2].Wavefronts, 2u);
}

TEST(Facts, OfLoops) {
  // While the condition holds, the index does.
  EXPECT_EQ(worst([](FactKernel &B) {
              Value J = B.var("j", B.d);
              B.loop(
                  J < 64, [&] { B.set(J, J + 1); }, [&] { B.load(B.S, {J}); });
            }),
            2);
  // Shrinking, it stays below its start.
  FactKernel B;
  Value N = B.param("n");
  B.assume(N > 0 && N <= 4);
  Value H = B.var("h", N);
  B.loop(H > 0, [&] { B.set(H, H >> 1); }, [&] { B.load(B.S, {B.tx * H}); });
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[0].MaxDegree, 4);
}

TEST(Facts, ASwitch) {
  EXPECT_EQ(worst([](FactKernel &B) {
              Value Running = B.var("running", B.constant(0));
              B.set(Running, B.cast(Running || B.d == 3, Int32));
              B.when(Running != 0, [&] { B.load(B.S, {B.d}); });
            }),
            1);
}

} // namespace
