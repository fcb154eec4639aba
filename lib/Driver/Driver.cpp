//===- Driver.cpp - The order of the steps --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Driver/Driver.h"
#include "FileOptions.h"
#include "FileResult.h"
#include "Files.h"
#include "FindHosts.h"
#include "GivenNames.h"
#include "HeaderReports.h"
#include "HeaderUses.h"
#include "Helpers.h"
#include "HostHeaders.h"
#include "OtherBuilds.h"
#include "OtherTargets.h"
#include "PrintReport.h"
#include "ProfileProgram.h"
#include "ProfileScope.h"
#include "ProjectUnits.h"
#include "ReportScope.h"
#include "RunKernels.h"
#include "SourceFile.h"
#include "TraceProgram.h"
#include "UnitsAround.h"
#include "VerifyBuilds.h"
#include "bankfix/Frontend/OtherHosts.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace bankfix;

namespace {

class Run {
public:
  Run(const RunOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err), Each(Options),
        Uses(Options, Each, Readings), Units(Options, Each, Readings),
        Names(Options) {}

  int run();

private:
  int check();
  int rewriteFiles();
  int verifyFiles();
  int explain();

  FileResult process(const std::string &Path);
  FileResult process(const std::string &Path, const RunOptions &Own);
  void leaveOthersSizes(const std::string &Path, FileAnalysis &A);
  void findTheirHosts(llvm::ArrayRef<std::string> Files);
  void fixInto(FileResult &R, FileAnalysis &Analysis, const RunOptions &Own,
               ExprPool &Pool, std::unique_ptr<Verification> Begun);
  bool runBoth(FileResult &R, const FileAnalysis &Analysis,
               llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Own,
               std::unique_ptr<Verification> Begun);
  void silence(FileResult &R, FileReport &Of);
  std::set<unsigned> arraysOfKept(const FileResult &R, const Program &P);
  void processSized(std::vector<FileResult> &Results);
  std::vector<FileResult> processAll();
  void processHeaders(llvm::ArrayRef<std::string> Given,
                      std::vector<FileResult> &Results);
  FileResult processUses(const std::string &Header,
                         llvm::ArrayRef<HeaderUse> Of,
                         llvm::ArrayRef<FileResult> Others);
  void complain(llvm::StringRef Path, const llvm::Twine &Message) {
    Err << Path << ": error: " << Message << "\n";
  }
  bool finish(llvm::ArrayRef<FileResult> Results);

