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

TEST(LaunchTokens, NamesBlocksInBraces) {
  EXPECT_EQ(joinLaunchTokens("k<<<g, {x, f({1}), 1}, 0, s>>>(x, {1});"),
            "k<<<g,$(x, f({1}), 1), 0, s>>>(x, {1});");
  EXPECT_EQ(joinLaunchTokens("k<<< {8},\n  {8, 8} >>>(x);"),
            "k<<<$(8),\n $(8, 8) >>>(x);");
  // There is no room, or it is no argument.
  for (const char *Text :
       {"k<<<{8}, n>>>(x);", "k<<<g,{8}>>>(x);", "k<<<f( {8}), 1>>>(x);",
        "k<<<g, dim3 {8}>>>(x);", "k<<<g, } {8}>>>(x);", "a << b; {c} >> d;"})
    EXPECT_EQ(joinLaunchTokens(Text), Text);
}
