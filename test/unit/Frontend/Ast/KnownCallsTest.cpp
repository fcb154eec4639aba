//===- KnownCallsTest.cpp - What a call does, by its name
//--------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/KnownCalls.h"
#include "../Parsed.h"
#include "Ast/VariableFacts.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// The first call in a function whose body is \p Text.
struct Called : Parsed<Unit> {
  explicit Called(const std::string &Text)
      : Parsed("# 1 \"known.h\" 1 3\n" // No names of the user's.
               "__device__ void __syncthreads(), __syncwarp(unsigned);\n"
               "__device__ int atomicAdd(int *, int), min(int, int);\n"
               "__device__ int __popc(unsigned), __clz(int);\n"
               "# 1 \"test.cu\" 2\n"
               "__device__ int mine(int);\n"
               "__device__ void f(int *p, int n) { " +
               Text + "; }") {
    walk(find<clang::FunctionDecl>("f")->getBody(), [&](const clang::Stmt *S) {
      if (!Call)
        Call = llvm::dyn_cast<clang::CallExpr>(S);
      return true;
    });
  }
  CallKind kind() const { return classify(*Call); }

  const clang::CallExpr *Call = nullptr;
};

TEST(KnownCalls, Kinds) {
  EXPECT_EQ(Called("__syncthreads()").kind(), CallKind::Barrier);
  EXPECT_EQ(Called("__syncwarp(~0u)").kind(), CallKind::WaveBarrier);
  EXPECT_EQ(Called("atomicAdd(p, n)").kind(), CallKind::Atomic);
  EXPECT_EQ(Called("min(n, 3)").kind(), CallKind::Min);
  EXPECT_EQ(Called("mine(n)").kind(), CallKind::Unknown);
}

TEST(KnownCalls, FunctionsOfIntegers) {
  EXPECT_EQ(Called("__popc(n)").kind(), CallKind::Function);
  EXPECT_EQ(laneFunction(*Called("__popc(n)").Call), LaneFunction::PopCount);
  EXPECT_EQ(laneFunction(*Called("__clz(n)").Call), LaneFunction::LeadingZeros);
}

TEST(KnownCalls, PureOnesGiveTheSameAgain) {
  EXPECT_TRUE(isPureCall(*Called("__popc(n)").Call));
  EXPECT_FALSE(isPureCall(*Called("atomicAdd(p, n)").Call));
  EXPECT_FALSE(isPureCall(*Called("mine(n)").Call));
}

} // namespace
