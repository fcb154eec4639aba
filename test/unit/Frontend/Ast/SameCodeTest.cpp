//===- SameCodeTest.cpp - Two functions that are the same -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/SameCode.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<Unit>;

/// "of" where `copy` may not be what that is.
std::string unlike(llvm::StringRef Text) {
  Tree T(Text.str());
  return unlikeCopy(T.Of, {{"copy", "of"}});
}

constexpr llvm::StringLiteral Differs = "of";

TEST(SameCode, NamesOfWhatIsLocalAreTheSame) {
  EXPECT_EQ(unlike("__device__ int of(int *a, int i) {\n"
                   "  for (int k = 0; k < i; ++k) a[k] += sizeof(a[0]);\n"
                   "  return a[i];\n"
                   "}\n"
                   "static __device__ int copy(int *a, int i) {\n"
                   "  for (int k = 0; k < i; ++k) a[k] += sizeof(a[0]);\n"
                   "  return a[i];\n"
                   "}\n"),
            "");
}

TEST(SameCode, TemplatesBeforeTheyAreInstantiated) {
  EXPECT_EQ(
      unlike("template <class T, int N> __device__ T of(T *a) {\n"
             "  T x = a[N]; return x + T(N);\n"
             "}\n"
             "template <class T, int N> static __device__ T copy(T *a) {\n"
             "  T x = a[N]; return x + T(N);\n"
             "}\n"
             "__device__ int use(int *a) { return copy<int, 3>(a); }\n"),
      "");
}

TEST(SameCode, AnotherTextIsNot) {
  for (llvm::StringRef Body :
       {"return a[1];", "return a[0] + 0;", "return (a[0]);", "return -a[0];"})
    EXPECT_EQ(unlike(("__device__ int of(int *a) { return a[0]; }\n"
                      "__device__ int copy(int *a) { " +
                      Body + " }\n")
                         .str()),
              Differs)
        << Body.str();
}

TEST(SameCode, TheSameTextMayMeanSomethingElse) {
  const std::string Before = "#define N 1\n"
                             "__device__ int f(int);\n"
                             "using T = int;\n"
                             "__device__ int K;\n"
                             "namespace B {\n",
                    Text = "(int *a) { return a[N] + f(0) + sizeof(T) + K; }\n",
                    Of = "__device__ int of" + Text,
                    Copy = "__device__ int copy" + Text + "}\n";
  EXPECT_EQ(unlike(Before + Of + Copy), "");
  for (llvm::StringRef Between :
       {"#undef N\n#define N 2\n", "__device__ int f(int);\n",
        "using T = long;\n", "__device__ int K;\n"})
    EXPECT_EQ(unlike(Before + Of + Between.str() + Copy), Differs)
        << Between.str();
}

// Of what depends on a template's arguments, and of what traits ask for, the
// tree does not show what it means.
TEST(SameCode, NamesThatAreDeclaredInBetween) {
  const std::string Before = "template <class T> struct Tr { enum { K }; };\n"
                             "template <int N> __device__ int add(int x);\n"
                             "using A = int; constexpr int P = 0;\n"
                             "namespace B { namespace In { using A = int; } }\n"
                             "namespace B {\n";
  for (llvm::StringRef Text :
       {"template <class T> __device__ T @(T *a) { return a[Tr<T>::K]; }\n",
        "template <class T, int N = P> __device__ T @(T *a) { return a[N]; }\n",
        "template <class T, class U = A> __device__ T @(T *a) { U x = 1; "
        "return "
        "a[x]; }\n",
        "template <class T> __device__ T @(T *a) { return add<P>(a[0]); }\n",
        "__device__ int @(int *a) { return a[__is_same(int, A)]; }\n"}) {
    auto [Head, Tail] = Text.split('@');
    const std::string Of = (Head + "of" + Tail).str(),
                      Copy = (Head + "copy" + Tail + "}\n").str();
    EXPECT_EQ(unlike(Before + Of + Copy), "") << Text.str();
    EXPECT_EQ(unlike(Before + Of +
                     "template <class T> struct Tr { enum { K = 1 }; };\n"
                     "using A = char; constexpr int P = 1;\n" +
                     Copy),
              Differs)
        << Text.str();
    EXPECT_EQ(unlike(Before + Of + "using namespace In;\n" + Copy), Differs)
        << Text.str();
  }
}

TEST(SameCode, WhatOutlivesACallOrSaysWhereItIs) {
  for (llvm::StringRef Body :
       {"__shared__ int s; return s = a[0];", "return a[0] + __LINE__;",
        "struct S { int n; } s = {a[0]}; return s.n;",
        "return [&] { return a[0]; }();", "return __func__[a[0]];"}) {
    const std::string Text = ("(int *a) { " + Body + " }\n").str();
    EXPECT_EQ(unlike("__device__ int of" + Text + "__device__ int copy" + Text),
              Differs)
        << Body.str();
  }
}

TEST(SameCode, NothingElseMayHaveTheName) {
  constexpr llvm::StringLiteral Both =
      "__device__ int of(int *a) { return a[0]; }\n"
      "__device__ int copy(int *a) { return a[0]; }\n";
  EXPECT_EQ(unlike(Both), "");
  for (llvm::StringRef More : {"__device__ int of(float *a) { return 0; }\n",
                               "struct S { int of; };\n",
                               "namespace B { __device__ int of(int *); }\n",
                               "__device__ int use(int of) { return of; }\n"})
    EXPECT_EQ(unlike((Both + More).str()), Differs) << More.str();
}

TEST(SameCode, ACopyMayCallACopy) {
  Tree T("__device__ int in(int *a) { return *a; }\n"
         "__device__ int of(int *a) { return in(a + 1); }\n"
         "__device__ int in2(int *a) { return *a; }\n"
         "__device__ int copy(int *a) { return in2(a + 1); }\n");
  EXPECT_EQ(unlikeCopy(T.Of, {{"in2", "in"}, {"copy", "of"}}), "");
  EXPECT_EQ(unlikeCopy(T.Of, {{"copy", "of"}}), Differs);
}

} // namespace
