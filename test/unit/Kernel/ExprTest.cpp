//===- ExprTest.cpp - Types, folding, and one pointer per expression ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Expr.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

constexpr IntType Int8{8, true}, UInt8{8, false}, UInt16{16, false},
    Int64{64, true}, UInt64{64, false};

std::string folded(Op O, IntType T, int64_t A, int64_t B) {
  std::optional<int64_t> V = fold(O, T, A, B);
  return V ? std::to_string(*V) : "undefined";
}

TEST(IntType, Ranges) {
  EXPECT_EQ(Int8.min(), -128);
  EXPECT_EQ(Int8.max(), 127);
  EXPECT_EQ(UInt8.min(), 0);
  EXPECT_EQ(UInt8.max(), 255);
  EXPECT_EQ(UInt32.max(), 4294967295);
  EXPECT_EQ(Int64.min(), INT64_MIN);
  EXPECT_EQ(UInt64.max(), INT64_MAX); // Cut.
}

TEST(IntType, Wrap) {
  EXPECT_EQ(Int8.wrap(128), -128);
  EXPECT_EQ(UInt8.wrap(-1), 255);
  EXPECT_EQ(UInt16.wrap(65537), 1);
  EXPECT_EQ(Int32.wrap(2147483648), INT32_MIN);
  EXPECT_EQ(UInt32.wrap(-1), 4294967295);
  EXPECT_EQ(UInt64.wrap(-1), -1);
}

TEST(Fold, Arithmetic) {
  EXPECT_EQ(folded(Op::Add, Int32, INT32_MAX, 1), "-2147483648");
  EXPECT_EQ(folded(Op::Sub, UInt32, 0, 1), "4294967295");
  EXPECT_EQ(folded(Op::Mul, UInt8, 16, 17), "16");
  EXPECT_EQ(folded(Op::Div, Int32, -7, 2), "-3");
  EXPECT_EQ(folded(Op::Rem, Int32, -7, 2), "-1");
  EXPECT_EQ(folded(Op::Neg, UInt32, 1, 0), "4294967295");
  EXPECT_EQ(folded(Op::BitNot, Int32, 3, 0), "-4");
  EXPECT_EQ(folded(Op::Min, Int32, -1, 1), "-1");
  EXPECT_EQ(folded(Op::Max, UInt64, -1, 1), "-1"); // That is 2^64 - 1.
}

TEST(Fold, BitsAndShifts) {
  EXPECT_EQ(folded(Op::And, Int32, -1, 5), "5");
  EXPECT_EQ(folded(Op::Xor, UInt32, 5, 3), "6");
  EXPECT_EQ(folded(Op::Shl, Int32, 1, 31), "-2147483648");
  EXPECT_EQ(folded(Op::Shr, Int32, -8, 1), "-4");
  EXPECT_EQ(folded(Op::Shr, UInt32, 4294967288, 1), "2147483644");
  EXPECT_EQ(folded(Op::Shr, UInt64, -1, 63), "1");
}

TEST(Fold, BitFunctions) {
  EXPECT_EQ(folded(Op::PopCount, Int32, -1, 0), "32");
  EXPECT_EQ(folded(Op::PopCount, IntType({16, true}), -2, 0), "15");
  EXPECT_EQ(folded(Op::LeadingZeros, Int32, 0, 0), "32");
  EXPECT_EQ(folded(Op::LeadingZeros, UInt8, 3, 0), "6");
  EXPECT_EQ(folded(Op::LeadingZeros, Int64, -1, 0), "0");
  EXPECT_EQ(folded(Op::ReverseBits, UInt32, 1, 0), "2147483648");
  EXPECT_EQ(folded(Op::ReverseBits, Int32, 1, 0), "-2147483648");
  EXPECT_EQ(folded(Op::MulHigh, UInt32, 4294967295, 4294967295), "4294967294");
  EXPECT_EQ(folded(Op::MulHigh, Int32, -1, 2), "-1");
  EXPECT_EQ(folded(Op::MulHigh, UInt64, -1, 2), "1");
}

