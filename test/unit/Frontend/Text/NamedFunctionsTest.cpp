//===- NamedFunctionsTest.cpp - How texts name functions ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/NamedFunctions.h"
#include <gtest/gtest.h>

using namespace bankfix;

static NamedFunction f(llvm::StringRef Text) {
  return namedFunction(Text, "f");
}

TEST(NamedFunctions, TellsDefinitionsFromDeclarations) {
  EXPECT_TRUE(f("void f(int a) { }").IsDefined);
  EXPECT_TRUE(f("void C::f(int a) const noexcept(true) { }").IsDefined);
  EXPECT_TRUE(f("void f(int a)\n__attribute__((cold)) {}").IsDefined);
  EXPECT_FALSE(f("void f(int a);").IsDefined);
  EXPECT_EQ(f("\nextern __device__ float *f(int (*a)(int));").Declared, 2u);
  EXPECT_EQ(f("void\nf(void);").Declared, 2u);
}

TEST(NamedFunctions, TellsKernels) {
  EXPECT_EQ(f("void f(int);\n__global__ void f(int *);").DeclaredKernel, 2u);
  EXPECT_EQ(f("extern \"C\" KERNEL void f(int *);").DeclaredKernel, 1u);
  EXPECT_EQ(f("__global__ void f(int *a) {}").DeclaredKernel, 0u);
  EXPECT_EQ(f("__global__ void g();\nvoid f();").DeclaredKernel, 0u);
  EXPECT_EQ(f("dim3 f(32, 32);").DeclaredKernel, 0u);
}

TEST(NamedFunctions, TellsDeclarationsFromCalls) {
  for (const char *Text :
       {"void g() { f(1); }", "int g() { return f(1); }",
        "void g() { if (x) y(); else f(1); }", "int x = f(2) + 1;"}) {
    EXPECT_EQ(f(Text).Declared, 0u) << Text;
    EXPECT_FALSE(f(Text).IsDefined) << Text;
    EXPECT_EQ(f(Text).Named, 1u) << Text;
  }
}

TEST(NamedFunctions, ReadsTokens) {
  EXPECT_EQ(f("// f(1)\n/* f */ \"f(2)\" ff(3) f2()").Named, 0u);
  EXPECT_EQ(f("void f(").Named, 1u);
  EXPECT_EQ(f("").Named, 0u);
}
