//===- Driver.cpp - The order of the steps --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Driver/Driver.h"
#include "ChangedFiles.h"
#include "FileSteps.h"
#include "Files.h"
#include "FindHosts.h"
#include "HeaderReports.h"
#include "HeaderUses.h"
#include "HostHeaders.h"
#include "PrintReport.h"
#include "ProfileProgram.h"
#include "Threads.h"
#include "TraceProgram.h"
#include "bankfix/Frontend/OtherHosts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace bankfix;

namespace {

class Run {
public:
  Run(const RunOptions &Options, llvm::raw_ostream &Out, llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err), State(Options),
        Uses(Options, State.Each, State.Readings) {}

  int run();

private:
  int check();
  int rewriteFiles();
  int verifyFiles();
  int explain();

  llvm::Error readGiven();
  void findTheirHosts(llvm::ArrayRef<std::string> Files);
  void processUnits(llvm::ArrayRef<std::string> Files,
                    std::vector<FileResult> &Results);
  void processSized(std::vector<FileResult> &Results);
  std::vector<FileResult> processAll();
  void processHeaders(llvm::ArrayRef<std::string> Given,
                      std::vector<FileResult> &Results);
  FileResult process(const std::string &Path, const RunOptions *Own = nullptr);
  FileResult processUses(const std::string &Header,
                         llvm::ArrayRef<HeaderUse> Of,
                         llvm::ArrayRef<FileResult> Others,
                         const FileResult *Changed = nullptr);
  bool alsoChanges(FileResult &Header, FileResult &Turn,
                   llvm::ArrayRef<HeaderUse> Of,
                   llvm::ArrayRef<FileResult> Others,
                   const ArrayPlaces &Arrays);
  FileResult processInTurn(const std::string &Header,
                           llvm::ArrayRef<HeaderUse> Of,
                           llvm::ArrayRef<FileResult> Others);
  void learn(const FileResult &R);
  void complain(llvm::StringRef Path, const llvm::Twine &Message) {
    Err << Path << ": error: " << Message << "\n";
  }
  bool finish(llvm::ArrayRef<FileResult> Results);

