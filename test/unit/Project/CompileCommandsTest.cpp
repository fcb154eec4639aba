//===- CompileCommandsTest.cpp - Flags of compilers as Clang has them -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/CompileCommands.h"
#include "NvccFlags.h"
#include "Folder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using namespace bankfix;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
using Strings = std::vector<std::string>;

CompileFlags nvcc(Strings Arguments) {
  return translated(Arguments, "/p", /*IsNvcc=*/true);
}
CompileFlags clangs(Strings Arguments) {
  return translated(Arguments, "/p", /*IsNvcc=*/false);
}
} // namespace

/// A row never takes the flag behind it, nor leaves its own value.
TEST(Nvcc, EveryFlagTakesWhatItTakes) {
  for (const NvccFlag &F : nvccFlags())
    for (std::string Name : {"--" + F.Long.str(), "-" + F.Short.str()}) {
      if (F.Meaning == NvccFlag::OptionsFile ||
          F.Meaning == NvccFlag::PreInclude)
        continue;
      bool Takes = F.Takes != NvccFlag::None;
      Strings Separate = {Name}, Joined = {Name + (Takes ? "=v" : "")};
      if (Takes)
        Separate.push_back("v");
      for (Strings All : {Separate, Joined}) {
        All.push_back("-DBEHIND");
        CompileFlags Flags = nvcc(All);
        EXPECT_THAT(Flags.Clang, testing::Contains("-DBEHIND"))
            << Name << ' ' << All.size();
        EXPECT_THAT(Flags.Clang, testing::Not(testing::Contains("v"))) << Name;
      }
    }
}

TEST(Nvcc, NamesAreFoundOnce) {
  std::set<std::string> Long, Short;
  for (const NvccFlag &F : nvccFlags()) {
    EXPECT_TRUE(Long.insert(F.Long.str()).second) << F.Long.str();
    EXPECT_TRUE(Short.insert(F.Short.str()).second) << F.Short.str();
  }
}

TEST(Nvcc, WhatSaysHowATextIsRead) {
  EXPECT_THAT(nvcc({"-DA=1", "-D", "B", "--define-macro=C,D", "-UE", "-Iinc",
                    "--include-path", "/abs,rel", "-isystem=sys", "-isystem",
                    "more", "-std=c++17"})
                  .Clang,
              ElementsAre("-DA=1", "-DB", "-DC", "-DD", "-UE", "-I/p/inc",
                          "-I/abs", "-I/p/rel", "-isystem", "/p/sys",
                          "-isystem", "/p/more", "-std=c++17"));
  EXPECT_THAT(nvcc({"-DF(x,y)=x", "-DQ=\"a,b\""}).Clang,
              ElementsAre("-DF(x,y)=x", "-DQ=\"a,b\""));
}

TEST(Nvcc, WhatCMakeWrites) {
  CompileFlags Flags =
      nvcc({"-forward-unknown-to-host-compiler",
            "-DX_EXPORTS",
            "--generate-code=arch=compute_75,code=[compute_75,sm_75]",
            "--generate-code=arch=compute_90,code=[sm_90]",
            "-std=c++17",
            "-Xcompiler=-fPIC,-DHOST=1",
            "-Xcompiler",
            "-Wall",
            "-MD",
            "-MT",
            "a.o",
            "-MF",
            "a.o.d",
            "-x",
            "cu",
            "-rdc=true",
            "-c",
            "-o",
            "a.o",
            "-O3",
            "-lineinfo",
            "--expt-relaxed-constexpr",
            "--extended-lambda",
            "--use_fast_math",
            "-Xptxas",
            "-v,-O2",
            "-t8",
            "--threads",
            "4",
            "-ccbin=/usr/bin/g++-12",
            "-fPIC",
            "-march=native"});
  EXPECT_THAT(Flags.Clang,
              ElementsAre("-D__CUDACC_RDC__", "-D__CUDACC_RELAXED_CONSTEXPR__",
                          "-D__CUDACC_EXTENDED_LAMBDA__", "-DX_EXPORTS",
                          "-std=c++17", "-DHOST=1"));
  EXPECT_THAT(Flags.Targets, ElementsAre("sm_75", "sm_90"));
  EXPECT_EQ(Flags.Language, "cu");
}

