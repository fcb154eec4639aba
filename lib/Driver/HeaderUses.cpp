//===- HeaderUses.cpp - The units that a header is a part of --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderUses.h"
#include "Configurations.h"
#include "Files.h"
#include "OtherBuilds.h"
#include "Threads.h"
#include "bankfix/Kernel/SourceKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace bankfix;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// More uses of one header than this are not proved, one by one.
static constexpr size_t MostUses = 64;

/// So many sources that nobody named are read for a header.
static constexpr size_t MostUnnamed = 8;

bool bankfix::isCudaUnit(StringRef Path) {
  return isUnitOf(Path, SourceLanguage::Cuda);
}

bool bankfix::isHeaderPath(StringRef Path) { return isIncludedAlone(Path); }

bool bankfix::isSameFile(StringRef A, StringRef B) {
  return A == B || llvm::sys::fs::equivalent(A, B);
}

bool bankfix::isInRepository(StringRef Path) {
  const std::string Folder = repositoryOf(Path);
  return !Folder.empty() && llvm::sys::fs::is_directory(Folder + "/.git");
}

/// Without `./` and `DIR/../`, where that is the same file.
static std::string plainName(StringRef Path) {
  llvm::SmallString<256> Plain(Path);
  path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return (isSameFile(Plain, Path) ? StringRef(Plain) : Path).str();
}

std::vector<std::string>
bankfix::headersWithConflicts(StringRef Path, const RunOptions &Own,
                              const FileAnalysis &Analysis) {
  std::vector<std::string> Out;
  if (!isCudaUnit(Path) || !Analysis.Parsed.Ok)
    return Out;
  const Program &P = Analysis.Parsed.Prog;
  for (const AnalyzedKernel &K : Analysis.Kernels)
    for (auto [S, V] : llvm::zip_equal(P.Kernels[K.Kernel].Sites, K.Verdicts)) {
      const std::string &File = P.Arrays[S.Array].Place.File;
      if (!File.empty() && isFinding(V, Own.Plan.MinDegree) &&
          !llvm::is_contained(Out, File))
        Out.push_back(File);
    }
  return Out;
}

void HeaderUses::add(StringRef Path, llvm::ArrayRef<std::string> Headers) {
  for (const std::string &File : Headers) {
    ConflictsIn[Path.str()].insert(File);
    if (llvm::none_of(Conflicts, [&](const std::string &Known) {
          return isSameFile(Known, File);
        }))
      Conflicts.push_back(plainName(File));
  }
}

/// Another CUDA source that is given may include \p Path.
bool HeaderUses::isIncludedByGiven(StringRef Path) {
  if (!AmongGiven) {
    std::vector<std::string> Sources;
    llvm::copy_if(Options.Files, std::back_inserter(Sources),
                  [](const std::string &File) { return isCudaUnit(File); });
    AmongGiven = IncludeGraph::of(
        Sources.size() > 1 ? Sources : std::vector<std::string>());
  }
  return !AmongGiven->mayInclude(Path, /*ByMacro=*/false).empty();
}

bool HeaderUses::isPart(const std::string &Path) {
  if (isHeaderPath(Path))
    return true;
  if (!isCudaUnit(Path) || !Options.StdinName.empty())
    return false;
  auto Commands = Each.commandsFor(Path);
  if (!Commands) {
    llvm::consumeError(Commands.takeError()); // It is said where it is read.
    return false;
  }
  if (!*Commands || (*Commands)->gpuSources().empty())
    return isIncludedByGiven(Path);
  auto Graph = Each.projectOf(Path);
  if (!Graph) {
    llvm::consumeError(Graph.takeError());
    return false;
  }
  return (*Graph)->mayBeIncluded(Path) &&
         llvm::any_of((*Graph)->mayInclude(Path, /*ByMacro=*/false),
                      [&](const std::string &Source) {
                        return !isHeaderPath(Source) &&
                               !(*Commands)->of(Source).empty();
                      });
}

/// In each way in which the project compiles it.
llvm::Expected<std::vector<const UnitReading *>>
HeaderUses::readingsOf(const std::string &Path) {
  llvm::Expected<FileSettings> Own = Each.of(Path);
  if (!Own)
    return Own.takeError();
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text)
    return Text.takeError();
  std::vector<Configuration> Ways = otherWays(Own->Options.Project);
  Ways.insert(Ways.begin(), Configuration());
  std::vector<const UnitReading *> Out;
  for (const Configuration &C : Ways)
    Out.push_back(&Readings.read(Path, *Text, optionsIn(C, Own->Options)));
  return Out;
}

llvm::Error HeaderUses::addUses(const std::string &Source,
                                const std::string &Header,
                                std::vector<HeaderUse> &Into) {
  auto Ways = readingsOf(Source);
  if (!Ways)
    return llvm::createStringError(
        "'" + Source + "', which may include it: " +
        llvm::toString(Ways.takeError()) +
        (llvm::sys::fs::exists(Source)
             ? ""
             : "; generate it, or take it out of compile_commands.json"));
  for (const UnitReading *R : *Ways) {
    if (R->Error)
      return llvm::createStringError("'" + Source +
                                     "', which may include it, " + R->Problem);
    if (isSameFile(Source, Header)) {
      Into.push_back(R->As);
      continue;
    }
    auto It = llvm::find_if(R->Includes, [&](const IncludedFile &F) {
      return isSameFile(F.Path, Header);
    });
    if (It == R->Includes.end())
      continue;
    if (!It->IsOnce)
      return llvm::createStringError("'" + Source +
                                     "' includes it more than once");
    if (Into.size() == MostUses)
      return llvm::createStringError(
          "more units include it than are looked at, which is " +
          std::to_string(MostUses));
    Into.push_back(R->As);
    Into.back().Within = It->From;
  }
  return llvm::Error::success();
}

