//===- IndexExprTest.cpp - Where an element goes, as an expression --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Layout/IndexExpr.h"
#include <gmock/gmock.h>
#include <random>

using namespace bankfix;
using testing::ElementsAre;

namespace {

const IndexExpr I = IndexExpr::subscript(0), J = IndexExpr::subscript(1);

std::string text(const IndexExpr &E) {
  return E.text([](unsigned D) { return D ? "j" : "i"; });
}

TEST(IndexExpr, TextKeepsWhatIsDoneFirst) {
  EXPECT_EQ(text(I), "(i)");
  EXPECT_EQ(text(I + (I >> 5) * 2 + (I >> 10)),
            "((i) + ((i) >> 5) * 2 + ((i) >> 10))");
  EXPECT_EQ(text((I + 63) / 64 * 64), "(((i) + 63) / 64 * 64)");
  EXPECT_EQ(text(I ^ ((J >> 1) & 7) ^ (J << 2)),
            "((i) ^ (((j) >> 1) & 7) ^ ((j) << 2))");
  EXPECT_EQ(text(I ^ (((J >> 3) & 1) * 5)), "((i) ^ ((((j) >> 3) & 1) * 5))");
  EXPECT_EQ(text(IndexExpr::constant(31) - I), "(31 - (i))");
  EXPECT_EQ(text(I + (J - I)), "((i) + ((j) - (i)))");
}

TEST(IndexExpr, WhatChangesNothingIsNotWritten) {
  EXPECT_EQ(text(I + (I >> 5) * 1), "((i) + ((i) >> 5))");
  EXPECT_EQ(text((I >> 0) + 0), "(i)");
  EXPECT_EQ((I + 0).operations(), 0u);
}

TEST(IndexExpr, SaysWhatItIs) {
  EXPECT_THAT((J ^ I ^ J).subscripts(), ElementsAre(1, 0));
  EXPECT_EQ((I + (I >> 5)).operations(), 1u);
  EXPECT_EQ((I + (I >> 5) * 2).operations(), 2u);
  EXPECT_EQ((I ^ ((J >> 1) & 7) ^ ((J >> 2) & 1)).operations(), 4u);
  EXPECT_EQ((I + J + I).operations(), 2u);
  EXPECT_EQ((I + I / 20 * 28).operations(), 4u);
  EXPECT_TRUE((I + I / 32 * 2).isAffine());
  EXPECT_FALSE((I + (I >> 5)).isAffine());
  EXPECT_TRUE((I + (I >> 5)).isGrowing());
  EXPECT_FALSE((I ^ (I >> 5)).isGrowing());
  EXPECT_FALSE((I / 2).isGrowing());
  EXPECT_FALSE((IndexExpr::constant(31) - I).isGrowing());
}

/// A random expression over both subscripts, of so many operations.
IndexExpr random(std::mt19937 &Random, unsigned Operations) {
  if (Operations == 0)
    return Random() % 2 ? I : J;
  IndexExpr A = random(Random, Operations - 1);
  switch (Random() % 8) {
  case 0:
    return A + random(Random, Operations / 2);
  case 1:
    return A ^ random(Random, Operations / 2);
  case 2:
    return A - random(Random, Operations / 2);
  case 3:
    return A >> Random() % 6;
  case 4:
    return A << Random() % 3;
  case 5:
    return A & Random() % 64;
  case 6:
    return A * int64_t(Random() % 5);
  default:
    return A / int64_t(1 + Random() % 40);
  }
}

/// A number, what the source lowers to, and substitution agree.
TEST(IndexExpr, AllReadingsAgree) {
  std::mt19937 Random(7);
  ExprPool Pool;
  for (unsigned N = 0; N < 2000; ++N) {
    IndexExpr E = random(Random, N % 6);
    int64_t A = Random() % 1000, B = Random() % 1000;
    int64_t Value = E.evaluate({A, B});
    const Expr *Lowered = E.lower(Pool, {Pool.constant(A), Pool.constant(B)});
    if (std::abs(Value) < 1 << 24) { // Else int overflows on the way.
      EXPECT_TRUE(Lowered->isConst(Value)) << text(E);
    }
    IndexExpr Constants[] = {IndexExpr::constant(A), IndexExpr::constant(B)};
    EXPECT_EQ(E.substitute(Constants).evaluate({}), Value) << text(E);
    EXPECT_EQ(E.substitute({I + 3, J + 5}).evaluate({A - 3, B - 5}), Value);
  }
}

} // namespace
