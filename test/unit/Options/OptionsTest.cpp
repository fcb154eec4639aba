//===- OptionsTest.cpp - Command lines, right and wrong -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace bankfix;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
using Words = std::vector<const char *>;

llvm::Expected<CommandLine> parse(const Words &Args) {
  return parseCommandLine(Args);
}

/// The options of a right command line.
RunOptions options(const Words &Args) {
  auto Line = parse(Args);
  if (!Line) {
    ADD_FAILURE() << llvm::toString(Line.takeError());
    return {};
  }
  EXPECT_EQ(Line->What, Action::Run);
  return Line->Options;
}

/// Of `bankfix check ARGS... a.cu`.
RunOptions check(Words Args) {
  Args.insert(Args.begin(), "check");
  Args.push_back("a.cu");
  return options(Args);
}

/// The message for a wrong command line.
std::string error(const Words &Args) {
  auto Line = parse(Args);
  return Line ? "no error" : llvm::toString(Line.takeError());
}

/// Of `bankfix check ARG a.cu`.
std::string checkError(const char *Arg) {
  return error({"check", Arg, "a.cu"});
}
} // namespace

TEST(Options, Commands) {
  RunOptions O = options({"-i", "a.cu", "b.cl"});
  EXPECT_EQ(O.Command, Mode::Rewrite);
  EXPECT_THAT(O.Files, ElementsAre("a.cu", "b.cl"));
  EXPECT_EQ(check({}).Command, Mode::Check);
  EXPECT_EQ(options({"targets"}).Command, Mode::Targets);
  EXPECT_THAT(options({"-i", "./check"}).Files, ElementsAre("./check"));
  EXPECT_THAT(options({"-i", "a.cu", "check"}).Files,
              ElementsAre("a.cu", "check"));
}

TEST(Options, Destinations) {
  EXPECT_EQ(options({"-i", "a.cu"}).Result, Destination::InPlace);
  EXPECT_EQ(options({"a.cu", "--diff"}).Result, Destination::Diff);
  RunOptions O = options({"-o", "b.cu", "a.cu"});
  EXPECT_EQ(O.Result, Destination::File);
  EXPECT_EQ(O.OutputFile, "b.cu");
  EXPECT_FALSE(O.resultOnStdout());
  EXPECT_TRUE(options({"-o", "-", "a.cu"}).resultOnStdout());
  EXPECT_TRUE(options({"--diff", "a.cu"}).resultOnStdout());
  EXPECT_FALSE(check({}).resultOnStdout());
}

TEST(Options, WrongDestinations) {
  EXPECT_THAT(error({"a.cu"}), HasSubstr("-o FILE, -i (in place) or --diff"));
  EXPECT_THAT(error({"-i", "--diff", "a.cu"}), HasSubstr("only one of"));
  EXPECT_THAT(error({"-o", "c", "a.cu", "b.cu"}), HasSubstr("one input file"));
  EXPECT_EQ(error({"a.cu", "-o"}), "'-o' needs a value");
  EXPECT_THAT(error({"-o", "", "a.cu"}), HasSubstr("name of a file"));
  EXPECT_THAT(checkError("-i"), HasSubstr("'-i' has no meaning for 'bankfix "
                                          "check', which changes nothing"));
}

TEST(Options, Files) {
  EXPECT_THAT(error({}), HasSubstr("no input file"));
  EXPECT_THAT(error({"check"}), HasSubstr("'bankfix check [options] FILE...'"));
  EXPECT_THAT(error({"check", "--", "a.cu"}), HasSubstr("no input file"));
  EXPECT_EQ(options({"check", "-"}).StdinName, "stdin.cu");
  EXPECT_THAT(error({"check", "-", "a.cu"}), HasSubstr("standard input"));
  EXPECT_THAT(error({"targets", "a.cu"}), HasSubstr("takes no files"));
}

TEST(Options, Trace) {
  RunOptions O = options({"trace", "--time-limit=5", "--memory-limit", "100",
                          "--trace-blocks=7", "-DX", "a.cpp", "b.cu", "--",
                          "--size", "3"});
  EXPECT_EQ(O.Command, Mode::Trace);
  EXPECT_THAT(O.Files, ElementsAre("a.cpp", "b.cu"));
  EXPECT_THAT(O.ProgramArguments, ElementsAre("--size", "3"));
  EXPECT_THAT(O.ClangFlags, ElementsAre("-DX"));
  EXPECT_EQ(O.Limits.Seconds, 5u);
  EXPECT_EQ(O.Limits.Memory, 100u);
  EXPECT_EQ(O.Limits.Blocks, 7u);
  EXPECT_TRUE(options({"check", "a.cu", "--", "-O1"}).ProgramArguments.empty());
  EXPECT_THAT(error({"trace", "--time-limit=-1", "a.cu"}),
              HasSubstr("expected a whole number"));
  EXPECT_THAT(error({"trace", "--block-dim=32", "a.cu"}),
              HasSubstr("no meaning for 'bankfix trace'"));
  EXPECT_THAT(error({"check", "--time-limit=1", "a.cu"}),
              HasSubstr("no meaning for 'bankfix check'"));
}

