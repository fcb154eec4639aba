//===- BriefTest.cpp - One warning for each array and kernel --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
using namespace bankfix::test;
using testing::HasSubstr;
using testing::Not;

namespace {
constexpr char Fix[] =
    "tr.cu:4:20: note: 'tile[32][32] -> tile[32][33]' (pad-row) leaves 64 "
    "wavefronts of 1056\n";

std::string text(const Report &R, bool Quiet = false) {
  TextOptions O;
  O.Quiet = Quiet;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(OS, R, O);
  return Text;
}

AccessReport conflict(unsigned Line, unsigned Degree,
                      std::string Index = "[i]") {
  return access(AccessOp::Load, Line, std::move(Index),
                exact(32 * Degree, 32, Degree));
}

KernelReport kernel(std::vector<AccessReport> Accesses) {
  KernelReport K = transpose();
  K.Accesses = std::move(Accesses);
  return K;
}

/// What is shown below a warning whose access is at \p Column of \p Line.
std::string snippet(const std::string &Line, unsigned Column) {
  KernelReport K = kernel({conflict(2, 4)});
  K.Accesses[0].Where.Place.Column = Column;
  Report R = report({K});
  R.Files[0].Text = "\n" + Line + "\nlast";
  std::string All = text(R);
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(All).split(Lines, '\n');
  bool Has = Lines.size() > 2 && Lines[1].contains(" | ");
  return Has ? (Lines[1] + "\n" + Lines[2]).str() : "";
}

/// The one note of an array without a fix.
std::string decisive(std::vector<Refused> Refusals) {
  KernelReport K = transpose();
  K.Arrays[0].Fix.reset();
  K.Arrays[0].Refusals = std::move(Refusals);
  std::string Text = text(report({K}));
  return Text.substr(Text.find('\n') + 1);
}
} // namespace

TEST(Brief, TheWorstAccessAndTheLinesOfOthers) {
  EXPECT_EQ(text(report({kernel({conflict(8, 2), conflict(15, 32, "[j]"),
                                 conflict(9, 4, "[a]"),
                                 conflict(9, 4, "[b]")})})),
            std::string("tr.cu:15:41: warning: load of 'tile[j]' has 32-way "
                        "bank conflicts: 1024 wavefronts where 32 suffice "
                        "[bankfix-shared-load]\n") +
                Fix + "tr.cu:8:41: note: also lines 8, 9 (x2)\n");
}

TEST(Brief, OneForEachArrayAndKernel) {
  KernelReport K = kernel({conflict(8, 2), conflict(9, 4)}), Other = K;
  K.Arrays.push_back(paddedTile());
  K.Arrays[1].Array.Name = "second";
  K.Arrays[1].Array.Place.Line = 5;
  K.Accesses[1].Where.Array = 1;
  Other.Name = "other";
  Other.Place.Line = 100;
  Other.Arrays[0].Array.Place.Line = 101;
  for (AccessReport &A : Other.Accesses)
    A.Where.Place.Line += 100;
  std::string Text = text(report({K, Other}), /*Quiet=*/true);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 3u) << Text;
  EXPECT_THAT(Text, HasSubstr("tr.cu:8:"));
  EXPECT_THAT(Text, HasSubstr("tr.cu:9:"));
  EXPECT_THAT(Text, HasSubstr("tr.cu:109:"));
}

TEST(Brief, InstancesAreOneKernel) {
  KernelReport One = kernel({conflict(8, 2)}), Two = kernel({conflict(8, 32)});
  One.Instance = "<1>";
  Two.Instance = "<2>";
  EXPECT_EQ(text(report({One, Two})),
            std::string("tr.cu:8:41: warning: load of 'tile[i]' has 32-way "
                        "bank conflicts in 'transpose<2>': 1024 wavefronts "
                        "where 32 suffice [bankfix-shared-load]\n") +
                Fix);
}

TEST(Brief, KernelsThatAgreeAreOneFinding) {
  KernelReport Other = kernel({conflict(8, 4), conflict(30, 2)});
  Other.Name = "other";
  Other.Place.Line = 50;
  std::string Text = text(report({kernel({conflict(8, 4)}), Other}));
  EXPECT_EQ(llvm::StringRef(Text).count("warning:"), 1u) << Text;
  EXPECT_THAT(Text, HasSubstr("note: also line 30\n"));
}

TEST(Brief, ManyOthers) {
  std::vector<AccessReport> All = {conflict(1, 32)};
  for (unsigned Line = 2; Line <= 20; ++Line)
    All.push_back(conflict(Line, 2));
  EXPECT_THAT(text(report({kernel(All)})),
              HasSubstr("also lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 "
                        "and 7 more; --verbose lists them\n"));
}

TEST(Brief, OthersInHeaders) {
  AccessReport Inner = conflict(12, 2);
  Inner.Where.Place.File = "inc.h";
  EXPECT_THAT(text(report({kernel({conflict(9, 4), Inner})})),
              HasSubstr("inc.h:12:41: note: also line inc.h:12\n"));
}

