//===- FingerprintTest.cpp - What an edit may change, and what not --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Followed.h"
#include "Fingerprint/FingerprintWriter.h"
#include <gtest/gtest.h>
#include <map>

using namespace bankfix;

namespace {

/// The fingerprint of a kernel with \p Body.
std::string fingerprint(const std::string &Body) {
  Followed T("struct V { float x, y; };\n"
             "__device__ int n, f(int), h(int);\n"
             "__global__ void k(float *g, int i, unsigned u) {\n" +
             Body + "\n}");
  DeclFingerprint D;
  FingerprintWriter(T.Of, D).decl(T.find<clang::FunctionDecl>("k"));
  return D.Text;
}

bool same(const std::string &A, const std::string &B) {
  return fingerprint(A) == fingerprint(B);
}

TEST(Fingerprint, LeavesOutWhereElementsAre) {
  EXPECT_TRUE(same("__shared__ float a[8][32]; a[i][0] = 1;",
                   "__shared__ float a[8][33]; a[i][0] = 1;"));
  EXPECT_TRUE(same("__shared__ float a[8][32]; a[i][u] = 1;",
                   "__shared__ float a[8][32]; a[i][u ^ i] = 1;"));
  EXPECT_TRUE(
      same("__shared__ float a[8][32]; float (*p)[32] = a; p[i][0] = 1;",
           "__shared__ float a[8][33]; float (*p)[33] = a; p[i][0] = 1;"));
  EXPECT_TRUE(same("__shared__ float s[32]; g[i] = s[i] + s[i + 1];",
                   "__shared__ float s[64]; g[i] = s[i * 2] + s[7];"));
}

TEST(Fingerprint, LeavesOutHowTheTextIsSetOut) {
  EXPECT_TRUE(same("if (i) g[0] = 1;", "if (i) /* so */\n  g[0]  =  1;"));
  EXPECT_TRUE(same("g[0] = __LINE__;", "\n\ng[0] = __LINE__;"));
}

TEST(Fingerprint, HasTheRest) {
  const std::string S = "__shared__ float s[64], t[64]; ";
  EXPECT_FALSE(same(S + "s[i] = 1;", S + "t[i] = 1;"));
  EXPECT_FALSE(same(S + "s[i] = 1;", S + "s[i] += 1;"));
  EXPECT_FALSE(same(S + "s[i] = t[i];", S + "t[i] = s[i];"));
  EXPECT_FALSE(same(S + "g[i] = s[i];", S + "g[i + 1] = s[i];"));
  EXPECT_FALSE(same(S + "if (i < 8) s[i] = 1;", S + "if (i < 9) s[i] = 1;"));
  EXPECT_FALSE(
      same("__shared__ V v[8]; v[i].x = 1;", "__shared__ V v[8]; v[i].y = 1;"));
  EXPECT_FALSE(same("__shared__ float s[64]; g[i] = sizeof(s);",
                    "__shared__ float s[65]; g[i] = sizeof(s);"))
      << "the value of the size is in it";
  EXPECT_FALSE(same("float s[64]; s[i] = 1;", "float s[65]; s[i] = 1;"))
      << "not shared: its size is nobody's to change";
  EXPECT_FALSE(same("{ int j = 1; { int j = 2; g[j] = 0; } }",
                    "{ int j = 1; { int j = 2; } g[j] = 0; }"));
  EXPECT_FALSE(same("int j = 1; g[0] = 0;", "const int j = 1; g[0] = 0;"));
  EXPECT_FALSE(same("int j = 1; g[0] = 0;", "static int j = 1; g[0] = 0;"));
}

/// What does different things has different texts, each with each; but for
/// what arrays are declared as, which the proof compares.
TEST(Fingerprint, DifferentStatementsHaveDifferentTexts) {
  const char *All[] = {"g[0] = i;",
                       "g[1] = i;",
                       "g[0] = u;",
                       "g[0] = -i;",
                       "g[0] = ~i;",
                       "g[0] = !i;",
                       "g[0] = i + 1;",
                       "g[0] = 1 + i;",
                       "g[0] = i - 1;",
                       "g[0] = i * 2;",
                       "g[0] = i / 2;",
                       "g[0] = i % 2;",
                       "g[0] = i << 1;",
                       "g[0] = i >> 1;",
                       "g[0] = u >> 1;",
                       "g[0] = i < 1;",
                       "g[0] = i <= 1;",
                       "g[0] = i > 1;",
                       "g[0] = i == 1;",
                       "g[0] = i != 1;",
                       "g[0] = i && u;",
                       "g[0] = i || u;",
                       "g[0] = i & u;",
                       "g[0] = i | u;",
                       "g[0] = i ^ u;",
                       "g[0] = (char)i;",
                       "g[0] = (short)i;",
                       "g[0] = i++;",
                       "g[0] = ++i;",
                       "g[0] = i--;",
                       "g[0] = i ? 1 : 2;",
                       "g[0] = i ? 2 : 1;",
                       "g[0] = 1.5f;",
                       "g[0] = 1.5;",
                       "g[0] = 'a';",
                       "g[0] = true;",
                       "g[0] = f(i);",
                       "g[0] = h(i);",
                       "g[0] = f(f(i));",
                       "g[0] = n;",
                       "g[0] += i;",
                       "g[0] -= i;",
                       "if (i) g[0] = i;",
                       "if (u) g[0] = i;",
                       "if (i) ; else g[0] = i;",
                       "while (i) g[0] = i;",
                       "for (;i;) g[0] = i;",
                       "do g[0] = i; while (i);",
                       "return;",
                       "g[0] = i; return;",
                       "return; g[0] = i;",
                       "for (;;) break;",
                       "for (;;) continue;",
                       "goto e; e: ;",
                       "asm(\"a\");",
                       "asm(\"b\");",
                       "{ g[0] = i; }",
                       "switch (i) { case 1: g[0] = 1; }",
                       "switch (i) { case 2: g[0] = 1; }",
                       "switch (i) { default: g[0] = 1; }",
                       "auto l = [=] { g[0] = i; }; l();",
                       "auto l = [=] { g[0] = u; }; l();",
                       "auto l = [&] { g[0] = i; }; l();",
                       "__shared__ float s[8]; g[0] = s[i];",
                       "__shared__ int s[8]; g[0] = s[i];",
                       "__shared__ float s[8]; s[i] = g[0];"};
  std::map<std::string, std::string> By;
  for (const std::string Each : All) {
    auto [It, IsNew] = By.try_emplace(fingerprint(Each), Each);
    EXPECT_TRUE(IsNew) << Each << " has the text of " << It->second;
    EXPECT_EQ(fingerprint(Each), It->first);
  }
}

} // namespace
