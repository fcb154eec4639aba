//===- OffsetMacroTest.cpp - Places of elements, and back -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/OffsetMacro.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

TEST(OffsetMacro, Places) {
  EXPECT_EQ(placeOf({}, 17), 17);
  EXPECT_EQ(placeOf({{4, 1}}, 15), 15);
  EXPECT_EQ(placeOf({{4, 1}}, 16), 17);
  EXPECT_EQ(placeOf({{5, 2}}, 64), 68);
  EXPECT_EQ(placeOf({{5, 1}, {10, 1}}, 1024), 1024 + 32 + 1);
}

TEST(OffsetMacro, ElementsAreWhereTheyArePlaced) {
  for (const OffsetTerms &Terms :
       {OffsetTerms{}, OffsetTerms{{4, 1}}, OffsetTerms{{1, 3}},
        OffsetTerms{{5, 1}, {10, 1}}, OffsetTerms{{3, 2}, {3, 1}}})
    for (int64_t I = 0; I < 3000; ++I)
      EXPECT_EQ(elementAt(Terms, placeOf(Terms, I)), I);
}

TEST(OffsetMacro, WhatIsLeftOutBelongsToTheElementBefore) {
  EXPECT_EQ(elementAt({{4, 1}}, 16), 15);
  EXPECT_EQ(elementAt({{4, 2}}, 17), 15);
  EXPECT_EQ(elementAt({{4, 2}}, 18), 16);
}

TEST(OffsetMacro, Text) {
  EXPECT_EQ(textOf(OffsetTerm{5, 1}, "n"), "((n) >> 5)");
  EXPECT_EQ(textOf({{5, 2}, {10, 1}}, "i"), "((i) >> 5) * 2 + ((i) >> 10)");
}

} // namespace