TEST(Fold, Predicates) {
  EXPECT_EQ(folded(Op::Lt, Int32, -1, 0), "1");
  EXPECT_EQ(folded(Op::Lt, UInt64, -1, 0), "0");
  EXPECT_EQ(folded(Op::Ge, Int32, 3, 3), "1");
  EXPECT_EQ(folded(Op::LogAnd, Int32, 2, 4), "1");
  EXPECT_EQ(folded(Op::LogNot, Int32, 2, 0), "0");
}

TEST(Fold, WhatCLeavesUndefined) {
  EXPECT_EQ(folded(Op::Div, Int32, 1, 0), "undefined");
  EXPECT_EQ(folded(Op::Rem, UInt32, 1, 0), "undefined");
  EXPECT_EQ(folded(Op::Div, Int32, INT32_MIN, -1), "undefined");
  EXPECT_EQ(folded(Op::Shl, Int32, 1, 32), "undefined");
  EXPECT_EQ(folded(Op::Shr, Int32, 1, -1), "undefined");
}

TEST(ExprPool, EqualExpressionsAreOne) {
  ExprPool P;
  const Expr *A = P.var(0, "a", Int32), *B = P.var(1, "b", Int32);
  EXPECT_EQ(P.add(A, B), P.add(A, B));
  EXPECT_NE(P.add(A, B), P.add(B, A));
  EXPECT_NE(P.constant(1), P.constant(1, UInt32));
  EXPECT_EQ(P.opaque("p[0]", Int32), P.opaque("p[0]", Int32));
  EXPECT_NE(P.opaque("p[0]", Int32), P.opaque("p[0]", Int32, true));
  EXPECT_NE(P.opaque("p[0]", Int32), P.opaque("p[0]", Int32, false, 0, 9));
}

TEST(ExprPool, FoldsWhileItBuilds) {
  ExprPool P;
  const Expr *A = P.var(0, "a", Int32), *Zero = P.constant(0),
             *One = P.constant(1);
  EXPECT_TRUE(P.add(P.constant(2), P.constant(3))->isConst(5));
  EXPECT_EQ(P.add(A, Zero), A);
  EXPECT_EQ(P.mul(One, A), A);
  EXPECT_EQ(P.binary(Op::Shr, A, Zero), A);
  EXPECT_NE(P.binary(Op::Sub, Zero, A), A);
  EXPECT_EQ(P.binary(Op::Div, One, Zero)->kind(), ExprKind::Binary);
  EXPECT_EQ(P.select(One, A, Zero), A);
  EXPECT_EQ(P.select(A, Zero, Zero), Zero);
  EXPECT_EQ(P.cast(A, Int32), A);
  EXPECT_TRUE(P.cast(P.constant(300), UInt8)->isConst(44));
  EXPECT_EQ(P.cast(P.cast(A, UInt32), Int32), A);
  EXPECT_EQ(P.cast(P.cast(A, UInt32), UInt8), P.cast(A, UInt8));
  EXPECT_NE(P.cast(P.cast(A, UInt8), Int32), A);
  EXPECT_TRUE(P.unary(Op::Neg, One)->isConst(-1));
}

TEST(ExprPool, TypesOfResults) {
  ExprPool P;
  const Expr *A = P.var(0, "a", UInt64), *N = P.constant(3);
  EXPECT_EQ(P.binary(Op::Shl, A, N)->type(), UInt64);
  EXPECT_EQ(P.binary(Op::Lt, A, P.constant(3, UInt64))->type(), Int32);
  EXPECT_EQ(P.unary(Op::LogNot, A)->type(), Int32);
}

TEST(Expr, Text) {
  ExprPool P;
  const Expr *X = P.launchValue(LaunchValue::ThreadIdx, 0);
  const Expr *I = P.var(0, "i", Int32), *N = P.param(0, "n", Int32);
  EXPECT_EQ(toString(*P.add(P.cast(X, Int32), P.mul(I, N))),
            "(i32(threadIdx.x) + (i * n))");
  EXPECT_EQ(toString(*P.binary(Op::Min, I, N)), "min(i, n)");
  EXPECT_EQ(toString(*P.select(I, N, P.opaque("p[0]", Int32))),
            "(i ? n : <p[0]>)");
  EXPECT_EQ(toString(*P.unary(Op::BitNot, I)), "~i");
  EXPECT_EQ(toString(*P.launchValue(LaunchValue::GridDim, 2)), "gridDim.z");
}

} // namespace
