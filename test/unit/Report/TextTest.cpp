//===- TextTest.cpp - Findings as compilers print them --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace bankfix;
using namespace bankfix::test;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {
constexpr char FixNote[] =
    "tr.cu:4:20: note: 'tile[32][32] -> tile[32][33]' (pad-row) leaves 64 "
    "wavefronts of 1056\n";

constexpr TextOptions Verbose = {ReportOrder::Source, false, false, false,
                                 true};
constexpr TextOptions Quiet = {ReportOrder::Source, false, true, false, true};

std::string text(const Report &R, const TextOptions &O = Verbose) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(OS, R, O);
  return Text;
}

/// What is said of one access with these counts, without its notes.
std::string warning(const Verdict &V, AccessOp Op = AccessOp::Load) {
  KernelReport K = transpose();
  K.Accesses = {access(Op, 15, "[i]", V)};
  return text(report({K}), Quiet);
}

/// What is said of the array of a finding without a fix.
std::string withoutFix(std::vector<Refused> Refusals) {
  KernelReport K = transpose();
  K.Arrays[0].Fix.reset();
  K.Arrays[0].Refusals = std::move(Refusals);
  std::string Text = text(report({K}));
  return Text.substr(Text.find('\n') + 1);
}

Verdict bounded(Verdict V) {
  V.Sure = Certainty::Bounded;
  return V;
}
} // namespace

TEST(Text, TheWayToAFunction) {
  KernelReport K = transpose();
  K.Accesses = {columnLoad()};
  K.Accesses[0].Where.Path = "'sum', called in line 12";
  EXPECT_THAT(
      text(report({K})),
      EndsWith("note: it is reached through 'sum', called in line 12\n"));
  // Instances of one function that do not agree.
  K.Accesses.push_back(access(
      AccessOp::Load, 15, "[threadIdx.x][threadIdx.y + j]", exact(64, 32, 2)));
  K.Accesses[1].Where.Path = "'sum<2>', called in line 14";
  std::string Both = text(report({K}), Quiet);
  EXPECT_THAT(Both, HasSubstr("32-way bank conflicts in 'sum', called in line "
                              "12: 1024 wavefronts"));
  EXPECT_THAT(Both,
              HasSubstr("2-way bank conflicts in 'sum<2>', called in line "
                        "14: 64 wavefronts"));
}

TEST(Text, FindingAndFix) {
  EXPECT_EQ(text(report({transpose()})),
            std::string("tr.cu:15:41: warning: load of "
                        "'tile[threadIdx.x][threadIdx.y + j]' has 32-way bank "
                        "conflicts: 1024 wavefronts where 32 suffice "
                        "[bankfix-shared-load]\n") +
                FixNote);
}

TEST(Text, TheMeanWhereItDecided) {
  KernelReport K = transpose();
  K.Arrays[0].Fix->WavefrontsAfter = 2000;
  K.Arrays[0].Fix->MeanBefore = 900;
  K.Arrays[0].Fix->MeanAfter = 300;
  EXPECT_THAT(text(report({K})),
              EndsWith("(pad-row) leaves about 300 wavefronts of 900 on "
                       "average for uniformly random values\n"));
}

TEST(Text, NothingFound) {
  KernelReport K = transpose();
  K.Accesses.pop_back();
  EXPECT_EQ(text(report({K})), "");
}

TEST(Text, Counts) {
  Verdict V = exact(125, 32, 8);
  EXPECT_EQ(warning(V),
            "tr.cu:15:41: warning: load of 'tile[i]' has 8-way bank "
            "conflicts (3.9-way on average): 125 wavefronts where "
            "32 suffice [bankfix-shared-load]\n");
  EXPECT_EQ(warning(bounded(V)),
            "tr.cu:15:41: warning: load of 'tile[i]' has up to 8-way bank "
            "conflicts (at most 3.9-way on average): at most 125 wavefronts "
            "where 32 suffice [bankfix-shared-load]\n");
  V = exact(2, 1, 2);
  V.PerIteration = true;
  EXPECT_EQ(warning(V),
            "tr.cu:15:41: warning: load of 'tile[i]' has 2-way bank "
            "conflicts: 2 wavefronts per iteration where 1 "
            "suffices [bankfix-shared-load]\n");
}

