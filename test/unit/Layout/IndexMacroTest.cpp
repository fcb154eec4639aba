//===- IndexMacroTest.cpp - Finding, plan and refusals of index-macro -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Maps.h"
#include "Planned.h"

using namespace bankfix;

namespace {

const PlanOptions Macros = only(StrategyKind::IndexMacro);

/// The plan of `s[tx * Stride]` for one array of \p Elements, by 8 waves.
ArrayPlan strided(KernelBuilder &B, uint64_t Elements, int64_t Stride,
                  unsigned ElementBytes = 4,
                  llvm::StringRef TargetName = "sm_80") {
  unsigned A = B.array("s", {Elements}, ElementBytes);
  B.load(A, {B.tx * Stride});
  return planned(B, {32, 8, 1}, Macros, TargetName);
}

std::string bodyOf(uint64_t Elements, int64_t Stride, unsigned ElementBytes) {
  KernelBuilder B;
  ArrayPlan P = strided(B, Elements, Stride, ElementBytes);
  return P.Map ? P.Map->change(B.P.Arrays[0]).Macros[0].Body : "(none)";
}

TEST(IndexMacro, StrideOfABankRow) {
  KernelBuilder B;
  ArrayPlan P = strided(B, 1024, 32);
  EXPECT_EQ(P.Summary, "s[1024] -> s[1056], indexed through BANKFIX_PAD32");
  EXPECT_EQ(P.WavefrontsBefore, 8u * 32);
  EXPECT_EQ(P.WavefrontsAfter, 8u);
  EXPECT_EQ(P.BytesAfter, 4224u);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 1u);
  EXPECT_FALSE(P.Map->needsBoundedSubscripts());
  IndexHelper M = P.Map->change(B.P.Arrays[0]).Macros[0];
  EXPECT_EQ(M.Name, "BANKFIX_PAD32");
  EXPECT_EQ(M.Parameters, std::vector<std::string>{"i"});
  EXPECT_EQ(M.Body, "((i) + ((i) >> 5))");
}

TEST(IndexMacro, ShiftAndPadFollowTheAccess) {
  EXPECT_EQ(bodyOf(1024, 2, 4), "((i) + ((i) >> 5))");
  EXPECT_EQ(bodyOf(4096, 128, 4), "((i) + ((i) >> 7))");
  EXPECT_EQ(bodyOf(512, 16, 8), "((i) + ((i) >> 4))");
  EXPECT_EQ(bodyOf(1024, 32, 8), "((i) + ((i) >> 5))");
  // One byte after every 32 is a word after a row of 128.
  EXPECT_EQ(bodyOf(4096, 128, 1), "((i) + ((i) >> 5))");
  EXPECT_EQ(bodyOf(2048, 64, 2), "((i) + ((i) >> 5))");
}

/// A transpose by 16 x 16 threads, which needs two elements a row.
ArrayPlan flatTile(KernelBuilder &B) {
  unsigned A = B.array("s", {256});
  B.store(A, {B.ty * 16 + B.tx});
  B.load(A, {B.tx * 16 + B.ty});
  return planned(B, {16, 16, 1}, Macros);
}

TEST(IndexMacro, FlatTileThatNeedsTwo) {
  KernelBuilder B;
  ArrayPlan P = flatTile(B);
  EXPECT_EQ(P.WavefrontsBefore, 8u * 1 + 8u * 8);
  EXPECT_EQ(P.WavefrontsAfter, 8u + 8u);
  // A pad after two rows does better than rows of 18: stores stay whole.
  EXPECT_EQ(P.Summary, "s[256] -> s[272], indexed through BANKFIX_PAD32X2");
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 2u);
  EXPECT_EQ(P.Map->change(B.P.Arrays[0]).Macros[0].Body,
            "((i) + ((i) >> 5) * 2)");
}

TEST(IndexMacro, SubscriptsAreTheExpansion) {
  KernelBuilder B;
  ArrayPlan P = strided(B, 1024, 32);
  auto New = [&](const Expr *I) {
    return toString(*P.Map->subscripts(B.Pool, B.P.Arrays[0], {I}).front());
  };
  EXPECT_EQ(New(B.Pool.var(0, "i", Int32)), "(i + (i >> 5))");
  EXPECT_EQ(New(B.Pool.var(0, "b", IntType{8, false})),
            "(i32(b) + (i32(b) >> 5))");
  EXPECT_EQ(New(B.Pool.constant(64)), "66");
}

TEST(IndexMacro, SubscriptTypes) {
  KernelBuilder B;
  ArrayPlan P = flatTile(B);
  for (IntType T : {Int32, UInt32, IntType{64, true}, IntType{64, false}}) {
    const Expr *I = B.Pool.var(0, "i", T);
    const Expr *Rows = B.Pool.binary(Op::Shr, I, B.Pool.constant(5));
    const Expr *Expected =
        B.Pool.add(I, B.Pool.mul(Rows, B.Pool.constant(2, T)));
    EXPECT_EQ(P.Map->subscripts(B.Pool, B.P.Arrays[0], {I}).front(), Expected);
    EXPECT_EQ(Expected->type(), T);
  }
}