TEST(Nvcc, Architectures) {
  EXPECT_THAT(nvcc({"-arch=sm_80"}).Targets, ElementsAre("sm_80"));
  EXPECT_THAT(nvcc({"-arch", "compute_86"}).Targets, ElementsAre("sm_86"));
  EXPECT_THAT(nvcc({"-arch=sm_90a"}).Targets, ElementsAre("sm_90"));
  EXPECT_THAT(nvcc({"-gencode", "arch=compute_70,code=sm_70",
                    "-gencode=arch="
                    "compute_80,code=\"sm_80,compute_80\""})
                  .Targets,
              ElementsAre("sm_70", "sm_80"));
  EXPECT_THAT(nvcc({"-arch=compute_70", "-code=sm_70,sm_72"}).Targets,
              ElementsAre("sm_70", "sm_72"));
  EXPECT_THAT(nvcc({"-arch=native"}).Targets, IsEmpty());
  EXPECT_TRUE(nvcc({"-arch=native"}).IsNative);
  EXPECT_TRUE(
      nvcc({"-gencode", "arch=compute_80,code=[sm_80,native]"}).IsNative);
  EXPECT_FALSE(nvcc({"-arch=all"}).IsNative);
  EXPECT_THAT(
      nvcc({"-arch=all-major"}).Targets,
      ElementsAre("sm_75", "sm_80", "sm_90", "sm_100", "sm_110", "sm_120"));
  EXPECT_THAT(nvcc({"-arch=all"}).Targets, SizeIs(12));
}

