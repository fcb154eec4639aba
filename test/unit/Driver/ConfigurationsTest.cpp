//===- ConfigurationsTest.cpp - The builds in which an edit is proved -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Configurations.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace bankfix;

namespace {

/// A macro with these values; "" is none.
BuildMacro macro(const std::string &Name,
                 const std::vector<std::string> &Values) {
  BuildMacro M;
  M.Name = Name;
  for (const std::string &V : Values)
    M.Values.push_back(V.empty() ? std::nullopt : std::optional(V));
  return M;
}

/// The builds of an array that the macros \p Of matter to.
std::string builds(const std::vector<BuildMacro> &Macros,
                   const std::set<unsigned> &Of) {
  BuildChoices All;
  All.Macros = Macros;
  auto Found = conditionalBuilds(All, {Of, {}, {}});
  if (!Found)
    return "too many";
  std::vector<std::string> Texts;
  for (const Configuration &C : *Found)
    Texts.push_back(C.text());
  return llvm::join(Texts, "; ");
}

TEST(Configurations, EveryCombinationOfWhatMatters) {
  std::vector<BuildMacro> Two = {macro("A", {"", "1"}), macro("B", {"2", "3"})};
  EXPECT_EQ(builds(Two, {}), "");
  EXPECT_EQ(builds(Two, {0}), "-UA; -DA");
  EXPECT_EQ(builds(Two, {1}), "-DB=2; -DB=3");
  EXPECT_EQ(builds(Two, {0, 1}), "-UA -DB=2; -UA -DB=3; -DA -DB=2; -DA -DB=3");
}

/// Open macros have no values to choose from, and bring no builds.
TEST(Configurations, MacrosWithoutValues) {
  EXPECT_EQ(builds({macro("A", {}), macro("B", {"2"})}, {0, 1}), "-DB=2");
  EXPECT_EQ(builds({macro("A", {})}, {0}), "");
}

TEST(Configurations, TooManyAreNoneRatherThanSome) {
  std::vector<BuildMacro> Many;
  std::set<unsigned> All;
  for (unsigned I = 0; I < 6; ++I) {
    Many.push_back(macro("M" + std::to_string(I), {"", "1"}));
    All.insert(I);
  }
  EXPECT_EQ(builds(Many, All), "too many");
  All.erase(5);
  EXPECT_EQ(llvm::StringRef(builds(Many, All)).count(';'), 31u);
}

TEST(Configurations, FlagsUndoTheUsersOwn) {
  Configuration C{{{"A", "3"}, {"B", std::nullopt}}};
  EXPECT_EQ(C.flags(), (std::vector<std::string>{"-UA", "-DA=3", "-UB"}));
}

TEST(Configurations, OtherValuesArePositiveAndOthers) {
  EXPECT_EQ(otherValues(32), (std::vector<int64_t>{16, 64, 8, 128}));
  EXPECT_EQ(otherValues(1), (std::vector<int64_t>{2, 4}));
  EXPECT_EQ(otherValues(0), std::vector<int64_t>());
  for (int64_t N = -3; N < 100; ++N)
    for (int64_t V : otherValues(N)) {
      EXPECT_GT(V, 0);
      EXPECT_NE(V, N);
    }
}

TEST(Configurations, EveryBuildTriesOpenMacrosAtOtherValues) {
  ParsedFile F;
  F.Builds.Macros = {macro("A", {"", "1"}), macro("N", {}), macro("Z", {"5"})};
  F.Builds.Macros[1].IsOpen = true;
  F.Builds.Macros[1].Number = 1;
  F.Map.Arrays.resize(2);
  F.Map.Arrays[0].Builds.Macros = {0};
  F.Map.Arrays[1].Builds.ElementMacros = {1};
  std::vector<std::string> Texts;
  for (const Configuration &C : everyBuild(F))
    Texts.push_back(C.text());
  EXPECT_EQ(llvm::join(Texts, "; "), "-UA; -DA; -DN=2; -DN=4")
      << "Z matters to no array";
}

} // namespace
