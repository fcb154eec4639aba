//===- PatternTest.cpp - Counts of known access patterns ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Index = llvm::function_ref<Value(KernelBuilder &)>;

/// The verdict on a load of `s[index]`.
Verdict load(Index I, std::array<unsigned, 3> Block = {32, 1, 1},
             unsigned ElementBytes = 4, llvm::StringRef Target = "sm_80") {
  KernelBuilder B;
  unsigned A = B.array("s", {8192}, ElementBytes);
  B.load(A, {I(B)});
  return B.analyze(Block, Target).Verdicts[0];
}

/// Its degree, which has to be exact and the same for every request.
double degree(Index I, unsigned ElementBytes = 4,
              llvm::StringRef Target = "sm_80") {
  Verdict V = load(I, {64, 1, 1}, ElementBytes, Target);
  EXPECT_EQ(V.Sure, Certainty::Exact) << V.Reason;
  EXPECT_EQ(V.MinDegree, V.MaxDegree);
  EXPECT_EQ(V.meanDegree(), V.MaxDegree);
  return V.MaxDegree;
}

TEST(Patterns, Linear) {
  EXPECT_EQ(degree([](auto &B) { return B.tx; }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 2; }), 2);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 3; }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 32; }), 32);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 33; }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.constant(5); }), 1);
  EXPECT_EQ(degree([](auto &B) { return 63 - B.tx; }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx << 3; }), 8);
}

TEST(Patterns, ElementSizes) {
  EXPECT_EQ(degree([](auto &B) { return B.tx; }, 1), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 64; }, 2), 32);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 65; }, 2), 2);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 66; }, 2), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 32; }, 8), 16);
  EXPECT_EQ(degree([](auto &B) { return B.tx; }, 16), 1);
}

TEST(Patterns, OperatorsThatBreakLines) {
  EXPECT_EQ(degree([](auto &B) { return B.tx * 5 % 64; }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 6 & 63; }), 2);
  EXPECT_EQ(degree([](auto &B) { return B.tx & ~B.constant(3); }), 1);
  EXPECT_EQ(degree([](auto &B) { return B.tx ^ (B.tx >> 5); }), 1);
  EXPECT_EQ(degree([](auto &B) {
              Value X = B.tx % 8, Y = B.tx / 8;
              return X ^ Y;
            }),
            1);
  EXPECT_EQ(degree([](auto &B) { return B.tx / 2 * 64; }), 16);
}

TEST(Patterns, OtherTargets) {
  EXPECT_EQ(degree([](auto &B) { return B.tx * 32; }, 4, "gfx942"), 32);
  EXPECT_EQ(degree([](auto &B) { return B.tx * 16; }, 4, "intel-gen9"), 16);
}

TEST(Patterns, Counts) {
  Verdict V = load([](auto &B) { return B.tx * 2; }, {256, 1, 1});
  EXPECT_EQ(V.Requests, 8u);
  EXPECT_EQ(V.Wavefronts, 16u);
  EXPECT_EQ(V.Ideal, 8u);
  EXPECT_EQ(V.excess(), 8u);
  EXPECT_EQ(V.LanesActive, 1.0);
}

TEST(Patterns, RaggedLastWave) {
  Verdict V = load([](auto &B) { return B.tx * 32; }, {40, 1, 1});
  EXPECT_EQ(V.Requests, 2u);
  EXPECT_EQ(V.Wavefronts, 32u + 8u);
  EXPECT_EQ(V.LanesActive, 40.0 / 64);
  EXPECT_EQ(V.MinDegree, 8);
  EXPECT_EQ(V.MaxDegree, 32);
}

TEST(Patterns, WavesOfBlocksWhoseRowsDoNotFillThem) {
  // Rows of 24 threads: a wave holds one and a third. s[ty * 32 + tx] has the
  // 8 threads of the next row on the banks of this one.
  Verdict V = load([](auto &B) { return B.ty * 32 + B.tx; }, {24, 4, 1});
  EXPECT_EQ(V.Requests, 3u);
  EXPECT_EQ(V.Wavefronts, 6u);
  V = load([](auto &B) { return B.tz * 64 + B.ty * 8 + B.tx; }, {8, 2, 4});
  EXPECT_EQ(V.Requests, 2u);
  EXPECT_EQ(V.Wavefronts, 4u);
}

struct StoreAndLoad {
  uint64_t Store, Load;
  bool operator==(const StoreAndLoad &) const = default;
};
void PrintTo(const StoreAndLoad &C, std::ostream *OS) {
  *OS << "store " << C.Store << ", load " << C.Load;
}

