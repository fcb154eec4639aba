//===- BuildsTest.cpp - Which other builds matter to an array -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Followed.h"
#include "Builds/BuildMacros.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

/// What builds may decide about the array `a`: "N=4,none; M open", and the
/// lines of the branches, "| 4 6".
std::string builds(const std::string &Code,
                   const std::vector<std::string> &Flags = {}) {
  Followed T("\n" + Code); // Lines count from the one behind the test's own.
  const FoundBuilds Found = buildChoices(T.Of, Flags);
  std::vector<std::string> Out;
  const ArrayBuilds &Of = Found.OfArrays.at(0);
  for (unsigned I : Of.Macros) {
    const BuildMacro &M = Found.Choices.Macros.at(I);
    std::vector<std::string> Values;
    for (const std::optional<std::string> &V : M.Values)
      Values.push_back(V.value_or("none"));
    Out.push_back(M.Name + (Values.empty() ? "" : "=") +
                  llvm::join(Values, ",") + (M.IsOpen ? " open" : ""));
  }
  std::string Lines;
  for (unsigned I : Of.Branches)
    Lines += " " + std::to_string(Found.Choices.Branches.at(I).Place.Line - 4);
  return llvm::join(Out, "; ") + (Lines.empty() ? "" : " |" + Lines);
}

const std::string Kernel = "__global__ void k(float *g, int i) {\n"
                           "  __shared__ float a[8][N];\n"
                           "  a[i][0] = g[i];\n}\n";

TEST(Builds, GuardedMacrosAreOpen) {
  EXPECT_EQ(builds("#ifndef N\n#define N 32\n#endif\n" + Kernel), "N open");
  EXPECT_EQ(builds("#define N 32\n" + Kernel), "");
  EXPECT_EQ(
      builds("#ifndef M\n#define M 32\n#endif\n#define N (M + 1)\n" + Kernel),
      "M open");
  EXPECT_EQ(builds("#ifndef M\n#define M 32\n#endif\n#define N 32\n" + Kernel),
            "")
      << "it decides nothing about the array";
}

TEST(Builds, BranchesThatDecideASize) {
  EXPECT_EQ(builds("#ifdef WIDE\n#define N 64\n#else\n#define N 32\n#endif\n" +
                   Kernel),
            "WIDE=none,1 | 1 3");
  EXPECT_EQ(builds("#ifdef WIDE\n#define M 64\n#else\n#define M 32\n#endif\n"
                   "#define N 8\n" +
                   Kernel),
            "");
  EXPECT_EQ(builds("#define N 32\n#ifdef DEBUG\nint other;\n#endif\n" + Kernel),
            "");
}

TEST(Builds, BranchesInWhatRuns) {
  auto With = [](const std::string &Inside) {
    return builds("#define N 32\n"
                  "__global__ void k(float *g, int i) {\n"
                  "  __shared__ float a[8][N];\n"
                  "  int x = i;\n"
                  "#ifdef WIDE\n" +
                  Inside + "\n#endif\n  a[x][0] = g[i];\n}\n");
  };
  EXPECT_EQ(With("x = 2 * i;"), "WIDE=none,1 | 5 7");
  EXPECT_EQ(With("return;"), "WIDE=none,1 | 5 7");
  EXPECT_EQ(With("float y = 1;"), "");
}

TEST(Builds, EveryBuildHasTheSameOfThese) {
  const std::string Choose = "\n#define N 32\n#else\n#define N 16\n#endif\n";
  EXPECT_EQ(builds("#ifdef __CUDACC__" + Choose + Kernel), "");
  EXPECT_EQ(builds("#if defined(__cplusplus)" + Choose + Kernel), "");
  // Not who asks how new the language is, nor what only some compilers define.
  EXPECT_EQ(builds("#if __cplusplus > 201703L" + Choose + Kernel), " | 1 3");
  EXPECT_EQ(builds("#ifndef __NVCC__" + Choose + Kernel), " | 1 3");
  EXPECT_EQ(builds("#define WIDE 1\n#if WIDE\n#define N 32\n#else\n"
                   "#define N 16\n#endif\n" +
                   Kernel),
            "");
}

