//===- UsesTest.cpp - Which uses a layout can follow ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parsed.h"
#include "Lower/Lowering.h"
#include "Uses/JudgedUnit.h"
#include "Uses/UseKind.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

llvm::StringRef name(ObstacleKind K) {
  switch (K) {
#define OBSTACLE(Name, Text, Declaration, Subscripts)                          \
  case ObstacleKind::Name:                                                     \
    return #Name;
#include "bankfix/Kernel/Obstacles.def"
  }
  llvm_unreachable("no such obstacle");
}

/// A file whose every use was judged.
struct Judged : Parsed<JudgedUnit> {
  explicit Judged(const std::string &Code) : Parsed(Code) {
    Lowered = lowerKernels(Of).Kernels;
    Found = checkUses(Of, Lowered);
    checkReaches(Of);
  }

  std::vector<Kernel> Lowered;
  CheckedUses Found;
};

/// What stands in the way of a layout of `a` in a kernel with \p Body, each
/// once: "SizeOf Escapes".
std::string obstacles(const std::string &Body, const std::string &Before = "") {
  Judged T("__device__ float f(int);\n" + Before +
           "__global__ void k(float *g, int i) {\n"
           "  __shared__ float a[8][32];\n" +
           Body + "\n}");
  std::vector<llvm::StringRef> Names;
  for (const Obstacle &O : T.Of.SharedArrays.at(0).Obstacles)
    if (!llvm::is_contained(Names, name(O.Kind)))
      Names.push_back(name(O.Kind));
  return llvm::join(Names, " ");
}

TEST(Uses, SubscriptsAreFollowed) {
  EXPECT_EQ(obstacles("a[i][0] = 1;"), "");
  EXPECT_EQ(obstacles("g[0] = a[i][i % 32] * 2 + a[0][0];"), "");
  EXPECT_EQ(obstacles("a[i][0] += 1; ++a[0][i];"), "");
  EXPECT_EQ(obstacles("float &r = a[i][0]; r = 1;"), "");
  EXPECT_EQ(obstacles("float *p = &a[i][0]; *p = 1;"), "");
  EXPECT_EQ(obstacles("float (*p)[32] = a; p[i][0] = 1;"), "");
  EXPECT_EQ(obstacles("set(a, i);",
                      "__device__ void set(float (*p)[32], int i) "
                      "{ p[i][0] = 1; }\n"),
            "");
  EXPECT_EQ(obstacles("auto set = [&](int j) { a[j][0] = 1; }; set(i);"), "");
}

TEST(Uses, WhatDependsOnAddressesIsNot) {
  EXPECT_EQ(obstacles("float *p = a[i]; if (p < a[0] + 3) p[0] = 1;"),
            "AddressUse");
  EXPECT_EQ(obstacles("g[0] = &a[i][1] - &a[0][0];"), "AddressUse");
  EXPECT_EQ(obstacles("if (a == nullptr) return; a[i][0] = 1;"), "")
      << "no layout puts it there";
  EXPECT_EQ(obstacles("a[i][0] = 1; g[0] = sizeof(a);"), "SizeOf");
  EXPECT_EQ(obstacles("a[i][0] = 1; g[0] = sizeof(a[0]);"), "SizeOf");
  EXPECT_EQ(obstacles("a[i][0] = 1; g[0] = sizeof(float);"), "");
}

TEST(Uses, WhatIsNotSeenIsNot) {
  EXPECT_EQ(obstacles("take(a[i]);", "__device__ void take(float *);\n"),
            "Escapes");
  EXPECT_EQ(obstacles("take(&a[i][0]);", "__device__ void take(void *);\n"),
            "Escapes");
  EXPECT_EQ(obstacles("keep = a[i];", "__device__ float *keep;\n"), "Escapes");
  EXPECT_EQ(obstacles("unsigned long n = (unsigned long)a; g[n] = 1;"),
            "Escapes");
  EXPECT_EQ(obstacles("down(a[0], i);",
                      "__device__ void down(float *p, int n) "
                      "{ p[n] = 1; if (n) down(p, n - 1); }\n"),
            "Recursion");
  EXPECT_EQ(obstacles("asm volatile(\"mov.u32 %0, a;\" : \"=r\"(i));"),
            "Unfollowed");
}