TEST(Options, Target) {
  EXPECT_EQ(check({}).Model, findTarget("sm_80"));
  EXPECT_EQ(options({"check", "a.hip"}).Model, findTarget("gfx90a"));
  EXPECT_EQ(options({"check", "--target=sm_80", "a.hip"}).Model,
            findTarget("sm_80"));
  for (const char *Arg :
       {"--target=sm_80", "--cuda-gpu-arch=sm_80", "--offload-arch=SM_80"})
    EXPECT_EQ(check({Arg}).Model, findTarget("sm_80")) << Arg;
  EXPECT_EQ(check({"--target", "sm_80"}).Model, findTarget("sm_80"));
  EXPECT_THAT(checkError("--target=sm_8"), HasSubstr("'sm_80'?"));
  EXPECT_EQ(checkError("--target=mainframe"),
            "'--target=mainframe': there is no model of this name; 'bankfix "
            "targets' lists them");
  EXPECT_EQ(options({"check", "--target=H100", "a.cu"}).Model,
            findTarget("sm_90"));
  EXPECT_THAT(error({"check", "--target=sm_81", "a.cu"}),
              HasSubstr("did you mean 'sm_80'"));
  EXPECT_THAT(error({"check", "--target=gfx941x", "a.cu"}),
              HasSubstr("did you mean 'gfx941'"));
  EXPECT_THAT(error({"check", "--target=H10", "a.cu"}),
              HasSubstr("did you mean 'h100'?"));
  EXPECT_THAT(error({"check", "--target=MI300", "a.cu"}),
              HasSubstr("did you mean 'mi300a' or 'mi300x'?"));
  EXPECT_THAT(error({"check", "--target=4090", "a.cu"}),
              HasSubstr("did you mean 'rtx4090'?"));
}

TEST(Options, BlockDim) {
  auto One = [](const char *Arg) { return check({Arg}).BlockDims.at(0); };
  EXPECT_EQ(One("--block-dim=256").Kernel, "");
  EXPECT_THAT(One("--block-dim=256").Block, ElementsAre(256, 1, 1));
  EXPECT_THAT(One("--block-dim=32,8").Block, ElementsAre(32, 8, 1));
  EXPECT_THAT(One("--block-dim=32x8").Block, ElementsAre(32, 8, 1));
  EXPECT_THAT(One("--block-dim=k=8, 4, 2").Block, ElementsAre(8, 4, 2));
  EXPECT_EQ(One("--block-dim=k=8,4,2").Kernel, "k");
  EXPECT_EQ(check({"--block-dim=1", "--block-dim", "k=2"}).BlockDims.size(),
            2u);
}

TEST(Options, WrongBlockDim) {
  for (const char *Arg :
       {"--block-dim=", "--block-dim=0", "--block-dim=32,", "--block-dim=a",
        "--block-dim=k=", "--block-dim==32", "--block-dim=1,2,3,4",
        "--block-dim=-1", "--block-dim=65536,65536"})
    EXPECT_THAT(checkError(Arg), HasSubstr("expected [KERNEL=]X[,Y[,Z]]"))
        << Arg;
  EXPECT_THAT(error({"check", "--target=sm_80", "--block-dim=64,32", "a.cu"}),
              HasSubstr("sm_80 allows 1024"));
}

TEST(Options, Assume) {
  auto Value = [](const char *Arg) {
    return check({Arg}).Assumptions.at(0).Value;
  };
  EXPECT_EQ(check({"--assume=n=1"}).Assumptions.at(0).Name, "n");
  EXPECT_EQ(Value("--assume=n=1024"), 1024);
  EXPECT_EQ(Value("--assume=n=-5"), -5);
  EXPECT_EQ(Value("--assume=n=010"), 10);
  EXPECT_EQ(Value("--assume=n=0xFF"), 255);
  EXPECT_EQ(Value("--assume=n=-0x10"), -16);
  EXPECT_EQ(Value("--assume=n=-9223372036854775808"), INT64_MIN);
  auto Type = [&](const char *Text) {
    return check({Text}).Assumptions.at(0).Type;
  };
  EXPECT_EQ(Type("--assume=T=float"), "float");
  EXPECT_EQ(Type("--assume=T=unsigned long long"), "unsigned long long");
  EXPECT_EQ(Type("--assume=T=uint4"), "uint4");
  EXPECT_EQ(Type("--assume=T=my::type<int, 3>"), "my::type<int, 3>");
  EXPECT_EQ(Type("--assume=T=struct point"), "struct point");
  auto Two = check({"--assume=T=float,N=32"}).Assumptions;
  ASSERT_EQ(Two.size(), 2u);
  EXPECT_EQ(Two[1].Name, "N");
  EXPECT_EQ(Two[1].Value, 32);
  for (const char *Arg :
       {"--assume=n", "--assume==1", "--assume=n=", "--assume=n=x",
        "--assume=n=--1", "--assume=n=1.5", "--assume=n=9223372036854775808"})
    EXPECT_THAT(checkError(Arg), HasSubstr("expected NAME=VALUE")) << Arg;
}

