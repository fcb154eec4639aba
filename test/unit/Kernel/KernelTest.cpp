//===- KernelTest.cpp - Arrays, obstacles and the printed kernel ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

TEST(SharedArray, Sizes) {
  SharedArray A;
  A.ElementType = "float";
  EXPECT_FALSE(A.hasKnownSize());
  EXPECT_EQ(A.bytes(), 0u);
  EXPECT_EQ(A.typeText(), "float[]");
  A.Dims = {4, 8, 33};
  EXPECT_EQ(A.elements(), 4u * 8 * 33);
  EXPECT_EQ(A.bytes(), 4u * 8 * 33 * 4);
  EXPECT_EQ(A.stride(0), 8u * 33);
  EXPECT_EQ(A.stride(1), 33u);
  EXPECT_EQ(A.stride(2), 1u);
  EXPECT_EQ(A.typeText(), "float[4][8][33]");
}

TEST(Obstacle, Texts) {
  Obstacle O{ObstacleKind::SizeOf, {"", 12, 5}, "sizeof(tile)"};
  EXPECT_EQ(O.text(), "line 12: 'sizeof(tile)' depends on its size");
  EXPECT_TRUE(O.blocksDeclaration());
  EXPECT_TRUE(O.blocksSubscripts());
  O = {ObstacleKind::SideEffect, {"", 3, 1}, "s[i++]"};
  EXPECT_EQ(O.text(), "line 3: the index in 's[i++]' has a side effect");
  EXPECT_FALSE(O.blocksDeclaration());
  EXPECT_TRUE(O.blocksSubscripts());
  O = {ObstacleKind::NoLaunch, {"", 4, 1}, "k"};
  EXPECT_EQ(O.text(), "line 4: no launch of 'k' is in this file, so its size "
                      "cannot be changed");
  EXPECT_TRUE(O.blocksDeclaration());
  EXPECT_FALSE(O.blocksSubscripts());
}

TEST(Printer, Kernel) {
  KernelBuilder B;
  unsigned S = B.array("s", {64});
  B.when(
      B.tx < 8,
      [&] {
        B.store(S, {B.tx});
        B.jump(JumpKind::Return);
      },
      [&] { B.barrier(); });
  B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
    B.load(S, {I});
    B.jump(JumpKind::Continue);
  });
  B.unsupported("inline assembly");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, B.kernel(), B.P);
  EXPECT_EQ(Text, R"(kernel kernel
  if (i32(threadIdx.x) < 8)
    store s[i32(threadIdx.x)]
    return
  else
    barrier
  i = 0
  loop while (i < 4)
    load s[i]
    continue
    step:
      i = (i + 1)
  unsupported: inline assembly
)");
}

} // namespace
