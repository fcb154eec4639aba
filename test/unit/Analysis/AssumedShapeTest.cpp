//===- AssumedShapeTest.cpp - Block shapes where none is known ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AssumedShape.h"
#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Blocks = std::vector<std::array<unsigned, 3>>;
using Body = llvm::function_ref<void(KernelBuilder &)>;

Blocks assumed(Body Make, unsigned MaxThreads = 0,
               llvm::StringRef Model = "sm_80") {
  KernelBuilder B;
  Make(B);
  Blocks Out;
  for (const LaunchShape &S :
       assumedShapes(B.P.Kernels[0], B.P, MaxThreads, *findTarget(Model))) {
    EXPECT_EQ(S.Origin, ShapeOrigin::Assumed);
    Out.push_back(S.Block);
  }
  return Out;
}

void line(KernelBuilder &B) { B.load(B.array("s", {4096}), {B.tx * 2}); }
void plane(KernelBuilder &B) {
  B.load(B.array("s", {64, 64}), {B.ty * 2, B.tx});
}

LaunchShape likely(std::array<unsigned, 3> Block, int64_t Param) {
  LaunchShape S;
  S.Block = Block;
  S.Params = {Param};
  return S;
}

TEST(AssumedShape, WhatTheSourceSaysIsLikely) {
  KernelBuilder B;
  plane(B); // 64 rows of 64.
  auto Shapes = [&](llvm::ArrayRef<LaunchShape> Likely, unsigned Most = 0) {
    return assumedShapes(B.P.Kernels[0], B.P, Most, *findTarget("sm_80"),
                         Likely);
  };
  const LaunchShape S8 = likely({8, 8, 1}, 8), S16 = likely({16, 16, 1}, 16),
                    S32 = likely({32, 32, 1}, 32),
                    Wide = likely({128, 1, 1}, 128);
  EXPECT_EQ(Shapes({S16, S32, S8}), (std::vector{S16, S32, S8}));
  // No block that the array, or the kernel, has no room for.
  EXPECT_EQ(Shapes({Wide, S8}), std::vector{S8});
  EXPECT_EQ(Shapes({S32, S16}, 256), std::vector{S16});
  EXPECT_EQ(Shapes({Wide}).size(), Shapes({}).size());
}

TEST(AssumedShape, UsualShapes) {
  EXPECT_EQ(assumed(line), (Blocks{{256, 1, 1},
                                   {128, 1, 1},
                                   {64, 1, 1},
                                   {512, 1, 1},
                                   {1024, 1, 1},
                                   {32, 1, 1}}));
  EXPECT_EQ(assumed(plane), (Blocks{{32, 8, 1}, {16, 16, 1}, {32, 32, 1}}));
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {4096}), {B.tz * 64 + B.ty * 8 + B.tx});
            }),
            (Blocks{{8, 8, 4}, {8, 8, 8}, {32, 4, 2}}));
}

TEST(AssumedShape, Limits) {
  EXPECT_EQ(assumed(line, 64), (Blocks{{64, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(assumed(line, 16), (Blocks{{16, 1, 1}}));
  EXPECT_EQ(assumed(plane, 256), (Blocks{{32, 8, 1}, {16, 16, 1}}));
  EXPECT_EQ(assumed(plane, 20), (Blocks{{16, 1, 1}}));
}

TEST(AssumedShape, ArraysThatABlockFills) {
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {16, 16}), {B.ty, B.tx});
            }),
            (Blocks{{16, 16, 1}}));
  EXPECT_EQ(
      assumed([](KernelBuilder &B) { B.load(B.array("s", {128}), {B.tx}); }),
      (Blocks{{128, 1, 1}, {64, 1, 1}, {32, 1, 1}}));
  // No thread may leave the array.
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              unsigned A = B.array("s", {512});
              B.load(A, {B.tx});
              B.load(A, {B.tx + 256});
            }),
            (Blocks{{256, 1, 1}, {128, 1, 1}, {64, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {256}), {B.tx * 2 + 1});
            }),
            (Blocks{{128, 1, 1}, {64, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {18, 18}), {B.ty + 1, B.tx + 1});
            }),
            (Blocks{{16, 16, 1}}));
  // Nobody runs 17 threads: what is beyond 16 is padding, or a halo.
  for (uint64_t Border : {1, 2})
    EXPECT_EQ(assumed([&](KernelBuilder &B) {
                B.load(B.array("s", {16, 16 + Border}), {B.ty, B.tx});
              }),
              (Blocks{{16, 16, 1}}));
  // What only the run knows is assumed to hold for all threads.
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              unsigned A = B.array("s", {16, 64});
              Value N = B.param("n");
              B.when(B.bx * 16 + B.tx < N, [&] { B.load(A, {B.tx, B.ty}); });
              B.when(B.tx >= N, [&] { B.jump(JumpKind::Return); });
              B.load(A, {B.ty, B.tx});
            }),
            (Blocks{{16, 16, 1}}));
  // Where a guard keeps threads out, the block may be larger.
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              unsigned A = B.array("s", {128});
              B.when(B.tx < 128, [&] { B.load(A, {B.tx}); });
            }).front(),
            (std::array<unsigned, 3>{256, 1, 1}));
}

