//===- PointsToTest.cpp - Where pointers and references lead --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Followed.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using clang::VarDecl;

/// A kernel with \p Body, and some arrays that it may name.
std::string kernel(const std::string &Body, const std::string &Before = "") {
  return "struct V { float x, y; };\n"
         "union W { float f; int i; };\n" +
         Before +
         "__global__ void k(float *g, int i) {\n"
         "  __shared__ float a[8][32], b[8][32], c[8][16], s[256], t[256];\n"
         "  __shared__ V v[32];\n"
         "  __shared__ W w[32];\n" +
         Body + "\n}";
}

/// \p L in few words: "a b, level 2, moved".
std::string text(const Followed &T, const PointsToSet &L) {
  std::string Out;
  for (unsigned A : L.Arrays)
    Out += (Out.empty() ? "" : " ") + T.Of.SharedArrays[A].Name;
  if (L.Exact)
    Out += ", level " + std::to_string(L.Exact->Level) +
           (L.Exact->AtStart ? "" : ", moved");
  return Out + (L.IsUnknown ? ", or elsewhere" : "") +
         (L.IsToOne ? ", to one" : "");
}

/// Where the variable `p` of the kernel leads.
std::string leads(const std::string &Body, const std::string &Before = "") {
  Followed T(kernel(Body, Before));
  return text(T, T.Of.Leads.get(T.variable("p")));
}

TEST(PointsTo, LevelsAreTheSubscriptsThatAreTaken) {
  EXPECT_EQ(leads("float (*p)[32] = a; p[i][0] = 0;"), "a, level 1");
  EXPECT_EQ(leads("float (&p)[8][32] = a; p[i][0] = 0;"), "a, level 0");
  EXPECT_EQ(leads("float (&p)[32] = a[i]; p[0] = 0;"), "a, level 1, moved");
  EXPECT_EQ(leads("float *p = a[i]; p[0] = 0;"), "a, level 2");
  EXPECT_EQ(leads("float *p = &a[i][3]; p[1] = 0;"), "a, level 2, moved");
  EXPECT_EQ(leads("float &p = a[i][3]; p = 0;"), "a, level 2, moved");
  EXPECT_EQ(leads("float *p = s; p[i] = 0;"), "s, level 1");
}

TEST(PointsTo, ArithmeticMovesTheLastSubscript) {
  EXPECT_EQ(leads("float *p = s; p += i; p[0] = 0;"), "s, level 1, moved");
  EXPECT_EQ(leads("float *p = s; ++p; p[0] = 0;"), "s, level 1, moved");
  EXPECT_EQ(leads("float *p = 1 + s; p[0] = 0;"), "s, level 1, moved");
  EXPECT_EQ(leads("float *p; p = s - i; p[0] = 0;"), "s, level 1, moved");
  EXPECT_EQ(leads("for (float *p = s; p < s + 256; p += 32) p[i] = 0;"),
            "s, level 1, moved");
}

TEST(PointsTo, SeveralArraysOfOneLayout) {
  EXPECT_EQ(leads("float *p = i ? s : t; p[i] = 0;"), "s t, level 1");
  EXPECT_EQ(leads("float (*p)[32] = a; if (i) p = b; p[i][0] = 0;"),
            "a b, level 1");
  EXPECT_EQ(leads("float *p = i ? a[0] : s; p[i] = 0;"), "a s, or elsewhere");
  EXPECT_EQ(leads("float *p = i ? a[0] : c[0]; p[i] = 0;"),
            "a c, or elsewhere");
  EXPECT_EQ(leads("float *p = nullptr; if (i) p = s; p[i] = 0;"), "s, level 1");
}

TEST(PointsTo, WhatIsNotSeenMayBeAnything) {
  EXPECT_EQ(leads("float *p = i ? s : g; p[i] = 0;"), "s, or elsewhere");
  EXPECT_EQ(leads("float *p = s; float **q = &p; *q = g; p[i] = 0;"),
            "s, or elsewhere");
  EXPECT_EQ(leads("float *p = s; float *&q = p; q = g; p[i] = 0;"),
            "s, or elsewhere");
  EXPECT_EQ(leads("float *p = given(s); p[i] = 0;",
                  "__device__ float *given(float *);"),
            ", or elsewhere");
  EXPECT_EQ(leads("float *all[2] = {s, t}; float *p = all[i]; p[i] = 0;"),
            ", or elsewhere");
}

