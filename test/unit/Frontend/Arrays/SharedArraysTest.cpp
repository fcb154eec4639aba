//===- SharedArraysTest.cpp - Which shared arrays there are ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parsed.h"
#include "Arrays/ArrayUnit.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<ArrayUnit>;
using clang::VarDecl;

/// The array that the first variable `a` of \p Code declares.
SharedArray declared(const std::string &Code) {
  Tree T(Code);
  addSharedArray(T.Of, T.find<VarDecl>("a"));
  return T.Of.SharedArrays.front();
}

TEST(SharedArrays, SizesAndElements) {
  SharedArray A = declared("__global__ void k() { __shared__ short a[3][40]; }");
  EXPECT_EQ(A.Dims, (std::vector<uint64_t>{3, 40}));
  EXPECT_EQ(A.ElementBytes, 2u);
  EXPECT_EQ(A.Space, MemorySpace::Static);
  EXPECT_TRUE(A.Obstacles.empty());
  A = declared("__global__ void k() { extern __shared__ double a[]; }");
  EXPECT_EQ(A.Space, MemorySpace::Dynamic);
  EXPECT_EQ(A.ElementBytes, 8u);
}

TEST(SharedArrays, WhatIsNone) {
  Tree T("struct S { int n; };\n"
         "__global__ void k() { __shared__ int n; __shared__ S s; int own[4];\n"
         "  __shared__ int a[4]; }");
  EXPECT_FALSE(isSharedArray(T.find<VarDecl>("n")));
  EXPECT_TRUE(isInSharedMemory(T.find<VarDecl>("n")));
  EXPECT_TRUE(isSharedArray(T.find<VarDecl>("s")));
  EXPECT_FALSE(isSharedArray(T.find<VarDecl>("own")));
  EXPECT_TRUE(isSharedArray(T.find<VarDecl>("a")));
}

TEST(SharedArrays, MembersAreArraysOfTheirOwn) {
  Tree T("struct S { float rows[4][32]; int n; short tail[8]; };\n"
         "__global__ void k() { __shared__ S a; }");
  addSharedArray(T.Of, T.find<VarDecl>("a"));
  ASSERT_EQ(T.Of.SharedArrays.size(), 3u);
  EXPECT_FALSE(T.Of.SharedArrays[0].IsArray);
  EXPECT_EQ(T.Of.SharedArrays[1].Name, "a.rows");
  EXPECT_EQ(T.Of.SharedArrays[2].Name, "a.tail");
  EXPECT_EQ(T.Of.SharedArrays[2].ElementBytes, 2u);
}

TEST(SharedArrays, DynamicMemoryOfEachKernel) {
  Tree T("__global__ void k() { extern __shared__ float a[]; a[0] = 1; }\n"
         "__global__ void l() { extern __shared__ float a[]; a[0] = 2; }");
  std::set<const VarDecl *> Own;
  forEachFunction(T.Of, [&](const clang::FunctionDecl *F) {
    for (const clang::Decl *D : F->decls())
      if (auto *V = llvm::dyn_cast<VarDecl>(D))
        Own.insert(sharedDeclaration(V));
  });
  EXPECT_EQ(Own.size(), 2u);
}

} // namespace
