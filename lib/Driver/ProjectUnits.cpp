//===- ProjectUnits.cpp - What units say of each other's kernels ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectUnits.h"
#include "Configurations.h"
#include "Files.h"
#include "HeaderUses.h"
#include "OtherBuilds.h"
#include "Threads.h"
#include "bankfix/Frontend/MemoryQueries.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace bankfix;

/// More builds of one unit than this are not read.
static constexpr size_t MostBuilds = 16;

/// Of sources that nobody named, as many are read.
static constexpr size_t MostUnnamed = 4;

void bankfix::joinLaunches(KernelLaunches &Into, const KernelLaunches &From) {
  Into.OthersPossible |= From.OthersPossible;
  Into.IsGivenAway |= From.IsGivenAway;
  if (!Into.Doubt)
    Into.Doubt = From.Doubt;
  if (!Into.Asked)
    Into.Asked = From.Asked;
  addShapes(From.Shapes, Into.Shapes);
  addShapes(From.Likely, Into.Likely);
}

/// The units of \p Path, of which \p Own says where it is if it is a header;
/// and that itself, which may be a source, too.
static std::vector<std::string> unitsOf(llvm::StringRef Path,
                                        const ProjectBuilds &Own) {
  std::vector<std::string> Out;
  if (!Own.Within.empty())
    Out.push_back(Own.Unit);
  for (const HeaderUse &Use : Own.OtherUses)
    Out.push_back(Use.Source);
  Out.push_back(Path.str());
  return Out;
}

static bool isAmong(llvm::ArrayRef<std::string> Files, llvm::StringRef Path) {
  return llvm::any_of(
      Files, [&](const std::string &File) { return isSameFile(File, Path); });
}

/// Where \p Path first spells \p Name; its first line, where it does not.
static SourcePlace spelledAt(const std::string &Path, llvm::StringRef Name) {
  SourcePlace Out{seenFromHere(Path), 1, 1};
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return Out;
  }
  if (size_t At = findWord(*Text, Name); At != llvm::StringRef::npos)
    Out.Line += llvm::StringRef(*Text).take_front(At).count('\n');
  return Out;
}

/// \p Why as other units see it, of \p Source.
static Obstacle seenFrom(const std::string &Source, Obstacle Why,
                         llvm::StringRef Kernel) {
  if (Why.Place.File.empty())
    Why.Place.File = Source;
  if (Why.Detail.empty())
    Why.Detail = Why.Kind == ObstacleKind::LaunchUnread ? Source : Kernel.str();
  return Why;
}

void ProjectUnits::add(const std::string &Path, const RunOptions &Own,
                       const ParsedFile &Parsed) {
  if (!isCudaUnit(Path))
    return;
  Unit &U = unit(Path);
  std::lock_guard Locked(U.Lock);
  if (U.All.empty()) // A source may be looked at twice.
    U.All.push_back(&Readings.add(Path, Own, Parsed));
}

ProjectUnits::Unit &ProjectUnits::unit(const std::string &Path) {
  std::lock_guard Locked(Lock);
  return Units[Path];
}

/// Other units' kernels are declared and launched in \p Path.
const ProjectUnits::Unit *ProjectUnits::unitOf(const std::string &Path) {
  Unit &U = unit(Path);
  std::lock_guard Locked(U.Lock);
  if (U.HasAll)
    return &U;
  llvm::Expected<FileSettings> Own = Each.of(Path);
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Own || !Text) {
    llvm::consumeError(Own.takeError());
    llvm::consumeError(Text.takeError());
    return nullptr; // It is said where it is a file to be fixed.
  }
  U.HasAll = true;
  std::vector<Configuration> Ways = otherWays(Own->Options.Project);
  Ways.insert(Ways.begin(), Configuration());
  for (const Configuration &C : llvm::drop_begin(Ways, U.All.size()))
    U.All.push_back(&Readings.read(Path, *Text, optionsIn(C, Own->Options)));
  for (size_t Way = 0; Way != Ways.size(); ++Way)
    readBuilds(Path, *Text, Own->Options, U, Way);
  return &U;
}

/// The builds of \p Of that host code has.
static std::optional<std::vector<Configuration>>
hostBuilds(BuildChoices Choices, const ArrayBuilds &Of) {
  for (BuildMacro &M : Choices.Macros)
    if (M.Name == "__CUDA_ARCH__")
      M.Values = {std::nullopt};
  auto Out = conditionalBuilds(Choices, Of);
  return Out && Out->size() <= MostBuilds ? std::move(Out) : std::nullopt;
}

