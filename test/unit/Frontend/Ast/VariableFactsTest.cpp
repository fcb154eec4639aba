//===- VariableFactsTest.cpp - What a function does with variables
//-----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/VariableFacts.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<Unit>;
using clang::FunctionDecl, clang::VarDecl;

/// A function with \p Body, in which `v` is the variable in question.
struct InBody : Parsed<Unit> {
  explicit InBody(const std::string &Body)
      : Parsed("__device__ void set(int *);\n"
               "__device__ int f(int n) { int v = n, w = 0; " +
               Body + " return v + w; }"),
        Facts(find<FunctionDecl>("f")->getBody()) {}

  unsigned assignments() const { return Facts.assignments(find<VarDecl>("v")); }
  bool escapes() const { return Facts.escapes(find<VarDecl>("v")); }

  VariableFacts Facts;
};

TEST(VariableFacts, AssignmentsAreCounted) {
  EXPECT_EQ(InBody("").assignments(), 0u);
  EXPECT_EQ(InBody("v = 1; v += 2; ++v;").assignments(), 3u);
  EXPECT_EQ(InBody("w = v; w += v;").assignments(), 0u);
}

TEST(VariableFacts, AddressesEscape) {
  EXPECT_FALSE(InBody("v = n;").escapes());
  EXPECT_TRUE(InBody("set(&v);").escapes());
  EXPECT_TRUE(InBody("int *p = &v; *p = 1;").escapes());
  EXPECT_TRUE(InBody("int &r = v; r = 1;").escapes());
}

/// The first statement of a function with \p Body that is an expression.
bool changes(const std::string &Text) {
  Tree T("__device__ int g(int);\n"
         "__device__ int f(int n, int *p) { return " +
         Text + "; }");
  auto *Body =
      llvm::cast<clang::CompoundStmt>(T.find<FunctionDecl>("f")->getBody());
  return hasSideEffects(
      llvm::cast<clang::ReturnStmt>(Body->body_front())->getRetValue());
}

TEST(VariableFacts, EffectsOfAnExpression) {
  EXPECT_FALSE(changes("n * 2 + p[n]"));
  EXPECT_TRUE(changes("n++"));
  EXPECT_TRUE(changes("p[n] = 1"));
  EXPECT_TRUE(changes("g(n)"));
}

} // namespace