TEST(PointsTo, CastsKeepElementsOrAreFollowedNoFurther) {
  EXPECT_EQ(leads("int *p = (int *)s; p[i] = 0;"), "s, level 1");
  EXPECT_EQ(leads("const float *p = s; float x = p[i];"), "s, level 1");
  EXPECT_EQ(leads("V *p = (V *)s; p[i].x = 0;"), "s, or elsewhere")
      << "no access of its size is aligned as it is";
  EXPECT_EQ(leads("int *p = (int *)a[i]; p[i] = 0;"), "a, or elsewhere");
  EXPECT_EQ(leads("char *p = (char *)s; p[i] = 0;"), "s, or elsewhere");
  EXPECT_EQ(leads("float *p = (float *)(size_t)s; p[i] = 0;",
                  "typedef unsigned long size_t;"),
            ", or elsewhere")
      << "a number: that the array goes there is for Uses to say";
  EXPECT_EQ(leads("float *p = &v[i].x; p[1] = 0;"), "v, or elsewhere");
}

TEST(PointsTo, CastsCountGroups) {
  EXPECT_EQ(leads("double *p = (double *)s; p[i] = 0;"), "s, level 1");
  EXPECT_EQ(leads("double *d = (double *)s; float *p = (float *)d; p[i] = 0;"),
            "s, level 1");
  EXPECT_EQ(leads("double *p = i ? (double *)s : (double *)t; p[i] = 0;"),
            "s t, level 1");
  EXPECT_EQ(leads("double *p = (double *)s + i; p[0] = 0;"),
            "s, level 1, moved");
  EXPECT_EQ(leads("double *p = (double *)(s + 2 * i); p[0] = 0;"),
            "s, level 1, moved");
  EXPECT_EQ(leads("double *d = (double *)s; float *p = (float *)(d + i); "
                  "p[0] = 0;"),
            "s, level 1, moved");
  EXPECT_EQ(leads("short *p = (short *)(s + i); p[0] = 0;"), "s, or elsewhere")
      << "an element would be split";
  EXPECT_EQ(leads("double *p = (double *)a[i]; p[0] = 0;"), "a, or elsewhere");
  EXPECT_EQ(leads("double *p = (double *)v; p[i] = 0;"), "v, level 1")
      << "one element is a group of one";
}

TEST(PointsTo, CallsBindParametersAndResults) {
  const std::string Row = "__device__ float *row(float (*p)[32], int i) "
                          "{ return p[i]; }\n";
  EXPECT_EQ(leads("row(a, i)[0] = 0;", Row), "a, level 1");
  EXPECT_EQ(leads("row(a, i)[0] = 0; row(b + 1, i)[0] = 0;", Row),
            "a b, level 1, moved");
  EXPECT_EQ(leads("float *q = row(a, i); float *o = q; o[0] = 0;",
                  "__device__ float *row(float (*t)[32], int i) "
                  "{ float *p = t[i]; return p; }\n"),
            "a, level 2");
  EXPECT_EQ(leads("down(s, i);", "__device__ void down(float *p, int n) "
                                 "{ if (n) down(p + 1, n - 1); p[0] = 0; }\n"),
            "s, or elsewhere");
  EXPECT_EQ(leads("void (*f)(float *) = set; f(g); set(s);",
                  "__device__ void set(float *p) { p[0] = 0; }\n"),
            "s, or elsewhere");
}

TEST(PointsTo, PointersToOneElement) {
  EXPECT_EQ(leads("float *p = &s[i]; *p = 0;"), "s, level 1, moved, to one");
  EXPECT_EQ(leads("float *p = &s[i], *q = p; *q = 0;"),
            "s, level 1, moved, to one");
  EXPECT_EQ(leads("float *p = &s[i], *q = p; q[1] = 0;"), "s, level 1, moved");
  EXPECT_EQ(leads("float *p = &s[i]; *p = 0; if (p < s) return;"),
            "s, level 1, moved");
  EXPECT_EQ(leads("float *p = &s[i]; *(p + 1) = 0;"), "s, level 1, moved");
}

/// Each order of the statements gives the same: it holds for the whole file.
TEST(PointsTo, TheOrderOfStatementsDoesNotMatter) {
  std::vector<std::string> All = {"p = a[0];", "q = p;", "p = q + 1;",
                                  "q = b[i];"};
  do {
    std::string Body = "float *p, *q;";
    for (const std::string &Each : All)
      Body += Each;
    EXPECT_EQ(leads(Body + "p[i] = 0;"), "a b, level 2, moved") << Body;
  } while (std::next_permutation(All.begin(), All.end()));
}

