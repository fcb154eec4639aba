//===- RangeTest.cpp - What expressions can be ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Expr.h"
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

struct RangeTest : testing::Test {
  ExprPool P;
  const Expr *Tx = P.cast(P.launchValue(LaunchValue::ThreadIdx, 0), Int32);
  const Expr *N = P.param(0, "n", Int32);

  const Expr *constant(int64_t V) { return P.constant(V); }
  std::string of(Op O, const Expr *A, int64_t B) {
    return of(P.binary(O, A, constant(B)));
  }
  std::string of(const Expr *E) {
    ValueRange R = rangeOf(*E);
    return std::to_string(R.Low) + " to " + std::to_string(R.High);
  }
};

constexpr char Full[] = "-2147483648 to 2147483647";

TEST_F(RangeTest, Leaves) {
  EXPECT_EQ(of(constant(7)), "7 to 7");
  EXPECT_EQ(of(Tx), "0 to 1023");
  EXPECT_EQ(of(P.launchValue(LaunchValue::BlockDim, 1)), "1 to 1024");
  EXPECT_EQ(of(N), Full);
  EXPECT_EQ(of(P.opaque("p[0]", IntType{8, false})), "0 to 255");
  EXPECT_EQ(of(P.opaque("p[0]", Int32, true, 3, 9)), "3 to 9");
}

TEST_F(RangeTest, Arithmetic) {
  EXPECT_EQ(of(Op::Add, Tx, 5), "5 to 1028");
  EXPECT_EQ(of(Op::Sub, Tx, 5), "-5 to 1018");
  EXPECT_EQ(of(Op::Mul, Tx, -2), "-2046 to 0");
  EXPECT_EQ(of(Op::Add, N, 1), Full); // May overflow.
  EXPECT_EQ(of(Op::Div, Tx, 32), "0 to 31");
  EXPECT_EQ(of(Op::Div, N, 0), Full);
  EXPECT_EQ(of(Op::Rem, Tx, 32), "0 to 31");
  EXPECT_EQ(of(Op::Rem, N, 32), "-31 to 31");
  EXPECT_EQ(of(P.binary(Op::Div, Tx, N)), "-1023 to 1023");
  EXPECT_EQ(of(P.binary(Op::Rem, Tx, N)), "0 to 1023");
  EXPECT_EQ(of(P.unary(Op::Neg, Tx)), "-1023 to 0");
}

TEST_F(RangeTest, Bits) {
  EXPECT_EQ(of(Op::And, N, 31), "0 to 31");
  EXPECT_EQ(of(Op::And, Tx, ~3), "0 to 1023");
  EXPECT_EQ(of(Op::Or, Tx, 4), "4 to 1023");
  EXPECT_EQ(of(Op::Xor, Tx, 1024), "1024 to 2047");
  const Expr *Row = P.opaque("row", Int32, true, 541, 543);
  EXPECT_EQ(of(Op::Xor, Row, 4), "536 to 543");
  EXPECT_EQ(of(Op::Or, Row, 8), "541 to 543");
  EXPECT_EQ(of(Op::Xor, N, 1), Full);
  // What a swizzle makes of an index that may be negative, as C's % may be.
  EXPECT_EQ(of(Op::Xor, P.binary(Op::Rem, N, constant(32)), 2), "-32 to 31");
  EXPECT_EQ(of(Op::Or, P.binary(Op::Rem, N, constant(32)), 64), "-31 to 127");
  EXPECT_EQ(of(Op::Xor, P.binary(Op::Rem, N, constant(32)), -3), "-32 to 31");
  EXPECT_EQ(of(Op::Shl, Tx, 2), "0 to 4092");
  EXPECT_EQ(of(Op::Shr, Tx, 5), "0 to 31");
  EXPECT_EQ(of(P.binary(Op::Shr, Tx, N)), "0 to 1023");
}

TEST_F(RangeTest, BitFunctions) {
  EXPECT_EQ(of(P.unary(Op::PopCount, N)), "0 to 32");
  EXPECT_EQ(of(P.unary(Op::LeadingZeros, N)), "0 to 32");
  EXPECT_EQ(of(P.unary(Op::LeadingZeros, Tx)), "22 to 32");
  EXPECT_EQ(of(P.unary(Op::ReverseBits, Tx)), Full);
  EXPECT_EQ(of(Op::MulHigh, Tx, 1 << 30), "0 to 255");
}

