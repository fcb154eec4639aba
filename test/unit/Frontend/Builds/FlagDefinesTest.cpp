//===- FlagDefinesTest.cpp ------------------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/FlagDefines.h"
#include "gtest/gtest.h"

using namespace bankfix;
using Macros = std::map<std::string, std::string>;

TEST(FlagDefinesTest, OneWordOrTwo) {
  EXPECT_EQ(definedByFlags({"-DN=32", "-D", "M", "-Ifolder", "-DE="}),
            (Macros{{"N", "32"}, {"M", "1"}, {"E", ""}}));
}

TEST(FlagDefinesTest, TheLastOneCounts) {
  EXPECT_EQ(definedByFlags({"-DN=1", "-DM", "-U", "M", "-DN=2"}),
            (Macros{{"N", "2"}}));
  EXPECT_EQ(definedByFlags({"-UN", "-DN"}), (Macros{{"N", "1"}}));
}

TEST(FlagDefinesTest, WithParametersItHasNoValue) {
  EXPECT_EQ(definedByFlags({"-DAT(x)=x", "-D"}), (Macros{{"AT", ""}}));
}
