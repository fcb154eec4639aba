//===- SurroundingsTest.cpp - Fragments and the files that include them ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Surroundings.h"
#include <gtest/gtest.h>

using namespace bankfix;

TEST(Surroundings, SplitsAtTheInclude) {
  auto S = splitAtInclude(
      "int a;\n#ifdef X\n#include \"d/k.cu\"\nint b;\n#endif\n", "k.cu");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Before, "int a;\n#ifdef X\n#endif\n");
  EXPECT_EQ(S->After, "#if 1\n\n\nint b;\n#endif\n");
  EXPECT_EQ(S->Directive, "d/k.cu");
  EXPECT_FALSE(splitAtInclude("#include \"other.cu\"\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("// #include \"k.cu\"\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("/*\n#include \"k.cu\"\n*/\n", "k.cu"));
  EXPECT_FALSE(splitAtInclude("namespace n {\n#include \"k.cu\"\n}\n", "k.cu"));
  EXPECT_FALSE(
      splitAtInclude("#include \"k.cu\"\n#include \"k.cu\"\n", "k.cu"));
}

TEST(Surroundings, SplitsAtTheLine) {
  auto S = splitAtLine("#include \"k.cu\"\nint a;\n#include \"k.cu\"\n", 3);
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Before, "#include \"k.cu\"\nint a;\n");
  EXPECT_EQ(S->After, "\n\n\n");
  EXPECT_FALSE(splitAtLine("#include \"k.cu\"\nint a;\n", 2));
  EXPECT_FALSE(splitAtLine("namespace n {\n#include \"k.cu\"\n}\n", 2));
}