TEST(Nvcc, DefaultsDefineNothing) {
  EXPECT_THAT(nvcc({"-rdc=false", "--default-stream", "legacy"}).Clang,
              IsEmpty());
  EXPECT_THAT(nvcc({"--default-stream=per-thread"}).Clang,
              ElementsAre("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
}

TEST(Nvcc, OptionsFiles) {
  Folder F;
  F.write("a.rsp", "-Iinc -D \"WITH SPACE\" --options-file b.rsp");
  F.write("b.rsp", "-DNESTED -gencode arch=compute_75,code=sm_75");
  CompileFlags Flags = translated(
      {"--options-file", "a.rsp", "@b.rsp", "-optf=none.rsp"}, F.path(), true);
  EXPECT_THAT(Flags.Clang, ElementsAre("-I" + F.path() + "/inc", "-DWITH SPACE",
                                       "-DNESTED", "-DNESTED"));
  EXPECT_THAT(Flags.Targets, ElementsAre("sm_75"));
  EXPECT_THAT(Flags.Unread, ElementsAre(F.path() + "/none.rsp"));
  EXPECT_THAT(translated({"@none.rsp"}, F.path(), false).Unread, SizeIs(1));
  F.write("self.rsp", "-DA --options-file self.rsp");
  EXPECT_THAT(translated({"@self.rsp"}, F.path(), true).Clang,
              testing::Contains("-DA"));
}

TEST(OtherCompilers, WhatSaysHowATextIsRead) {
  CompileFlags Flags = clangs({"-x",
                               "cuda",
                               "--cuda-gpu-arch=sm_70",
                               "--offload-arch=sm_80,sm_90",
                               "-O2",
                               "-Wall",
                               "-Iinc",
                               "-isystem",
                               "sys",
                               "-DA",
                               "-fPIC",
                               "-c",
                               "-o",
                               "x.o",
                               "-std=gnu++20",
                               "-MD",
                               "-MF",
                               "x.d",
                               "--cuda-path=/opt/cuda",
                               "-funknown-to-all",
                               "-march=native"});
  EXPECT_THAT(Flags.Clang, ElementsAre("-I/p/inc", "-isystem", "/p/sys", "-DA",
                                       "-std=gnu++20"));
  EXPECT_THAT(Flags.Targets, testing::Contains("sm_70"));
  EXPECT_EQ(Flags.Language, "cuda");
  EXPECT_THAT(clangs({"--offload-arch=gfx90a:xnack+"}).Targets,
              ElementsAre("gfx90a"));
}

TEST(UsersFlags, OnlyNvccsAreTranslated) {
  CompileFlags Flags =
      withoutNvccFlags({"-I", "inc", "-DA", "-Wno-everything", "-gencode",
                        "arch=compute_75,code=sm_75", "-Xcompiler", "-fopenmp",
                        "-rdc=true", "--expt-relaxed-constexpr", "-fno-rtti"});
  EXPECT_THAT(Flags.Clang,
              ElementsAre("-D__CUDACC_RDC__", "-D__CUDACC_RELAXED_CONSTEXPR__",
                          "-I", "inc", "-DA", "-Wno-everything", "-fopenmp",
                          "-fno-rtti"));
  EXPECT_THAT(Flags.Targets, ElementsAre("sm_75"));
}

TEST(Flags, OfClangMayNameLanguageAndGpu) {
  CompileFlags Flags =
      withoutNvccFlags({"clang++", "-x", "hip", "-DA", "-xhip", "--unknown=1",
                        "--offload-arch=gfx90a:xnack-,gfx942", "-isystem", "s",
                        "--cuda-gpu-arch=sm_90", "-std=c++17"});
  EXPECT_EQ(Flags.Language, "hip");
  EXPECT_THAT(Flags.Targets, ElementsAre("gfx90a", "gfx942", "sm_90"));
  EXPECT_THAT(Flags.Clang, ElementsAre("clang++", "-DA", "--unknown=1",
                                       "-isystem", "s", "-std=c++17"));
}

TEST(Relocatable, IsSaidInEachWay) {
  const auto Says = testing::Contains("-D__CUDACC_RDC__");
  EXPECT_THAT(nvcc({"-dc"}).Clang, Says);
  EXPECT_THAT(nvcc({"-Xcompiler", "-fPIC"}).Clang, testing::Not(Says));
  EXPECT_THAT(clangs({"-fgpu-rdc"}).Clang, Says);
  EXPECT_THAT(withoutNvccFlags({"-fgpu-rdc"}).Clang, Says);
  EXPECT_THAT(withoutNvccFlags({"-fno-gpu-rdc"}).Clang, testing::Not(Says));
}

TEST(Database, FindsCommands) {
  Folder F;
  F.write("build/compile_commands.json", R"json([
{"directory": "DIR/build", "file": "../src/a.cu",
 "command": "/usr/local/cuda/bin/nvcc -DN=1 -I../inc -x cu -c ../src/a.cu -o a.o"},
{"directory": "DIR/build", "file": "../src/a.cu",
 "command": "ccache /usr/local/cuda/bin/nvcc -DN=2 -x cu -c ../src/a.cu -o b.o"},
{"directory": "DIR/build", "file": "DIR/src/a.cu",
 "command": "nvcc -DN=2 -x cu -c DIR/src/a.cu -o c.o"},
{"directory": "DIR/build", "file": "../src/m.cpp",
 "arguments": ["g++", "-DHOST", "-c", "../src/m.cpp"]},
{"directory": "DIR/build", "file": "../src/h.cpp",
 "arguments": ["hipcc", "-x", "hip", "-c", "../src/h.cpp"]}])json");
  std::string Json = F.path() + "/build/compile_commands.json";
  {
    auto Text = llvm::MemoryBuffer::getFile(Json);
    std::string New = (*Text)->getBuffer().str();
    for (size_t At; (At = New.find("DIR")) != std::string::npos;)
      New.replace(At, 3, F.path());
    F.write("build/compile_commands.json", New);
  }
  std::string A = F.write("src/a.cu", ""), H = F.write("src/a.cuh", "");
  F.write("src/m.cpp", "");
  F.write("src/h.cpp", "");
  for (bool IsFound : {false, true}) {
    auto Found = CompileCommands::above(A);
    ASSERT_TRUE(bool(Found));
    ASSERT_TRUE(Found->has_value());
    auto Named = CompileCommands::in(F.path() + "/build");
    ASSERT_TRUE(bool(Named));
    const CompileCommands &C = IsFound ? **Found : *Named;
    std::vector<CompileFlags> Ways = C.of(A);
    ASSERT_EQ(Ways.size(), 2u);
    EXPECT_THAT(Ways[0].Clang, ElementsAre("-DN=1", "-I" + F.path() + "/inc"));
    EXPECT_THAT(Ways[1].Clang, ElementsAre("-DN=2"));
    EXPECT_EQ(C.of(H).size(), 2u); // As the source of its name.
    EXPECT_THAT(C.of(F.path() + "/src/other.cu"), IsEmpty());
    EXPECT_THAT(C.gpuSources(), ElementsAre(A, F.path() + "/src/h.cpp"));
  }
}

TEST(Database, WhatIsWrongIsSaid) {
  Folder F;
  auto None = CompileCommands::in(F.path());
  ASSERT_FALSE(bool(None));
  EXPECT_THAT(toString(None.takeError()),
              HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
  F.write("compile_commands.json", "[{");
  auto Broken = CompileCommands::in(F.path());
  ASSERT_FALSE(bool(Broken));
  EXPECT_THAT(toString(Broken.takeError()), HasSubstr("cannot be read"));
}
