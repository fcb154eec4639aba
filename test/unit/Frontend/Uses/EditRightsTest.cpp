//===- EditRightsTest.cpp - What of an array's text may change
//---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parsed.h"
#include "Arrays/ElementStructs.h"
#include "Lower/Lowering.h"
#include "Uses/JudgedUnit.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// The rights on the first array of \p Code.
EditRights rights(const std::string &Code) {
  Parsed<JudgedUnit> T(Code);
  checkUses(T.Of, lowerKernels(T.Of).Kernels);
  for (const auto &[Array, Member] : findElementStructs(T.Of, {}).Members)
    T.Of.ArraySources[Array].Member = Member;
  return editRights(T.Of).at(0);
}

EditRights inKernel(const std::string &Body, const std::string &Before = "") {
  return rights(Before + "__global__ void k(float *g, int i) { " + Body + " }");
}

TEST(EditRights, ADeclarationByItselfMayChange) {
  EditRights R = inKernel("__shared__ float a[64]; a[i] = g[i];");
  EXPECT_TRUE(R.OwnsDeclaration);
  EXPECT_TRUE(R.OwnsType);
  EXPECT_TRUE(R.OwnsAccesses);
  EXPECT_FALSE(R.OwnsStruct);
  EXPECT_FALSE(R.IsLocalType);
  EXPECT_FALSE(R.IsPointedTo);
  EXPECT_EQ(R.PointersFrom, 0u);
}

TEST(EditRights, OneTypeForTwoArraysIsNeithers) {
  EditRights R = inKernel("__shared__ float a[64], b[64]; a[i] = b[i];");
  EXPECT_FALSE(R.OwnsDeclaration);
  EXPECT_FALSE(R.OwnsType);
}

TEST(EditRights, TheHostsMemoryHasNoTypeOfItsOwn) {
  EXPECT_FALSE(inKernel("extern __shared__ float a[]; a[i] = 1;").OwnsType);
}

TEST(EditRights, AccessesThatEndInMacros) {
  EXPECT_FALSE(
      inKernel("__shared__ float a[64]; A(i) = 1;", "#define A(x) a[x]\n")
          .OwnsAccesses);
}

TEST(EditRights, TypesOfTheFunction) {
  EXPECT_TRUE(inKernel("struct S { float x, y; }; __shared__ S a[64]; "
                       "a[i].x = 1;")
                  .IsLocalType);
}

TEST(EditRights, StructsOfTheArraysAlone) {
  const std::string Struct = "struct S { float x, y; };\n";
  const std::string Body = "__shared__ S a[64]; a[i].x = 1;";
  EXPECT_TRUE(inKernel(Body, Struct).OwnsStruct);
  EXPECT_FALSE(inKernel(Body, Struct + "S other;\n").OwnsStruct);
}

TEST(EditRights, ClassesWithConstructorsStayAligned) {
  EXPECT_TRUE(inKernel("__shared__ S a[64]; a[i].x = 1;",
                       "struct B { }; struct S : B { float x, y; };\n")
                  .IsAlignedType);
}

TEST(EditRights, Pointers) {
  EXPECT_TRUE(
      inKernel("__shared__ float a[64]; float *p = a; p[i] = 1;").IsPointedTo);
  EXPECT_EQ(inKernel("__shared__ float a[4][8][16]; float (*p)[16] = a[0]; "
                     "p[i][0] = 1;")
                .PointersFrom,
            2u);
}

} // namespace
