//===- FileSteps.cpp - One file of a run, from its text to its result -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileSteps.h"
#include "ChangedFiles.h"
#include "FindHosts.h"
#include "HeaderUses.h"
#include "Helpers.h"
#include "OtherCallers.h"
#include "OtherTargets.h"
#include "RunKernels.h"
#include "UnitsAround.h"
#include "VerifyBuilds.h"
#include "bankfix/Frontend/HostDefines.h"
#include "bankfix/Frontend/OtherHosts.h"
#include "bankfix/Rewrite/Rewrite.h"

using namespace bankfix;

namespace {

/// One file, with \p Own for it.
class FileSteps {
public:
  FileSteps(const std::string &Path, const RunOptions &Said, RunState &Run);

  FileResult run();

private:
  FileAnalysis analyzeIt(const EarlierAnalyses &Earlier = {});
  void leaveOthersSizes(FileAnalysis &A) const;
  std::set<unsigned> arraysOfKept(const Program &P);
  void silence(FileReport &Of);
  void fixInto(FileAnalysis &Analysis);
  void take(FixedSource &Fixed);
  void report(const FileAnalysis &Analysis, const FixedSource &Fixed,
              llvm::ArrayRef<OnTarget> Others);
  bool runBoth(const FileAnalysis &Analysis, llvm::ArrayRef<ArrayPlan> Plans);
  void fail(llvm::StringRef Of, const llvm::Twine &Why) {
    R.complain(Of, Why);
    R.Failed = true;
  }