TEST(Builds, WhatTheTextDecidesIsNoChoice) {
  const std::string Choose = "#if WIDE\n#define N 64\n#else\n#define N 32\n"
                             "#endif\n";
  EXPECT_EQ(builds("#define WIDE 1\n" + Choose + Kernel), "");
  EXPECT_EQ(builds("#undef WIDE\n" + Choose + Kernel), "");
  EXPECT_EQ(
      builds("#define WIDE 0\n#undef WIDE\n#define WIDE 1\n" + Choose + Kernel),
      "");
  // Whether it is defined before the text says so, a build does; what it is
  // there, nobody can ask for.
  const std::string Ask = "#ifdef WIDE\n#define N 64\n#else\n#define N 32\n"
                          "#endif\n";
  EXPECT_EQ(builds(Ask + "#define WIDE 1\n" + Kernel), "WIDE=none,1 | 1 3");
  EXPECT_EQ(builds(Ask + "#undef WIDE\n#define WIDE 1\n" + Kernel),
            "WIDE=none,1 | 1 3");
  EXPECT_EQ(builds("#ifdef WIDE\n#define N WIDE\n#else\n#define N 32\n"
                   "#endif\n#undef WIDE\n#define WIDE 1\n" +
                   Kernel),
            " | 1 3");
  EXPECT_EQ(builds(Choose + "#define WIDE 1\n" + Kernel), " | 1 3");
  // Nor does what another macro decides, or a branch may have.
  EXPECT_EQ(builds("#define WIDE LARGE\n" + Choose + Kernel), " | 2 4");
  EXPECT_EQ(builds("#define WIDE 1\n#ifdef SMALL\n#undef WIDE\n#endif\n" +
                   Choose + Kernel),
            "SMALL=none,1 | 5 7 2 4");
  // A header that is not read here may say otherwise.
  EXPECT_EQ(builds("#define WIDE 1\n#ifdef SMALL\n#include \"small.h\"\n"
                   "#endif\n" +
                   Choose + Kernel),
            " | 5 7");
  // A pragma may bring back what a build says.
  EXPECT_EQ(builds("#pragma push_macro(\"WIDE\")\n#undef WIDE\n"
                   "#pragma pop_macro(\"WIDE\")\n" +
                   Choose + Kernel),
            "WIDE=0,1 | 4 6");
  // What it stands for does not matter where that is not asked for.
  EXPECT_EQ(builds("#define WIDE LARGE\n#ifdef WIDE\n#define N 64\n#else\n"
                   "#define N 32\n#endif\n" +
                   Kernel),
            "");
  EXPECT_EQ(builds("#define WIDE 1\n#if WIDE && LARGE\n#define N 64\n#else\n"
                   "#define N 32\n#endif\n" +
                   Kernel),
            "LARGE=0,1 | 2 4");
}

TEST(Builds, FlagsMayBeOthers) {
  EXPECT_EQ(builds("#define N 32\n" + Kernel, {"-DN=32"}), "");
  EXPECT_EQ(builds("enum { N = 32 };\n" + Kernel, {"-DN=32"}), "N open");
  EXPECT_EQ(builds("enum { N = 32 };\n" + Kernel, {"-D", "N"}), "N open");
  EXPECT_EQ(builds("enum { N = 32 };\n" + Kernel, {"-DOTHER=32"}), "");
}

TEST(Builds, AGuardAroundTheFileIsNone) {
  EXPECT_EQ(builds("#ifndef FILE_H\n#define FILE_H\n#define N 32\n" + Kernel +
                   "#endif\n"),
            "");
}

TEST(Builds, TheNumberThatAMacroStandsFor) {
  auto Number = [](const std::string &Body) {
    Followed T("#ifndef N\n#define N 32\n#endif\n" + Kernel);
    T.Record.Texts["N"].Spelling = Body; // As the preprocessor records it.
    return buildChoices(T.Of, {}).Choices.Macros.at(0).Number;
  };
  EXPECT_EQ(Number("32"), 32);
  EXPECT_EQ(Number("(0x20u)"), 32);
  EXPECT_EQ(Number("16+16"), std::nullopt);
  EXPECT_EQ(Number(""), std::nullopt);
}

} // namespace