/// Full subscripts may move; those that a pointer counts from may not.
TEST(Uses, PointersThatArithmeticMoves) {
  EXPECT_EQ(obstacles("float *p = a[i]; p += 32; p[0] = 1;"), "");
  EXPECT_EQ(obstacles("float *p = i ? a[i] : g; p[0] = 1;"), "PointerUse");
  EXPECT_EQ(obstacles("int *p = (int *)a[i]; p[0] = 1;"), "PointerUse");
}

TEST(Uses, FunctionsThatNoKernelCalls) {
  Judged T("__shared__ float a[8][32];\n"
           "__device__ void unused(int i) { a[i][0] = 1; }\n"
           "__global__ void k(int i) { a[0][i] = 1; }\n");
  ASSERT_EQ(T.Of.SharedArrays.at(0).Obstacles.size(), 1u);
  const Obstacle &O = T.Of.SharedArrays[0].Obstacles[0];
  EXPECT_EQ(name(O.Kind), "DeviceFunction");
  EXPECT_EQ(O.Detail, "unused");
  ASSERT_EQ(T.Found.Unread.size(), 1u);
  EXPECT_EQ(T.Found.Unread[0].Name, "unused");
}

/// A use that is not followed is told of as an access of which nothing is
/// known, so that no count of the kernel is taken for the whole.
TEST(Uses, UnfollowedUsesAreAccessesWithAReason) {
  Judged T("__device__ void take(float *);\n"
           "__global__ void k(int i) {\n"
           "  __shared__ float s[64];\n"
           "  s[i] = 1;\n"
           "  take(s);\n}");
  const Kernel K = withUnfollowed(T.Lowered, T.Found.Unfollowed).at(0);
  ASSERT_EQ(K.Sites.size(), 2u);
  unsigned WithReason = 0;
  for (const Stmt &S : K.Body)
    if (auto *A = std::get_if<Access>(&S.Node); A && !A->Reason.empty()) {
      ++WithReason;
      EXPECT_EQ(K.Sites[A->Site].Place.Line, 8u);
    }
  EXPECT_EQ(WithReason, 1u);
}

TEST(Uses, WhatWasNotFollowedIsMetFirst) {
  Kernel K;
  K.Sites.resize(1);
  K.Body.push_back({Barrier{}});
  UnfollowedAccess New;
  New.Of.Text = "s";
  New.Reason = "nobody knows";
  std::vector<Kernel> All = withUnfollowed({K, K}, {New});
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[1].Body.size(), 1u);
  ASSERT_EQ(All[0].Body.size(), 2u);
  const Access &A = std::get<Access>(All[0].Body[0].Node);
  EXPECT_EQ(A.Reason, "nobody knows");
  EXPECT_EQ(All[0].Sites.at(A.Site).Text, "s");
}

/// What is refused with some code is refused with more of it, too.
TEST(Uses, MoreCodeNeverTakesAnObstacleAway) {
  const char *Parts[] = {"a[i][0] = 1;", "g[0] = sizeof(a);", "take(a[i]);",
                         "float (*p)[32] = a; p[i][0] = 1;",
                         "if (a[i] < a[0]) return;"};
  auto Of = [&](unsigned Which) {
    std::string Body;
    for (auto [I, Part] : llvm::enumerate(Parts))
      if (Which >> I & 1)
        Body += Part;
    return obstacles(Body, "__device__ void take(float *);\n");
  };
  std::vector<std::string> All;
  for (unsigned Which = 0; Which < 32; ++Which)
    All.push_back(Of(Which));
  for (unsigned Less = 0; Less < 32; ++Less)
    for (unsigned Part = 0; Part < 5; ++Part) {
      llvm::SmallVector<llvm::StringRef, 4> Names;
      llvm::StringRef(All[Less]).split(Names, ' ', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef Name : Names)
        EXPECT_TRUE(llvm::StringRef(All[Less | 1 << Part]).contains(Name))
            << Less << " and part " << Part;
    }
}

} // namespace