  RunState &Run;
  RunOptions Own;
  const Target *Model; ///< Of Own, with the width of banks that is planned.
  ExprPool Pool;
  FileResult R;
  /// Empty but for an OpenCL source.
  std::vector<HostSource> Hosts;
  std::unique_ptr<Verification> Begun; ///< Of runs; null: none are wanted.
};

/// Drops the plans of arrays that \p IsLeft. Those that share text with one of
/// them change with it, or not at all.
void dropPlans(std::vector<ArrayPlan> &Plans, const Program &P,
               llvm::function_ref<bool(unsigned Array)> IsLeft) {
  std::map<unsigned, unsigned> Left; // By group, one of its arrays.
  for (auto [I, A] : llvm::enumerate(P.Arrays))
    if (A.Group && IsLeft(I))
      Left.emplace(*A.Group, I);
  llvm::erase_if(Plans,
                 [&](const ArrayPlan &Plan) { return IsLeft(Plan.Array); });
  for (ArrayPlan &Plan : Plans) {
    const std::optional<unsigned> &Group = P.Arrays[Plan.Array].Group;
    auto It = Group ? Left.find(*Group) : Left.end();
    if (It == Left.end() || !Plan.Map)
      continue;
    const StrategyKind Kind = Plan.Map->strategy();
    Plan.Map.reset();
    Plan.WavefrontsAfter = Plan.WavefrontsBefore;
    Plan.BytesAfter = Plan.BytesBefore;
    Plan.Refusals.insert(
        Plan.Refusals.begin(),
        {Kind, "'" + P.Arrays[It->second].Name +
                   "', which the same text accesses, is to stay as it is; "
                   "leave both, or change both"});
  }
}

/// Leaves arrays alone that no kernel in scope uses.
void dropOutOfScope(std::vector<ArrayPlan> &Plans, const FileAnalysis &A) {
  std::set<unsigned> Used, Others;
  for (auto [K, InScope] : llvm::zip_equal(A.Kernels, A.InScope))
    for (const Site &S : A.Parsed.Prog.Kernels[K.Kernel].Sites)
      (InScope ? Used : Others).insert(S.Array);
  dropPlans(Plans, A.Parsed.Prog, [&](unsigned Array) {
    return Others.count(Array) && !Used.count(Array);
  });
  llvm::erase_if(Plans,
                 [&](const ArrayPlan &P) { return !Used.count(P.Array); });
}

FileSteps::FileSteps(const std::string &Path, const RunOptions &Said,
                     RunState &Run)
    : Run(Run), Own(Said), Model(Said.Model) {
  if (keepsHelpers(Own))
    Own.Edits.HelperHeader.clear();
  if (!Own.Edits.HelperHeader.empty())
    addHelpers(Own, Run.Helpers[Own.Edits.HelperHeader]);
  R.Path = R.Report.Path = Path;
  if (isOpenCLSource(Path))
    Hosts = Run.Hosts;
}

FileAnalysis FileSteps::analyzeIt(const EarlierAnalyses &Earlier) {
  return analyze(R.Path, R.Before, Own, *Own.Model, Pool, Hosts, Earlier);
}

/// A rewrite that needs an edit in a file that was not given is not made, nor
/// one that changes a size that such a file asks for. The kernels that `verify`
/// runs get the sizes that they need from it.
void FileSteps::leaveOthersSizes(FileAnalysis &A) const {
  const Program &P = A.Parsed.Prog;
  if (!isOpenCLSource(R.Path) || Own.Command == Mode::Verify)
    return;
  if (!hasConflicts(A, [](unsigned) { return true; }))
    return;
  FoundHosts Found = findHosts(R.Path, Hosts, Run.Options, Run.Repositories);
  leaveAskedSizes(A.Parsed, Found.Hosts, Found.Strangers);
  if (hasConflicts(A, [&](unsigned Array) {
        return P.Arrays[Array].Space == MemorySpace::Argument;
      }))
    leaveHostSizes(A.Parsed, R.Path, Hosts, Found.Hosts, Found.Strangers);
}

/// What kernels use that are to stay as they are, in scope or not.
std::set<unsigned> FileSteps::arraysOfKept(const Program &P) {
  std::set<unsigned> Out;
  for (const Kernel &K : P.Kernels)
    if (Run.Told.keeps(K.Place, R.Path, R.Before))
      for (const Site &S : K.Sites)
        Out.insert(S.Array);
  return Out;
}

/// Marks what nobody wants to hear of. What git cannot say is an error.
void FileSteps::silence(FileReport &Of) {
  if (llvm::Error E = Run.Told.mark(Of))
    fail(R.Path, llvm::toString(std::move(E)));
  if (Run.Measured)
    Run.Measured->silence(Of);
}

/// Runs original and fix, if there is anything to run; false for errors.
bool FileSteps::runBoth(const FileAnalysis &Analysis,
                        llvm::ArrayRef<ArrayPlan> Plans) {
  std::string Fixed = R.After;
  if (!Own.Verifying.FixedFile.empty()) {
    llvm::Expected<std::string> Text = readSource(Own.Verifying.FixedFile);
    if (!Text) {
      R.complain(Own.Verifying.FixedFile, llvm::toString(Text.takeError()));
      return false;
    }
    Fixed = std::move(*Text);
  }
  RunOptions With = Own;
  addHelpers(With, R.Helpers);
  const std::vector<std::string> Defines =
      commonDefines(Analysis.Parsed.Builds.OfHosts);
  for (const std::string &Define : Defines) // The user's win.
    With.ClangFlags.insert(With.ClangFlags.begin(), "-D" + Define);
  if (!R.Helpers.empty() || !Defines.empty()) // Unknown when it was begun.
    Begun = startKernels(R.Path, R.Before, With, *Own.Model);
  R.Differs = runKernels(R.Path, R.Before, Fixed, Analysis, Plans, With,
                         *Own.Model, std::move(Begun), R.Report);
  if (Own.Verifying.AllConfigurations)
    R.Differs |=
        runOtherBuilds(R, Fixed, Analysis, Plans, With, *Own.Model, Hosts);
  return true;
}

/// What is to be written.
void FileSteps::take(FixedSource &Fixed) {
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
}

/// What is said of it, on \p Others, too.
void FileSteps::report(const FileAnalysis &Analysis, const FixedSource &Fixed,
                       llvm::ArrayRef<OnTarget> Others) {
  R.Report = reportOf(R.Path, R.Before, Analysis, Fixed.Plans,
                      /*Proved=*/true, Own, *Model);
  silence(R.Report);
  if (Run.Measured)
    Run.Measured->tell(R.Report);
  for (const OnTarget &Other : Others) {
    R.Builds.push_back(reportOn(Other, R, Analysis, Fixed.Plans, Own));
    silence(R.Builds.back());
  }
}

/// Plans, carries out what can be proved, and reports that: whatever the
/// command, what is said to be fixable is what a rewrite fixes.
void FileSteps::fixInto(FileAnalysis &Analysis) {
  std::vector<OnTarget> All = onAllOf(R, std::move(Analysis), Own, Pool, Hosts);
  All.front().Plans = planFor(All.front().Analysis, Own.Plan, All.front().Model,
                              /*ForItAlone=*/All.size() == 1);
  std::vector<ArrayPlan> Plans = planForAll(All, Own.Plan);
  Model = All.front().Model;
  Analysis = std::move(All.front().Analysis);
  dropOutOfScope(Plans, Analysis);
  R.Report = reportOf(R.Path, R.Before, Analysis, {}, false, Own, *Model);
  silence(R.Report);
  if (R.Failed)
    return;
  std::set<unsigned> Kept = arraysOfKept(Analysis.Parsed.Prog);
  dropPlans(Plans, Analysis.Parsed.Prog, [&](unsigned Array) {
    return Kept.count(Array) ||
           isSilenced(Analysis.Parsed.Prog.Arrays[Array], R.Report);
  });
  FixedSource Fixed = fix(R.Path, R.Before, Analysis, std::move(Plans), Own,
                          *Model, Pool, Hosts);
  take(Fixed);
  report(Analysis, Fixed, llvm::ArrayRef(All).drop_front());
  if (Begun)
    R.Failed |= !runBoth(Analysis, Fixed.Plans);
  if (R.Differs && Own.Command == Mode::Rewrite)
    fail(R.Path, "the rewritten kernels compute something else, so nothing is "
                 "written");
  if (!Run.LostHost.empty() && R.Before != R.After)
    fail(R.Path,
         "is not changed, as its host '" + Run.LostHost + "' cannot be read");
  if (!R.Failed && !Hosts.empty())
    Run.Hosts = std::move(Fixed.Hosts);
}

FileResult FileSteps::run() {
  llvm::Expected<NewFile> Text = asChanged(R.Path, Own.Project, Own.StdinName);
  if (!Text)
    return unreadable(R.Path, Text.takeError());
  R.Before = R.After = std::move(Text->Before);
  if (Own.Command == Mode::Verify || Own.Verifies)
    Begun = startKernels(R.Path, R.Before, Own, *Own.Model);
  FileAnalysis Analysis = analyzeIt();
  R.Inputs = Analysis.Parsed.Inputs;
  Run.Units.add(R.Path, Own, Analysis.Parsed);
  if (Analysis.Parsed.Ok &&
      seeOtherUnits(Run.Units, Run.Editable, R, Analysis, Own)) {
    // Kernels whose launches stay as they were make the same requests.
    const FileAnalysis Alone = std::move(Analysis);
    Analysis = analyzeIt({nullptr, &Alone});
  }
  if (Analysis.Parsed.Ok) {
    leaveOthersSizes(Analysis);
    leaveUsedElsewhere(R.Path, Run.Each, Analysis);
    if (Own.Project.Within.empty())
      R.HeadersWithConflicts = headersWithConflicts(R.Path, Own, Analysis);
    Run.Names.add(Analysis.Parsed, R.Before);
    fixInto(Analysis);
  } else {
    R.Failed = true;
    R.Report = reportOf(R.Path, R.Before, Analysis, {}, false, Own, *Own.Model);
  }
  if (R.Failed) {
    R.HostsChanged.clear();
    R.UnitsChanged.clear();
    R.Helpers.clear();
  }
  if (!R.Helpers.empty())
    llvm::append_range(Run.Helpers[R.HelpersIn], R.Helpers);
  return std::move(R);
}

/// Nothing in \p R is to be fixed, whatever else is there.
bool isClean(const FileResult &R) {
  auto HasConflicts = [](const FileReport &F) {
    return llvm::any_of(F.Kernels, [](const KernelReport &K) {
      return llvm::any_of(K.Accesses, [](const AccessReport &A) {
        return isFinding(A.Counts, /*MinDegree=*/0);
      });
    });
  };
  return !R.Failed && R.HeadersWithConflicts.empty() && R.Before == R.After &&
         !HasConflicts(R.Report) && llvm::none_of(R.Builds, HasConflicts);
}

/// A file that stays as it is, as \p Why says.
FileResult leftAlone(const std::string &Path, const FileSettings &Own,
                     const std::string &Why) {
  FileResult R;
  R.Path = R.Report.Path = Path;
  R.Report.Headers = "builtin";
  llvm::Expected<std::string> Text = readSource(Path, Own.Options.StdinName);
  if (!Text)
    return unreadable(Path, Text.takeError());
  R.Before = R.After = std::move(*Text);
  R.Report.Diagnostics.push_back(
      {Severity::Note, {}, "left alone, as " + Why + " says"});
  return R;
}

} // namespace

