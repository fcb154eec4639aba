//===- Driver.cpp - The order of the steps --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Driver/Driver.h"
#include "FileResult.h"
#include "Files.h"
#include "FindHosts.h"
#include "GivenNames.h"
#include "HostHeaders.h"
#include "RunKernels.h"
#include "SourceFile.h"
#include "TraceProgram.h"
#include "VerifyBuilds.h"
#include "bankfix/Frontend/OtherHosts.h"
#include "llvm/Support/FileSystem.h"

using namespace bankfix;

namespace {

class Run {
public:
  Run(const RunOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err), T(*Options.Model),
        Names(Options) {}

  int check();
  int rewriteFiles();
  int verifyFiles();

private:
  std::vector<ArrayPlan> planFor(FileAnalysis &A, const Target *&Model);
  FileResult process(const std::string &Path);
  void leaveOthersSizes(const std::string &Path, FileAnalysis &A);
  void findTheirHosts(llvm::ArrayRef<std::string> Files);
  void fixInto(FileResult &R, FileAnalysis &Analysis, ExprPool &Pool,
               std::unique_ptr<Verification> Begun);
  bool runBoth(FileResult &R, const FileAnalysis &Analysis,
               llvm::ArrayRef<ArrayPlan> Plans,
               std::unique_ptr<Verification> Begun);
  std::vector<FileResult> processAll();
  void complain(llvm::StringRef Path, const llvm::Twine &Message) {
    Err << Path << ": error: " << Message << "\n";
  }
  bool printReport(llvm::ArrayRef<FileResult> Results);
  bool finish(llvm::ArrayRef<FileResult> Results);
  void printSummary(const Report &R);

  const RunOptions &Options;
  llvm::raw_ostream &Out, &Err;
  const Target &T;
  std::vector<HostSource> Hosts; ///< Of OpenCL sources, as rewritten so far.
  std::string LostHost;          ///< One that cannot be read, or empty.
  GivenNames Names;
};

/// Leaves arrays alone that no kernel in scope uses.
void dropOutOfScope(std::vector<ArrayPlan> &Plans, const FileAnalysis &A) {
  std::set<unsigned> Used;
  for (auto [K, InScope] : llvm::zip_equal(A.Kernels, A.InScope))
    for (const Site &S : A.Parsed.Prog.Kernels[K.Kernel].Sites)
      if (InScope)
        Used.insert(S.Array);
  llvm::erase_if(Plans,
                 [&](const ArrayPlan &P) { return !Used.count(P.Array); });
}

FileResult unreadable(const std::string &Path, llvm::Error Why) {
  FileResult R;
  R.Path = R.Report.Path = Path;
  R.Report.Headers = "builtin";
  R.Failed = true;
  R.Report.Diagnostics.push_back(
      {Severity::Error, {}, llvm::toString(std::move(Why))});
  return R;
}

/// Plans for banks as wide as the source makes them; of both widths, if it may
/// choose. Sets \p Model to the one that they are for.
std::vector<ArrayPlan> Run::planFor(FileAnalysis &A, const Target *&Model) {
  const Program &P = A.Parsed.Prog;
  const Target *Wide = eightByteMode(T);
  if (Wide && A.Parsed.Banks == BankMode::EightByte) {
    Model = Wide;
    judgeAgain(P, A.Kernels, *Wide);
  }
  std::string WhyNot;
  if (A.Parsed.Banks != BankMode::NotSet)
    WhyNot = "the source says how wide banks are";
  else if (A.Parsed.Map.LaunchPoints.empty())
    WhyNot = "the place of some launch is not known, or there is none";
  return planBankModes(P, A.Kernels, Model, Options.Plan, WhyNot);
}

/// Plans, carries out what can be proved, and reports that: whatever the
/// command, what is said to be fixable is what a rewrite fixes.
void Run::fixInto(FileResult &R, FileAnalysis &Analysis, ExprPool &Pool,
                  std::unique_ptr<Verification> Begun) {
  const Target *Model = &T;
  std::vector<ArrayPlan> Plans = planFor(Analysis, Model);
  dropOutOfScope(Plans, Analysis);
  FixedSource Fixed = fix(R.Path, R.Before, Analysis, std::move(Plans), Options,
                          *Model, Pool, Hosts);
  R.After = std::move(Fixed.Text);
  for (auto [Old, New] : llvm::zip_equal(Hosts, Fixed.Hosts))
    if (Old.Text != New.Text)
      R.HostsChanged.push_back(Old.Path);
  R.Report = reportOf(R.Path, R.Before, Analysis, Fixed.Plans,
                      /*Proved=*/true, *Model);
  if (Begun)
    R.Failed |= !runBoth(R, Analysis, Fixed.Plans, std::move(Begun));
  if (R.Differs && Options.Command == Mode::Rewrite) {
    complain(R.Path, "the rewritten kernels compute something else, so "
                     "nothing is written");
    R.Failed = true;
  }
  if (!LostHost.empty() && R.Before != R.After) {
    complain(R.Path,
             "is not changed, as its host '" + LostHost + "' cannot be read");
    R.Failed = true;
  }
  if (!R.Failed)
    Hosts = std::move(Fixed.Hosts);
}

/// A rewrite that needs an edit in a file that was not given is not made. The
/// kernels that `verify` runs get the sizes that they need from it.
void Run::leaveOthersSizes(const std::string &Path, FileAnalysis &A) {
  const Program &P = A.Parsed.Prog;
  if (!isOpenCLSource(Path) || Options.Command == Mode::Verify)
    return;
  bool HasConflicts = llvm::any_of(A.Kernels, [&](const AnalyzedKernel &K) {
    auto Sites = llvm::zip_equal(P.Kernels[K.Kernel].Sites, K.Verdicts);
    return llvm::any_of(Sites, [&](const auto &Each) {
      const auto &[S, V] = Each;
      return P.Arrays[S.Array].Space == MemorySpace::Argument &&
             V.Sure != Certainty::Unknown && V.excess() > 0;
    });
  });
  if (HasConflicts)
    leaveHostSizes(A.Parsed, Path, findHosts(Path, Hosts, Options).Hosts);
}

FileResult Run::process(const std::string &Path) {
  FileResult R;
  R.Path = R.Report.Path = Path;
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text)
    return unreadable(Path, Text.takeError());
  R.Before = R.After = std::move(*Text);
  std::unique_ptr<Verification> Begun;
  if (Options.Command == Mode::Verify || Options.Verifies)
    Begun = startKernels(Path, R.Before, Options, T);
  ExprPool Pool;
  FileAnalysis Analysis = analyze(Path, R.Before, Options, T, Pool, Hosts);
  if (Analysis.Parsed.Ok) {
    leaveOthersSizes(Path, Analysis);
    Names.add(Analysis.Parsed, R.Before);
    fixInto(R, Analysis, Pool, std::move(Begun));
  } else {
    R.Failed = true;
    R.Report = reportOf(Path, R.Before, Analysis, {}, false, T);
  }
  if (R.Failed)
    R.HostsChanged.clear();
  return R;
}

