//===- UnknownLoopsTest.cpp - Loops whose trip count only the run knows ---===//
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

TEST(UnknownLoops, CountOneSteadyIteration) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  unsigned Site = 0;
  B.count("i", B.constant(0), B.param("n"), 1,
          [&](Value) { Site = B.load(S, {B.tx * 32}); });
  unsigned After = B.load(S, {B.tx});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_TRUE(R.Verdicts[Site].PerIteration);
  EXPECT_EQ(R.Verdicts[Site].Requests, 1u);
  EXPECT_EQ(R.Verdicts[Site].Wavefronts, 32u);
  EXPECT_EQ(R.Verdicts[Site].Sure, Exact);
  EXPECT_FALSE(R.Verdicts[After].PerIteration);
}

/// Behind `while (d < to) d = step(d)`, an access to the row that `d` says.
Verdict behindLoop(llvm::function_ref<Value(KernelBuilder &)> To,
                   llvm::function_ref<Value(Value)> Step) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value Most = To(B), D = B.var("d", B.constant(1));
  B.loop(
      D < Most, [&] { B.set(D, Step(D)); }, [&] {});
  unsigned After = B.load(S, {(D & 31) * 64});
  return B.analyze({32, 1, 1}).Verdicts[After];
}

TEST(UnknownLoops, LeaveEachLaneItsOwnValues) {
  auto FromMemory = [](KernelBuilder &B) { return B.opaque("in[t]"); };
  auto OfAll = [](KernelBuilder &B) { return B.param("n"); };
  for (auto Step :
       {+[](Value D) { return D + 1; }, +[](Value D) { return D * 2; },
        +[](Value D) { return D * 3 + 1; }}) {
    Verdict Apart = behindLoop(FromMemory, Step);
    EXPECT_EQ(Apart.Sure, Bounded);
    EXPECT_EQ(Apart.Wavefronts, 32u);
    Verdict Together = behindLoop(OfAll, Step);
    EXPECT_EQ(Together.Sure, Exact);
    EXPECT_EQ(Together.Wavefronts, 1u);
  }
}

/// How often `for (i = from; i < to; i += step)` is said to run.
std::string
trips(llvm::function_ref<std::pair<Value, Value>(KernelBuilder &)> FromTo,
      int64_t Step) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  auto [From, To] = FromTo(B);
  B.count("i", From, To, Step, [&](Value) { B.load(S, {B.tx}); });
  return B.analyze({64, 1, 1}).Verdicts[0].Trips;
}

TEST(UnknownLoops, TripCounts) {
  EXPECT_EQ(trips([](auto &B) { return std::pair(B.tx * 0, B.param("n")); }, 1),
            "n");
  EXPECT_EQ(
      trips([](auto &B) { return std::pair(B.tx * 0, B.param("n") / 16); }, 1),
      "n / 16");
  EXPECT_EQ(trips([](auto &B) { return std::pair(B.tx * 0, B.param("n")); }, 4),
            "(n + 3) / 4");
  EXPECT_EQ(
      trips([](auto &B) { return std::pair(B.tx * 0, B.param("n") * 8); }, 4),
      "2 * n");
  EXPECT_EQ(trips(
                [](auto &B) {
                  return std::pair(B.param("a"), B.param("n") * B.param("m"));
                },
                1),
            "-a + n * m");
  // Lane 0 of the first wave, from 0 on, runs longest.
  EXPECT_EQ(trips([](auto &B) { return std::pair(B.tx, B.param("n")); }, 64),
            "(n + 63) / 64");
  // From memory, a number of its own for each lane.
  EXPECT_EQ(
      trips([](auto &B) { return std::pair(B.tx * 0, B.opaque("p[i]")); }, 1),
      "");
}

/// The same for `for (i = 0; i < n; i += step)`, and a step that is not known.
std::string tripsBy(llvm::function_ref<Value(KernelBuilder &)> Step) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n"), By = Step(B), I = B.var("i", B.constant(0));
  B.loop(I < N, [&] { B.set(I, I + By); }, [&] { B.load(S, {B.tx}); });
  return B.analyze({64, 1, 1}).Verdicts[0].Trips;
}

TEST(UnknownLoops, TripCountsOfUnknownSteps) {
  EXPECT_EQ(tripsBy([](auto &B) { return B.param("s"); }), "(n + s - 1) / s");
  EXPECT_EQ(tripsBy([](auto &B) { return B.param("s") * 4; }),
            "(n + 4 * s - 1) / (4 * s)");
  EXPECT_EQ(tripsBy([](auto &B) { return B.param("s") - B.param("t") + 1; }),
            "(n + s - t) / (s - t + 1)");
  // Each lane has a step of its own.
  EXPECT_EQ(tripsBy([](auto &B) { return B.param("s") * B.tx + 1; }), "");
  EXPECT_EQ(tripsBy([](auto &B) { return B.opaque("p[i]"); }), "");
}