  const RunOptions &Options;
  llvm::raw_ostream &Out, &Err;
  FileOptions Each;
  UnitReadings Readings;
  HeaderUses Uses;
  ProjectUnits Units;
  /// Results of units whose launches may be edited.
  llvm::ArrayRef<FileResult> Editable;
  /// Of files before, by the header that is to hold them.
  std::map<std::string, std::vector<std::string>> Helpers;
  std::optional<ReportScope> Told; ///< Set while files are processed.
  std::optional<ProfileScope> Measured; ///< Where a profile is given.
  std::vector<HostSource> Hosts;   ///< Of OpenCL sources, as rewritten so far.
  std::string LostHost;            ///< One that cannot be read, or empty.
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

/// Plans, carries out what can be proved, and reports that: whatever the
/// command, what is said to be fixable is what a rewrite fixes.
void Run::fixInto(FileResult &R, FileAnalysis &Analysis, const RunOptions &Own,
                  ExprPool &Pool, std::unique_ptr<Verification> Begun) {
  std::vector<OnTarget> All = onAllOf(R, std::move(Analysis), Own, Pool, Hosts);
  All.front().Plans = planFor(All.front().Analysis, Own.Plan, All.front().Model,
                              /*ForItAlone=*/All.size() == 1);
  std::vector<ArrayPlan> Plans = planForAll(All, Own.Plan);
  const Target *Model = All.front().Model;
  Analysis = std::move(All.front().Analysis);
  dropOutOfScope(Plans, Analysis);
  R.Report = reportOf(R.Path, R.Before, Analysis, {}, false, Own, *Model);
  silence(R, R.Report);
  if (R.Failed)
    return;
  std::set<unsigned> Kept = arraysOfKept(R, Analysis.Parsed.Prog);
  llvm::erase_if(Plans, [&](const ArrayPlan &P) {
    return Kept.count(P.Array) ||
           isSilenced(Analysis.Parsed.Prog.Arrays[P.Array], R.Report);
  });
  FixedSource Fixed = fix(R.Path, R.Before, Analysis, std::move(Plans), Own,
                          *Model, Pool, Hosts);
  R.After = std::move(Fixed.Text);
  for (auto [Old, New] : llvm::zip_equal(Hosts, Fixed.Hosts))
    if (Old.Text != New.Text)
      R.HostsChanged.push_back(Old.Path);
  R.Helpers = std::move(Fixed.Helpers);
  R.HelpersIn = Own.Edits.HelperHeader;
  if (Fixed.Launches)
    R.UnitsChanged = std::move(Fixed.Launches->Units);
  for (const NewFile &Unit : R.UnitsChanged)
    R.HostsChanged.push_back(Unit.Path);
  R.Report = reportOf(R.Path, R.Before, Analysis, Fixed.Plans,
                      /*Proved=*/true, Own, *Model);
  silence(R, R.Report);
  llvm::append_range(R.Report.Diagnostics, Told->unused(R.Report));
  if (Measured)
    Measured->tell(R.Report);
  for (const OnTarget &Other : llvm::drop_begin(All)) {
    R.Builds.push_back(reportOn(Other, R, Analysis, Fixed.Plans, Own));
    silence(R, R.Builds.back());
  }
  if (Begun)
    R.Failed |= !runBoth(R, Analysis, Fixed.Plans, Own, std::move(Begun));
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

/// What kernels use that are to stay as they are, in scope or not.
std::set<unsigned> Run::arraysOfKept(const FileResult &R, const Program &P) {
  std::set<unsigned> Out;
  for (const Kernel &K : P.Kernels)
    if (Told->keeps(K.Place, R.Path, R.Before))
      for (const Site &S : K.Sites)
        Out.insert(S.Array);
  return Out;
}

/// Marks what nobody wants to hear of. What git cannot say is an error.
void Run::silence(FileResult &R, FileReport &Of) {
  if (llvm::Error E = Told->mark(Of)) {
    complain(R.Path, llvm::toString(std::move(E)));
    R.Failed = true;
  }
  if (Measured)
    Measured->silence(Of);
}

FileResult Run::process(const std::string &Path) {
  llvm::Expected<FileSettings> Own = Each.of(Path);
  if (!Own)
    return unreadable(Path, Own.takeError());
  if (Own->ExcludedBy.empty()) {
    if (Measured)
      Measured->addShapes(Own->Options);
    FileResult R = process(Path, Own->Options);
    std::string Problem;
    if (Own->Options.Edits.Format == FormatStyle::File && R.Before != R.After)
      Problem = formatProblem(Path, R.Before);
    if (!Problem.empty())
      R.Report.Diagnostics.push_back(
          {Severity::Warning,
           {},
           "changed lines are not formatted: " + Problem});
    return R;
  }
  FileResult R;
  R.Path = R.Report.Path = Path;
  R.Report.Headers = "builtin";
  if (llvm::Expected<std::string> Text = readSource(Path, Options.StdinName))
    R.Before = R.After = std::move(*Text);
  else
    return unreadable(Path, Text.takeError());
  R.Report.Diagnostics.push_back(
      {Severity::Note, {}, "left alone, as " + Own->ExcludedBy + " says"});
  return R;
}

FileResult Run::process(const std::string &Path, const RunOptions &Said) {
  RunOptions Own = Said;
  if (keepsHelpers(Own))
    Own.Edits.HelperHeader.clear();
  addHelpers(Own, Helpers[Own.Edits.HelperHeader]);
  FileResult R;
  R.Path = R.Report.Path = Path;
  llvm::Expected<std::string> Text = readSource(Path, Options.StdinName);
  if (!Text)
    return unreadable(Path, Text.takeError());
  R.Before = R.After = std::move(*Text);
  std::unique_ptr<Verification> Begun;
  if (Options.Command == Mode::Verify || Options.Verifies)
    Begun = startKernels(Path, R.Before, Own, *Own.Model);
  ExprPool Pool;
  FileAnalysis Analysis = analyze(Path, R.Before, Own, *Own.Model, Pool, Hosts);
  Units.add(Path, Own, Analysis.Parsed);
  if (Analysis.Parsed.Ok && seeOtherUnits(Units, Editable, R, Analysis, Own)) {
    // Kernels whose launches stay as they were make the same requests.
    const FileAnalysis Alone = std::move(Analysis);
    Analysis = analyze(Path, R.Before, Own, *Own.Model, Pool, Hosts,
                       {nullptr, &Alone});
  }
  if (Analysis.Parsed.Ok) {
    leaveOthersSizes(Path, Analysis);
    if (Own.Project.Within.empty())
      Uses.add(Path, Own, Analysis);
    Names.add(Analysis.Parsed, R.Before);
    fixInto(R, Analysis, Own, Pool, std::move(Begun));
  } else {
    R.Failed = true;
    R.Report = reportOf(Path, R.Before, Analysis, {}, false, Own, *Own.Model);
  }
  if (R.Failed) {
    R.HostsChanged.clear();
    R.UnitsChanged.clear();
    R.Helpers.clear();
  }
  llvm::append_range(Helpers[R.HelpersIn], R.Helpers);
  return R;
}

/// Runs original and fix, if there is anything to run; false for errors.
bool Run::runBoth(FileResult &R, const FileAnalysis &Analysis,
                  llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Own,
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
  RunOptions With = Own;
  addHelpers(With, R.Helpers);
  if (!R.Helpers.empty()) // Unknown when it was begun.
    Begun = startKernels(R.Path, R.Before, With, *Own.Model);
  R.Differs = runKernels(R.Path, R.Before, Fixed, Analysis, Plans, With,
                         *Own.Model, std::move(Begun), R.Report);
  if (Options.AllConfigurations)
    R.Differs |=
        runOtherBuilds(R, Fixed, Analysis, Plans, With, *Own.Model, Hosts);
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

/// A header as all units have it. Where one of them cannot be read around it,
/// the result has failed.
FileResult Run::processUses(const std::string &Header,
                            llvm::ArrayRef<HeaderUse> Of,
                            llvm::ArrayRef<FileResult> Others) {
  llvm::Expected<FileSettings> Own = Each.of(Header);
  if (!Own)
    return unreadable(Header, Own.takeError());
  RunOptions O = std::move(Own->Options);
  O.Model = Of.front().Model;
  O.ClangFlags = Of.front().Flags;
  O.Headers = Of.front().Headers;
  O.Project.OtherWays.clear();
  O.Project.OtherTargets.clear();
  O.Project.Within = Of.front().Within;
  O.Project.OtherUses = Of.drop_front().vec();
  seeChanges(O.Project, Others);
  FileResult R = process(Header, O);
  if (!R.Failed)
    joinUnits(R);
  return R;
}

/// The headers that are \p Given, and those of the project that \p Results find
/// conflicts in, where an edit of those can be delivered.
void Run::processHeaders(llvm::ArrayRef<std::string> Given,
                         std::vector<FileResult> &Results) {
  const bool WritesOne = Options.Command == Mode::Rewrite &&
                         Options.Result == Destination::File;
  const bool LooksAtAll =
      Options.Command == Mode::Check || Options.Command == Mode::Rewrite;
  std::vector<std::string> Headers = Given.vec();
  if (LooksAtAll && Options.Lines.empty() && Options.StdinName.empty())
    for (const std::string &Found : Uses.withConflicts())
      if (llvm::none_of(Given, [&](const std::string &Known) {
            return isSameFile(Known, Found);
          }))
        Headers.push_back(Found);
  for (const std::string &Header : Headers) {
    const bool IsGiven = llvm::is_contained(Given, Header);
    llvm::Expected<std::vector<HeaderUse>> Of =
        WritesOne && !IsGiven
            ? llvm::createStringError("-o writes one file; -i and --diff change "
                                      "it, too")
            : Uses.of(Header);
    std::string WhyNot;
    if (!Of)
      WhyNot = llvm::toString(Of.takeError());
    else if (FileResult R = processUses(Header, *Of, Results); !R.Failed) {
      tellOnce(R, Results);
      Results.push_back(std::move(R));
      continue;
    } else {
      WhyNot = whyFailed(R);
    }
    if (IsGiven) {
      Results.push_back(process(Header));
      Results.back().Report.Diagnostics.push_back(
          {Severity::Note, {}, "looked at by itself: " + WhyNot});
    }
    for (FileResult &Source : Results)
      refuseHeader(Source, Header,
                   "'" + Header + "', which declares it, stays: " + WhyNot);
  }
}

/// Looks again at kernels that get dynamic memory in other units, now that
/// there are results of these.
void Run::processSized(std::vector<FileResult> &Results) {
  std::set<std::string> Edited; // By what another needs.
  for (FileResult &R : Results) {
    if (!R.IsSizedElsewhere || R.Failed || Edited.count(R.Path))
      continue;
    llvm::Expected<FileSettings> Own = Each.of(R.Path);
    if (!Own) {
      llvm::consumeError(Own.takeError()); // It was said.
      continue;
    }
    Editable = Results;
    RunOptions O = std::move(Own->Options);
    seeChanges(O.Project, Results);
    O.Project.Texts.erase(R.Path);
    FileResult Again = process(R.Path, O);
    Editable = {};
    if (Again.Failed)
      continue;
    for (NewFile &Unit : Again.UnitsChanged)
      for (FileResult &Launching : Results)
        if (Launching.Path == Unit.Path)
          Launching.After = std::move(Unit.After);
    Edited.insert(Again.HostsChanged.begin(), Again.HostsChanged.end());
    R = std::move(Again);
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
  std::vector<std::string> Headers;
  for (const std::string &Path : Files)
    if (isHeaderPath(Path) && Path != "-")
      Headers.push_back(Path); // Once it is known who includes it.
    else if (!HasHosts || !isHostSource(Path))
      Results.push_back(process(Path));
  processSized(Results);
  processHeaders(Headers, Results);
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

static bool anyFailed(llvm::ArrayRef<FileResult> Results) {
  return llvm::any_of(Results, [](auto &R) { return R.Failed; });
}

/// Says what was found, and last what became of the files. False for errors.
bool Run::finish(llvm::ArrayRef<FileResult> Results) {
  bool Printed = printReport(Results, Options, Measured ? &*Measured : nullptr,
                             Out, Err);
  Out.flush(); // Where both go to one place, this is the last line.
  if (Results.size() > 1 && !Options.Style.Quiet)
    Err << describeOutcome(Results, Options) << "\n";
  bool IsUnread = Options.Passes.Strict && llvm::any_of(Results, [](auto &R) {
                    return !R.Report.Unread.empty();
                  });
  return Printed && !anyFailed(Results) && !IsUnread;
}

int Run::check() {
  std::vector<FileResult> Results = processAll();
  Report Counted;
  Counted.Target = Options.Model->Name.str();
  for (const FileResult &R : Results) {
    Counted.Files.push_back(R.Report);
    llvm::append_range(Counted.Files, R.Builds);
  }
  Summary S = summarize(Counted);
  if (!finish(Results))
    return 2;
  if (Options.Passes.MaxExcess) {
    if (S.Excess > *Options.Passes.MaxExcess)
      Err << "bankfix: " << S.Excess << " excess wavefronts are more than "
          << "--max-excess=" << *Options.Passes.MaxExcess << " allows\n";
    return S.Excess > *Options.Passes.MaxExcess;
  }
  unsigned Bad = Options.Passes.Fail == FailOn::Any       ? S.Findings
                 : Options.Passes.Fail == FailOn::Fixable ? S.Fixable
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

/// The accesses of one line, each with all that there is to say.
int Run::explain() {
  std::vector<FileResult> Results = processAll();
  Report R;
  R.Version = BANKFIX_VERSION;
  R.Target = Options.Model->Name.str();
  for (const FileResult &F : Results)
    if (!F.IsHost) {
      R.Files.push_back(F.Report);
      llvm::append_range(R.Files, F.Builds);
    }
  if (Results.empty() || anyFailed(Results)) {
    printText(Err, R, {});
    return 2;
  }
  std::string Text;
  llvm::raw_string_ostream Into(Text);
  Into.enable_colors(Options.Style.Color == ColorMode::Always ||
                     (Options.Style.Color == ColorMode::Auto &&
                      Options.Style.File.empty() && Out.has_colors()));
  std::string Why = printExplanation(Into, R, Options.Asked.Line);
  if (!Why.empty()) {
    complain(Options.Files.front(), Why);
    return 2;
  }
  if (Options.Style.File.empty()) {
    Out << Text;
  } else if (llvm::Error E = writeWhole(Options.Style.File, Text)) {
    complain(Options.Style.File, llvm::toString(std::move(E)));
    return 2;
  }
  return 0;
}

int Run::run() {
  llvm::Expected<ReportScope> Of = ReportScope::of(Options);
  if (!Of) {
    Err << "bankfix: error: " << llvm::toString(Of.takeError()) << '\n';
    return 2;
  }
  Told = std::move(*Of);
  if (!Options.Passes.Profile.empty()) {
    llvm::Expected<ProfileScope> Of = ProfileScope::of(Options);
    if (!Of) {
      Err << Options.Passes.Profile
          << ": error: " << llvm::toString(Of.takeError()) << '\n';
      return 2;
    }
    Measured = std::move(*Of);
  }
  switch (Options.Command) {
  case Mode::Check:
    return check();
  case Mode::Rewrite:
    return rewriteFiles();
  case Mode::Verify:
    return verifyFiles();
  case Mode::Explain:
    return explain();
  default:
    llvm_unreachable("a command without files");
  }
}

/// What a rule means; of all of them, where none is named.
int explainRule(llvm::StringRef Id, llvm::raw_ostream &Out,
                llvm::raw_ostream &Err) {
  std::string Hint;
  if (Id.empty())
    printRules(Out);
  else if (!printRule(Out, Id, Hint)) {
    Err << "bankfix: error: there is no rule '" << Id << "'" << Hint
        << " ('bankfix rule' lists them all)\n";
    return 2;
  }
  return 0;
}

/// The settings in force for each file; for the folder where none is named.
int showSettings(const RunOptions &Options, llvm::raw_ostream &Out,
                 llvm::raw_ostream &Err) {
  std::vector<std::string> Files = Options.Files;
  if (Files.empty())
    Files.push_back("");
  int Status = 0;
  FileOptions Each(Options);
  for (const std::string &Path : Files) {
    llvm::Expected<FileSettings> Own = Each.of(Path);
    if (!Own) {
      Err << "bankfix: error: " << llvm::toString(Own.takeError()) << '\n';
      Status = 2;
      continue;
    }
    if (Files.size() > 1)
      Out << "# " << Path << '\n';
    dumpSettings(Out, *Own);
  }
  return Status;
}

/// Looks at the sources that \p Options name, or those of the project.
int look(RunOptions Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err) {
  llvm::Expected<std::vector<std::string>> Files = FileOptions(Options).files();
  if (!Files) {
    Err << "bankfix: error: " << llvm::toString(Files.takeError()) << '\n';
    return 2;
  }
  // Hosts of a project's OpenCL sources are in the project.
  Options.FindsHosts |= Options.Files.empty();
  Options.Files = std::move(*Files);
  return Run(Options, Out, Err).run();
}

} // namespace

int bankfix::run(const RunOptions &Options, llvm::raw_ostream &Out,
                 llvm::raw_ostream &Err) {
  switch (Options.Command) {
  case Mode::Targets:
    printTargets(Out);
    return 0;
  case Mode::Rule:
    return explainRule(Options.Asked.Rule, Out, Err);
  case Mode::Config:
    return showSettings(Options, Out, Err);
  case Mode::Trace:
    return traceProgram(Options, Err);
  case Mode::Profile: {
    std::optional<RunOptions> Check = profileProgram(Options, Err);
    if (!Check)
      return 2;
    llvm::FileRemover Remover(Check->Passes.Profile);
    return look(std::move(*Check), Out, Err);
  }
  case Mode::Check:
  case Mode::Rewrite:
  case Mode::Verify:
  case Mode::Explain:
    return look(Options, Out, Err);
  }
  return 2;
}