/// Why \p Source, which may include a header, stands against an edit; empty if
/// it does not.
static std::string whyNot(StringRef Source, bool IsKnown) {
  std::string Name = "'" + Source.str() + "'";
  if (!isCudaUnit(Source))
    return Name + ", which is not CUDA, may include it, too";
  if (!IsKnown)
    return Name + " may include it, too: name that as well, or say with -p how "
                  "the project is compiled";
  return "";
}

/// The sources that may include \p Header, each once.
std::vector<std::string>
HeaderUses::candidates(const IncludeGraph &Graph, const std::string &Header,
                       const CompileCommands *Commands) const {
  std::vector<std::string> Out;
  const std::vector<std::string> ByName =
      Graph.mayInclude(Header, /*ByMacro=*/false);
  for (const std::string &File : Graph.mayInclude(Header, /*ByMacro=*/true))
    // A header counts where a source includes it. What other languages include
    // by a macro is none with kernels.
    if (!isHeaderPath(File) &&
        (isCudaUnit(File) || llvm::is_contained(ByName, File)))
      Out.push_back(seenFromHere(File));
  // What lies elsewhere, such as where sources are generated.
  std::vector<std::string> Others = Options.Files;
  if (Commands)
    Others = Commands->gpuSources();
  for (const std::string &Other : Others)
    if (isCudaUnit(Other) && !Graph.holds(Other))
      Out.push_back(seenFromHere(Other));
  return Out;
}

/// What keeps \p Header as it is, whoever includes it.
llvm::Error HeaderUses::whyKept(const std::string &Header) {
  llvm::Expected<FileSettings> Own = Each.of(Header);
  if (!Own)
    return Own.takeError();
  const ProjectBuilds &Project = Own->Options.Project;
  if (!Own->ExcludedBy.empty())
    return llvm::createStringError(Own->ExcludedBy + " leaves it out");
  if (!Project.IsClosed)
    return llvm::createStringError(
        "files outside of the project may include it, as --closed-world=false "
        "says");
  if (!llvm::Regex(Project.HeaderFilter).match(Header))
    return llvm::createStringError("--header-filter leaves it out");
  if (llvm::any_of(Options.Files, [&](const std::string &Given) {
        return isSameFile(Given, Header);
      }))
    return llvm::Error::success();
  llvm::Expected<bool> IsForeign = Each.isForeign(Header);
  if (!IsForeign)
    return IsForeign.takeError();
  if (*IsForeign)
    return llvm::createStringError(
        "it is not of the project's own repository or folder; name it to have "
        "it changed, too");
  return llvm::Error::success();
}

llvm::Expected<std::vector<HeaderUse>>
HeaderUses::of(const std::string &Header) {
  if (llvm::Error Why = whyKept(Header))
    return Why;
  auto Files = Each.projectOf(Header);
  auto Commands = Each.commandsFor(Header);
  if (!Files || !Commands)
    return llvm::joinErrors(Files.takeError(), Commands.takeError());
  const IncludeGraph &Graph = **Files;
  if (std::string Loader = Graph.mayLoad(Header); !Loader.empty())
    return llvm::createStringError("'" + seenFromHere(Loader) +
                                   "' names it in a string, and may compile "
                                   "it by itself");
  std::vector<HeaderUse> Out;
  std::vector<std::string> All = candidates(Graph, Header, *Commands);
  auto IsCompiled = [&](const std::string &Source) {
    return *Commands && !(*Commands)->of(Source).empty();
  };
  // A database above that compiles none of them is another project's.
  const bool IsListed = llvm::any_of(All, IsCompiled);
  auto IsUnnamed = [&](const std::string &Source) {
    return llvm::none_of(Options.Files, [&](const std::string &Given) {
      return isSameFile(Given, Source);
    });
  };
  // They are read as those that are named are, and not edited.
  const bool MayReadAll =
      IsListed || (isInRepository(Header) &&
                   size_t(llvm::count_if(All, IsUnnamed)) <= MostUnnamed);
  if (IsListed && isCudaUnit(Header) && IsCompiled(Header))
    All.push_back(Header); // By itself, too.
  forEachAtOnce(Options.Many.Jobs, IsListed ? All.size() : 0, [&](size_t I) {
    if (isCudaUnit(All[I]) && IsCompiled(All[I]))
      llvm::consumeError(readingsOf(All[I]).takeError()); // It is said below.
  });
  for (const std::string &Source : All) {
    if (IsListed && !IsCompiled(Source))
      continue; // The project does not compile it.
    if (std::string Why = whyNot(Source, MayReadAll || !IsUnnamed(Source));
        !Why.empty())
      return llvm::createStringError(Why);
    if (llvm::Error E = addUses(Source, Header, Out))
      return E;
  }
  if (llvm::all_of(Out,
                   [](const HeaderUse &Use) { return Use.Within.empty(); })) {
    if (isCudaUnit(Header)) // What includes that name means another file.
      return std::vector<HeaderUse>();
    return llvm::createStringError("no source of the project includes it");
  }
  // What is found there is told first.
  std::vector<HeaderUse> Sorted;
  for (bool HasConflicts : {true, false})
    llvm::copy_if(Out, std::back_inserter(Sorted), [&](const HeaderUse &Use) {
      return bool(ConflictsIn.count(Use.Source)) == HasConflicts;
    });
  return Sorted;
}