/// Joining says no less than either side, whatever comes first.
TEST(PointsTo, JoinIsALeastUpperBound) {
  Followed T(kernel("float *p0 = s, *p1 = t + 1, *p2 = a[0], *p3 = c[i],\n"
                    "      *p4 = g, *p5 = nullptr, *p6 = b[0];"));
  std::vector<PointsToSet> All;
  for (const char *Name : {"p0", "p1", "p2", "p3", "p4", "p5", "p6"})
    All.push_back(pointsTo(T.Of, T.variable(Name)->getInit()));
  auto Join = [&](PointsToSet A, const PointsToSet &B) {
    A.join(T.Of, B);
    return A;
  };
  for (const PointsToSet &A : All)
    for (const PointsToSet &B : All) {
      const PointsToSet Both = Join(A, B);
      EXPECT_EQ(Both, Join(B, A)) << text(T, A) << "; " << text(T, B);
      EXPECT_EQ(Both, Join(Both, A));
      EXPECT_TRUE(std::includes(Both.Arrays.begin(), Both.Arrays.end(),
                                A.Arrays.begin(), A.Arrays.end()));
      EXPECT_GE(Both.IsUnknown, A.IsUnknown);
      for (const PointsToSet &C : All)
        EXPECT_EQ(Join(Both, C), Join(A, Join(B, C)));
    }
}

/// The element that the initializer of `x` names: "v[1]+4:4".
std::string matched(const std::string &Body, const std::string &Before = "") {
  Followed T(kernel(Body, Before));
  std::optional<MatchedAccess> A =
      T.Of.match(T.variable("x")->getInit()->IgnoreImpCasts());
  if (!A)
    return "none";
  return T.Of.SharedArrays[A->Array].Name + "[" +
         std::to_string(A->Subscripts.size()) + "]+" +
         std::to_string(A->MemberOffset) + ":" + std::to_string(A->Bytes) +
         (A->isPlaced(T.Of)
              ? A->isFlat(T.Of) ? ", placed in all rows" : ", placed"
          : A->isThroughVariable(T.Of) ? ", through a variable"
                                       : "");
}

TEST(MatchAccess, FullSubscripts) {
  EXPECT_EQ(matched("auto x = a[i][0];"), "a[2]+0:4");
  EXPECT_EQ(matched("auto x = (s)[i];"), "s[1]+0:4");
  EXPECT_EQ(matched("auto x = i[s];"), "s[1]+0:4");
  EXPECT_EQ(matched("auto x = v[i].y;"), "v[1]+4:4");
  EXPECT_EQ(matched("auto x = g[i];"), "none");
  EXPECT_EQ(matched("auto x = &a[i][0];"), "none");
  EXPECT_EQ(matched("auto x = a[i];"), "none");
  EXPECT_EQ(matched("auto x = *s;"), "none");
  EXPECT_EQ(matched("auto x = w[i].f;"), "none");
}

TEST(MatchAccess, ThroughVariablesThatAreAsGoodAsTheArray) {
  EXPECT_EQ(matched("float (*p)[32] = a; auto x = p[i][1];"),
            "a[2]+0:4, through a variable");
  EXPECT_EQ(matched("float (&p)[8][32] = a; auto x = p[i][1];"),
            "a[2]+0:4, through a variable");
  EXPECT_EQ(matched("float (*p)[32] = a + 1; auto x = p[i][1];"), "none");
  EXPECT_EQ(matched("float *p = i ? s : t; auto x = p[i];"),
            "s[1]+0:4, through a variable");
  EXPECT_EQ(matched("float *p = i ? s : g; auto x = p[i];"), "none");
}

TEST(MatchAccess, GroupsThroughVariables) {
  EXPECT_EQ(matched("double *p = (double *)s; auto x = p[i];"),
            "s[1]+0:8, through a variable");
  EXPECT_EQ(matched("double *p = (double *)s; auto x = ((float *)p)[i];"),
            "s[1]+0:4, through a variable");
  EXPECT_EQ(matched("double *p = (double *)s; auto x = *(p + i);"),
            "s[1]+0:8, through a variable");
  EXPECT_EQ(matched("auto x = *((double *)s + i + 1);"), "s[1]+0:8");
  EXPECT_EQ(matched("auto x = *((float *)s + i);"), "s[1]+0:4");
  EXPECT_EQ(matched("auto x = *((double *)(s + 2) + i);"), "s[1]+0:8");
  EXPECT_EQ(matched("float *p = s + i; auto x = ((double *)p)[i];"),
            "s[1]+0:8, placed");
  EXPECT_EQ(matched("float *p = s + i; auto x = *((double *)p + i - 1);"),
            "s[1]+0:8, placed");
  EXPECT_EQ(matched("float *p = &a[i][3]; auto x = ((double *)p)[1];"), "none");
  EXPECT_EQ(matched("double *p = (double *)s; p += i; auto x = p[i];"),
            "s[1]+0:8, placed");
  EXPECT_EQ(matched("double *p = (double *)(s + i); auto x = *p++;"),
            "s[1]+0:8, placed");
  EXPECT_EQ(matched("double *p = (double *)(s + i); auto x = "
                    "((float *)p)[1];"),
            "none")
      << "it counts from a pointer to groups";
  EXPECT_EQ(matched("double *p = (double *)s; auto x = ((char *)p)[i];"),
            "none");
}