static bool isTakenIn(const BuildChoices &There, const BuildBranch &B) {
  return llvm::any_of(There.Branches, [&](const BuildBranch &X) {
    return X.IsTaken && X.Place == B.Place && X.IsAbsence == B.IsAbsence;
  });
}

/// Both have the same of the branches of \p Of, which \p A numbers.
static bool isSameBuild(const BuildChoices &A, const BuildChoices &B,
                        const ArrayBuilds &Of) {
  return llvm::all_of(Of.Branches, [&](unsigned I) {
    return A.Branches[I].IsTaken == isTakenIn(B, A.Branches[I]);
  });
}

/// Reads \p Path, of which \p Into has one way to compile it, as its builds
/// have it that decide about launches; what no build shows is a doubt.
void ProjectUnits::readBuilds(const std::string &Path, llvm::StringRef Text,
                              const RunOptions &Own, Unit &Into, size_t Way) {
  const UnitReading &Base = *Into.All[Way];
  ArrayBuilds Together;
  for (const auto &[Symbol, Of] : Base.Says.Builds) {
    Together.Macros.insert(Of.Macros.begin(), Of.Macros.end());
    Together.Branches.insert(Of.Branches.begin(), Of.Branches.end());
  }
  const auto Builds = hostBuilds(Base.Choices, Together);
  const size_t First = Into.All.size();
  for (Configuration C : Builds.value_or(std::vector<Configuration>())) {
    C.Use = &Base.As;
    C.Model = Base.As.Model;
    const UnitReading &There = Readings.read(Path, Text, optionsIn(C, Own));
    if (!There.Error && !isSameBuild(Base.Choices, There.Choices, Together))
      Into.All.push_back(&There);
  }
  const auto Others = llvm::ArrayRef(Into.All).drop_front(First);
  for (const auto &[Symbol, Of] : Base.Says.Builds) {
    if (!Builds)
      Into.Doubts.insert(
          {Symbol, {ObstacleKind::LaunchBranches, {"", 1, 1}, ""}});
    for (unsigned I : Of.Macros)
      if (const BuildMacro &M = Base.Choices.Macros[I]; M.IsOpen)
        Into.Doubts.insert(
            {Symbol,
             {ObstacleKind::LaunchBuild,
              M.Place.Line ? M.Place : SourcePlace{"", 1, 1}, M.Name}});
    for (unsigned I : Of.Branches)
      if (const BuildBranch &B = Base.Choices.Branches[I];
          !B.IsTaken && llvm::none_of(Others, [&](const UnitReading *R) {
            return isTakenIn(R->Choices, B);
          }))
        Into.Doubts.insert(
            {Symbol, {ObstacleKind::LaunchSkipped, B.Place, ""}});
  }
}

/// All that may launch the kernels of \p Path can be known.
bool ProjectUnits::isClosed(const std::string &Path, bool IsWanted) {
  if (!Options.Project.IsClosed || !Options.StdinName.empty())
    return false;
  auto Commands = Each.commandsFor(Path);
  if (!Commands) {
    llvm::consumeError(Commands.takeError());
    return false;
  }
  if (*Commands && !(*Commands)->of(Path).empty())
    return true;
  return llvm::count_if(Options.Files, isCudaUnit) > 1 ||
         (IsWanted && isInRepository(Path));
}

/// What may include \p File, by a macro if it is a header; a source may be
/// included, too.
static std::vector<std::string> including(const IncludeGraph &Graph,
                                          const std::string &File) {
  return Graph.mayInclude(File, /*ByMacro=*/isHeaderPath(File));
}

/// The sources in other languages that name what launches kernels, themselves
/// or in a header.
const std::set<std::string> &
ProjectUnits::foreignLaunchers(const IncludeGraph &Graph) {
  std::lock_guard Locked(Lock);
  auto [It, IsNew] = Foreign.try_emplace(&Graph);
  auto Add = [&, &Out = It->second](const std::string &File) {
    if (!isHeaderPath(File) && !isCudaUnit(File))
      Out.insert(File);
  };
  std::set<std::string> Seen;
  for (llvm::StringRef Launcher : launchers())
    for (const std::string &File :
         IsNew ? Graph.naming(Launcher) : std::vector<std::string>()) {
      Add(File);
      if (Seen.insert(File).second)
        for (const std::string &Source : including(Graph, File))
          Add(Source);
    }
  return It->second;
}