TEST(Options, Plan) {
  PlanOptions P = check({}).Plan;
  EXPECT_TRUE(P.Allowed.empty());
  EXPECT_FALSE(P.MaxSharedGrowth.has_value());
  EXPECT_FALSE(P.AllowOccupancyLoss);
  EXPECT_TRUE(check({"--strategy=auto"}).Plan.Allowed.empty());
  EXPECT_THAT(check({"--strategy=index-macro,pad-row"}).Plan.Allowed,
              ElementsAre(StrategyKind::IndexMacro, StrategyKind::PadRow));
  EXPECT_EQ(check({"--max-shared-growth=0"}).Plan.MaxSharedGrowth, 0u);
  EXPECT_TRUE(check({"--allow-occupancy-loss"}).Plan.AllowOccupancyLoss);
  EXPECT_EQ(check({"--min-degree=4"}).Plan.MinDegree, 4);
  EXPECT_EQ(check({}).Plan.MinGain, 2);
  EXPECT_EQ(check({"--min-gain=0"}).Plan.MinGain, 0);
  EXPECT_FALSE(check({}).Plan.Minimize);
  EXPECT_EQ(check({"--objective=time"}).Plan.Minimize, Objective::Time);
}

TEST(Options, WrongPlan) {
  EXPECT_EQ(checkError("--strategy=pad-row,dance"),
            "'--strategy=pad-row,dance': there is no strategy 'dance'; there "
            "are auto, pad-row, pad-struct, index-macro, pad-stride, swizzle, "
            "swap-dims, shift-base, bank-mode");
  EXPECT_THAT(checkError("--strategy="), HasSubstr("there is no strategy ''"));
  EXPECT_THAT(checkError("--max-shared-growth=-1"), HasSubstr("of bytes"));
  for (const char *Arg : {"--min-gain=-1", "--min-gain=100", "--min-gain=x"})
    EXPECT_THAT(checkError(Arg), HasSubstr("expected percent")) << Arg;
  EXPECT_THAT(checkError("--objective=speed"),
              HasSubstr("expected time or wavefronts"));
  for (const char *Arg : {"--min-degree=0", "--min-degree=x",
                          "--min-degree=inf", "--min-degree=nan"})
    EXPECT_THAT(checkError(Arg), HasSubstr("at least 1")) << Arg;
  EXPECT_THAT(checkError("--kernel=("), HasSubstr("no regular expression"));
}

TEST(Options, ClangFlags) {
  RunOptions O =
      check({"-Iinc", "-I", "inc2", "-DA=1", "-D", "B", "-std=c++17",
             "--extra-arg=-w", "--cuda-headers=sdk", "--cuda-path=/opt/cuda"});
  EXPECT_THAT(O.ClangFlags, ElementsAre("-Iinc", "-Iinc2", "-DA=1", "-DB",
                                        "-std=c++17", "-w"));
  EXPECT_EQ(O.Headers, HeaderMode::Sdk);
  EXPECT_EQ(O.CudaPath, "/opt/cuda");
  O = options({"check", "-DA", "a.cu", "--", "-DB", "--", "x"});
  EXPECT_THAT(O.ClangFlags, ElementsAre("-DB", "--", "x", "-DA"));
  EXPECT_THAT(O.Files, ElementsAre("a.cu"));
}

TEST(Options, Report) {
  RunOptions O = check({"--format=json", "--output=r.json", "--quiet",
                        "--fail-on=fixable", "--color=always"});
  EXPECT_EQ(O.Style.Format, ReportFormat::Json);
  EXPECT_EQ(O.Style.File, "r.json");
  EXPECT_TRUE(O.Style.Quiet);
  EXPECT_EQ(O.Passes.Fail, FailOn::Fixable);
  EXPECT_EQ(O.Style.Color, ColorMode::Always);
  EXPECT_EQ(check({"--output=-"}).Style.File, "");
}