TEST(Brief, TheDecisiveReason) {
  EXPECT_EQ(decisive({{StrategyKind::PadRow, "it has one dimension",
                       RefusalKind::NotForIt},
                      {StrategyKind::IndexMacro, "line 9: it escapes"},
                      {StrategyKind::Swizzle, "other"}}),
            "tr.cu:4:20: note: no fix of 'tile' by index-macro: line 9: it "
            "escapes\n");
  // What can be changed comes before what would not help.
  EXPECT_EQ(decisive({{StrategyKind::PadRow, "no gain", RefusalKind::NoGain},
                      {StrategyKind::Swizzle, "line 9: it escapes"}}),
            "tr.cu:4:20: note: no fix of 'tile' by swizzle: line 9: it "
            "escapes\n");
  // A layout that was chosen, and failed, would be the fix.
  EXPECT_EQ(decisive({{StrategyKind::IndexMacro, "outweighs", RefusalKind::Loses},
                      {StrategyKind::Swizzle, "another build",
                       RefusalKind::Failed}}),
            "tr.cu:4:20: note: no fix of 'tile' by swizzle: another build\n");
  for (std::vector<Refused> R :
       {std::vector<Refused>(),
        {{StrategyKind::IndexMacro, "it has 2 dimensions",
          RefusalKind::NotForIt},
         {StrategyKind::PadRow, "no gain", RefusalKind::NoGain}}})
    EXPECT_EQ(decisive(R), "tr.cu:4:20: note: no fix of 'tile': no layout that "
                           "bankfix knows lowers its wavefronts\n");
}

TEST(Brief, WhatIsNotAnalysed) {
  KernelReport K = kernel({access(AccessOp::Load, 9, "[p]", unknown("why")),
                           access(AccessOp::Load, 12, "[q]", unknown("why")),
                           access(AccessOp::Load, 12, "[r]", unknown("why"))});
  EXPECT_EQ(text(report({K})),
            "tr.cu:9:41: note: shared access 'tile[p]' is not analysed: why; "
            "also line 12 (x2) [bankfix-unknown]\n");
  EXPECT_EQ(text(report({K}), /*Quiet=*/true), "");
}

TEST(Brief, DiagnosticsHaveTheirLine) {
  Report R = report({});
  R.Files[0].Text = "int x\n";
  R.Files[0].Diagnostics = {{Severity::Error, {"", 1, 5}, "bad"},
                            {Severity::Note, {"", 1, 5}, "so"}};
  EXPECT_EQ(text(R), "tr.cu:1:5: error: bad\n"
                     "    1 | int x\n"
                     "      |     ^\n"
                     "tr.cu:1:5: note: so\n");
}

TEST(Snippet, LineAndCaret) {
  EXPECT_EQ(snippet("  out[i] = tile[j];", 12), "    2 |   out[i] = tile[j];\n"
                                                "      |            ^");
  EXPECT_EQ(snippet("a;\r", 1), "    2 | a;\n      | ^");
  EXPECT_EQ(snippet("a;", 2), "    2 | a;\n      |  ^");
}

TEST(Snippet, NothingWhereThereIsNoSuchPlace) {
  EXPECT_EQ(snippet("a;", 3), "");
  EXPECT_EQ(snippet("", 1), "");
  EXPECT_EQ(snippet("a;", 0), "");
}

TEST(Snippet, Tabs) {
  EXPECT_EQ(snippet("\tx\ty", 4), "    2 |         x       y\n"
                                  "      |                 ^");
}

TEST(Snippet, Utf8) {
  // Two bytes of one column, three bytes of two columns.
  EXPECT_EQ(snippet("/*\xc3\xa9\xe4\xb8\xad*/x", 10),
            "    2 | /*\xc3\xa9\xe4\xb8\xad*/x\n"
            "      |        ^");
  EXPECT_EQ(snippet("/*\xff\x1b*/x", 7), "    2 | /*<FF><1B>*/x\n"
                                         "      |             ^");
}

TEST(Snippet, LongLines) {
  std::string Line = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  EXPECT_EQ(snippet(Line, 5001),
            "    2 | ..." + std::string(60, 'a') + "X" + std::string(59, 'b') +
                "...\n      | " + std::string(63, ' ') + "^");
  EXPECT_THAT(snippet(Line, 1), Not(HasSubstr("| ...")));
}

TEST(Snippet, Colors) {
  Report R = report({kernel({conflict(1, 4)})});
  R.Files[0].Text = std::string(50, ' ');
  R.Files[0].Text[40] = 't';
  TextOptions O;
  O.Color = true;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(OS, R, O);
  EXPECT_THAT(Text, HasSubstr("\x1b[0;1;32m^\x1b[0m"));
}
