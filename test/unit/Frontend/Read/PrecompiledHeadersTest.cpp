//===- PrecompiledHeadersTest.cpp - When headers are taken as compiled ----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/PrecompiledHeaders.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// With an empty cache folder.
class PrecompiledHeadersTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("precompiled", Folder));
    ::setenv("XDG_CACHE_HOME", Folder.c_str(), 1);
    Options.Headers = HeaderMode::BuiltIn;
    Options.Model = findTarget("sm_80");
  }
  void TearDown() override {
    ::unsetenv("XDG_CACHE_HOME");
    llvm::sys::fs::remove_directories(Folder);
  }

  /// What \p Text is read behind, by name; empty: nothing. The header that
  /// would be included is then left to the other.
  std::string key(llvm::StringRef Text, std::vector<std::string> Flags = {},
                  llvm::StringRef Path = "/nowhere/kernel.cu") {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    auto Files = fileSystemWithHeaders(Memory);
    clang::IgnoringDiagConsumer Ignore;
    Options.Flags = std::move(Flags);
    auto I =
        invocationFor(Path, Options, {HeaderMode::BuiltIn, ""}, Files, Ignore);
    std::string Key =
        usePrecompiled(*I, Text, HeaderBodies::LeftOut, *Files, *Memory).Key;
    const clang::PreprocessorOptions &PP = I->getPreprocessorOpts();
    EXPECT_EQ(Key.empty(), PP.ImplicitPCHInclude.empty());
    EXPECT_EQ(Key.empty(), llvm::is_contained(PP.Includes, "cuda_runtime.h"));
    return Key;
  }

  ParseOptions Options;
  llvm::SmallString<128> Folder;
};

TEST_F(PrecompiledHeadersTest, SourcesThatAreReadAlikeShareThem) {
  const std::string Key = key("int x;");
  EXPECT_NE(Key, "");
  EXPECT_EQ(Key, key("#include \"own.h\"\n", {}, "/elsewhere/other.cu"));
  EXPECT_EQ(Key, key("", {"-DTILE=32", "-DTILE_OF(x)=x", "-I/nowhere/include"}));
  EXPECT_NE(Key, key("", {"-std=c++20"}));
  Options.Model = findTarget("sm_90");
  EXPECT_NE(Key, key(""));
}

TEST_F(PrecompiledHeadersTest, MacrosThatHeadersAskForAreTheirOwn) {
  const std::string Key = key("");
  EXPECT_EQ(key("", {"-Dconst="}), "");
  EXPECT_EQ(key("", {"-Dfloat4=float3"}), "");
  const std::string Other = key("", {"-DNDEBUG"});
  EXPECT_NE(Other, "");
  EXPECT_NE(Other, Key);
}

TEST_F(PrecompiledHeadersTest, WhatTheyWouldMissIsReadAsText) {
  using Flags = std::vector<std::string>;
  for (const Flags &Each :
       {Flags{"-DTILE =3"}, Flags{"-DTILE x"}, Flags{"-DTILE=3", "-DTILE(x)=x"},
        Flags{"-include", "own.h"}, Flags{"-imacros", "own.h"},
        Flags{"-MD", "-MF", "own.d"}, Flags{"-H"}, Flags{"-F/nowhere"}})
    EXPECT_EQ(key("", Each), "") << Each.front();
  // As builds say it that an edit is proved in.
  EXPECT_EQ(key("", {"-DTILE=3", "-UTILE", "-DTILE=4"}), key(""));
}

TEST_F(PrecompiledHeadersTest, WhatASourceBeginsWithCountsTheSecondTime) {
  const std::string Key = key("");
  for (llvm::StringRef Text :
       {"#include <cuda_fp16.h>\nint x;\n",
        "// A comment.\n\n# include <cooperative_groups.h> // Another.\n"}) {
    EXPECT_EQ(key(Text), Key);
    const std::string More = key(Text);
    EXPECT_NE(More, Key);
    EXPECT_EQ(key(Text), More);
  }
}

TEST_F(PrecompiledHeadersTest, OnlyHeadersOfTheSystemBeforeAllElseCount) {
  const std::string Key = key("");
  for (llvm::StringRef Text :
       {"int x;\n#include <cuda_fp16.h>\n", "#include \"cuda_fp16.h\"\n",
        "#define X\n#include <cuda_fp16.h>\n", "#include <nowhere.h>\n",
        "#include <cuda_fp16.h> // \\\n#include <mma.h>\n", "#if 1\n#include <cuda_fp16.h>\n#endif\n", "#include"})
    for (int Time : {1, 2, 3})
      EXPECT_EQ(key(Text), Key) << Time << " times " << Text.str();
}

TEST_F(PrecompiledHeadersTest, FilesOfTheUserComeFirst) {
  const std::string Own = (Folder + "/own").str();
  ASSERT_FALSE(llvm::sys::fs::create_directory(Own));
  EXPECT_NE(key("", {"-I" + Own}), "");
  std::error_code E;
  llvm::raw_fd_ostream(Own + "/vector_types.h", E) << "\n";
  EXPECT_EQ(key("", {"-I" + Own}), "");
  EXPECT_EQ(key("", {"-iquote", Own}), "");
  llvm::raw_fd_ostream(Own + "/cuda_runtime.h", E) << "\n";
  EXPECT_EQ(key("", {}, Own + "/kernel.cu"), "");
}

TEST_F(PrecompiledHeadersTest, WhatIsForgottenIsNotTaken) {
  const std::vector<std::string> Flags = {"-std=c++14"}; // Of no other test.
  EXPECT_NE(key("", Flags), "");
  forget({.Key = key("", Flags)});
  EXPECT_EQ(key("", Flags), "");
}

} // namespace