/// Wavefronts for each request of a transpose through a tile of that pitch.
StoreAndLoad transpose(uint64_t Size, uint64_t Pitch, unsigned Rows) {
  KernelBuilder B;
  unsigned Tile = B.array("tile", {Size, Pitch});
  auto Each = [&](llvm::function_ref<void(Value)> Body) {
    B.count("j", B.constant(0), B.constant(Size), Rows, Body);
  };
  unsigned Store = 0, Load = 0;
  Each([&](Value J) { Store = B.store(Tile, {B.ty + J, B.tx}); });
  B.barrier();
  Each([&](Value J) { Load = B.load(Tile, {B.tx, B.ty + J}); });
  AnalysisResult R = B.analyze({unsigned(Size), Rows, 1});
  EXPECT_EQ(R.Verdicts[Load].Sure, Certainty::Exact);
  EXPECT_EQ(R.Verdicts[Load].Requests, Size * Size / 32);
  return {R.Verdicts[Store].Wavefronts / R.Verdicts[Store].Requests,
          R.Verdicts[Load].Wavefronts / R.Verdicts[Load].Requests};
}

TEST(Patterns, Transposes) {
  EXPECT_EQ(transpose(32, 32, 8), (StoreAndLoad{1, 32}));
  EXPECT_EQ(transpose(32, 33, 8), (StoreAndLoad{1, 1}));
  EXPECT_EQ(transpose(32, 34, 8), (StoreAndLoad{1, 2}));
  EXPECT_EQ(transpose(16, 16, 16), (StoreAndLoad{1, 8}));
  EXPECT_EQ(transpose(16, 17, 16), (StoreAndLoad{2, 2}));
  EXPECT_EQ(transpose(16, 18, 16), (StoreAndLoad{2, 1}));
}

TEST(Patterns, InterleavedReduction) {
  // for (stride = 1; stride < 256; stride *= 2) {
  //   i = 2 * stride * tid; if (i < blockDim.x) s[i] += s[i + stride]; }
  KernelBuilder B;
  unsigned S = B.array("s", {256});
  Value Stride = B.var("stride", B.constant(1));
  Value I = B.var("i", B.constant(0));
  B.loop(
      Stride < B.bdx, [&] { B.set(Stride, Stride * 2); },
      [&] {
        B.set(I, 2 * Stride * B.tx);
        B.when(I < B.bdx, [&] {
          B.load(S, {I + Stride});
          B.load(S, {I});
          B.store(S, {I});
        });
        B.barrier();
      });
  AnalysisResult R = B.analyze({256, 1, 1});
  for (const Verdict &V : R.Verdicts) {
    EXPECT_EQ(V.Requests, 12u);
    EXPECT_EQ(V.Wavefronts, 47u);
    EXPECT_EQ(V.Ideal, 12u);
    EXPECT_EQ(V.MaxDegree, 8);
    EXPECT_EQ(V.Sure, Certainty::Exact);
  }
}

TEST(Patterns, AtomicsOnOneAddressAreNoConflict) {
  KernelBuilder B;
  unsigned S = B.array("bins", {64});
  B.access(S, AccessOp::Atomic, {B.constant(0)});
  Verdict V = B.analyze({32, 1, 1}).Verdicts[0];
  EXPECT_EQ(V.Wavefronts, 32u);
  EXPECT_EQ(V.Serialization, 31u);
  EXPECT_EQ(V.excess(), 0u);
}

TEST(Patterns, MembersOfElements) {
  // struct { float x, y; }: x of 32 elements lie on every other bank.
  KernelBuilder B;
  unsigned S = B.array("points", {64}, 8);
  unsigned X = B.load(S, {B.tx});
  B.kernel().Sites[X].Bytes = 4;
  std::get<Access>(B.kernel().Body[0].Node).MemberOffset = 4;
  EXPECT_EQ(B.analyze({32, 1, 1}).Verdicts[X].Wavefronts, 2u);
}

TEST(Patterns, MapsMoveTheRequests) {
  KernelBuilder B;
  unsigned S = B.array("s", {1024});
  B.load(S, {B.tx * 32});
  AnalysisResult R = B.analyze({32, 1, 1});
  OffsetMap Pad = [](int64_t O) { return O + O / 128 * 4; };
  EXPECT_EQ(judge(R.Requests.Sites[0], B.kernel().Sites[0], B.P.Arrays[0],
                  *findTarget("sm_80"), &Pad)
                .Wavefronts,
            1u);
}

TEST(Patterns, MapsNeedSubscriptsInBounds) {
  KernelBuilder B;
  unsigned S = B.array("s", {32, 32});
  B.load(S, {B.ty, B.tx + 1});
  AnalysisResult R = B.analyze({32, 1, 1});
  EXPECT_EQ(R.Verdicts[0].Wavefronts, 1u);
  OffsetMap Same = [](int64_t O) { return O; };
  Verdict V = judge(R.Requests.Sites[0], B.kernel().Sites[0], B.P.Arrays[0],
                    *findTarget("sm_80"), &Same);
  EXPECT_EQ(V.Sure, Certainty::Unknown);
  EXPECT_EQ(V.Reason, "a subscript lies outside its dimension");
}

} // namespace
