//===- Driver.cpp - The order of the steps --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Driver/Driver.h"
#include "Files.h"
#include "RunKernels.h"
#include "SourceFile.h"
#include "TraceProgram.h"
#include "bankfix/Report/UnifiedDiff.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

namespace {

/// The result of one file, not yet written anywhere.
struct FileResult {
  std::string Path, Before, After;
  FileReport Report;
  bool Failed = false;
  bool IsHost = false;
  bool Differs = false; ///< Original and fix, when they were run.
};

class Run {
public:
  Run(const RunOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err), T(*Options.Model) {}

  int check();
  int rewriteFiles();
  int verifyFiles();

private:
  std::vector<ArrayPlan> planFor(FileAnalysis &A, const Target *&Model);
  FileResult process(const std::string &Path, bool Rewrite);
  bool runBoth(FileResult &R, const FileAnalysis &Analysis,
               llvm::ArrayRef<ArrayPlan> Plans,
               std::unique_ptr<Verification> Begun);
  std::vector<FileResult> processAll(bool Rewrite);
  void complain(llvm::StringRef Path, const llvm::Twine &Message) {
    Err << Path << ": error: " << Message << "\n";
  }
  bool deliver(const FileResult &R);
  bool printReport(std::vector<FileResult> &Results, bool Failed);
  void printSummary(const Report &R);