TEST(Text, SerializedAtomicsAreNotConflicts) {
  Verdict V = exact(40, 4, 3);
  V.Serialization = 28;
  EXPECT_EQ(warning(V, AccessOp::Atomic),
            "tr.cu:15:41: warning: atomic on 'tile[i]' has 3-way bank "
            "conflicts: 12 wavefronts where 4 suffice, besides 28 for atomics "
            "on the same address [bankfix-shared-atomic]\n");
  V.Serialization = 36;
  EXPECT_EQ(warning(V, AccessOp::Atomic), "");
}

TEST(Text, Operations) {
  auto Line = [](AccessOp Op) { return warning(exact(64, 32, 2), Op); };
  EXPECT_THAT(Line(AccessOp::Load),
              AllOf(HasSubstr(" load of 'tile"), EndsWith("-load]\n")));
  EXPECT_THAT(Line(AccessOp::Store),
              AllOf(HasSubstr(" store to 'tile"), EndsWith("-store]\n")));
  EXPECT_THAT(Line(AccessOp::Atomic),
              AllOf(HasSubstr(" atomic on 'tile"), EndsWith("-atomic]\n")));
  EXPECT_THAT(
      Line(AccessOp::LoadMatrix),
      AllOf(HasSubstr(" matrix load of 'tile"), EndsWith("-matrix]\n")));
  EXPECT_THAT(
      Line(AccessOp::StoreMatrix),
      AllOf(HasSubstr(" matrix store to 'tile"), EndsWith("-matrix]\n")));
  EXPECT_THAT(Line(AccessOp::AsyncCopy),
              AllOf(HasSubstr(" asynchronous copy to"), EndsWith("-async]\n")));
}

TEST(Text, WhyThereIsNoFix) {
  EXPECT_EQ(
      withoutFix({{StrategyKind::PadRow, "line 9: it escapes"},
                  {StrategyKind::IndexMacro, "line 9: it escapes"}}),
      "tr.cu:4:20: note: no fix of 'tile' by pad-row or index-macro: line "
      "9: it escapes\n");
  EXPECT_EQ(
      withoutFix({{StrategyKind::PadRow, "line 9: it escapes"},
                  {StrategyKind::IndexMacro, "it has two dimensions"}}),
      "tr.cu:4:20: note: no fix of 'tile' by pad-row: line 9: it escapes\n"
      "tr.cu:4:20: note: no fix of 'tile' by index-macro: it has two "
      "dimensions\n");
  EXPECT_EQ(withoutFix({}), "tr.cu:4:20: note: no fix of 'tile': no layout "
                            "that bankfix knows lowers its wavefronts\n");
}

TEST(Text, WhatCountsRestOn) {
  KernelReport K = transpose();
  K.Accesses[1].Counts = bounded(K.Accesses[1].Counts);
  K.Accesses[1].Counts.Conf = Confidence::Likely;
  K.Assumptions = {"x < width holds for every lane"};
  K.Shape.Origin = ShapeOrigin::Assumed;
  EXPECT_THAT(text(report({K})),
              EndsWith(std::string(FixNote) +
                       "tr.cu:15:41: note: assuming blocks of 32x8 threads; "
                       "--block-dim=transpose=X,Y,Z tells otherwise\n"
                       "tr.cu:15:41: note: assuming x < width holds for every "
                       "lane\n"
                       "tr.cu:15:41: note: how sm_80 serves this access is "
                       "likely, but not certain\n"));
}

TEST(Text, AssumptionsAreSaidOnceForEachKernel) {
  KernelReport K = transpose();
  for (AccessReport &A : K.Accesses)
    A.Counts = bounded(exact(64, 32, 2));
  K.Assumptions = {"x < width holds for every lane"};
  KernelReport Other = K;
  Other.Name = "other";
  for (AccessReport &A : Other.Accesses)
    A.Where.Place.Line += 20;
  std::string Text = text(report({K, Other}));
  EXPECT_EQ(llvm::StringRef(Text).count("assuming x < width"), 2u) << Text;
}

