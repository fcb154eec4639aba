//===- TraceTest.cpp - What is said of a run ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Emulate/Trace.h"
#include "Retarget.h"
#include "gtest/gtest.h"

using namespace bankfix;

static std::string text(FaultKind K, std::string Detail = "") {
  return Fault{K, {}, {1, 2, 0}, {3, 0, 0}, std::move(Detail)}.text();
}

TEST(FaultText, NamesBlockAndThread) {
  EXPECT_EQ(text(FaultKind::DivergentBarrier, "x"),
            "not all threads of the block reach this barrier: x, in block "
            "(1,2,0), thread (3,0,0)");
  EXPECT_EQ(text(FaultKind::DivisionByZero),
            "division by zero, in block (1,2,0), thread (3,0,0)");
}

TEST(FaultText, OfEveryKind) {
  auto Starts = [](FaultKind K, std::string Detail, llvm::StringRef Text) {
    EXPECT_TRUE(llvm::StringRef(text(K, Detail)).starts_with(Text))
        << text(K, Detail);
  };
  Starts(FaultKind::MissingLanes, "x",
         "lanes that the mask names do not reach this warp primitive: x");
  Starts(FaultKind::OutOfBounds, "x",
         "access outside of every shared array: x");
  Starts(FaultKind::WildPointer, "x",
         "access to memory that is not the kernel's: x");
  Starts(FaultKind::Misaligned, "x", "misaligned access: x");
  Starts(FaultKind::Trap, "x", "the kernel stopped itself: x");
  Starts(FaultKind::TimeLimit, "9", "the kernel ran for longer than 9 seconds");
  Starts(FaultKind::MemoryLimit, "9", "the kernel uses more than 9 MiB");
  Starts(FaultKind::Crash, "x", "the emulation ended with x");
  Starts(FaultKind::Unsupported, "x", "bankfix cannot run this: x");
}

TEST(VariableName, IsTheSourcesOwn) {
  EXPECT_EQ(variableName("_ZZ9transposePfPKfiE4tile"), "tile");
  EXPECT_EQ(variableName("transpose.tile"), "tile");
  EXPECT_EQ(variableName("dynamic"), "dynamic");
}
