//===- SuppressionsTest.cpp - Comments that hide findings -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suppressions.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

constexpr llvm::StringLiteral Load = "bankfix-shared-load",
                              Store = "bankfix-shared-store";

/// The lines of \p Text, up to the eighth, in which a finding of \p Rule is
/// hidden.
std::string hidden(const std::string &Text, llvm::StringRef Rule = Load) {
  Suppressions S(Text);
  std::string Out;
  for (unsigned Line = 1; Line <= 8; ++Line)
    if (S.hides(Line, Rule))
      Out += std::to_string(Line);
  return Out;
}

TEST(Suppressions, HoldForTheirLines) {
  EXPECT_EQ(hidden("a;\nb; // NOLINT\nc;\n"), "2");
  EXPECT_EQ(hidden("a;\n// NOLINTNEXTLINE\nb;\nc;\n"), "3");
  EXPECT_EQ(hidden("// NOLINTBEGIN\nb;\n// NOLINTEND\nc;\n"), "123");
  EXPECT_EQ(hidden("a; /* one\n NOLINT */ b;\n"), "2");
  EXPECT_EQ(hidden("a;\nb;\n"), "");
}

TEST(Suppressions, HoldForTheirRules) {
  EXPECT_EQ(hidden("a; // NOLINT(bankfix-shared-load)\n"), "1");
  EXPECT_EQ(hidden("a; // NOLINT(bankfix-shared-load)\n", Store), "");
  EXPECT_EQ(hidden("a; // NOLINT(bankfix-*)\n", Store), "1");
  EXPECT_EQ(hidden("a; // NOLINT(other, bankfix-shared-s*)\n", Store), "1");
  EXPECT_EQ(hidden("a; // NOLINT(other)\n"), "");
  EXPECT_EQ(hidden("a; // NOLINT([)\n"), "") << "no pattern";
}

TEST(Suppressions, AreCommentsAndWholeWords) {
  EXPECT_EQ(hidden("f(\"NOLINT\");\n"), "");
  EXPECT_EQ(hidden("int NOLINT;\n"), "");
  EXPECT_EQ(hidden("a; // NOLINTER\n"), "");
  EXPECT_EQ(hidden("f(\"//\"); // NOLINT\n"), "1");
}

TEST(Suppressions, BlocksThatDoNotPairHideNothing) {
  EXPECT_EQ(hidden("// NOLINTBEGIN\na;\n"), "");
  EXPECT_EQ(hidden("a;\n// NOLINTEND\n"), "");
  EXPECT_EQ(hidden("// NOLINTBEGIN(bankfix-*)\na;\n// NOLINTEND\n"), "");
  EXPECT_EQ(hidden("// NOLINTBEGIN\n// NOLINTBEGIN(bankfix-*)\n"
                   "// NOLINTEND(bankfix-*)\n// NOLINTEND\na;\n"),
            "1234");
}

TEST(Suppressions, ThoseOfBankfixThatHideNothingAreToldOf) {
  auto Unused = [](const std::string &Text, unsigned Finding) {
    Suppressions S(Text);
    S.hides(Finding, Load);
    std::vector<FileDiagnostic> D = S.unused("a.cu");
    return D.empty() ? "" : std::to_string(D[0].Place.Line) + D[0].Message;
  };
  EXPECT_EQ(Unused("a; // NOLINT(bankfix-*)\nb;\n", 1), "");
  EXPECT_EQ(Unused("a; // NOLINT(bankfix-*)\nb;\n", 2),
            "1'NOLINT(bankfix-*)' hides no finding; it can go");
  EXPECT_EQ(Unused("a; // NOLINT\nb;\n", 2), "") << "other tools read it, too";
  EXPECT_EQ(Unused("// NOLINTBEGIN(bankfix-*)\nb;\n", 2),
            "1'NOLINTBEGIN(bankfix-*)' has no NOLINTEND");
}

TEST(Suppressions, KeptKernels) {
  Suppressions S("// bankfix: keep\n__global__ void k() {}\nint n;\n");
  EXPECT_TRUE(S.keeps(2));
  EXPECT_FALSE(S.keeps(3));
  EXPECT_FALSE(S.hides(2, Load)) << "that is for ReportScope to say";
}

} // namespace