FileResult bankfix::unreadable(const std::string &Path, llvm::Error Why) {
  FileResult R;
  R.Path = R.Report.Path = Path;
  R.Report.Headers = "builtin";
  R.Failed = true;
  R.Report.Diagnostics.push_back(
      {Severity::Error, {}, llvm::toString(std::move(Why))});
  return R;
}

bool bankfix::changesShared(const std::string &Path, RunState &Run) {
  if (isOpenCLSource(Path))
    return true;
  llvm::Expected<FileSettings> Own = Run.Each.of(Path);
  if (!Own) {
    llvm::consumeError(Own.takeError()); // It is said where it is read.
    return false;
  }
  return !Own->Options.Edits.HelperHeader.empty() &&
         !keepsHelpers(Own->Options);
}

FileResult bankfix::processFile(const std::string &Path, const RunOptions &Own,
                                RunState &Run) {
  return FileSteps(Path, Own, Run).run();
}

FileResult bankfix::processFile(const std::string &Path, RunState &Run) {
  llvm::Expected<FileSettings> Own = Run.Each.of(Path);
  if (!Own)
    return unreadable(Path, Own.takeError());
  if (!Own->ExcludedBy.empty())
    return leftAlone(Path, *Own, Own->ExcludedBy);
  if (Run.Options.Command == Mode::Rewrite && Run.Maps.isClean(Path))
    return leftAlone(Path, *Own,
                     "its map in '" + Run.Options.Many.Maps.Folder + "'");
  if (Run.Measured)
    Run.Measured->addShapes(Own->Options);
  Own->Options.Project.IsPart = Run.Parts.count(Path) != 0;
  FileResult R = processFile(Path, Own->Options, Run);
  if (isCudaUnit(Path) && isClean(R))
    Run.Maps.keepClean(Path, R.Inputs, Own->Files);
  std::string Problem;
  if (Own->Options.Edits.Format == FormatStyle::File && R.Before != R.After)
    Problem = formatProblem(Path, R.Before);
  if (!Problem.empty())
    R.Report.Diagnostics.push_back(
        {Severity::Warning, {}, "changed lines are not formatted: " + Problem});
  return R;
}