  const RunOptions &Options;
  llvm::raw_ostream &Out, &Err;
  const Target &T;
  std::vector<HostSource> Hosts; ///< Of OpenCL sources, as rewritten so far.
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

FileResult Run::process(const std::string &Path, bool Rewrite) {
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
  if (!Analysis.Parsed.Ok) {
    R.Failed = true;
    R.Report = reportOf(Path, Analysis, {}, false, T);
    return R;
  }
  const Target *Model = &T;
  std::vector<ArrayPlan> Plans = planFor(Analysis, Model);
  dropOutOfScope(Plans, Analysis);
  if (Rewrite) {
    FixedSource Fixed = fix(Path, R.Before, Analysis, std::move(Plans), Options,
                            *Model, Pool, Hosts);
    R.After = std::move(Fixed.Text);
    Hosts = std::move(Fixed.Hosts);
    Plans = std::move(Fixed.Plans);
  }
  R.Report = reportOf(Path, Analysis, Plans, Rewrite, *Model);
  if (Begun)
    R.Failed |= !runBoth(R, Analysis, Plans, std::move(Begun));
  return R;
}

/// The headers beside \p Path that \p Text includes.
static std::string headersOf(llvm::StringRef Path, llvm::StringRef Text) {
  std::string Out;
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    Line = Line.trim();
    bool IsDirective = Line.consume_front("#");
    Line = Line.ltrim();
    bool Includes = IsDirective && Line.consume_front("include");
    Line = Line.ltrim();
    if (!Includes || !Line.consume_front("\""))
      continue;
    llvm::StringRef Name = Line.take_until([](char C) { return C == '"'; });
    llvm::SmallString<128> Header(llvm::sys::path::parent_path(Path));
    llvm::sys::path::append(Header, Name);
    if (llvm::Expected<std::string> Contents = readSource(Header))
      Out += *Contents + "\n";
    else
      llvm::consumeError(Contents.takeError());
  }
  return Out;
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
  return true;
}

/// A host program with new sizes.
static FileResult rewrittenHost(const HostSource &Old, const HostSource &New) {
  FileResult R;
  R.Path = R.Report.Path = Old.Path;
  R.Report.Headers = "builtin";
  R.Before = Old.Text;
  R.After = New.Text;
  R.IsHost = true;
  return R;
}

std::vector<FileResult> Run::processAll(bool Rewrite) {
  std::vector<FileResult> Results;
  bool HasHosts = llvm::any_of(Options.Files, isOpenCLSource);
  if (HasHosts)
    for (const std::string &Path : Options.Files)
      if (isHostSource(Path)) {
        if (llvm::Expected<std::string> Text = readSource(Path))
          Hosts.push_back({Path, *Text, headersOf(Path, *Text)});
        else
          Results.push_back(unreadable(Path, Text.takeError()));
      }
  std::vector<HostSource> Before = Hosts;
  for (const std::string &Path : Options.Files)
    if (!HasHosts || !isHostSource(Path))
      Results.push_back(process(Path, Rewrite));
  for (auto [Old, New] : llvm::zip_equal(Before, Hosts))
    if (Old.Text != New.Text)
      Results.push_back(rewrittenHost(Old, New));
  return Results;
}

/// Puts one rewritten source where the user wants it.
bool Run::deliver(const FileResult &R) {
  if (R.IsHost && Options.Result == Destination::File)
    return true; // A note says what to change.
  switch (Options.Result) {
  case Destination::Diff:
    Out << unifiedDiff(R.Path, R.Before, R.After);
    return true;
  case Destination::InPlace:
    if (R.Before == R.After)
      return true;
    break;
  case Destination::File:
    if (Options.OutputFile == "-") {
      Out << R.After;
      return true;
    }
    break;
  }
  llvm::StringRef To =
      Options.Result == Destination::InPlace ? R.Path : Options.OutputFile;
  if (llvm::Error E = writeWhole(To, R.After)) {
    complain(R.Path, llvm::toString(std::move(E)));
    return false;
  }
  return true;
}

void Run::printSummary(const Report &R) {
  if (Options.Quiet || Options.Format != ReportFormat::Text ||
      Options.Command == Mode::Verify)
    return;
  Summary S = summarize(R, Options.Plan.MinDegree);
  if (S.Findings == 0)
    return;
  Err << S.Findings << (S.Findings == 1 ? " access" : " accesses")
      << " with bank conflicts, " << S.Fixable
      << (Options.Command == Mode::Check ? " of them fixable\n"
                                         : " of them fixed\n");
}

bool Run::printReport(std::vector<FileResult> &Results, bool Failed) {
  Report R;
  R.Version = BANKFIX_VERSION;
  R.Target = T.Name.str();
  for (FileResult &F : Results)
    if (!F.IsHost)
      R.Files.push_back(std::move(F.Report));
  std::string Text;
  llvm::raw_string_ostream Into(Text);
  bool ToFile = !Options.ReportFile.empty();
  llvm::raw_ostream &Screen = Options.resultOnStdout() ? Err : Out;
  TextOptions Style;
  Style.MinDegree = Options.Plan.MinDegree;
  Style.Quiet = Options.Quiet;
  Style.Statistics = Options.Statistics;
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
  if (!Failed)
    printSummary(R);
  if (!ToFile) {
    Screen << Text;
    return true;
  }
  if (llvm::Error E = writeWhole(Options.ReportFile, Text)) {
    complain(Options.ReportFile, llvm::toString(std::move(E)));
    return false;
  }
  return true;
}

int Run::check() {
  std::vector<FileResult> Results = processAll(/*Rewrite=*/false);
  bool Failed = llvm::any_of(Results, [](auto &R) { return R.Failed; });
  Report Counted;
  for (const FileResult &R : Results)
    Counted.Files.push_back(R.Report);
  Summary S = summarize(Counted, Options.Plan.MinDegree);
  if (!printReport(Results, Failed) || Failed)
    return 2;
  unsigned Bad = Options.Fail == FailOn::Any       ? S.Findings
                 : Options.Fail == FailOn::Fixable ? S.Fixable
                                                   : 0;
  return Bad != 0;
}

int Run::verifyFiles() {
  std::vector<FileResult> Results = processAll(/*Rewrite=*/true);
  bool Failed = llvm::any_of(Results, [](auto &R) { return R.Failed; });
  bool Differs = llvm::any_of(Results, [](auto &R) { return R.Differs; });
  if (!printReport(Results, Failed) || Failed)
    return 2;
  return Differs;
}

int Run::rewriteFiles() {
  std::vector<FileResult> Results = processAll(/*Rewrite=*/true);
  bool Failed = llvm::any_of(Results, [](auto &R) { return R.Failed; });
  bool Changed =
      llvm::any_of(Results, [](auto &R) { return R.Before != R.After; });
  for (const FileResult &R : Results)
    if (R.Differs) {
      complain(R.Path, "the rewritten kernels compute something else, so "
                       "nothing is written");
      Failed = true;
    }
  // One bad file: nothing is written, so that the run can simply be repeated.
  if (!Failed)
    for (const FileResult &R : Results)
      Failed |= !deliver(R);
  if (!printReport(Results, Failed) || Failed)
    return 2;
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
