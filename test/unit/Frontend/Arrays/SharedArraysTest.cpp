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

/// All arrays of \p Code, as "a[4][32] b[8]", each with "!" per obstacle.
std::string all(const std::string &Code) {
  Tree T(Code);
  forEachFunction(T.Of, [&](const clang::FunctionDecl *F) {
    for (const clang::Decl *D : F->decls())
      if (auto *V = llvm::dyn_cast<VarDecl>(D); V && isSharedArray(V))
        addSharedArray(T.Of, V);
  });
  std::string Out;
  for (const SharedArray &A : T.Of.SharedArrays) {
    Out += (Out.empty() ? "" : " ") + A.Name;
    for (uint64_t D : A.Dims)
      Out += "[" + std::to_string(D) + "]";
    Out += std::string(A.Obstacles.size(), '!');
  }
  return Out;
}

std::string inKernel(const std::string &Body, const std::string &Before = "") {
  return all(Before + "__global__ void k(float *g) { " + Body + " }");
}

TEST(SharedArrays, OneDeclarationMayHaveSeveral) {
  EXPECT_EQ(inKernel("__shared__ int a[4], n, b[2][8];"), "a[4] b[2][8]");
}

TEST(SharedArrays, SizesThroughTypedefs) {
  const std::string Row = "typedef float Row[32]; typedef Row Tile[8];\n";
  EXPECT_EQ(inKernel("__shared__ Row a;", Row), "a[32]");
  EXPECT_EQ(inKernel("__shared__ Row a[4];", Row), "a[4][32]");
  EXPECT_EQ(inKernel("__shared__ Tile a[2];", Row), "a[2][8][32]");
  EXPECT_EQ(inKernel("using R = int[16]; __shared__ R a[4];"), "a[4][16]");
}

TEST(SharedArrays, SizesOfMacrosAndConstants) {
  EXPECT_EQ(inKernel("__shared__ int a[N][N + 1];", "#define N 16\n"),
            "a[16][17]");
  EXPECT_EQ(inKernel("__shared__ int a[N * 2];", "constexpr int N = 16;\n"),
            "a[32]");
  EXPECT_EQ(inKernel("__shared__ int a[sizeof(double)];"), "a[8]");
}

/// Where the brackets come out of a macro, nobody may write between them.
TEST(SharedArrays, BracketsOfMacros) {
  EXPECT_EQ(inKernel("__shared__ int a DIMS;", "#define DIMS [4][8]\n"),
            "a[4][8]!");
  EXPECT_EQ(declared("#define DIMS [4][8]\n"
                     "__global__ void k() { __shared__ int a DIMS; }")
                .Obstacles.at(0)
                .Kind,
            ObstacleKind::MacroDeclaration);
}

/// Each instance of a template has an array of its own.
TEST(SharedArrays, InstancesOfTemplates) {
  EXPECT_EQ(all("template <int N> __global__ void k() {\n"
                "  __shared__ float a[N][N]; }\n"
                "template __global__ void k<8>();\n"
                "template __global__ void k<16>();\n"),
            "a[8][8] a[16][16]");
}

TEST(SharedArrays, DynamicMemory) {
  EXPECT_EQ(inKernel("extern __shared__ float a[];"), "a[0]");
  EXPECT_EQ(inKernel("extern __shared__ float a[][32];"), "a[0][32]");
}

TEST(SharedArrays, Alignment) {
  auto Of = [](const std::string &Declaration) {
    return declared("__global__ void k() { " + Declaration + " }").Alignment;
  };
  EXPECT_EQ(Of("__shared__ char a[64];"), 1u);
  EXPECT_EQ(Of("__shared__ alignas(16) char a[64];"), 16u);
  EXPECT_EQ(Of("__shared__ __attribute__((aligned(128))) float a[64];"), 128u);
  EXPECT_EQ(Of("struct alignas(8) P { float x, y; }; __shared__ P a[4];"), 8u);
}

/// A type that others share stands in nobody's declaration.
TEST(SharedArrays, WhereTheElementsTypeStands) {
  auto Text = [](const std::string &Body) {
    Tree T("__global__ void k() { " + Body + " }");
    addSharedArray(T.Of, T.find<VarDecl>("a"));
    const FileRange R = T.Of.ArraySources.front().ElementType;
    const clang::SourceManager &SM = T.Of.Source.manager();
    return SM.getBufferData(SM.getMainFileID()).slice(R.Begin, R.End).str();
  };
  EXPECT_EQ(Text("__shared__ float a[4];"), "float");
  EXPECT_EQ(Text("__shared__ unsigned int a[4];"), "unsigned int");
  EXPECT_EQ(Text("__shared__ float a[4], b[4];"), "");
  EXPECT_EQ(Text("__shared__ struct { int x; } a[4];"), "");
}

TEST(SharedArrays, ElementsThatNoLayoutMoves) {
  EXPECT_EQ(inKernel("__shared__ S a[4];", "struct S { float v[3]; };\n"),
            "a[4]!");
  EXPECT_EQ(inKernel("__shared__ S a[4];", "struct S { float v[4]; };\n"),
            "a[4]");
  EXPECT_EQ(inKernel("__shared__ S a[4];", "struct S { float v[8]; };\n"),
            "a[4]!");
}

/// Of a struct; but not where members share bytes, come from a base class, or
/// have no elements.
TEST(SharedArrays, MembersOfStructs) {
  const std::string Rows = "float rows[4][8]; ";
  auto Of = [](const std::string &Type) {
    return inKernel("__shared__ S a;", Type + "\n");
  };
  EXPECT_EQ(Of("struct S { " + Rows + "int n, tail[2]; };"),
            "a[1]! a.rows[4][8] a.tail[2]");
  EXPECT_EQ(Of("union S { " + Rows + "int other[32]; };"), "a[1]!");
  EXPECT_EQ(Of("struct B { " + Rows + "}; struct S : B { int t[2]; };"),
            "a[1]!");
  EXPECT_EQ(Of("struct S { virtual void f(); " + Rows + "};"), "a[1]!");
  EXPECT_EQ(Of("struct S { " + Rows + "int none[0]; };"), "a[1]! a.rows[4][8]");
}

/// A reference or a pointer to one is none of its own, nor is what a cast makes
/// of one.
TEST(SharedArrays, NamesOfOthersAreNone) {
  EXPECT_EQ(inKernel("__shared__ int a[8]; int (&r)[8] = a; int *p = a;\n"
                     "float (*q)[4] = (float (*)[4])a;"),
            "a[8]");
}

/// Its declarations in two functions are of one array, as soon as one of these
/// is no kernel.
TEST(SharedArrays, DynamicMemoryThatFunctionsDeclare) {
  const std::string Memory = "() { extern __shared__ float a[]; a[0] = 1; }\n";
  EXPECT_EQ(all("__global__ void k" + Memory + "__global__ void l" + Memory),
            "a[0] a[0]");
  EXPECT_EQ(all("__global__ void k" + Memory + "__device__ void f" + Memory),
            "a[0]");
}

/// `cuda::barrier` is one address.
TEST(SharedArrays, ObjectsOfTheLibrary) {
  EXPECT_EQ(inKernel("__shared__ cuda::barrier a; __shared__ barrier b;",
                     "namespace cuda { struct barrier { long n; }; }\n"
                     "struct barrier { long n; };\n"),
            "b[1]!");
}

} // namespace