/// The sources that may launch what is called \p Name, as the user names them:
/// they name it, or include a header that does, or paste names that it may be.
std::vector<std::string> ProjectUnits::mayLaunch(const IncludeGraph &Graph,
                                                 const std::string &Path,
                                                 llvm::StringRef Name) {
  std::vector<std::string> Out;
  auto Add = [&](const std::string &File) {
    auto Given = llvm::find_if(Options.Files, [&](const std::string &Each) {
      return isSameFile(Each, File);
    });
    std::string Seen =
        Given == Options.Files.end() ? seenFromHere(File) : *Given;
    if (!isSameFile(File, Path) && !llvm::is_contained(Out, Seen))
      Out.push_back(std::move(Seen));
  };
  const std::set<std::string> &Calling = foreignLaunchers(Graph);
  auto AddIfLaunching = [&](const std::string &Source) {
    if (isCudaUnit(Source) || Calling.count(Source))
      Add(Source);
  };
  auto AddIncluding = [&](const std::string &Header) {
    for (const std::string &Source : including(Graph, Header))
      AddIfLaunching(Source);
  };
  for (const std::string &File : Graph.naming(Name)) {
    AddIncluding(File);
    // Other languages reach a kernel by its name alone: see LaunchesByText.
    if (!isHeaderPath(File) && sourceKind(File))
      Add(File);
  }
  for (const std::string &File : Graph.pasting(Name)) {
    AddIncluding(File);
    if (!isHeaderPath(File))
      AddIfLaunching(File);
  }
  return Out;
}

/// What \p Unit lacks is not the project's, and so does not know \p K, and what
/// \p Unit has of the project's does no more than to declare it.
static bool onlyDeclares(const std::string &Source, const UnitReading &Unit,
                         const Kernel &K, const std::string &Symbol,
                         const IncludeGraph &Graph) {
  const UnitLaunches &Says = Unit.Says;
  auto IsOurs = [&](const std::string &Header) {
    return Graph.holdsNamed(Header);
  };
  auto Spells = [&](llvm::StringRef Flag) { return Flag.contains(K.Name); };
  if (Says.Lacks.empty() || llvm::any_of(Says.Lacks, IsOurs) ||
      llvm::any_of(Unit.As.Flags, Spells) || Says.Kernels.count(Symbol) ||
      Says.Dropped.count(K.Name) || Says.Skipped.count(K.Name))
    return false;
  // A header that is missing may include one of the project in its turn.
  auto IsRead = [&](const std::string &File) {
    return isSameFile(File, Source) ||
           llvm::any_of(Unit.Includes, [&](const IncludedFile &I) {
             return isSameFile(File, I.Path);
           });
  };
  auto IsApart = [&](const std::string &File) {
    return !IsRead(File) && !isHeaderPath(File) && !Graph.mayBeIncluded(File);
  };
  return llvm::all_of(Graph.naming(K.Name),
                      [&](const std::string &File) {
                        return IsRead(File) || IsApart(File);
                      }) &&
         llvm::all_of(Graph.pasting(K.Name), IsApart);
}

/// Adds what \p From, the unit \p Source, does with \p K, or may do.
void ProjectUnits::addUnit(const std::string &Source, const Unit &From,
                           const Kernel &K, const std::string &Symbol,
                           bool IncludesIt, const IncludeGraph &Graph,
                           KernelLaunches &Into) const {
  auto Open = [&](Obstacle Why) {
    Into.open(seenFrom(Source, std::move(Why), K.Name));
  };
  std::optional<std::vector<SourcePlace>> Skipped;
  bool IsNamed = false;
  for (const UnitReading *R : From.All) {
    const UnitLaunches &Says = R->Says;
    if (Says.Defined.count(Symbol)) {
      // It is another program's, with one of its own, or has this one's text.
      if (IncludesIt)
        Open({ObstacleKind::LaunchTwice, spelledAt(Source, K.Name), Source});
      continue;
    }
    // What is not read may give it away.
    Into.IsGivenAway |= R->Error || Says.Open || Says.Dropped.count(K.Name);
    if (R->Error)
      Open({ObstacleKind::LaunchUnread, *R->Error, Source});
    if (Says.Open && !onlyDeclares(Source, *R, K, Symbol, Graph))
      Open(*Says.Open);
    if (auto It = Says.Dropped.find(K.Name); It != Says.Dropped.end())
      Open({ObstacleKind::LaunchOtherwise, It->second, K.Name});
    auto Hidden = Says.Skipped.find(K.Name);
    if (Hidden == Says.Skipped.end())
      Skipped.emplace();
    else if (!Skipped)
      Skipped = Hidden->second;
    else
      llvm::erase_if(*Skipped, [&](const SourcePlace &P) {
        return !llvm::is_contained(Hidden->second, P);
      });
    if (auto It = Says.Kernels.find(Symbol); It != Says.Kernels.end()) {
      IsNamed = true;
      KernelLaunches There = It->second;
      if (There.Doubt)
        There.Doubt = seenFrom(Source, std::move(*There.Doubt), K.Name);
      if (There.Asked)
        There.Asked = seenFrom(Source, std::move(*There.Asked), K.Name);
      joinLaunches(Into, There);
    }
  }
  if (Skipped && !Skipped->empty())
    Open({ObstacleKind::LaunchSkipped, Skipped->front(), K.Name});
  if (auto It = From.Doubts.find(Symbol); IsNamed && It != From.Doubts.end())
    Open(It->second);
}

