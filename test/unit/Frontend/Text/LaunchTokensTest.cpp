//===- LaunchTokensTest.cpp - Blanks in launches --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/LaunchTokens.h"
#include <gtest/gtest.h>

using namespace bankfix;

TEST(LaunchTokens, JoinsBlanks) {
  EXPECT_EQ(joinLaunchTokens("k << < 1, n >> > (x);"), "k <<<  1, n  >>> (x);");
  EXPECT_EQ(joinLaunchTokens("k<<<1, n>>>(x); a << b >> c;"),
            "k<<<1, n>>>(x); a << b >> c;");
  EXPECT_EQ(joinLaunchTokens("x < < <"), "x < < <");
  EXPECT_EQ(joinLaunchTokens("A<B<C<int> > > x;"), "A<B<C<int> > > x;");
}