/// Runs original and fix, if there is anything to run; false for errors.
bool Run::runBoth(FileResult &R, const FileAnalysis &Analysis,
                  llvm::ArrayRef<ArrayPlan> Plans,
                  std::unique_ptr<Verification> Begun) {
  std::string Fixed = R.After;
  if (!Options.FixedFile.empty()) {
    llvm::Expected<std::string> Text = readSource(Options.FixedFile);
    if (!Text) {
      complain(Options.FixedFile, llvm::toString(Text.takeError()));
      return false;
    }
    Fixed = std::move(*Text);
  }
  R.Differs = runKernels(R.Path, R.Before, Fixed, Analysis, Plans, Options, T,
                         std::move(Begun), R.Report);
  if (Options.AllConfigurations)
    R.Differs |= runOtherBuilds(R, Fixed, Analysis, Plans, Options, T, Hosts);
  return true;
}

/// A host program, maybe with new sizes.
static FileResult hostResult(const HostSource &Old, const HostSource &New) {
  FileResult R;
  R.Path = R.Report.Path = Old.Path;
  R.Report.Headers = "builtin";
  R.Before = Old.Text;
  R.After = New.Text;
  R.IsHost = true;
  return R;
}

/// The user's files, each once: what is fixed twice from the same text would
/// change its host twice.
static std::vector<std::string> eachOnce(llvm::ArrayRef<std::string> Files) {
  std::vector<std::string> Out;
  std::set<llvm::sys::fs::UniqueID> Seen;
  for (const std::string &Path : Files) {
    llvm::sys::fs::UniqueID Id;
    if (llvm::sys::fs::getUniqueID(Path, Id) || Seen.insert(Id).second)
      Out.push_back(Path);
  }
  return Out;
}

/// Adds the hosts of \p Files that lie in their project, if all of it can be
/// looked through.
void Run::findTheirHosts(llvm::ArrayRef<std::string> Files) {
  for (const std::string &Path : Files) {
    if (!isOpenCLSource(Path))
      continue;
    llvm::Expected<std::string> Text = readSource(Path);
    if (!Text) {
      llvm::consumeError(Text.takeError()); // It is said where it is read.
      continue;
    }
    FoundHosts Found = findHosts(Path, Hosts, Options);
    for (HostSource &Host : Found.Hosts)
      if (Found.IsComplete && isHostOf(Host, *Text))
        Hosts.push_back(std::move(Host));
  }
}

