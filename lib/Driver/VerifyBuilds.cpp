//===- VerifyBuilds.cpp - Original and fix in every build -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyBuilds.h"
#include "OtherBuilds.h"
#include "RunKernels.h"

using namespace bankfix;

namespace {

class BuildRunner {
public:
  BuildRunner(FileResult &R, llvm::StringRef Fixed,
              const FileAnalysis &Analysis, llvm::ArrayRef<ArrayPlan> Plans,
              const RunOptions &Options, const Target &T,
              llvm::ArrayRef<HostSource> Hosts)
      : R(R), Fixed(Fixed), Analysis(Analysis), Plans(Plans), Options(Options),
        T(T), Hosts(Hosts) {}

  bool run(const Configuration &C);

private:
  FileReport &report(const Configuration &C) {
    R.Builds.emplace_back();
    R.Builds.back().Path = R.Path + " (" + C.text() + ")";
    R.Builds.back().Headers = R.Report.Headers;
    return R.Builds.back();
  }

  FileResult &R;
  llvm::StringRef Fixed;
  const FileAnalysis &Analysis;
  llvm::ArrayRef<ArrayPlan> Plans;
  const RunOptions &Options;
  const Target &T;
  llvm::ArrayRef<HostSource> Hosts;
};

bool BuildRunner::run(const Configuration &C) {
  const RunOptions There = optionsIn(C, Options, Analysis);
  ExprPool Pool;
  FileAnalysis Before = analyze(R.Path, R.Before, There, T, Pool, Hosts);
  if (!Before.Parsed.Ok)
    return false; // No build.
  FileAnalysis After = analyze(R.Path, Fixed, There, T, Pool, Hosts);
  if (!After.Parsed.Ok) {
    FileReport &Into = report(C);
    std::string Why = After.Parsed.Diagnostics.empty()
                          ? ""
                          : ": " + After.Parsed.Diagnostics.front().Message;
    Into.Diagnostics.push_back(
        {Severity::Note, {}, "the fixed source does not compile so" + Why});
    return false;
  }
  std::vector<ArrayPlan> Same = samePlans(Before, Analysis, Plans);
  FileReport Into =
      reportOf(R.Path, R.Before, Before, Same, /*Proved=*/true, There, T);
  Into.Path = report(C).Path;
  bool Differs = runKernels(R.Path, R.Before, Fixed, Before, Same, There, T,
                            startKernels(R.Path, R.Before, There, T), Into);
  R.Builds.back() = std::move(Into);
  return Differs;
}

} // namespace

bool bankfix::runOtherBuilds(FileResult &R, llvm::StringRef After,
                             const FileAnalysis &Analysis,
                             llvm::ArrayRef<ArrayPlan> Plans,
                             const RunOptions &Options, const Target &T,
                             llvm::ArrayRef<HostSource> Hosts) {
  BuildRunner Runner(R, After, Analysis, Plans, Options, T, Hosts);
  bool Differs = false;
  for (const Configuration &C : everyBuild(Analysis.Parsed))
    Differs |= Runner.run(C);
  return Differs;
}
