//===- GivenNamesTest.cpp - Names that the user gives, and files have -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenNames.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

/// A file with these kernels.
ParsedFile file(std::set<std::string> Kernels) {
  ParsedFile F;
  F.KernelNames = std::move(Kernels);
  return F;
}

std::string kernelError(const std::string &Regex,
                        std::set<std::string> Kernels) {
  RunOptions O;
  O.KernelRegex = Regex;
  GivenNames N(O);
  N.add(file(std::move(Kernels)), "");
  return N.kernelError();
}

TEST(GivenNames, KernelsThatNoFileHas) {
  EXPECT_EQ(kernelError("reduce", {"reduce", "scan"}), "");
  EXPECT_EQ(kernelError("red", {"reduce"}), "") << "it is a part of it";
  EXPECT_EQ(kernelError("reduc3", {"reduce", "scan"}),
            "--kernel=reduc3 matches no kernel; did you mean 'reduce'?");
  EXPECT_EQ(kernelError("other", {"scan"}),
            "--kernel=other matches no kernel; there are 'scan'");
  EXPECT_EQ(kernelError("other", {}),
            "--kernel=other matches no kernel; there are no kernels");
}

TEST(GivenNames, NothingIsSaidWhereNothingWasRead) {
  RunOptions O;
  O.KernelRegex = "reduce";
  O.Assumptions = {{"n", 3, ""}};
  O.BlockDims = {{"k", {1, 1, 1}, false}};
  GivenNames N(O);
  EXPECT_EQ(N.kernelError(), "");
  EXPECT_TRUE(N.warnings().empty());
}

TEST(GivenNames, AssumedNamesStandInSomeFile) {
  auto Warned = [](const std::string &Name) {
    RunOptions O;
    O.Assumptions = {{Name, 3, ""}};
    GivenNames N(O);
    N.add(file({"k"}), "__global__ void k(int width, P p) { p.pitch; }");
    N.add(file({}), "int other;");
    std::vector<std::string> W = N.warnings();
    return W.empty() ? "" : W[0];
  };
  EXPECT_EQ(Warned("width"), "");
  EXPECT_EQ(Warned("other"), "");
  EXPECT_EQ(Warned("p.pitch"), "");
  EXPECT_EQ(Warned("blockDim.x"), "");
  EXPECT_EQ(Warned("widht"), "--assume: no given file has 'widht'; did you "
                             "mean 'width'?");
  EXPECT_EQ(Warned("p.nothing"), "--assume: no given file has 'p.nothing'");
}

} // namespace