std::vector<FileResult> Run::processAll() {
  std::vector<FileResult> Results;
  const std::vector<std::string> Files = eachOnce(Options.Files);
  bool HasHosts = llvm::any_of(Files, isOpenCLSource);
  if (HasHosts)
    for (const std::string &Path : Files)
      if (isHostSource(Path)) {
        if (llvm::Expected<HostSource> Host = readHost(Path, Options))
          Hosts.push_back(std::move(*Host));
        else
          Results.push_back(unreadable(Path, Host.takeError()));
        if (Results.size() && LostHost.empty())
          LostHost = Path;
      }
  if (Options.FindsHosts)
    findTheirHosts(Files);
  std::vector<HostSource> Before = Hosts;
  for (const std::string &Path : Files)
    if (!HasHosts || !isHostSource(Path))
      Results.push_back(process(Path));
  for (auto [Old, New] : llvm::zip_equal(Before, Hosts))
    Results.push_back(hostResult(Old, New));
  for (const std::string &Warning : Names.warnings())
    Err << "bankfix: warning: " << Warning << '\n';
  if (std::string Why = Names.kernelError(); !Why.empty()) {
    Err << "bankfix: error: " << Why << '\n';
    for (FileResult &R : Results)
      R.Failed = true;
  }
  return Results;
}

void Run::printSummary(const Report &R) {
  const bool MixesWithJson = Options.Format == ReportFormat::Json &&
                             Options.resultOnStdout() &&
                             Options.ReportFile.empty();
  if (Options.Quiet || MixesWithJson)
    return;
  Err << describe(summarize(R, Options.Plan.MinDegree), R.Target,
                  Options.Command == Mode::Rewrite)
      << '\n';
}

bool Run::printReport(llvm::ArrayRef<FileResult> Results) {
  Report R, Done;
  R.Version = BANKFIX_VERSION;
  R.Target = Done.Target = T.Name.str();
  for (const FileResult &F : Results)
    if (!F.IsHost) {
      R.Files.push_back(F.Report);
      llvm::append_range(R.Files, F.Builds);
      if (!F.Failed) // What nobody got is not said to be fixed.
        Done.Files.push_back(F.Report);
    }
  std::string Text;
  llvm::raw_string_ostream Into(Text);
  bool ToFile = !Options.ReportFile.empty();
  llvm::raw_ostream &Screen = Options.resultOnStdout() ? Err : Out;
  TextOptions Style;
  Style.MinDegree = Options.Plan.MinDegree;
  Style.Quiet = Options.Quiet;
  Style.Statistics = Options.Statistics;
  Style.Verbose = Options.Verbose;
  Style.Color =
      Options.Color == ColorMode::Always ||
      (Options.Color == ColorMode::Auto && !ToFile && Screen.has_colors());
  Into.enable_colors(Style.Color);
  if (Options.Format == ReportFormat::Json)
    printJson(Into, R);
  else if (Options.Command == Mode::Verify)
    printVerified(Into, R, Style);
  else
    printText(Into, R, Style);
  if (!ToFile) {
    Screen << Text;
    Screen.flush(); // The summary comes last, wherever both go.
  } else if (llvm::Error E = writeWhole(Options.ReportFile, Text)) {
    complain(Options.ReportFile, llvm::toString(std::move(E)));
    return false;
  }
  if (!Done.Files.empty())
    printSummary(Done);
  return true;
}

static bool anyFailed(llvm::ArrayRef<FileResult> Results) {
  return llvm::any_of(Results, [](auto &R) { return R.Failed; });
}

/// Says what was found, and last what became of the files. False for errors.
bool Run::finish(llvm::ArrayRef<FileResult> Results) {
  bool Printed = printReport(Results);
  Out.flush(); // Where both go to one place, this is the last line.
  if (Results.size() > 1 && !Options.Quiet)
    Err << describeOutcome(Results, Options) << "\n";
  bool IsUnread = Options.Strict && llvm::any_of(Results, [](auto &R) {
                    return !R.Report.Unread.empty();
                  });
  return Printed && !anyFailed(Results) && !IsUnread;
}

int Run::check() {
  std::vector<FileResult> Results = processAll();
  Report Counted;
  Counted.Target = T.Name.str();
  for (const FileResult &R : Results)
    Counted.Files.push_back(R.Report);
  Summary S = summarize(Counted, Options.Plan.MinDegree);
  if (!finish(Results))
    return 2;
  unsigned Bad = Options.Fail == FailOn::Any       ? S.Findings
                 : Options.Fail == FailOn::Fixable ? S.Fixable
                                                   : 0;
  return Bad != 0;
}

int Run::verifyFiles() {
  std::vector<FileResult> Results = processAll();
  if (!finish(Results))
    return 2;
  return llvm::any_of(Results, [](auto &R) { return R.Differs; });
}

int Run::rewriteFiles() {
  std::vector<FileResult> Results = processAll();
  deliver(Results, Options, Out, Err);
  if (!finish(Results))
    return 2;
  bool Changed =
      llvm::any_of(Results, [](auto &R) { return R.Before != R.After; });
  return Options.Result == Destination::Diff && Changed;
}

} // namespace

int bankfix::run(const RunOptions &Options, llvm::raw_ostream &Out,
                 llvm::raw_ostream &Err) {
  switch (Options.Command) {
  case Mode::Targets:
    printTargets(Out);
    return 0;
  case Mode::Check:
    return Run(Options, Out, Err).check();
  case Mode::Rewrite:
    return Run(Options, Out, Err).rewriteFiles();
  case Mode::Trace:
    return traceProgram(Options, Err);
  case Mode::Verify:
    return Run(Options, Out, Err).verifyFiles();
  }
  return 2;
}
