//===- RequestSliceTest.cpp - What of a kernel shapes requests ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestSlice.h"
#include "NaiveRun.h"
#include "RandomKernel.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace bankfix;
using ::testing::ElementsAre;

namespace {

/// \p B's kernel with no more than its slice.
Kernel sliced(KernelBuilder &B) {
  Kernel K = B.kernel();
  K.Body = RequestSlice(B.kernel()).body();
  return K;
}

std::string text(const Kernel &K, const Program &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, K, P);
  return Text.substr(Text.find('\n') + 1);
}

std::string slice(KernelBuilder &B) { return text(sliced(B), B.P); }

TEST(RequestSlice, LeavesOutWhatIsOverwritten) {
  KernelBuilder B;
  Value I = B.var("i", B.tx * 2);
  B.set(I, B.tx * 3);
  B.load(B.array("s", {128}), {I});
  B.set(I, B.tx * 4);
  EXPECT_EQ(slice(B), "  i = (i32(threadIdx.x) * 3)\n  load s[i]\n");
}

TEST(RequestSlice, KeepsWhatLaterIterationsRead) {
  KernelBuilder B;
  Value At = B.var("at", B.constant(0)), Next = B.var("next", B.tx);
  unsigned S = B.array("s", {128});
  B.count("i", B.constant(0), B.constant(4), 1, [&](Value) {
    B.load(S, {At});
    B.set(At, Next);
    B.set(Next, Next + 1);
  });
  EXPECT_EQ(slice(B), "  at = 0\n"
                      "  next = i32(threadIdx.x)\n"
                      "  i = 0\n"
                      "  loop while (i < 4)\n"
                      "    load s[at]\n"
                      "    at = next\n"
                      "    next = (next + 1)\n"
                      "    step:\n"
                      "      i = (i + 1)\n");
}

TEST(RequestSlice, LeavesOutLoopsAndCallsWithoutAccesses) {
  KernelBuilder B;
  Value Sum = B.var("sum", B.constant(0));
  B.count("i", B.constant(0), B.constant(9), 1,
          [&](Value I) { B.set(Sum, Sum + I); });
  B.scope(ScopeKind::Call, [&] {
    B.set(Sum, Sum * 2);
    B.jump(JumpKind::Return);
  });
  B.load(B.array("s", {32}), {B.tx});
  EXPECT_EQ(slice(B), "  load s[i32(threadIdx.x)]\n");
}

TEST(RequestSlice, SaysWhereCompilersMayBranch) {
  KernelBuilder B;
  unsigned S = B.array("s", {32});
  Value Sum = B.var("sum", B.constant(0)), N = B.param("n");
  B.load(S, {B.tx});
  B.when(N < 3, [&] { B.set(Sum, Sum + 1); });
  B.count("i", B.constant(0), N, 1, [&](Value I) { B.set(Sum, Sum + I); });
  B.load(S, {B.tx});
  EXPECT_EQ(slice(B), "  load s[i32(threadIdx.x)]\n"
                      "  if (n < 3)\n"
                      "  load s[i32(threadIdx.x)]\n");
}

TEST(RequestSlice, KnowsThatCompilersDecideConstantConditions) {
  KernelBuilder B;
  unsigned S = B.array("s", {32});
  Value Sum = B.var("sum", B.constant(0)), Scales = B.var("c", B.constant(1));
  B.load(S, {B.tx});
  B.when(Scales, [&] { B.set(Sum, Sum + 1); });
  B.load(S, {B.tx});
  B.when(B.tx < 3, [&] { B.set(Sum, Sum + 1); }); // Behind all accesses.
  EXPECT_EQ(slice(B), "  load s[i32(threadIdx.x)]\n"
                      "  load s[i32(threadIdx.x)]\n");
}

TEST(RequestSlice, AJumpMattersAsMuchAsWhatItLeaves) {
  KernelBuilder B;
  unsigned S = B.array("s", {32});
  auto Leaves = [&](JumpKind K) {
    B.when(B.param("n") < 3, [&] { B.jump(K); });
  };
  B.forever([&] { Leaves(JumpKind::Break); });
  B.forever([&] {
    Leaves(JumpKind::Break);
    B.load(S, {B.tx});
  });
  Leaves(JumpKind::Return); // The kernel.
  EXPECT_EQ(slice(B), "  if (n < 3)\n"
                      "  loop while true\n"
                      "    if (n < 3)\n"
                      "      break\n"
                      "    load s[i32(threadIdx.x)]\n"
                      "  if (n < 3)\n"
                      "    return\n");
}

TEST(RequestSlice, KnowsWhatBranchesJoin) {
  KernelBuilder B;
  Value I = B.var("i", B.tx), J = B.var("j", B.tx), K = B.var("k", B.tx);
  unsigned S = B.array("s", {128});
  B.when(
      B.param("n") < 3,
      [&] {
        B.set(I, I + 1);
        B.set(J, J + 1);
        B.set(K, K + 1);
        B.load(S, {I + J + K});
      },
      [&] {
        B.load(S, {I});
        B.set(J, J + 2);
        B.set(K, B.tx + 3);
      });
  B.load(S, {J + K});
  RequestSlice Slice(B.kernel());
  const If &Branch = std::get<If>(Slice.body()[3].Node);
  EXPECT_THAT(Slice.assignedIn(&Branch), ElementsAre(1, 2));
  EXPECT_THAT(Slice.restoredIn(Branch), ElementsAre(0, 1));
}

TEST(RequestSlice, KnowsWhatIterationsHandOn) {
  KernelBuilder B;
  unsigned S = B.array("s", {128});
  Value Last = B.var("last", B.tx);
  B.count("i", B.constant(0), B.constant(4), 1, [&](Value I) {
    Value Twice = B.var("twice", I * 2);
    B.load(S, {Twice});
    B.set(Last, Twice);
  });
  B.load(S, {Last});
  RequestSlice Slice(B.kernel());
  const Loop &L = std::get<Loop>(Slice.body()[2].Node);
  EXPECT_THAT(Slice.assignedIn(&L), ElementsAre(0, 1));
  B.kernel().Body.pop_back();
  RequestSlice Shorter(B.kernel());
  EXPECT_THAT(Shorter.assignedIn(&std::get<Loop>(Shorter.body()[1].Node)),
              ElementsAre(1));
}

TEST(RequestSlice, HasTheRequestsOfTheKernel) {
  const Target &T = *findTarget("sm_80");
  unsigned Smaller = 0;
  for (unsigned Seed = 700; Seed < 800; ++Seed) {
    RandomKernel B(Seed);
    B.statements(3);
    Kernel K = sliced(B);
    LaunchShape Shape{{40, 2, 1}, ShapeOrigin::Launch, {}};
    ASSERT_EQ(naiveRun(K, B.P, Shape, T), naiveRun(B.kernel(), B.P, Shape, T))
        << "seed " << Seed << "\n"
        << text(B.kernel(), B.P) << "\nslice:\n"
        << text(K, B.P);
    Smaller += text(K, B.P).size() < text(B.kernel(), B.P).size();
  }
  EXPECT_GT(Smaller, 50u);
}

} // namespace
