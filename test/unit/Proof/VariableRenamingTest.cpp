//===- VariableRenamingTest.cpp - Values of two kernels -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableRenaming.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

struct VariableRenamingTest : testing::Test {
  ExprPool Pool;
  VariableRenaming Names;

  const Expr *var(unsigned I, IntType T = Int32) {
    return Pool.var(I, "v" + std::to_string(I), T);
  }
  const Expr *sum(unsigned A, unsigned B) { return Pool.add(var(A), var(B)); }
};

TEST_F(VariableRenamingTest, EachVariableHasOneOther) {
  EXPECT_TRUE(Names.equal(sum(0, 1), sum(1, 2)));
  EXPECT_TRUE(Names.equal(var(1), var(2)));
  EXPECT_FALSE(Names.equal(var(1), var(1)));
  EXPECT_FALSE(Names.equal(var(5), var(2))); // Nor do two have the same.
  EXPECT_FALSE(Names.equal(sum(0, 1), sum(2, 1)));
}

TEST_F(VariableRenamingTest, WhatFailsSaysNothing) {
  EXPECT_FALSE(Names.equal(Pool.add(var(0), Pool.constant(1)),
                           Pool.add(var(3), Pool.constant(2))));
  EXPECT_TRUE(Names.equal(var(0), var(1)));
}

TEST_F(VariableRenamingTest, AllElseIsTheSame) {
  EXPECT_FALSE(Names.equal(var(0), var(1, UInt32)));
  EXPECT_FALSE(Names.equal(sum(0, 1), Pool.mul(var(0), var(1))));
  EXPECT_FALSE(Names.equal(var(0), Pool.constant(0)));
  EXPECT_FALSE(
      Names.equal(Pool.param(0, "n", Int32), Pool.param(1, "m", Int32)));
  EXPECT_TRUE(Names.equal(Pool.add(var(0), Pool.param(0, "n", Int32)),
                          Pool.add(var(7), Pool.param(0, "n", Int32))));
}

} // namespace