TEST(MatchAccess, ThroughPointersWhoseElementHasAPlace) {
  EXPECT_EQ(matched("float *p = s + i; auto x = p[1];"), "s[1]+0:4, placed");
  EXPECT_EQ(matched("float *p = &a[i][3]; auto x = p[1];"),
            "a[1]+0:4, placed in all rows");
  EXPECT_EQ(matched("volatile float *p = s + i; auto x = p[1];"),
            "s[1]+0:4, placed");
  EXPECT_EQ(matched("float *volatile p = s + i; auto x = p[1];"), "none");
  EXPECT_EQ(matched("float *p = i ? s + i : t; auto x = p[1];"), "none");
  EXPECT_EQ(matched("float *p = s + i; { float s = 0; auto x = p[1]; }"),
            "none")
      << "the array cannot be named there";
}

/// The elements of `raw`, as all that follows sees them.
std::string elements(const std::string &Body) {
  Followed T("__global__ void k(int i) { extern __shared__ char raw[];\n" +
             Body + "}");
  const SharedArray &A = T.Of.SharedArrays.at(0);
  return A.ElementType + ":" + std::to_string(A.ElementBytes);
}

TEST(Buffers, HaveTheSmallestElementsOfAll) {
  EXPECT_EQ(elements("float *p = (float *)raw; p[i] = 0;"), "float:4");
  EXPECT_EQ(elements("int *p = (int *)(raw + 8); float *q = (float *)&raw[16]; "
                     "p[i] = q[i];"),
            "int:4");
  EXPECT_EQ(elements("float *p = (float *)raw; raw[i] = 0;"), "char:1");
  EXPECT_EQ(elements("double *p = (double *)raw; p[i] = 0;"), "double:8");
  EXPECT_EQ(elements("double *p = (double *)(raw + 8); p[i] = 0;"), "char:1");
  EXPECT_EQ(elements("double *p = (double *)raw; int *q = (int *)(raw + 8); "
                     "p[i] = q[i];"),
            "int:4");
  EXPECT_EQ(elements("short *p = (short *)raw; p[i] = 0;"), "short:2");
  EXPECT_EQ(elements("short *p = (short *)raw; float *q = (float *)(p + 8); "
                     "p[i] = q[i];"),
            "short:2");
  EXPECT_EQ(elements("float *q = (float *)raw + 8; short *p; "
                     "p = (short *)(q + 8); p[i] = q[i];"),
            "short:2");
  EXPECT_EQ(elements("float2 *p = (float2 *)raw; float *q = (float *)(p + 8); "
                     "q[i] = 0;"),
            "float:4");
  EXPECT_EQ(elements("volatile int *p = (volatile int *)raw; p[i] = 0;"),
            "char:1");
}

/// The arrays that share a layout with `a`.
std::string group(const std::string &Body) {
  Followed T(kernel(Body));
  const auto &All = T.Of.SharedArrays;
  std::string Out;
  for (const SharedArray &A : All)
    if (A.Group && A.Group == All[0].Group)
      Out += A.Name;
  return Out;
}

TEST(Groups, ShareTheTextThatALayoutChanges) {
  EXPECT_EQ(group("a[i][0] = b[i][0];"), "");
  EXPECT_EQ(group("float (*p)[32] = i ? a : b; p[i][0] = 0;"), "ab");
  EXPECT_EQ(group("auto &p = a; auto q = i ? p : b; q[i][0] = 0;"), "ab");
}

TEST(Aliases, NameNothingButArraysAndTheirPointers) {
  auto Refused = [](const std::string &Body) {
    Followed T("typedef float Tile[8][32];\n"
               "__global__ void k(float *g, int i) { __shared__ Tile a, b;\n" +
               Body + "}");
    checkAliases(T.Of);
    EXPECT_EQ(T.Of.SharedArrays[0].Group, T.Of.SharedArrays[1].Group);
    return !T.Of.SharedArrays[0].Obstacles.empty();
  };
  EXPECT_FALSE(Refused("a[i][0] = b[i][0];"));
  EXPECT_FALSE(Refused("Tile &p = a; p[i][0] = 0;"));
  EXPECT_TRUE(Refused("g[0] = sizeof(Tile);"));
  EXPECT_TRUE(Refused("Tile own; own[i][0] = 0;"));
}

} // namespace
