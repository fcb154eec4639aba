//===- FingerprintTest.cpp - What an edit may change, and what not --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Followed.h"
#include "Fingerprint/FingerprintWriter.h"
#include "bankfix/Kernel/MacroPrefix.h"
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

/// The fingerprint of all of \p Code, declaration by declaration.
std::string ofFile(const std::string &Code) {
  Followed T(Code);
  DeclFingerprint D;
  FingerprintWriter Writer(T.Of, D);
  for (const clang::Decl *Each : T.Of.Context.getTranslationUnitDecl()->decls())
    if (!Each->isImplicit() && Each->getLocation().isValid())
      Writer.decl(Each);
  return D.Text;
}

bool sameFiles(const std::string &A, const std::string &B) {
  return ofFile(A) == ofFile(B);
}

const std::string Use = "__global__ void k(S *g, int i) {\n"
                        "  __shared__ S s; g->n = s.rows[i][0]; }\n";

/// The proof compares the sizes of arrays in structs, and nothing else of
/// those.
TEST(Fingerprint, Assembly) {
  const char *Plain = "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"r\"(u));";
  for (const char *Other : {
           "asm(\"mov.u32 %0,%1;\" : \"=r\"(i) : \"r\"(u));",
           "asm volatile(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"r\"(u));",
           "asm(\"mov.u32 %0, %1;\" : \"+r\"(i) : \"r\"(u));",
           "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"n\"(3));",
           "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"r\"(u + 1));",
           "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : [v] \"r\"(u));",
           "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"r\"(u) : \"memory\");",
       })
    EXPECT_FALSE(same(Plain, Other)) << Other;
  // An element in it may lie elsewhere.
  EXPECT_TRUE(same("__shared__ unsigned a[8][32]; "
                   "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : \"r\"(a[i][u]));",
                   "__shared__ unsigned a[8][32]; "
                   "asm(\"mov.u32 %0, %1;\" : \"=r\"(i) : "
                   "\"r\"(a[i][u ^ i]));"));
}

TEST(Fingerprint, StructsOfArrays) {
  auto Of = [](const std::string &Members) {
    return "struct S { " + Members + " };\n" + Use;
  };
  const std::string Plain = Of("float rows[8][32]; int n;");
  EXPECT_TRUE(sameFiles(Plain, Of("float rows[8][33]; int n;")));
  EXPECT_FALSE(sameFiles(Plain, Of("float rows[8][32]; unsigned n;")));
  EXPECT_FALSE(sameFiles(Plain, Of("int n; float rows[8][32];")))
      << "where members are is the program's";
  EXPECT_FALSE(sameFiles(Plain, Of("float rows[8][32]; int n; int m;")));
  EXPECT_FALSE(sameFiles(Plain, Of("float rows[8][32]; int n : 8;")));
  EXPECT_FALSE(sameFiles(Plain, Of("float rows[8][32]; alignas(8) int n;")));
  EXPECT_FALSE(sameFiles(Plain, Of("float rows[8][32]; int n = 1;")));
}

TEST(Fingerprint, AttributesAndBases) {
  EXPECT_FALSE(
      sameFiles("struct S { int n; };", "struct alignas(16) S { int n; };"));
  EXPECT_FALSE(sameFiles("struct B { }; struct C { }; struct S : B { };",
                         "struct B { }; struct C { }; struct S : C { };"));
  EXPECT_FALSE(
      sameFiles("__global__ void k() { }",
                "__global__ __attribute__((launch_bounds(64))) void k() { }"));
}

/// The memory of an array may be of another size; that it is volatile, or where
/// a variable lives, nobody changes.
TEST(Fingerprint, Declarations) {
  EXPECT_FALSE(
      same("int j[4]; g[i] = j[0];", "volatile int j[4]; g[i] = j[0];"));
  EXPECT_FALSE(same("float x = 1; g[0] = x;", "double x = 1; g[0] = x;"));
  EXPECT_FALSE(
      same("int a = i, b = u; g[a] = b;", "int b = u, a = i; g[a] = b;"))
      << "the order in which they are evaluated";
  EXPECT_FALSE(same("int j = i; g[j] = 0;", "int j; g[j] = 0;"));
}

/// Each instance of a template is compared; one that nothing instantiates, as
/// it stands.
TEST(Fingerprint, Templates) {
  auto Of = [](const std::string &Size, const std::string &Instances) {
    return "template <int N> __global__ void k(float *g, int i) {\n"
           "  __shared__ float s[8][" +
           Size + "]; s[i][0] = g[N]; }\n" + Instances;
  };
  const std::string Eight = "template __global__ void k<8>(float *, int);\n";
  const std::string Nine = "template __global__ void k<9>(float *, int);\n";
  EXPECT_TRUE(sameFiles(Of("N", Eight), Of("N + 1", Eight)));
  EXPECT_FALSE(sameFiles(Of("N", Eight), Of("N", Nine)));
  EXPECT_FALSE(sameFiles(Of("N", Eight), Of("N", Eight + Nine)));
  EXPECT_FALSE(sameFiles(Of("N", ""), Of("N + 1", "")));
}

/// A name that hides another is not that one, whatever it is called.
TEST(Fingerprint, NamesThatHideOthers) {
  EXPECT_FALSE(same("int j = i; { int j = u; g[j] = 0; }",
                    "int j = i; { int l = u; g[j] = 0; }"));
  EXPECT_FALSE(same("{ int f = 1; g[f] = 0; }", "{ int h = 1; g[h] = 0; }"));
  EXPECT_FALSE(same("for (int j = 0; j < 4; ++j) g[j] = 0;",
                    "int j = 0; for (; j < 4; ++j) g[j] = 0;"));
}

/// What a layout asserts does nothing; what the program does is the program's.
TEST(Fingerprint, Assertions) {
  auto That = [](const std::string &Message) {
    return "static_assert(sizeof(int) == 4, \"" + Message + "so\"); ";
  };
  const std::string Ours = That(RequirementMessage.str());
  EXPECT_TRUE(same("g[0] = 0;", Ours + "g[0] = 0;"));
  EXPECT_FALSE(same("g[0] = 0;", That("") + "g[0] = 0;"));
  EXPECT_TRUE(
      sameFiles("struct S { int n; };", "struct S { int n; " + Ours + "};"));
  EXPECT_FALSE(sameFiles("struct S { int n; };",
                         "struct S { int n; " + That("") + "};"));
}

/// The same text for a pointer to a part and for that with other sizes; not for
/// one to another part, nor to const ones.
TEST(Fingerprint, PointersToParts) {
  const std::string A = "__shared__ float a[4][8][32]; ";
  EXPECT_TRUE(same(A + "float (*p)[32] = a[i]; p[0][0] = 1;",
                   "__shared__ float a[4][8][33]; "
                   "float (*p)[33] = a[i]; p[0][0] = 1;"));
  EXPECT_FALSE(same(A + "float (*p)[32] = a[i]; g[0] = p[0][0];",
                    A + "const float (*p)[32] = a[i]; g[0] = p[0][0];"));
  EXPECT_FALSE(same(A + "float (*p)[8][32] = a; g[0] = p[0][0][0];",
                    A + "float (&p)[8][32] = a[0]; g[0] = p[0][0];"));
}

} // namespace