/// What asks how much shared memory a kernel has that it is only given, in the
/// files of \p Graph but \p Within. \p CanRead: CUDA's are read; else, and
/// where they cannot be, what names a function that asks does.
std::optional<Obstacle>
ProjectUnits::askingForAny(llvm::ArrayRef<std::string> Within,
                           const IncludeGraph &Graph, bool CanRead) {
  std::set<std::string> Seen;
  auto Asks = [&](const std::string &File,
                  const std::string &Query) -> std::optional<Obstacle> {
    if (isAmong(Within, File) || !Seen.insert(File).second)
      return std::nullopt;
    const std::string Here = seenFromHere(File);
    const Unit *There = CanRead && isCudaUnit(File) ? unitOf(Here) : nullptr;
    if (!There || llvm::any_of(There->All, [](const UnitReading *R) {
          return R->Error || !R->Says.Lacks.empty();
        }))
      return Obstacle{ObstacleKind::SizeQuery, spelledAt(File, Query), Query};
    for (const UnitReading *R : There->All)
      if (R->Says.AsksForAny)
        return seenFrom(Here, *R->Says.AsksForAny, Query);
    return std::nullopt;
  };
  auto Spelling = [&](const std::string &Query) {
    std::vector<std::string> Out = Graph.naming(Query);
    llvm::append_range(Out, Graph.pasting(Query));
    return Out;
  };
  for (const std::string &Query : memoryQueries())
    for (const std::string &File : Spelling(Query))
      for (const std::string &Source : isHeaderPath(File)
                                           ? including(Graph, File)
                                           : std::vector<std::string>{File})
        if (auto Why = Asks(Source, Query))
          return Why;
  return std::nullopt;
}

/// All launches of \p K, which \p Path defines, in other units than \p Within.
KernelLaunches ProjectUnits::launchesOf(llvm::ArrayRef<std::string> Within,
                                        const std::string &Path,
                                        const Kernel &K,
                                        const KernelLaunches &Own,
                                        const IncludeGraph &Graph) {
  KernelLaunches Out;
  auto Commands = Each.commandsFor(Path);
  if (!Commands) {
    llvm::consumeError(Commands.takeError());
    Out.OthersPossible = true;
    return Out;
  }
  auto IsCompiled = [&](const std::string &Source) {
    return *Commands && !(*Commands)->of(Source).empty();
  };
  const bool IsListed = IsCompiled(Within.front());
  if (auto Why = ByText.loading(Path, K, Own.Symbol))
    Out.open(*Why);
  const std::vector<std::string> Including = Graph.mayInclude(Path, true);
  std::vector<std::string> Launching = mayLaunch(Graph, Path, K.Name);
  llvm::erase_if(Launching, [&](const std::string &Source) {
    return isAmong(Within, Source);
  });
  if (IsListed) // The project does not compile the others.
    llvm::erase_if(Launching, [&](const std::string &Source) {
      return (isCudaUnit(Source) || isHostSource(Source)) &&
             !IsCompiled(Source);
    });
  auto IsUnnamed = [&](const std::string &Source) {
    return !IsListed && isCudaUnit(Source) && !isAmong(Options.Files, Source);
  };
  const bool AreFew =
      size_t(llvm::count_if(Launching, IsUnnamed)) <= MostUnnamed;
  forEachAtOnce(Options.Many.Jobs, IsListed ? Launching.size() : 0,
                [&](size_t I) {
                  if (isCudaUnit(Launching[I]))
                    unitOf(Launching[I]);
                });
  for (const std::string &Source : Launching) {
    const bool IsCuda = isCudaUnit(Source);
    auto IsSource = [&](const std::string &Other) {
      return isSameFile(Other, Source);
    };
    if (!IsCuda)
      Out.open(
          {ObstacleKind::LaunchForeign, spelledAt(Source, K.Name), Source});
    else if (IsUnnamed(Source) && !AreFew)
      Out.open(
          {ObstacleKind::LaunchUnnamed, spelledAt(Source, K.Name), Source});
    else if (const Unit *There = unitOf(Source))
      addUnit(Source, *There, K, Own.Symbol, llvm::any_of(Including, IsSource),
              Graph, Out);
    else
      Out.open({ObstacleKind::LaunchUnread, {Source, 1, 1}, Source});
  }
  if ((Own.IsGivenAway || Out.IsGivenAway) && !Out.Asked)
    Out.Asked = askingForAny(Within, Graph, IsListed);
  return Out;
}

