//===- MultiplesTest.cpp - What values are multiples of -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Multiples.h"
#include <gtest/gtest.h>
#include <random>

using namespace bankfix;

namespace {

struct MultiplesTest : testing::Test {
  ExprPool P;
  Kernel K;
  const Expr *Tx = P.cast(P.launchValue(LaunchValue::ThreadIdx, 0), Int32);
  const Expr *N = P.param(0, "n", Int32);

  const Expr *times(const Expr *E, int64_t By) {
    return P.mul(E, P.constant(By, E->type()));
  }
  const Expr *variable(const char *Name) {
    K.Variables.push_back({Name, Int32});
    return P.var(K.Variables.size() - 1, Name, Int32);
  }
  static Stmt assign(const Expr *Var, const Expr *Value) {
    return {Assign{Var->index(), Value}};
  }
  unsigned of(const Expr *E) { return Multiples(K).of(*E); }
  unsigned of(Op O, const Expr *A, int64_t B) {
    return of(P.binary(O, A, P.constant(B)));
  }
};

TEST_F(MultiplesTest, Leaves) {
  EXPECT_EQ(of(P.constant(24)), 8u);
  EXPECT_EQ(of(P.constant(-16)), 16u);
  EXPECT_EQ(of(P.constant(7)), 1u);
  EXPECT_EQ(of(P.constant(0)), Multiples::Most);
  EXPECT_EQ(of(P.constant(1 << 20)), Multiples::Most);
  for (const Expr *E : {Tx, N, P.opaque("p[0]", Int32)})
    EXPECT_EQ(of(E), 1u);
}

TEST_F(MultiplesTest, Operators) {
  const Expr *By16 = times(Tx, 16);
  EXPECT_EQ(of(By16), 16u);
  EXPECT_EQ(of(P.add(By16, times(N, 8))), 8u);
  EXPECT_EQ(of(Op::Sub, By16, 2), 2u);
  EXPECT_EQ(of(times(By16, 6)), 32u);
  EXPECT_EQ(of(P.unary(Op::Neg, By16)), 16u);
  EXPECT_EQ(of(P.unary(Op::BitNot, By16)), 1u);
  EXPECT_EQ(of(Op::And, N, -8), 8u);
  EXPECT_EQ(of(Op::Or, By16, 4), 4u);
  EXPECT_EQ(of(Op::Shl, N, 3), 8u);
  EXPECT_EQ(of(P.binary(Op::Shl, By16, N)), 16u);
  EXPECT_EQ(of(Op::Shr, By16, 2), 4u);
  EXPECT_EQ(of(Op::Shr, By16, 5), 1u);
  EXPECT_EQ(of(Op::Div, By16, 8), 2u);
  EXPECT_EQ(of(Op::Div, By16, 3), 1u);
  EXPECT_EQ(of(Op::Rem, By16, 24), 8u);
  EXPECT_EQ(of(Op::Lt, By16, 8), 1u);
  EXPECT_EQ(of(P.select(N, By16, P.constant(24))), 8u);
  EXPECT_EQ(of(P.cast(By16, IntType{8, false})), 16u);
}

/// `for (int i = 8; ...; i += 16)`
TEST_F(MultiplesTest, LoopVariables) {
  const Expr *I = variable("i");
  K.Body.push_back(assign(I, P.constant(8)));
  Loop L;
  L.Step.push_back(assign(I, P.add(I, P.constant(16))));
  K.Body.push_back({std::move(L)});
  EXPECT_EQ(of(I), 8u);
}

/// One step somewhere makes all of them less.
TEST_F(MultiplesTest, VariablesOfEachOther) {
  const Expr *I = variable("i"), *J = variable("j");
  K.Body.push_back(assign(I, P.constant(0)));
  K.Body.push_back(assign(J, P.constant(0)));
  Loop L;
  L.Body.push_back(assign(I, P.add(J, P.constant(32))));
  L.Body.push_back(assign(J, P.add(I, P.constant(64))));
  K.Body.push_back({L});
  EXPECT_EQ(of(I), 32u);
  EXPECT_EQ(of(J), 32u);
  If Once{N, "n", {assign(J, P.add(J, P.constant(2)))}, {}};
  K.Body.push_back({std::move(Once)});
  EXPECT_EQ(of(I), 2u);
}

TEST_F(MultiplesTest, NothingIsKnownOfWhatNobodyAssigns) {
  EXPECT_EQ(of(variable("i")), 1u);
}

/// What is said holds of the values that expressions have.
TEST_F(MultiplesTest, HoldsOfRandomExpressions) {
  std::mt19937 Random(1);
  auto Below = [&](unsigned N) { return int64_t(Random() % N); };
  constexpr Op All[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Shl,
                        Op::Shr, Op::And, Op::Or,  Op::Xor, Op::Min, Op::Max};
  unsigned Said = 0;
  for (unsigned Round = 0; Round < 3000; ++Round) {
    // The same operators on unknowns, and on values for them.
    const Expr *Shown = N;
    int64_t Value = Int32.wrap(int64_t(Random()));
    bool IsDefined = true;
    for (unsigned Step = 0; IsDefined && Step < 4; ++Step) {
      Op O = All[Below(std::size(All))];
      int64_t With = Below(2) ? int64_t(1) << Below(8) : Below(97);
      if (O == Op::Shl || O == Op::Shr)
        With %= 32;
      std::optional<int64_t> New = fold(O, Int32, Value, With);
      IsDefined = New.has_value();
      Shown = P.binary(O, Shown, P.constant(With));
      Value = New.value_or(0);
    }
    unsigned By = of(Shown);
    Said += IsDefined && By > 1;
    if (IsDefined) {
      EXPECT_EQ(Value % int64_t(By), 0) << toString(*Shown);
    }
  }
  EXPECT_GT(Said, 300u);
}

} // namespace
