//===- ExplicitInstancesTest.cpp - `template void f<int>(..);` ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/ExplicitInstances.h"
#include "clang/Basic/LangOptions.h"
#include <gtest/gtest.h>

using namespace bankfix;

/// \p Text has `@` before each `f` that is one, which is taken out.
static void expect(llvm::StringRef Text) {
  std::string Plain;
  std::vector<unsigned> Wanted;
  for (char C : Text)
    if (C == '@')
      Wanted.push_back(Plain.size());
    else
      Plain += C;
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  EXPECT_EQ(explicitInstances(Plain, Options, "f"), Wanted) << Plain;
}

TEST(ExplicitInstances, AreFound) {
  expect("template __global__ void @f<float>(float *f);");
  expect("int x; template void @f(float);");
  expect("extern template void ns::@f<f<int>>(int); template void @f<>();");
  expect(
      "namespace n { template void\n@f<1>(int); } template void @f<2>(int);");
  expect("#define N 3\ntemplate /* f */ void @f<N>(int);");
}

TEST(ExplicitInstances, AreNoUses) {
  expect("template <typename T> void f(T); void g() { f<int>(1); }");
  expect("template void g<f<int>>(); template void g(decltype(f<int>));");
  expect("template struct S<&f<int>>; template decltype(f<int>) g<f>();");
  expect("template void g<(1 > 2), f<int>>(); template A<f<int>> g<int>();");
  expect("void g() { a.template h<1>(f<int>); f<<<1, 1>>>(); }");
  expect("template __attribute__((f)) void f<int>(int);");
  expect("template void (*f)(int); template void g, f<int>(int);");
}

TEST(ExplicitInstances, AreNotRead) {
  expect("#define INSTANCE(T) template void f<T>(T);\nINSTANCE(int)");
  expect(
      "template void\n#ifdef A\nf<int>(int);\n#else\nf<long>(long);\n#endif");
  expect("#define A \\\n template void f<int>(int);\nA");
  expect("MACRO template void f<int>(int);");
  expect("template void f");
}
