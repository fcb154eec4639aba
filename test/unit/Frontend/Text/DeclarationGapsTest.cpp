//===- DeclarationGapsTest.cpp - Where declarations may be put ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/DeclarationGaps.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

clang::LangOptions cuda() {
  clang::LangOptions O;
  O.CPlusPlus = O.CUDA = O.LineComment = true;
  return O;
}

/// Where a declaration goes that what begins at the `$` of \p Text uses: the
/// text with `@` there, in place of the `$`.
std::string before(std::string Text) {
  size_t User = Text.find('$');
  Text.erase(User, 1);
  TextGaps Gaps = findGaps(Text, cuda());
  for (auto G = Gaps.Declarations.rbegin(); G != Gaps.Declarations.rend(); ++G)
    if (G->Around.End <= User && User < G->End) {
      if (!G->Line && !G->Inline)
        return "none";
      Text.insert(G->Line ? *G->Line : *G->Inline, "@");
      return Text;
    }
  return "none";
}

TEST(DeclarationGaps, BeforeCommentsAndAttributes) {
  EXPECT_EQ(before("int a;\n\n/// Doc.\n/// More.\n$void k() {}\n"),
            "int a;\n\n@/// Doc.\n/// More.\nvoid k() {}\n");
  EXPECT_EQ(before("int a; // Of a.\n/* Doc\n   more */ $void k() {}\n"),
            "int a; // Of a.\n@/* Doc\n   more */ void k() {}\n");
  EXPECT_EQ(before("#include <x>\ntemplate <class T>\nATTR(2)\n$void k() {}\n"),
            "#include <x>\n@template <class T>\nATTR(2)\nvoid k() {}\n");
}

TEST(DeclarationGaps, BeforeConditionals) {
  EXPECT_EQ(
      before("int a;\n#ifdef X\n__attribute__((x))\n#endif\n$void k() {}\n"),
      "int a;\n@#ifdef X\n__attribute__((x))\n#endif\nvoid k() {}\n");
  EXPECT_EQ(
      before("#ifdef X\ntemplate <class T>\n#else\nstatic\n#endif\n$void k() "
             "{}\n"),
      "@#ifdef X\ntemplate <class T>\n#else\nstatic\n#endif\nvoid k() {}\n");
  EXPECT_EQ(
      before("#if A\nvoid k(int a)\n#else\n$void k(float a)\n#endif\n{}\n"),
      "#if A\nvoid k(int a)\n#else\n@void k(float a)\n#endif\n{}\n");
  EXPECT_EQ(
      before("int a;\n#ifdef X\n#pragma hd_warning_disable\n#endif\n$void k() "
             "{}\n"),
      "int a;\n@#ifdef X\n#pragma hd_warning_disable\n#endif\nvoid k() {}\n");
  EXPECT_EQ(before("#pragma once\n$void k() {}\n"),
            "#pragma once\n@void k() {}\n");
}

TEST(DeclarationGaps, WithinNamespacesAndLinkage) {
  EXPECT_EQ(before("namespace n {\nvoid f() { a; }\n$void k() {}\n}\n"),
            "namespace n {\nvoid f() { a; }\n@void k() {}\n}\n");
  EXPECT_EQ(before("#ifdef __cplusplus\nextern \"C\" {\n#endif\n$void k() {}\n"
                   "#ifdef __cplusplus\n}\n#endif\n"),
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n@void k() {}\n"
            "#ifdef __cplusplus\n}\n#endif\n");
  // The namespace ends before what uses it.
  EXPECT_EQ(before("int a;\nnamespace n {\nint b;\n}\n$void k() {}\n"),
            "int a;\nnamespace n {\nint b;\n}\n@void k() {}\n");
  EXPECT_EQ(before("class C {\n  int a;\n  void f() {}\n$void k() {}\n};\n"),
            "@class C {\n  int a;\n  void f() {}\nvoid k() {}\n};\n");
}

TEST(DeclarationGaps, WithinOneLine) {
  EXPECT_EQ(before("int a; $void k() {}\n"), "int a; @void k() {}\n");
  EXPECT_EQ(before("int f() { return 1; } $void k() {}\n"),
            "int f() { return 1; } @void k() {}\n");
  EXPECT_EQ(
      before("struct S { int a; } s\n    , t; int b\n    ; $void k() {}\n"),
      "struct S { int a; } s\n    , t; int b\n    ; @void k() {}\n");
}

TEST(DeclarationGaps, NotWithinLiteralsAndSplices) {
  EXPECT_EQ(before("const char *s = R\"(\n;\n)\"; $void k() {}\n"),
            "const char *s = R\"(\n;\n)\"; @void k() {}\n");
  EXPECT_EQ(before("#define A \\\n  int a;\n$void k() {}\n"),
            "#define A \\\n  int a;\n@void k() {}\n");
  EXPECT_EQ(before("int a[] = {\n  1,\n  2\n};\n$void k() {}\n"),
            "int a[] = {\n  1,\n  2\n};\n@void k() {}\n");
}

TEST(DeclarationGaps, BracesThatConditionsOpenAndClose) {
  EXPECT_EQ(before("void f() {\n#if A\n  if (x) {\n#endif\n  y();\n#if A\n  }\n"
                   "#endif\n}\n$void k() {}\n"),
            "void f() {\n#if A\n  if (x) {\n#endif\n  y();\n#if A\n  }\n"
            "#endif\n}\n@void k() {}\n");
  // Nobody knows whether B is A.
  EXPECT_EQ(
      before("#if A\nvoid f() {\n#endif\n#if B\n}\n#endif\n$void k() {}\n"),
      "@#if A\nvoid f() {\n#endif\n#if B\n}\n#endif\nvoid k() {}\n");
}

bool isStatement(std::string Text) {
  size_t At = Text.find('$');
  Text.erase(At, 1);
  return findGaps(Text, cuda()).isStatement(At);
}

TEST(DeclarationGaps, Statements) {
  EXPECT_TRUE(isStatement("void f() { int a; $g(); }"));
  EXPECT_TRUE(isStatement("void f() { if (x) { } $g(); }"));
  EXPECT_FALSE(isStatement("void f() {\n#if A\n  if (x)\n#endif\n  $g(); }"));
  EXPECT_FALSE(isStatement("void f() { if (x) a(); else $g(); }"));
  EXPECT_FALSE(isStatement("void f() { for (;;$g()) ; }"));
}

} // namespace
