//===- WordsTest.cpp ------------------------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Words.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace bankfix;

TEST(WordsTest, FindsWholeWordsAlone) {
  EXPECT_EQ(findWord("tiles tile", "tile"), 6u);
  EXPECT_EQ(findWord("tile tile", "tile", 1), 5u);
  EXPECT_FALSE(hasWord("my_tile tile2", "tile"));
  EXPECT_TRUE(hasWord("(tile)", "tile"));
}

static bool isMade(llvm::StringRef Name, const std::set<std::string> &Parts) {
  return isMadeOf(Name, [&](llvm::StringRef Part) {
    return Parts.count(Part.str()) != 0;
  });
}

TEST(WordsTest, NamesAreMadeOfPartsAndNumbers) {
  EXPECT_TRUE(isMade("scan_float", {"scan_", "float"}));
  EXPECT_TRUE(isMade("scan12", {"scan"}));
  EXPECT_TRUE(isMade("aab", {"a", "ab"})); // Not by the longest one first.
  EXPECT_FALSE(isMade("scan_float", {"scan", "float"}));
  EXPECT_FALSE(isMade("scan", {"sca", "can"}));
}
