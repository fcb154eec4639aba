//===- HeaderCacheTest.cpp - What is kept for other runs ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/HeaderCache.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// Each with an empty folder of its own. A cache stands for a run.
class HeaderCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("header-cache", Folder));
    ::setenv("XDG_CACHE_HOME", Folder.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("XDG_CACHE_HOME");
    llvm::sys::fs::remove_directories(Folder);
  }

  std::string get(HeaderCache &Cache, unsigned From, std::string New = "made") {
    return Cache
        .get("key", From,
             [&] {
               ++Made;
               return New;
             })
        .str();
  }

  llvm::SmallString<128> Folder;
  unsigned Made = 0;
};

TEST_F(HeaderCacheTest, IsMadeOnceForAllRuns) {
  HeaderCache First, Second;
  EXPECT_EQ(get(First, 1), "made");
  EXPECT_EQ(get(First, 1), "made");
  EXPECT_EQ(get(Second, 1, "other"), "made");
  EXPECT_EQ(Made, 1u);
}

TEST_F(HeaderCacheTest, IsMadeWhenAskedForAgain) {
  HeaderCache First, Second;
  EXPECT_EQ(get(First, 2), "");
  EXPECT_EQ(get(Second, 2), "made"); // By another run.
  HeaderCache Third;
  EXPECT_EQ(get(Third, 2), "made");
  EXPECT_EQ(Made, 1u);
  EXPECT_EQ(get(First, 2), "made"); // Unaware of the others.
  EXPECT_EQ(Made, 2u);
}

TEST_F(HeaderCacheTest, WhatIsForgottenIsMadeByOthers) {
  HeaderCache First, Second;
  get(First, 1);
  First.forget("key");
  EXPECT_EQ(get(First, 1), "");
  EXPECT_EQ(get(Second, 1, "anew"), "anew");
}

TEST_F(HeaderCacheTest, NeedsNoFolder) {
  ::setenv("XDG_CACHE_HOME", "/dev/null", 1);
  HeaderCache First, Second;
  EXPECT_EQ(get(First, 2), "");
  EXPECT_EQ(get(First, 2), "made");
  EXPECT_EQ(get(Second, 1), "made");
  EXPECT_EQ(Made, 2u);
}

} // namespace