std::optional<OtherUnits> ProjectUnits::around(const std::string &Path,
                                               const ParsedFile &Parsed,
                                               const ProjectBuilds &Own,
                                               bool IsWanted) {
  const std::vector<std::string> Within = unitsOf(Path, Own);
  if (!isCudaUnit(Within.front()) ||
      !(Parsed.Role == FileRole::InUnit || isClosed(Path, IsWanted)))
    return std::nullopt;
  auto Graph = Each.projectOf(Path);
  if (!Graph) {
    llvm::consumeError(Graph.takeError());
    return std::nullopt;
  }
  OtherUnits Out;
  for (auto [K, L] : llvm::zip_equal(Parsed.Prog.Kernels, Parsed.Launches)) {
    if (L.Symbol.empty() || !K.Place.File.empty())
      continue;
    Out.Launches[L.Symbol] = launchesOf(Within, Path, K, L, **Graph);
  }
  return Out;
}

std::optional<OtherUnits>
ProjectUnits::unseen(const std::string &Path, const ParsedFile &Parsed,
                     llvm::function_ref<bool(unsigned)> IsWanted) {
  OtherUnits Out;
  for (auto [I, L] : llvm::enumerate(Parsed.Launches)) {
    const Kernel &K = Parsed.Prog.Kernels[I];
    if (!isCudaUnit(Path) || L.Symbol.empty() || !K.Place.File.empty() ||
        !IsWanted(I))
      continue;
    auto Why = ByText.around(Path, K, L.Symbol);
    if (Why)
      Out.Launches[L.Symbol].open(*Why);
    if (!Why && !L.IsGivenAway)
      continue;
    if (auto Asks = askingForAny({Path}, ByText.filesBeside(Path),
                                 /*CanRead=*/false))
      Out.Launches[L.Symbol].Asked = *Asks;
  }
  if (Out.Launches.empty())
    return std::nullopt;
  return Out;
}

void ProjectUnits::forEachReading(
    llvm::function_ref<void(const std::string &, const UnitReading &)> Do) {
  std::vector<std::pair<const std::string *, Unit *>> All;
  {
    std::lock_guard Locked(Lock);
    for (auto &[Source, Of] : Units)
      All.push_back({&Source, &Of});
  }
  for (auto [Source, Of] : All) {
    std::lock_guard Locked(Of->Lock);
    for (const UnitReading *R : Of->All)
      Do(*Source, *R);
  }
}

std::vector<HeaderUse> ProjectUnits::launching(const std::string &Symbol) {
  std::vector<HeaderUse> Out;
  forEachReading([&](const std::string &, const UnitReading &R) {
    if (R.Says.Kernels.count(Symbol))
      Out.push_back(R.As);
  });
  return Out;
}

const std::string *ProjectUnits::otherDefining(const std::string &Symbol,
                                               llvm::StringRef Path,
                                               const ProjectBuilds &Own) {
  const std::vector<std::string> Units = unitsOf(Path, Own);
  const std::string *First = nullptr;
  forEachReading([&](const std::string &Source, const UnitReading &R) {
    if (!First && R.Says.Defined.count(Symbol) && !isAmong(Units, Source))
      First = &Source;
  });
  return First;
}