TEST(Options, WrongReport) {
  EXPECT_EQ(checkError("--format=xml"),
            "'--format=xml': expected text, json, sarif, github, gitlab or html");
  EXPECT_THAT(checkError("--fail-on=all"), HasSubstr("any, fixable or never"));
  EXPECT_THAT(checkError("--color=red"), HasSubstr("auto, always or never"));
  EXPECT_THAT(checkError("--output=a.cu"), HasSubstr("overwrite an input"));
  EXPECT_THAT(error({"-o", "b", "--output", "b", "a.cu"}),
              HasSubstr("the same file"));
  EXPECT_THAT(error({"-i", "--fail-on=any", "a.cu"}),
              HasSubstr("it is for 'bankfix check'"));
}

TEST(Options, NoColor) {
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(check({}).Style.Color, ColorMode::Never);
  EXPECT_EQ(check({"--color=always"}).Style.Color, ColorMode::Always);
  ::setenv("NO_COLOR", "", 1);
  EXPECT_EQ(check({}).Style.Color, ColorMode::Auto);
  ::unsetenv("NO_COLOR");
}

TEST(Options, UnknownOptions) {
  EXPECT_EQ(checkError("--formt=json"),
            "unknown option '--formt=json'; did you mean '--format=json'?");
  EXPECT_EQ(checkError("-target=sm_80"),
            "unknown option '-target=sm_80'; did you mean '--target=sm_80'?");
  EXPECT_EQ(checkError("--frobnicate"),
            "unknown option '--frobnicate'; flags for Clang go after '--'");
  EXPECT_EQ(checkError("-O3"),
            "unknown option '-O3'; flags for Clang go after '--'");
}

TEST(Options, HelpAndVersion) {
  EXPECT_EQ(parse({"--help"})->What, Action::ShowHelp);
  EXPECT_EQ(parse({"check", "-h"})->Options.Command, Mode::Check);
  EXPECT_EQ(parse({"--version", "--bogus"})->What, Action::ShowVersion);
}

TEST(Options, FormatsOfRuns) {
  EXPECT_EQ(options({"trace", "--format=json", "a.cu"}).Style.Format,
            ReportFormat::Json);
  EXPECT_THAT(error({"trace", "--format=sarif", "a.cu"}),
              HasSubstr("text or json"));
}

TEST(Options, Scope) {
  RunOptions O = options({"check", "--lines=3:9", "--lines=12", "--since=HEAD~1",
                          "--baseline=b.json", "--max-excess=64", "a.cu"});
  ASSERT_EQ(O.Lines.size(), 2u);
  EXPECT_TRUE(O.Lines[0].contains(3) && O.Lines[0].contains(9));
  EXPECT_FALSE(O.Lines[0].contains(10));
  EXPECT_TRUE(O.Lines[1].contains(12));
  EXPECT_EQ(O.Passes.Since, "HEAD~1");
  EXPECT_EQ(O.Passes.Baseline, "b.json");
  EXPECT_EQ(O.Passes.MaxExcess, 64u);
  EXPECT_THAT(error({"check", "--lines=9:3", "a.cu"}), HasSubstr("10:20"));
  EXPECT_THAT(error({"check", "--lines=0", "a.cu"}), HasSubstr("10:20"));
}

TEST(Options, StandardInput) {
  RunOptions O = options({"-", "--stdin-filename=k/a.cl"});
  EXPECT_EQ(O.Files, std::vector<std::string>{"k/a.cl"});
  EXPECT_EQ(O.StdinName, "k/a.cl");
  EXPECT_TRUE(O.resultOnStdout());
  EXPECT_EQ(options({"--diff", "-"}).Result, Destination::Diff);
  EXPECT_THAT(error({"-i", "-"}), HasSubstr("in place"));
  EXPECT_THAT(error({"check", "--stdin-filename=a.cu", "b.cu"}),
              HasSubstr("'-'"));
}

TEST(Options, Explain) {
  RunOptions O = options({"explain", "dir/a.cu:15"});
  EXPECT_EQ(O.Command, Mode::Explain);
  EXPECT_EQ(O.Files, std::vector<std::string>{"dir/a.cu"});
  EXPECT_EQ(O.Asked.Line, 15u);
  for (const char *Wrong : {"a.cu", "a.cu:", "a.cu:0", ":3", "a.cu:x"})
    EXPECT_THAT(error({"explain", Wrong}), HasSubstr("FILE:LINE")) << Wrong;
}

TEST(Options, RulesAndSettings) {
  EXPECT_EQ(options({"rule"}).Asked.Rule, "");
  EXPECT_EQ(options({"rule", "bankfix-unknown"}).Asked.Rule, "bankfix-unknown");
  EXPECT_EQ(options({"config", "--dump"}).Command, Mode::Config);
  EXPECT_EQ(options({"check", "--target=sm_90", "--min-degree=2", "a.cu"}).Given,
            (std::set<std::string>{"MinDegree", "Target"}));
}
