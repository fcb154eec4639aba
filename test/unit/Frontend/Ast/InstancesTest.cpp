//===- InstancesTest.cpp - Kernel templates that nothing instantiates
//--------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Instances.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Tree = Parsed<Unit>;

const std::string Kernel = "template <typename T, int N>\n"
                           "__global__ void k(T *g) {\n"
                           "  __shared__ T a[N]; a[0] = g[0];\n}\n";

TEST(Instances, OneThatIsThereLacksNothing) {
  Tree T(Kernel + "template __global__ void k<float, 32>(float *);\n");
  Uninstantiated Found = findUninstantiated(T.Of, {});
  EXPECT_EQ(Found.Declarations, "");
  EXPECT_TRUE(Found.Unread.empty());
  EXPECT_TRUE(Found.Names.empty());
}

TEST(Instances, WithoutArgumentsItIsUnread) {
  Tree T(Kernel);
  Uninstantiated Found = findUninstantiated(T.Of, {{"T", "float"}});
  EXPECT_EQ(Found.Declarations, "");
  ASSERT_EQ(Found.Unread.size(), 1u);
  EXPECT_EQ(Found.Unread[0].Name, "k");
  EXPECT_EQ(Found.Unread[0].Reason, "it is never instantiated here; give its "
                                    "arguments with --assume=N=..");
  EXPECT_EQ(Found.Notes.size(), 1u);
  EXPECT_TRUE(Found.Names.count("k"));
}

TEST(Instances, ArgumentsThatAreGivenMakeOne) {
  Tree T(Kernel);
  Uninstantiated Found =
      findUninstantiated(T.Of, {{"T", "float"}, {"N", "32"}});
  EXPECT_EQ(Found.Declarations,
            "static auto bankfix_instance_0 = &::k<float, 32>;\n");
  EXPECT_TRUE(Found.Unread.empty());
}

} // namespace