TEST(AssumedShape, RowsThatAreFlattenedByHand) {
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {64}), {B.tx * 8 + B.ty});
            }),
            (Blocks{{8, 8, 1}}));
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              auto I = B.var("i", B.tx + B.ty * 33);
              B.load(B.array("s", {33 * 16}), {I});
            }),
            (Blocks{{32, 16, 1}}));
  // A halo, and rows that are no rows of this array.
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {18 * 18}), {(B.ty + 1) * 18 + (B.tx + 1)});
            }),
            (Blocks{{16, 16, 1}}));
  EXPECT_EQ(assumed([](KernelBuilder &B) {
              B.load(B.array("s", {1000}), {B.ty * 32 + B.tx});
            }),
            (Blocks{{32, 8, 1}, {16, 16, 1}, {32, 32, 1}}));
}

TEST(AssumedShape, SmallerShapes) {
  auto Smaller = [](Body Make, unsigned MaxThreads = 0) {
    KernelBuilder B;
    Make(B);
    Blocks Out;
    for (const LaunchShape &S :
         smallerShapes(B.P.Kernels[0], B.P, MaxThreads, *findTarget("sm_80")))
      Out.push_back(S.Block);
    return Out;
  };
  EXPECT_EQ(Smaller(line), (Blocks{{16, 1, 1}, {8, 1, 1}}));
  EXPECT_EQ(Smaller(line, 8), (Blocks{{8, 1, 1}}));
  EXPECT_EQ(Smaller(plane).front(), (std::array<unsigned, 3>{32, 4, 1}));
}

/// A block of so many threads of an assumed shape leaves an array.
bool leaves(unsigned Threads, Body Make,
            ShapeOrigin Origin = ShapeOrigin::Assumed) {
  KernelBuilder B;
  Make(B);
  return B.analyze({Threads, 1, 1}, "sm_80", Origin).Requests.LeavesArray;
}

TEST(AssumedShape, BlocksThatLeaveAnArray) {
  auto Twice = [](KernelBuilder &B) {
    B.load(B.array("s", {256}), {B.tx * 2});
  };
  EXPECT_FALSE(leaves(128, Twice));
  EXPECT_TRUE(leaves(256, Twice));
  EXPECT_FALSE(leaves(256, Twice, ShapeOrigin::Launch));
  EXPECT_TRUE(leaves(
      32, [](KernelBuilder &B) { B.load(B.array("s", {64}), {B.tx - 1}); }));
  // Rows may be walked through, the whole may not.
  auto Rows = [](KernelBuilder &B) {
    B.load(B.array("s", {4, 32}), {B.tx * 0, B.tx});
  };
  EXPECT_FALSE(leaves(128, Rows));
  EXPECT_TRUE(leaves(256, Rows));
  // A guard that is decided keeps threads out; of another, nothing is known.
  EXPECT_FALSE(leaves(256, [](KernelBuilder &B) {
    unsigned A = B.array("s", {64});
    B.when(B.tx < 64, [&] { B.load(A, {B.tx}); });
  }));
  EXPECT_FALSE(leaves(256, [](KernelBuilder &B) {
    unsigned A = B.array("s", {64});
    B.when(B.tx < B.param("n"), [&] { B.load(A, {B.tx}); });
  }));
  // What follows upon a return that only the run decides may not be reached.
  EXPECT_FALSE(leaves(256, [](KernelBuilder &B) {
    unsigned A = B.array("s", {64});
    B.when(B.tx >= B.param("n"), [&] { B.jump(JumpKind::Return); });
    B.load(A, {B.tx});
  }));
  // Nobody launches a kernel for a loop that does not go round, unless it does
  // so for some threads alone.
  auto InLoop = [](bool IsForAll) {
    return [=](KernelBuilder &B) {
      unsigned A = B.array("s", {64});
      B.count("i", IsForAll ? B.constant(0) : B.tx, B.param("n"), 1,
              [&](Value) { B.load(A, {B.tx}); });
    };
  };
  EXPECT_TRUE(leaves(256, InLoop(true)));
  EXPECT_FALSE(leaves(256, InLoop(false)));
  EXPECT_FALSE(leaves(256, [](KernelBuilder &B) {
    B.load(B.array("s", {64}), {B.tx + B.param("n")});
  }));
}

} // namespace