TEST(UnknownLoops, DeepNestsTakeFewSteps) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n");
  llvm::SmallVector<Value> Indices;
  std::function<void(unsigned)> Nest = [&](unsigned Depth) {
    if (Depth == 0) {
      B.load(S, {B.tx * 2 + Indices.back()});
      return;
    }
    B.count("i" + std::to_string(Depth), B.constant(0), N, 1, [&](Value I) {
      Indices.push_back(I);
      Nest(Depth - 1);
    });
  };
  Nest(8);
  AnalysisResult R = B.analyze({256, 1, 1});
  EXPECT_EQ(R.Verdicts[0].Wavefronts, 16u);
  EXPECT_EQ(R.Verdicts[0].Trips, "n * n * n * n * n * n * n * n");
}

TEST(UnknownLoops, TheIterationShifts) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  unsigned Site = 0;
  B.count("i", B.constant(0), B.param("n"), 4,
          [&](Value I) { Site = B.load(S, {B.tx * 2 + I}); });
  Verdict V = B.analyze({32, 1, 1}).Verdicts[Site];
  EXPECT_EQ(V.Sure, Exact);
  EXPECT_EQ(V.Wavefronts, 2u);
}

TEST(UnknownLoops, GeometricSteps) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n"), D = B.var("d", B.constant(1));
  unsigned Up = 0, Down = 0;
  B.loop(
      D < N, [&] { B.set(D, D * 2); },
      [&] { Up = B.load(S, {B.tx * (D * 2 + 1)}); });
  Value H = B.var("h", B.constant(16));
  B.loop(
      B.opaque("more", true) != 0, [&] { B.set(H, H >> 1); },
      [&] { Down = B.load(S, {B.tx * H}); });
  AnalysisResult R = B.analyze({32, 1, 1});
  // 1, 2, 4, ..., so 2d + 1 is odd.
  EXPECT_EQ(R.Verdicts[Up].Sure, Exact);
  EXPECT_EQ(R.Verdicts[Up].Wavefronts, 1u);
  // 16, 8, 4, 2, 1, 0.
  EXPECT_EQ(R.Verdicts[Down].Sure, Bounded);
  EXPECT_EQ(R.Verdicts[Down].MinDegree, 1);
  EXPECT_EQ(R.Verdicts[Down].MaxDegree, 16);
}

/// What `s[tx * (d + 1)]` costs in a loop that halves d, behind one that
/// doubles it, from 1 on.
Verdict behindLoops(bool Breaks) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value N = B.param("n"), D = B.var("d", B.constant(1)), I = B.var("i", N);
  B.loop(
      I > 0, [&] { B.set(I, I - 1); },
      [&] {
        if (Breaks)
          B.when(B.opaque("done", true) != 0, [&] { B.jump(JumpKind::Break); });
        B.set(D, D * 2);
      });
  unsigned Site = 0;
  B.loop(
      I < N, [&] { B.set(I, I + 1); },
      [&] {
        B.set(D, D >> 1);
        Site = B.load(S, {B.tx * (D + 1)});
      });
  return B.analyze({32, 1, 1}).Verdicts[Site];
}

TEST(UnknownLoops, PowersStayPowersBehindLoops) {
  // 1, 2, and odd numbers.
  EXPECT_EQ(behindLoops(false).MaxDegree, 2);
  // Left in the middle of an iteration, too.
  EXPECT_EQ(behindLoops(true).MaxDegree, 32);
}

TEST(UnknownLoops, UndecidedBreak) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  unsigned Site = 0;
  B.forever([&] {
    Site = B.load(S, {B.tx * 32});
    B.when(B.opaque("done", true) != 0, [&] { B.jump(JumpKind::Break); });
  });
  unsigned After = B.load(S, {B.tx * 32});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_TRUE(R.Verdicts[Site].PerIteration);
  EXPECT_EQ(R.Verdicts[Site].Wavefronts, 32u);
  EXPECT_EQ(R.Verdicts[After].Wavefronts, 32u);
}

TEST(UnknownLoops, DoWhile) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  Value I = B.var("i", B.constant(0));
  unsigned Site = 0;
  Value N = B.param("n");
  B.doWhile(I < N, [&] {
    Site = B.load(S, {B.tx * 32});
    B.set(I, I + 1);
  });
  Verdict V = B.analyze({32, 1, 1}).Verdicts[Site];
  EXPECT_TRUE(V.PerIteration);
  EXPECT_EQ(V.Requests, 1u);
}

TEST(UnknownLoops, TheHeaderIsCountedOnce) {
  KernelBuilder B;
  unsigned S = B.array("s", {4096});
  unsigned Body = 0;
  Loop L;
  Value Cond = B.opaque("s[tx]", true) != 0;
  B.when(Cond, [&] { Body = B.load(S, {B.tx * 32}); });
  Stmt Statement = std::move(B.kernel().Body[0]);
  B.kernel().Body.clear();
  unsigned Header = B.load(S, {B.tx});
  L.Header = std::move(B.kernel().Body);
  L.Cond = Cond.E;
  L.Body = std::move(std::get<If>(Statement.Node).Then);
  B.kernel().Body.clear();
  B.kernel().Body.push_back(Stmt{std::move(L)});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[Header].Requests, 1u);
  EXPECT_EQ(R.Verdicts[Body].Requests, 1u);
}

} // namespace