/// The values above what an int64_t holds are there all the same.
TEST_F(RangeTest, SixtyFourUnsignedBits) {
  IntType UInt64{64, false};
  const Expr *Any = P.opaque("p[0]", UInt64);
  auto With = [&](Op O, int64_t V) {
    return of(P.binary(O, Any, P.constant(V, UInt64)));
  };
  EXPECT_EQ(With(Op::Shr, 58), "0 to 63");
  EXPECT_EQ(With(Op::Div, int64_t(1) << 60), "0 to 15");
  EXPECT_EQ(With(Op::And, 31), "0 to 31");
  EXPECT_EQ(of(P.cast(Any, IntType{64, true})),
            "-9223372036854775808 to 9223372036854775807");
}

TEST_F(RangeTest, Choices) {
  EXPECT_EQ(of(Op::Lt, Tx, 5), "0 to 1");
  EXPECT_EQ(of(Op::Min, N, 31), "-2147483648 to 31");
  EXPECT_EQ(
      of(P.binary(Op::Max, P.binary(Op::Min, N, constant(31)), constant(0))),
      "0 to 31");
  EXPECT_EQ(of(P.select(N, Tx, constant(-1))), "-1 to 1023");
  EXPECT_EQ(of(P.cast(Tx, IntType{64, true})), "0 to 1023");
  EXPECT_EQ(of(P.cast(Tx, IntType{8, false})), "0 to 255");
}

/// The value of \p E where each opaque leaf has the value of its name; nothing
/// where C leaves it undefined.
std::optional<int64_t> valueOf(const Expr &E,
                               const std::vector<int64_t> &Leaves) {
  bool Defined = true;
  auto Operand = [&](unsigned I) {
    std::optional<int64_t> V = valueOf(*E.operand(I), Leaves);
    Defined &= V.has_value();
    return V.value_or(0);
  };
  auto Checked = [&](std::optional<int64_t> V) {
    return Defined ? V : std::nullopt;
  };
  switch (E.kind()) {
  case ExprKind::Const:
    return E.value();
  case ExprKind::Opaque:
    return Leaves[E.name()[0] - 'a'];
  case ExprKind::Unary:
    return Checked(fold(E.op(), E.type(), Operand(0), 0));
  case ExprKind::Cast:
    return Checked(E.type().wrap(Operand(0)));
  default:
    return Checked(fold(E.op(), E.operand(0)->type(), Operand(0), Operand(1)));
  }
}

TEST_F(RangeTest, HoldEveryValue) {
  constexpr Op Ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem,
                        Op::Shl, Op::Shr, Op::And, Op::Or,  Op::Xor,
                        Op::Min, Op::Max, Op::Lt,  Op::Eq,  Op::MulHigh};
  std::mt19937 Random(5);
  auto Pick = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::vector<const Expr *> Made;
    std::vector<int64_t> Leaves;
    for (char Name = 'a'; Name < 'd'; ++Name) {
      int64_t Low = Pick(-40, 40), High = Low + Pick(0, 60);
      Made.push_back(P.opaque(std::string(1, Name), Int32, true, Low, High));
      Leaves.push_back(Pick(Low, High));
    }
    Made.push_back(constant(Pick(0, 6)));
    for (unsigned I = 0; I < 4; ++I)
      Made.push_back(P.binary(Ops[Pick(0, std::size(Ops) - 1)],
                              Made[Pick(0, Made.size() - 1)],
                              Made[Pick(0, Made.size() - 1)]));
    for (Op O : {Op::PopCount, Op::LeadingZeros, Op::ReverseBits})
      if (Round % 5 == unsigned(O) - unsigned(Op::PopCount))
        Made.push_back(P.unary(O, Made.back()));
    ValueRange R = rangeOf(*Made.back());
    std::optional<int64_t> V = valueOf(*Made.back(), Leaves);
    if (!V)
      continue; // No counterexample.
    ASSERT_GE(*V, R.Low) << toString(*Made.back());
    ASSERT_LE(*V, R.High) << toString(*Made.back());
  }
}

} // namespace
