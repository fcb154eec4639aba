//===- PropertyTest.cpp - Random kernels against the naive runner ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveRun.h"
#include "RandomKernel.h"
#include <gtest/gtest.h>

using namespace bankfix;

namespace {

constexpr std::array<unsigned, 3> Blocks[] = {
    {32, 1, 1}, {64, 2, 1}, {16, 16, 1}, {8, 4, 2}, {24, 3, 1}, {50, 1, 1}};

/// The analysis and the naive runner agree on every site.
void expectEqual(RandomKernel &B, unsigned Seed) {
  const Target &T = *findTarget(Seed % 3 ? "sm_80" : "gfx942");
  AnalysisResult R = B.analyze(Blocks[Seed % std::size(Blocks)], T.Name);
  std::vector<NaiveCount> Naive = naiveRun(B.kernel(), B.P, R.Shape, T);
  for (unsigned I = 0; I < Naive.size(); ++I) {
    const Verdict &V = R.Verdicts[I];
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    if (NaiveCount{V.Requests, V.Wavefronts, V.Ideal} !=
        NaiveCount{Naive[I].Requests, Naive[I].Wavefronts, Naive[I].Ideal})
      print(OS, B.kernel(), B.P);
    ASSERT_EQ(V.Reason, "") << "seed " << Seed;
    ASSERT_EQ(V.Requests, Naive[I].Requests)
        << "seed " << Seed << ", site " << I << "\n"
        << Text;
    ASSERT_EQ(V.Wavefronts, Naive[I].Wavefronts)
        << "seed " << Seed << ", site " << I << "\n"
        << Text;
    ASSERT_EQ(V.Ideal, Naive[I].Ideal);
  }
}

TEST(Properties, AffineKernels) {
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    RandomKernel B(Seed);
    for (unsigned I = 0; I < 4; ++I)
      B.affine();
    expectEqual(B, Seed);
  }
}

TEST(Properties, StructuredKernels) {
  for (unsigned Seed = 100; Seed < 160; ++Seed) {
    RandomKernel B(Seed);
    B.statements(3);
    ASSERT_NO_FATAL_FAILURE(expectEqual(B, Seed));
  }
}

TEST(Properties, LongLoops) {
  for (unsigned Seed = 400; Seed < 405; ++Seed) {
    RandomKernel B(Seed);
    B.longLoop(250 + B.pick(80));
    ASSERT_NO_FATAL_FAILURE(expectEqual(B, Seed));
  }
}

} // namespace