  const RunOptions &Options;
  llvm::raw_ostream &Out, &Err;
  RunState State;
  HeaderUses Uses;
};

/// A file that bankfix crashed on is left as it is; the others are done.
FileResult Run::process(const std::string &Path, const RunOptions *Own) {
  FileResult R;
  if (survives([&] {
        R = Own ? processFile(Path, *Own, State) : processFile(Path, State);
      }))
    return R;
  return unreadable(Path, llvm::createStringError(
                              "bankfix crashed on this file and leaves it as "
                              "it is; please report this with the file"));
}

/// Says what \p R complains of, and remembers what others ask of it.
void Run::learn(const FileResult &R) {
  Err << R.Complaints;
  Uses.add(R.Path, R.HeadersWithConflicts);
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

/// Says which headers of \p Host nobody named a folder for.
static void addGuessed(FileReport &Into, const HostSource &Host) {
  const llvm::StringRef Text = Host.Text;
  for (const auto &[Name, Path] : Host.Guessed) {
    const size_t At = Text.find("\"" + Name + "\"");
    const unsigned Line =
        1 + Text.take_front(At == llvm::StringRef::npos ? 0 : At).count('\n');
    Into.Diagnostics.push_back(
        {Severity::Note,
         {Host.Path, Line, 1},
         "'" + Name + "' is taken from '" + seenFromHere(Path) +
             "', as it is in no folder that is named; -I tells where "
             "headers are"});
  }
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
    FoundHosts Found =
        findHosts(Path, State.Hosts, Options, State.Repositories);
    for (HostSource &Host : Found.Hosts)
      if (Found.IsComplete && isHostOf(Host, *Text))
        State.Hosts.push_back(std::move(Host));
  }
}

/// A header as all units have it, with what \p Changed is of it already. Where
/// one of them cannot be read around it, the result has failed.
FileResult Run::processUses(const std::string &Header,
                            llvm::ArrayRef<HeaderUse> Of,
                            llvm::ArrayRef<FileResult> Others,
                            const FileResult *Changed) {
  llvm::Expected<FileSettings> Own = State.Each.of(Header);
  if (!Own)
    return unreadable(Header, Own.takeError());
  RunOptions O = std::move(Own->Options);
  std::vector<HeaderUse> Uses = Of.vec();
  O.Project.ResizesUnit =
      Options.Command != Mode::Rewrite || Options.Result != Destination::File;
  for (HeaderUse &Use : Uses) {
    auto Unit = llvm::find_if(Others, [&](const FileResult &R) {
      return !R.Failed && isSameFile(R.Path, Use.Source);
    });
    if (Unit != Others.end())
      Use.Source = Unit->Path;
    else if (!isSameFile(Use.Source, Header))
      O.Project.ResizesUnit = false;
  }
  O.Project.Unit = Uses.front().Source;
  O.Model = Of.front().Model;
  O.ClangFlags = Of.front().Flags;
  O.Headers = Of.front().Headers;
  O.Project.OtherWays.clear();
  O.Project.OtherTargets.clear();
  O.Project.Within = Of.front().Within;
  O.Project.OtherUses.assign(Uses.begin() + 1, Uses.end());
  seeChanges(O.Project, Others);
  if (Changed)
    seeChanges(O.Project, *Changed);
  State.Editable = Others;
  FileResult R = process(Header, &O);
  State.Editable = {};
  learn(R);
  if (!R.Failed)
    joinUnits(R);
  return R;
}

namespace {
/// A unit, by its number, that has arrays of a header that others lack.
struct HeaderTurn {
  size_t Use = 0;
  ArrayPlaces Arrays;
  bool IsUnnamed = false; ///< Which arrays it has is not known yet.
};
} // namespace

/// The first has the most of the arrays with conflicts. Where the header is
/// read in its text, templates are not seen that only others make instances of.
static std::vector<HeaderTurn> turnsOf(const std::string &Header,
                                       llvm::ArrayRef<HeaderUse> Of,
                                       llvm::ArrayRef<FileResult> Others) {
  std::vector<ArrayPlaces> Left(Of.size());
  for (auto [Places, Use] : llvm::zip_equal(Left, Of))
    for (const FileResult &R : Others)
      if (isSameFile(R.Path, Use.Source))
        Places = arraysWithConflicts(R, Header);
  std::vector<HeaderTurn> Out;
  while (true) {
    auto Most = llvm::max_element(
        Left, [](const auto &L, const auto &R) { return L.size() < R.size(); });
    if (Most->empty() && !Out.empty())
      break;
    Out.push_back({size_t(Most - Left.begin()), *Most});
    for (ArrayPlaces &Places : Left)
      for (auto Place : Out.back().Arrays)
        Places.erase(Place);
  }
  for (auto [I, Use] : llvm::enumerate(Of))
    if (I != Out.front().Use && llvm::none_of(Others, [&](const FileResult &R) {
          return isSameFile(R.Path, Use.Source);
        }))
      Out.push_back({I, {}, /*IsUnnamed=*/true});
  return Out;
}

static bool changes(const FileResult &R) {
  return !R.Failed && R.Before != R.After;
}

/// Adds to \p Header, which changes, what \p Turn would change of the original,
/// at \p Arrays: the same edit is made, and proved, once more in the text that
/// has changed. False where it cannot be.
bool Run::alsoChanges(FileResult &Header, FileResult &Turn,
                      llvm::ArrayRef<HeaderUse> Of,
                      llvm::ArrayRef<FileResult> Others,
                      const ArrayPlaces &Arrays) {
  auto IsAlone = [](const FileResult &R) {
    return R.UnitsChanged.empty() && R.HostsChanged.empty();
  };
  if (!IsAlone(Header) || !IsAlone(Turn))
    return false;
  FileResult Both = processUses(Header.Path, Of, Others, &Header);
  if (!changes(Both) || !IsAlone(Both) ||
      !takeFixes(Header, Turn, Both, Arrays))
    return false;
  Header.After = std::move(Both.After);
  llvm::append_range(Header.Helpers, Both.Helpers);
  return true;
}

/// As one unit after another has it.
FileResult Run::processInTurn(const std::string &Header,
                              llvm::ArrayRef<HeaderUse> Of,
                              llvm::ArrayRef<FileResult> Others) {
  const std::vector<HeaderTurn> Turns = turnsOf(Header, Of, Others);
  std::optional<FileResult> Out;
  std::string First; // The unit for which it changes.
  ArrayPlaces Left;  // Arrays of units that had no turn.
  for (auto [I, Turn] : llvm::enumerate(Turns)) {
    if (Out && Turn.IsUnnamed && Left.empty())
      break;
    std::vector<HeaderUse> Uses = Of.vec();
    std::rotate(Uses.begin(), Uses.begin() + Turn.Use,
                Uses.begin() + Turn.Use + 1);
    FileResult R = processUses(Header, Uses, Others);
    ArrayPlaces Arrays = Turn.Arrays;
    if (!Out)
      Left = R.InOtherUnits;
    else if (Turn.IsUnnamed)
      llvm::copy_if(Left, std::inserter(Arrays, Arrays.end()),
                    [&](auto Place) { return !R.InOtherUnits.count(Place); });
    for (auto Place : Arrays)
      Left.erase(Place);
    if (!Out || (changes(R) && !changes(*Out))) {
      if (Out)
        for (const HeaderTurn &Tried : llvm::ArrayRef(Turns).take_front(I))
          takeRefusals(R, *Out, Tried.Arrays);
      Out = std::move(R);
      First = Uses.front().Source;
    } else if (!changes(R)) {
      if (!R.Failed)
        takeRefusals(*Out, R, Arrays);
    } else if (!Arrays.empty() && !alsoChanges(*Out, R, Uses, Others, Arrays)) {
      refuseArrays(*Out, Arrays,
                   "the header changes for kernels of '" + First +
                       "' first; run bankfix again");
    }
    if (Out->Failed)
      break;
  }
  return std::move(*Out);
}

/// What \p R changes in sources that are among \p Results.
static void resized(FileResult &R, llvm::MutableArrayRef<FileResult> Results) {
  for (NewFile &Unit : R.UnitsChanged)
    for (FileResult &Launching : Results)
      if (Launching.Path == Unit.Path)
        Launching.After = std::move(Unit.After);
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
      if (llvm::none_of(Given,
                        [&](const std::string &Known) {
                          return isSameFile(Known, Found);
                        }) &&
          llvm::none_of(Results, [&](const FileResult &Source) {
            return isSameFile(Source.Path, Found);
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
    else if (Of->empty()) { // It is a source of its own, after all.
      Results.push_back(process(Header));
      learn(Results.back());
      continue;
    } else if (FileResult R = processInTurn(Header, *Of, Results); !R.Failed) {
      tellOnce(R, Results);
      resized(R, Results);
      Results.push_back(std::move(R));
      continue;
    } else {
      WhyNot = whyFailed(R);
    }
    if (IsGiven) {
      State.Parts.insert(Header);
      Results.push_back(process(Header));
      learn(Results.back());
      Results.back().Report.Diagnostics.push_back(
          {Severity::Note, {}, "looked at by itself: " + WhyNot});
    }
    for (FileResult &Source : Results)
      refuseHeader(Source, Header,
                   "'" + Header + "', which declares it, stays: " + WhyNot);
  }
}

/// Kernels in the emulator take turns, and so do sources that change what they
/// share. Results come in the order of \p Files.
void Run::processUnits(llvm::ArrayRef<std::string> Files,
                       std::vector<FileResult> &Results) {
  const bool RunsKernels = Options.Command == Mode::Verify || Options.Verifies;
  std::vector<size_t> Sharing;
  std::vector<std::vector<size_t>> InTurn;
  for (auto [I, Path] : llvm::enumerate(Files))
    if (RunsKernels || changesShared(Path, State))
      Sharing.push_back(I);
    else
      InTurn.push_back({I});
  if (!Sharing.empty())
    InTurn.insert(InTurn.begin(), std::move(Sharing));
  std::vector<FileResult> Units(Files.size());
  forEachAtOnce(Options.Many.Jobs, InTurn.size(), [&](size_t Turn) {
    for (size_t I : InTurn[Turn])
      Units[I] = process(Files[I]);
  });
  for (FileResult &R : Units) {
    learn(R);
    Results.push_back(std::move(R));
  }
}

/// Looks again at kernels that get dynamic memory in other units, now that
/// there are results of these.
void Run::processSized(std::vector<FileResult> &Results) {
  std::set<std::string> Edited; // By what another needs.
  for (FileResult &R : Results) {
    if (!R.IsSizedElsewhere || R.Failed || Edited.count(R.Path))
      continue;
    llvm::Expected<FileSettings> Own = State.Each.of(R.Path);
    if (!Own) {
      llvm::consumeError(Own.takeError()); // It was said.
      continue;
    }
    State.Editable = Results;
    RunOptions O = std::move(Own->Options);
    seeChanges(O.Project, Results);
    O.Project.Texts.erase(R.Path);
    FileResult Again = process(R.Path, &O);
    State.Editable = {};
    learn(Again);
    if (Again.Failed)
      continue;
    resized(Again, Results);
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
        if (llvm::Expected<HostSource> Host =
                readHost(Path, Options, State.Repositories))
          State.Hosts.push_back(std::move(*Host));
        else
          Results.push_back(unreadable(Path, Host.takeError()));
        if (Results.size() && State.LostHost.empty())
          State.LostHost = Path;
      }
  if (Options.FindsHosts)
    findTheirHosts(Files);
  std::vector<HostSource> Before = State.Hosts;
  std::vector<std::string> Units, Headers;
  for (const std::string &Path : Files)
    if (Path != "-" && Uses.isPart(Path))
      Headers.push_back(Path); // Once it is known who includes it.
    else if (!HasHosts || !isHostSource(Path))
      Units.push_back(Path);
  processUnits(Units, Results);
  processSized(Results);
  processHeaders(Headers, Results);
  for (FileResult &R : Results)
    llvm::append_range(R.Report.Diagnostics, State.Told.unused(R.Report));
  auto Kernels = llvm::find_if(
      Results, [](const FileResult &R) { return isOpenCLSource(R.Path); });
  for (const HostSource &Host : Before)
    if (Kernels != Results.end())
      addGuessed(Kernels->Report, Host);
  for (auto [Old, New] : llvm::zip_equal(Before, State.Hosts))
    Results.push_back(hostResult(Old, New));
  std::vector<std::string> Warnings = State.Each.warnings();
  llvm::append_range(Warnings, State.Names.warnings());
  for (const std::string &Warning : Warnings)
    Err << "bankfix: warning: " << Warning << '\n';
  if (std::string Why = State.Names.kernelError(); !Why.empty()) {
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
  bool Printed = printReport(
      Results, Options, State.Measured ? &*State.Measured : nullptr, Out, Err);
  Out.flush(); // Where both go to one place, this is the last line.
  if ((Results.size() > 1 || anyFailed(Results)) && !Options.Style.Quiet)
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

/// What the command line names beside sources. The error is one of the user's.
llvm::Error Run::readGiven() {
  if (llvm::Error E = State.Told.readBaseline())
    return llvm::createStringError("bankfix: error: " +
                                   llvm::toString(std::move(E)));
  if (llvm::Error E = State.Maps.begin())
    return llvm::createStringError("bankfix: error: " +
                                   llvm::toString(std::move(E)));
  if (Options.Passes.Profile.empty())
    return llvm::Error::success();
  llvm::Expected<ProfileScope> Of = ProfileScope::of(Options);
  if (!Of)
    return llvm::createStringError(
        Options.Passes.Profile + ": error: " + llvm::toString(Of.takeError()));
  State.Measured = std::move(*Of);
  return llvm::Error::success();
}

int Run::run() {
  if (llvm::Error E = readGiven()) {
    Err << llvm::toString(std::move(E)) << '\n';
    return 2;
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

/// Every file of \p All that is this run's.
std::vector<std::string> shareOf(llvm::ArrayRef<std::string> All,
                                 const MapScope &Of) {
  std::vector<std::string> Out;
  for (auto [I, Path] : llvm::enumerate(All))
    if (I % Of.Shards + 1 == Of.Shard)
      Out.push_back(Path);
  return Out;
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
  Options.Many.Maps.Sources = *Files;
  Options.Files = shareOf(*Files, Options.Many.Maps);
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
