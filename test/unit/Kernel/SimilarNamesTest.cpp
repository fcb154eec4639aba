//===- SimilarNamesTest.cpp - Tests of what may have been meant -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/SimilarNames.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

TEST(SimilarNames, TheNearestFirst) {
  EXPECT_EQ(didYouMean("tile", {"tiles", "title", "unrelated"}),
            "; did you mean 'tiles' or 'title'?");
  EXPECT_EQ(didYouMean("tile", {"title", "tiles"}, 1),
            "; did you mean 'tiles'?");
}

TEST(SimilarNames, NothingIsMadeUp) {
  EXPECT_EQ(didYouMean("tile", {"unrelated"}), "");
  EXPECT_EQ(didYouMean("tile", {}), "");
}

TEST(SimilarNames, CapitalsAreNoSlip) {
  EXPECT_EQ(didYouMean("mindegree", {"MinDegree", "Target"}),
            "; did you mean 'MinDegree'?");
}

} // namespace