TEST(Text, ExactCountsRestOnNothing) {
  KernelReport K = transpose();
  K.Assumptions = {"x < width holds for every lane"};
  EXPECT_THAT(text(report({K})), Not(HasSubstr("assuming")));
}

TEST(Text, UnknownAccesses) {
  KernelReport K = transpose();
  K.Accesses = {access(AccessOp::Load, 9, "[p[i]]", unknown("p is unknown"))};
  EXPECT_EQ(text(report({K})),
            "tr.cu:9:41: note: shared access 'tile[p[i]]' is "
            "not analysed: p is unknown [bankfix-unknown]\n");
  EXPECT_EQ(text(report({K}), Quiet), "");
}

TEST(Text, EntriesThatAgreeOnWhyAreOneNote) {
  KernelReport K = transpose(), Known = transpose();
  K.Accesses = {access(AccessOp::Load, 9, "[p[i]]", unknown("p is unknown"))};
  Known.Accesses = {access(AccessOp::Load, 9, "[p[i]]", exact(32, 32, 1))};
  KernelReport Other = K;
  Other.Instance = "<int>";
  Other.Shapes = {{256, 1, 1}};
  EXPECT_EQ(text(report({K, Known, Other})), text(report({K})));
}

TEST(Text, WithoutEvidenceThereIsNoFinding) {
  KernelReport K = transpose();
  K.Accesses[1].Counts.Conf = Confidence::Unknown;
  EXPECT_EQ(text(report({K})),
            "tr.cu:15:41: note: shared access "
            "'tile[threadIdx.x][threadIdx.y + j]' is not analysed: nothing "
            "reliable is known about how sm_80 serves it [bankfix-unknown]\n");
}

TEST(Text, EntriesThatAgreeAreOneFinding) {
  KernelReport Other = transpose();
  Other.Instance = "<int>";
  Other.Shapes = {{32, 16, 1}};
  EXPECT_EQ(text(report({transpose(), Other})), text(report({transpose()})));
}

TEST(Text, EntriesThatDifferSayWhere) {
  KernelReport Other = transpose();
  Other.Shapes = {{256, 1, 1}, {16, 4, 2}};
  Other.Accesses[1].Counts = exact(64, 32, 2);
  EXPECT_EQ(text(report({transpose(), Other})),
            std::string("tr.cu:15:41: warning: load of "
                        "'tile[threadIdx.x][threadIdx.y + j]' has 32-way bank "
                        "conflicts with blocks of 32x8 threads: 1024 "
                        "wavefronts where 32 suffice [bankfix-shared-load]\n") +
                FixNote +
                "tr.cu:15:41: warning: load of "
                "'tile[threadIdx.x][threadIdx.y + j]' has 2-way bank conflicts "
                "with blocks of 256 or 16x4x2 threads: 64 wavefronts where 32 "
                "suffice [bankfix-shared-load]\n" +
                FixNote);
}

TEST(Text, InstancesThatDifferSayWhich) {
  KernelReport Clean = transpose(), Other = transpose();
  Clean.Instance = "<1>";
  Clean.Accesses[1].Counts = exact(32, 32, 1);
  Other.Instance = "<2>";
  EXPECT_THAT(text(report({Clean, Other})),
              AllOf(HasSubstr("32-way bank conflicts in 'transpose<2>': 1024"),
                    Not(HasSubstr("<1>"))));
}

TEST(Text, Diagnostics) {
  Report R = report({});
  R.Files[0].Diagnostics = {
      {Severity::Error, {"", 4, 26}, "expected ';'"},
      {Severity::Warning, {"inc.h", 2, 0}, "odd"},
      {Severity::Note, {"", 0, 0}, "kernel 'k' is skipped"}};
  EXPECT_EQ(text(R), "tr.cu:4:26: error: expected ';'\n"
                     "inc.h:2: warning: odd\n"
                     "tr.cu: note: kernel 'k' is skipped\n");
  EXPECT_THAT(text(R, Quiet), EndsWith("odd\n"));
}

