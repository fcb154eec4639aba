//===- KernelTest.cpp - Arrays, obstacles and the printed kernel ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelBuilder.h"
#include "bankfix/Kernel/ArraySize.h"
#include "bankfix/Kernel/Walk.h"
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

TEST(SharedArray, SizesUnderALaunch) {
  SharedArray A;
  A.Dims = {0};
  A.Space = MemorySpace::Dynamic;
  LaunchShape S, Larger;
  S.DynamicBytes = 1026;
  Larger.DynamicBytes = 2048;
  EXPECT_EQ(bytesAt(A, S), 1026u);
  // What is left of an element is not accessed.
  EXPECT_EQ(withBytes(A, bytesAt(A, S)).Dims, (std::vector<uint64_t>{256}));
  EXPECT_EQ(smallestBytes(A, {S, Larger}), 1026u);
  EXPECT_EQ(smallestBytes(A, {}), std::nullopt);
  LaunchShape Unknown = S, Nothing = S, Open = S;
  Unknown.DynamicBytes = std::nullopt;
  Nothing.DynamicBytes = 0;
  Open.OthersPossible = true;
  EXPECT_EQ(smallestBytes(A, {S, Unknown}), std::nullopt);
  EXPECT_EQ(smallestBytes(A, {S, Nothing}), std::nullopt);
  EXPECT_EQ(smallestBytes(A, {S, Open}), std::nullopt);
  EXPECT_FALSE(withBytes(A, bytesAt(A, Unknown)).hasKnownSize());
  // Rows that are cut off may be accessed before the cut.
  A.Dims = {0, 32};
  EXPECT_FALSE(withBytes(A, bytesAt(A, S)).hasKnownSize());
  EXPECT_EQ(withBytes(A, bytesAt(A, Larger)).Dims,
            (std::vector<uint64_t>{16, 32}));
}

TEST(SharedArray, SizesOfArguments) {
  SharedArray A;
  A.Dims = {0};
  A.Space = MemorySpace::Argument;
  LaunchShape S;
  S.ArgumentBytes = {std::nullopt, 512};
  A.Parameter = 1;
  EXPECT_EQ(withBytes(A, bytesAt(A, S)).bytes(), 512u);
  A.Parameter = 3;
  EXPECT_FALSE(withBytes(A, bytesAt(A, S)).hasKnownSize());
}

TEST(Obstacle, Texts) {
  Obstacle O{ObstacleKind::SizeOf, {"", 12, 5}, "sizeof(tile)"};
  EXPECT_EQ(O.text(), "line 12: 'sizeof(tile)' depends on its size; give the "
                      "size a constant of its own");
  EXPECT_TRUE(O.blocksDeclaration());
  EXPECT_FALSE(O.blocksSubscripts());
  EXPECT_FALSE(O.blocksAll());
  O = {ObstacleKind::SideEffect, {"", 3, 1}, "s[i++]"};
  EXPECT_EQ(O.text(), "line 3: the index in 's[i++]' has a side effect; put it "
                      "into a statement before");
  EXPECT_FALSE(O.blocksDeclaration());
  EXPECT_TRUE(O.blocksSubscripts());
  O = {ObstacleKind::ElementSize, {"", 5, 1}, "sizeof(a[0])"};
  EXPECT_EQ(O.text(), "line 5: 'sizeof(a[0])' depends on the size of its "
                      "elements; name the type there, not the element");
  EXPECT_FALSE(O.blocksDeclaration() || O.blocksSubscripts());
  O = {ObstacleKind::NoLaunch, {"", 4, 1}, "k"};
  EXPECT_EQ(O.text(),
            "line 4: no launch of 'k' is in this file, so its size "
            "cannot be changed; name the source that launches it, too");
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

/// Each statement is met once, in the order of the text, wherever it stands.
TEST(Walk, MeetsEveryStatementInOrder) {
  KernelBuilder B;
  unsigned S = B.array("s", {32});
  B.load(S, {B.tx});
  B.when(
      B.tx < 8, [&] { B.load(S, {B.tx}); }, [&] { B.load(S, {B.tx}); });
  B.scope(ScopeKind::Call, [&] {
    B.forever([&] {
      B.load(S, {B.tx});
      B.when(B.tx < 4, [&] { B.load(S, {B.tx}); });
    });
  });
  B.load(S, {B.tx});
  Loop Last; // Header, body, step: as they are run.
  for (StmtList *Part : {&Last.Header, &Last.Body, &Last.Step}) {
    Access A;
    A.Site = 6 + (Part == &Last.Body) + 2 * (Part == &Last.Step);
    Part->push_back({std::move(A)});
  }
  B.kernel().Body.push_back({std::move(Last)});
  std::vector<unsigned> Sites;
  forEachNode<Access>(B.kernel().Body,
                      [&](const Access &A) { Sites.push_back(A.Site); });
  EXPECT_EQ(Sites, (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  unsigned All = 0;
  forEachStmt(B.kernel().Body, [&](const Stmt &) { ++All; });
  EXPECT_EQ(All, 9u + 5) << "two conditions, a scope and two loops";
}

} // namespace
