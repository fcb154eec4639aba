//===- FunctionsTest.cpp - Functions, and who calls whom ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parsed.h"
#include "Ast/Functions.h"
#include "Ast/Types.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<Unit>;
using clang::FunctionDecl, clang::VarDecl;

TEST(CallGraph, RecursionIsNotInlined) {
  Tree T("__device__ int even(int);\n"
         "__device__ int odd(int n) { return n ? even(n - 1) : 0; }\n"
         "__device__ int even(int n) { return n ? odd(n - 1) : 1; }\n"
         "__device__ int caller(int n) { return even(n); }\n"
         "__device__ int declared(int);\n");
  CallGraph Calls(T.Of);
  auto *Even = T.find<FunctionDecl>("even")->getDefinition();
  auto *Caller = T.find<FunctionDecl>("caller");
  EXPECT_TRUE(Calls.isRecursive(Even));
  EXPECT_FALSE(Calls.isInlinable(Even));
  EXPECT_FALSE(Calls.isRecursive(Caller));
  EXPECT_TRUE(Calls.isInlinable(Caller));
  EXPECT_FALSE(Calls.isInlinable(T.find<FunctionDecl>("declared")));
  EXPECT_FALSE(Calls.isInlinable(nullptr));
}

TEST(CallGraph, CallsByTheFunctionThatIsCalled) {
  Tree T("__device__ int to(int n);\n"
         "__device__ int once(int n) { return to(n); }\n"
         "__device__ int twice(int n) { return to(n) + to(n + 1); }\n"
         "__device__ int to(int n) { return n; }\n");
  CallGraph Calls(T.Of);
  auto *To = T.find<FunctionDecl>("to")->getDefinition();
  std::vector<std::string> Callers;
  for (const CallGraph::Call &C : Calls.callsOf(To))
    Callers.push_back(C.Caller->getNameAsString());
  EXPECT_EQ(Callers, (std::vector<std::string>{"once", "twice", "twice"}));
  EXPECT_TRUE(Calls.callsOf(T.find<FunctionDecl>("once")).empty());
}

TEST(Functions, InstancesAndNotTemplates) {
  Tree T("template <int N> __device__ int of() { return N; }\n"
         "struct S { __device__ int in() { return of<3>() + of<4>(); } };\n"
         "__global__ void kernel() { S().in(); }\n"
         "__device__ void declared();\n");
  std::vector<std::string> Names;
  forEachFunction(T.Of, [&](const FunctionDecl *F) {
    Names.push_back(F->getNameAsString() + instanceOf(F));
    EXPECT_EQ(isKernel(F), F->getName() == "kernel");
  });
  EXPECT_EQ(Names, (std::vector<std::string>{"of<3>", "of<4>", "in", "kernel"}));
}

TEST(Types, Integers) {
  Tree T("enum E : short { A }; bool b; unsigned char c; long long l; E e;\n"
         "float f; int *p;\n");
  auto Type = [&](const char *Name) {
    return integerType(T.Of.Context, T.find<VarDecl>(Name)->getType());
  };
  EXPECT_EQ(Type("b"), (IntType{8, false}));
  EXPECT_EQ(Type("c"), (IntType{8, false}));
  EXPECT_EQ(Type("l"), (IntType{64, true}));
  EXPECT_EQ(Type("e"), (IntType{16, true}));
  EXPECT_EQ(Type("f"), std::nullopt);
  EXPECT_EQ(Type("p"), std::nullopt);
}

} // namespace
