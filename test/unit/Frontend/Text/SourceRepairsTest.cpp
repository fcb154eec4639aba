//===- SourceRepairsTest.cpp - What is changed before Clang reads ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/AssemblyText.h"
#include "Text/LineMarkers.h"
#include <gtest/gtest.h>

using namespace bankfix;

static std::string withoutFlags(std::string Text) {
  blankMarkerFlags(Text);
  return Text;
}

static std::string repaired(std::string Text) {
  repairAssembly(Text);
  return Text;
}

TEST(LineMarkers, FlagsAreBlanked) {
  EXPECT_EQ(withoutFlags("a;\n# 7 \"stdio.h\" 1 3\nb;"),
            "a;\n# 7 \"stdio.h\"    \nb;");
  EXPECT_EQ(withoutFlags("  %: 7 \"a.h\" 12 4 // 1\n1 2"),
            "  %: 7 \"a.h\"      // 1\n1 2");
  EXPECT_EQ(withoutFlags("# /**/ 7 \"a.h\" \\\n 3\n"),
            "# /**/ 7 \"a.h\" \\\n  \n");
}

TEST(LineMarkers, OthersStay) {
  for (const char *Text :
       {"# 7 \"a.h\"\n", "#line 7 \"a.h\"\n", "# 7\nf(\"a\", 1);",
        "/*\n# 7 \"a.h\" 3\n*/", "R\"(\n# 7 \"a.h\" 3\n)\"",
        "#define A 7 \"a.h\" 3\n", "#include \"a.h\"\n3 \"a\" 3"})
    EXPECT_EQ(withoutFlags(Text), Text);
}

TEST(AssemblyText, CommasBetweenOperands) {
  EXPECT_EQ(repaired("asm volatile(\"x\" ::\"r\"(a) \"l\"(b) : \"memory\");"),
            "asm volatile(\"x\" ::\"r\"(a),\"l\"(b) : \"memory\");");
  EXPECT_EQ(repaired("__asm__(\"x\" : \"=r\"(f(a))  \"=r\"(b) : \"r\"(c));"),
            "__asm__(\"x\" : \"=r\"(f(a)) ,\"=r\"(b) : \"r\"(c));");
}

TEST(AssemblyText, CommasNowhereElse) {
  for (const char *Text :
       {"asm(\"a\" \"b\" : \"=r\"(a), \"=r\"(b));", "f(\"r\"(a) \"l\"(b));",
        "asm(\"a\"); g(c) \"d\";", "asm(\"a\" :: \"r\"(a)\"l\"(b));",
        "asm(\"a\" :: \"r\"(f(b) \"c\"));",
        "// asm(\"x\" ::\"r\"(a) \"l\"(b));"})
    EXPECT_EQ(repaired(Text), Text);
}

TEST(AssemblyText, Registers) {
  EXPECT_EQ(repaired("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(n));"),
            "asm(\"mov.u32 %0, $laneid;\" : \"=r\"(n));");
  EXPECT_EQ(repaired("asm volatile(\"{.reg .b32 %rx;\"\n\"elect.sync %rx|%px, "
                     "%2;}\" ::\"r\"(n));"),
            "asm volatile(\"{.reg .b32 $rx;\"\n\"elect.sync $rx|$px, "
            "%2;}\" ::\"r\"(n));");
}

TEST(AssemblyText, NoRegisters) {
  for (const char *Text :
       {"asm(\"mov %0, %%laneid;\" : \"=r\"(n));",
        "asm(\"mov %h0, %[a] %b[a];\" : \"=r\"(n));",
        "asm(\"mov a, %laneid;\");",
        "asm(\"mov %0, 1;\" : \"=r\"(f(\"%laneid\")));",
        "printf(\"%laneid\" , n);", "asm(\"%\" : \"=r\"(n));"})
    EXPECT_EQ(repaired(Text), Text);
}
