//===- IncludedFilesTest.cpp - What a unit asks its GPU -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/IncludedFiles.h"
#include "../Parsed.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

using Files = clang::tooling::FileContentMappings;

bool asks(const std::string &Main, const Files &Others = {},
          const std::vector<std::string> &Flags = {}) {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(
      Main, {"-std=c++17", "-I/p/own", "-isystem", "/p/lib"}, "/p/main.cpp",
      "bankfix", std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), Others);
  return asksForGpu(Unit->getSourceManager(), Flags);
}

TEST(AsksForGpu, InTheMainFile) {
  EXPECT_FALSE(asks("int a[32];"));
  EXPECT_TRUE(asks("#if __CUDA_ARCH__ >= 900\n#endif\n"));
  EXPECT_TRUE(asks("#define ARCH_OF(x) __CUDA_##x\n"));
  EXPECT_TRUE(asks("#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n#endif\n"));
}

TEST(AsksForGpu, InHeadersOfAnyLibrary) {
  const std::string Text = "#if CUB_PTX_ARCH > 700\n#endif\n";
  EXPECT_TRUE(asks("#include <a.h>\n", {{"/p/own/a.h", Text}}));
  EXPECT_TRUE(asks("#include <a.h>\n", {{"/p/lib/a.h", Text}}));
  EXPECT_FALSE(asks("#include <a.h>\n", {{"/p/lib/a.h", "int a;\n"}}));
  EXPECT_FALSE(asks("#include <__clang_a.h>\n",
                    {{"/p/lib/__clang_a.h", Text}}));
}

TEST(AsksForGpu, InFlags) {
  EXPECT_TRUE(asks("int a;", {}, {"-DTILE=__CUDA_ARCH__/30"}));
  EXPECT_FALSE(asks("int a;", {}, {"-DTILE=32"}));
}

} // namespace
