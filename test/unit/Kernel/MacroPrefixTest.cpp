//===- MacroPrefixTest.cpp - Names of macros that a fix defines -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/MacroPrefix.h"
#include "gtest/gtest.h"

using namespace bankfix;

TEST(MacroPrefix, IsKnownBehindAProjectsOwn) {
  EXPECT_TRUE(isFixMacro("BANKFIX_PAD32"));
  EXPECT_TRUE(isFixMacro("LIB_BANKFIX_PAD32_2"));
  EXPECT_FALSE(isFixMacro("PAD32"));
  EXPECT_FALSE(isFixMacro("BANKFIX"));
  EXPECT_FALSE(isFixMacro("BANKFIX_A) || defined(B"));
}

TEST(MacroPrefix, NamesAFunctionOfEachType) {
  EXPECT_EQ(fixFunction("BANKFIX_PAD32", "int"), "bankfix_pad32");
  EXPECT_EQ(fixFunction("LIB_BANKFIX_PAD32", "unsigned long"),
            "lib_bankfix_pad32_unsigned_long");
  EXPECT_TRUE(isFixFunction("bankfix_pad32"));
  EXPECT_TRUE(isFixFunction("lib_bankfix_pad32_unsigned_long"));
  EXPECT_FALSE(isFixFunction("BANKFIX_PAD32"));
  EXPECT_FALSE(isFixFunction("Bankfix_pad32"));
  EXPECT_FALSE(isFixFunction("bankfix"));
  EXPECT_FALSE(isFixFunction("pad32"));
  EXPECT_TRUE(hasFixMacroSubscript("t[bankfix_pad32(i++)]"));
}

TEST(MacroPrefix, IsFoundInSubscriptsAlone) {
  EXPECT_TRUE(hasFixMacroSubscript("t[y][BANKFIX_XOR(x, y)]"));
  EXPECT_TRUE(hasFixMacroSubscript("t[LIB_BANKFIX_PAD32(i)][x]"));
  EXPECT_FALSE(hasFixMacroSubscript("t[i + BANKFIX_PAD32(i)]"));
  EXPECT_FALSE(hasFixMacroSubscript("BANKFIX_PAD32(t)[i]"));
  EXPECT_FALSE(hasFixMacroSubscript("t"));
}