TEST(Text, OrderOfFindings) {
  KernelReport K = transpose();
  AccessReport InHeader = access(AccessOp::Store, 2, "[h]", exact(64, 32, 2));
  InHeader.Where.Place.File = "inc.h";
  K.Accesses = {InHeader, columnLoad(),
                access(AccessOp::Store, 11, "[a]", exact(64, 32, 2))};
  Report R = report({K});
  R.Files[0].Diagnostics = {{Severity::Warning, {"", 99, 1}, "odd"}};
  EXPECT_THAT(text(R, Quiet),
              testing::ContainsRegex("^tr.cu:99:[^\n]*\ntr.cu:11:[^\n]*\n"
                                     "tr.cu:15:[^\n]*\ninc.h:2:[^\n]*\n$"));
}

TEST(Text, MinDegree) {
  Report R = report({transpose()});
  R.Files[0].MinDegree = 33;
  EXPECT_EQ(text(R, {}), "");
  R.Files[0].MinDegree = 32;
  EXPECT_NE(text(R, {}), "");
}

TEST(Text, Colors) {
  EXPECT_THAT(text(report({transpose()}), {ReportOrder::Source, true, true}),
              StartsWith("\x1b[1mtr.cu:15:41: \x1b[0m"
                         "\x1b[0;1;35mwarning: \x1b[0m\x1b[1mload of"));
}

TEST(Summary, CountsWhatIsPrinted) {
  KernelReport Broken = transpose();
  Broken.Name = "broken";
  Broken.Arrays[0].Fix.reset();
  Broken.Accesses = {
      access(AccessOp::Store, 30, "[a]", exact(64, 32, 2)),
      access(AccessOp::Load, 31, "[b]", unknown("b is unknown"))};
  Report R = report({transpose(), transpose(), Broken});
  R.Files[0].Diagnostics = {{Severity::Error, {"", 1, 1}, "bad"},
                            {Severity::Note, {"", 1, 1}, "so"}};
  R.Files[0].Unread = {{"lost", {"", 40, 1}, "'x.h' is missing"},
                       {"late", {"", 50, 1}, "too many steps"}};
  Summary S = summarize(R);
  EXPECT_EQ(S.Kernels, 2u);
  EXPECT_EQ(S.Accesses, 4u);
  EXPECT_EQ(S.Unread, 2u);
  EXPECT_EQ(S.Findings, 2u);
  EXPECT_EQ(S.Fixable, 1u);
  EXPECT_EQ(S.Unknown, 1u);
  EXPECT_EQ(S.Errors, 1u);
  EXPECT_EQ(S.Excess, 992u + 32u);
  R.Files[0].MinDegree = 3;
  EXPECT_EQ(summarize(R).Findings, 1u);
}

TEST(Summary, OneLine) {
  Report R = report({transpose()});
  auto Line = [&](bool Fixed = false) {
    return describe(summarize(R), "sm_80", Fixed);
  };
  EXPECT_EQ(Line(), "sm_80: 1 kernel, 2 accesses, 1 with bank conflicts, 1 of "
                    "them fixable");
  EXPECT_EQ(Line(true), "sm_80: 1 kernel, 2 accesses, 1 with bank conflicts, 1 "
                        "of them fixed");
  R.Files[0].Kernels[0].Accesses.pop_back();
  EXPECT_EQ(Line(), "sm_80: 1 kernel, 1 access, none with bank conflicts");
  R.Files[0].Kernels[0].Accesses[0].Counts = unknown("why");
  EXPECT_EQ(Line(), "sm_80: 1 kernel, 1 access, none with bank conflicts, 1 "
                    "not analysed");
  R.Files[0].Kernels.clear();
  EXPECT_EQ(Line(), "sm_80: no kernels, no accesses");
  R.Files[0].Unread = {{"lost", {"", 40, 1}, "'x.h' is missing"}};
  EXPECT_EQ(Line(), "sm_80: no kernels, no accesses; 1 kernel not read: "
                    "'lost': 'x.h' is missing");
  R.Files[0].Unread.insert(R.Files[0].Unread.begin(), {"", {}, "no kernel"});
  EXPECT_EQ(Line(), "sm_80: no kernels, no accesses; 2 kernels not read: no "
                    "kernel");
}
