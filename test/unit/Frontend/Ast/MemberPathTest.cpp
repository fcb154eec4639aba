//===- MemberPathTest.cpp - Which part of an object -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/MemberPath.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

const MemberPath Whole;

TEST(MemberPath, Texts) {
  EXPECT_EQ(Whole.text(), "");
  EXPECT_EQ(Whole.member("block").member("x").text(), ".block.x");
  EXPECT_EQ(Whole.element(2).text(), "[2]");
  EXPECT_EQ(Whole.member("v").component(1).text(), ".v.y");
  EXPECT_EQ(Whole.component(10).text(), ".sa");
}

TEST(MemberPath, PartsOfAPart) {
  const MemberPath Block = Whole.member("block");
  EXPECT_TRUE(Block.member("x").isWithin(Block));
  EXPECT_TRUE(Block.isWithin(Block));
  EXPECT_TRUE(Block.isWithin(Whole));
  EXPECT_FALSE(Block.isWithin(Block.member("x")));
  EXPECT_FALSE(Whole.member("blockDim").isWithin(Block))
      << "its name only starts so";
  EXPECT_FALSE(Whole.element(12).isWithin(Whole.element(1)));
}

TEST(MemberPath, WhatIsBehindAPartAgain) {
  const MemberPath From = Whole.member("a"), To = Whole.element(3).member("b");
  const MemberPath Part = From.member("x").component(2);
  EXPECT_EQ(To + Part.behind(From), To.member("x").component(2));
  EXPECT_EQ(Part.behind(Part), Whole);
}

TEST(MemberPath, StepsOfDifferentKindsDiffer) {
  EXPECT_NE(Whole.component(1), Whole.element(1));
  EXPECT_NE(Whole.member("a").member("b"), Whole.member("a.b"));
}

/// Members without a name are told apart; those with one go by it.
TEST(MemberPath, Fields) {
  Parsed<Unit> T("struct A { struct { int x; }; union { int y; float z; };\n"
                 "  int w; };\n"
                 "struct B { int w; };");
  std::vector<MemberPath> OfA;
  for (const clang::FieldDecl *F : T.find<clang::CXXRecordDecl>("A")->fields())
    OfA.push_back(Whole.member(F));
  ASSERT_EQ(OfA.size(), 3u);
  EXPECT_NE(OfA[0], OfA[1]);
  EXPECT_EQ(OfA[0].text(), ".#0");
  EXPECT_EQ(OfA[2], Whole.member("w"));
  EXPECT_EQ(OfA[2],
            Whole.member(*T.find<clang::CXXRecordDecl>("B")->field_begin()));
}

} // namespace
