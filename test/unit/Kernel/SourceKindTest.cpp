//===- SourceKindTest.cpp - What the name of a file says of it ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/SourceKind.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// "Cuda Unit".
std::string kind(llvm::StringRef Path) {
  constexpr const char *Languages[] = {"Cuda", "Hip", "OpenCL", "Host", "Any"};
  constexpr const char *Roles[] = {"unit", "header", "fragment"};
  std::optional<SourceKind> K = sourceKind(Path);
  return K ? std::string(Languages[unsigned(K->Language)]) + " " +
                 Roles[unsigned(K->Role)]
           : "unknown";
}

TEST(SourceKind, GoesByTheLastExtension) {
  EXPECT_EQ(kind("a.cu"), "Cuda unit");
  EXPECT_EQ(kind("/folder.cl/a.b.cuh"), "Cuda header");
  EXPECT_EQ(kind("a.cl"), "OpenCL unit");
  EXPECT_EQ(kind("a.hip"), "Hip unit");
  EXPECT_EQ(kind("a.cu.h"), "Any header");
  EXPECT_EQ(kind("a.inl"), "Any fragment");
  EXPECT_EQ(kind("a.c++"), "Host unit");
}

TEST(SourceKind, InAnyCase) {
  EXPECT_EQ(kind("A.CL"), "OpenCL unit");
  EXPECT_EQ(kind("a.C"), "Host unit");
  EXPECT_EQ(kind("a.H"), "Any header");
}

TEST(SourceKind, NamesThatSayNothing) {
  for (const char *Path : {"", "a", "cu", "a.txt", "a.cu.in", "a.py", "a.cu/b"})
    EXPECT_EQ(kind(Path), "unknown") << Path;
}

TEST(SourceKind, WhatIsIncludedMaySayHip) {
  EXPECT_TRUE(includesHip("// a\n#include <hip/hip_runtime.h>\n"));
  EXPECT_TRUE(includesHip("  #  include \"hip/hip_fp16.h\""));
  EXPECT_FALSE(includesHip("#include <hip/hip_runtime.h>\n"
                           "#include <cuda_runtime.h>\n"));
  EXPECT_FALSE(includesHip("#include <cuda.h>\n#include <hip/hip_runtime.h>"));
  EXPECT_FALSE(includesHip("// #include <hip/hip_runtime.h>\n"));
  EXPECT_FALSE(includesHip("#include \"ship/hip.h\"\n"));
  EXPECT_FALSE(includesHip(""));
  EXPECT_FALSE(includesHip("#ifdef __HIPCC__\n#include <hip/a.h>\n#endif\n"));
  EXPECT_FALSE(includesHip("/* \n#include <hip/hip_runtime.h>\n*/"));
  EXPECT_TRUE(includesHip("/* a */\n#ifndef N\n#define N 1\n#endif\n"
                          "#include <hip/hip_runtime.h> /* b\n */"));
}

/// Whoever edits such a file has to think of those that include it.
TEST(SourceKind, WhatIsNotKnownMayBeIncluded) {
  EXPECT_TRUE(isIncludedAlone("a.cuh"));
  EXPECT_TRUE(isIncludedAlone("a.inc"));
  EXPECT_TRUE(isIncludedAlone("a"));
  EXPECT_FALSE(isIncludedAlone("a.cu"));
  EXPECT_FALSE(isIncludedAlone("a.cpp"));
  EXPECT_TRUE(isUnitOf("a.cu", SourceLanguage::Cuda));
  EXPECT_FALSE(isUnitOf("a.cuh", SourceLanguage::Cuda));
  EXPECT_FALSE(isUnitOf("a.cl", SourceLanguage::Cuda));
}

} // namespace