TEST(IndexMacro, NamesAreSharedByEqualMaps) {
  KernelBuilder B, C, D;
  auto Name = [](KernelBuilder &K, const ArrayPlan &P) {
    return P.Map->change(K.P.Arrays[0]).Macros[0].Name;
  };
  EXPECT_EQ(Name(B, strided(B, 1024, 32)), "BANKFIX_PAD32");
  EXPECT_EQ(Name(C, strided(C, 2048, 32)), "BANKFIX_PAD32");
  EXPECT_EQ(Name(D, strided(D, 4096, 128)), "BANKFIX_PAD128");
}

TEST(IndexMacro, TwoLevels) {
  // A scan's upper levels, by full warps: 64 to 256 elements apart.
  KernelBuilder B;
  unsigned A = B.array("s", {8192});
  for (int64_t Stride : {64, 128, 256})
    B.load(A, {B.tx * Stride + Stride - 1});
  ArrayPlan P = planned(B, {32, 1, 1}, Macros);
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.WavefrontsBefore, 3u * 32);
  EXPECT_EQ(P.WavefrontsAfter, 3u);
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 2u);
  SourceChange C = P.Map->change(B.P.Arrays[0]);
  EXPECT_EQ(C.Macros[0].Name, "BANKFIX_PAD32_1024");
  EXPECT_EQ(C.Macros[0].Body, "((i) + ((i) >> 5) + ((i) >> 10))");
  EXPECT_EQ(toString(*P.Map
                          ->subscripts(B.Pool, B.P.Arrays[0],
                                       {B.Pool.var(0, "i", UInt32)})
                          .front()),
            "((i + (i >> 5)) + (i >> 10))");
}

/// 16 x 16 threads in rows of \p Pitch elements, which the array has 20 of.
ArrayPlan haloed(KernelBuilder &B, int64_t Pitch, unsigned ElementBytes = 4) {
  unsigned A = B.array("s", {uint64_t(20 * Pitch)}, ElementBytes);
  B.load(A, {(B.ty + 3) * Pitch + B.tx + 1});
  return planned(B, {16, 16, 1}, Macros);
}

TEST(IndexMacro, RowsAreWhatLanesShow) {
  for (int64_t Pitch : {17, 18, 20, 30, 33, 36}) {
    KernelBuilder B;
    ArrayPlan P = haloed(B, Pitch);
    ASSERT_TRUE(P.Map) << Pitch;
    EXPECT_EQ(P.WavefrontsBefore, 16u) << Pitch;
    EXPECT_EQ(P.WavefrontsAfter, 8u) << Pitch;
    expectSound(*P.Map, B.P.Arrays[0]);
    expectSubscriptsAgree(*P.Map, B.P.Arrays[0]);
    EXPECT_FALSE(P.Map->isAffine(B.P.Arrays[0]));
  }
}

TEST(IndexMacro, RowsThatAreNoPowerOfTwoAreDivided) {
  KernelBuilder B;
  ArrayPlan P = haloed(B, 20);
  EXPECT_EQ(P.Summary, "s[400] -> s[960], indexed through BANKFIX_PAD20X28");
  IndexHelper M = P.Map->change(B.P.Arrays[0]).Macros[0];
  EXPECT_EQ(M.Body, "((i) + (i) / 20 * 28)");
  EXPECT_EQ(P.Map->arithmetic(B.P.Arrays[0]), 4u);
  EXPECT_FALSE(P.Map->needsBoundedSubscripts());
  // What a host gives for n elements is enough for all of them.
  ExprPool Pool;
  for (int64_t N = 1; N < 400; ++N)
    EXPECT_GE(
        P.Map->hostSize(Pool, B.P.Arrays[0], Pool.constant(N * 4))->value(),
        P.Map->offset(B.P.Arrays[0], (N - 1) * 4) + 4);
}

TEST(IndexMacro, RefusedByAnyObstacle) {
  KernelBuilder B;
  unsigned A = B.array("s", {1024});
  B.load(A, {B.tx * 32});
  B.P.Arrays[0].Obstacles = {{ObstacleKind::SideEffect, {"", 7, 3}, "s[i++]"}};
  ArrayPlan P = planned(B, {32, 1, 1}, Macros);
  EXPECT_FALSE(P.Map);
  EXPECT_EQ(refusal(P, StrategyKind::IndexMacro),
            "line 7: the index in 's[i++]' has a side effect; put it into a "
            "statement before");
}

} // namespace
