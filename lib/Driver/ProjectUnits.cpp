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
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// What loads a kernel by its name, when the program runs.
static constexpr llvm::StringLiteral Loaders[] = {
    "cuModuleGetFunction", "cuLibraryGetKernel", "cuKernelGetFunction",
    "hipModuleGetFunction", "cudaLibraryGetKernel"};

/// What launches a kernel from sources that are not CUDA's, too.
static constexpr llvm::StringLiteral Launchers[] = {
    "cudaLaunchKernel",          "cudaLaunchKernelExC",
    "cudaLaunchCooperativeKernel", "cudaLaunch",
    "hipLaunchKernel",           "hipLaunchKernelGGL",
    "cudaGraphAddKernelNode",    "cudaGetFuncBySymbol"};

/// Some file may launch a kernel that it names in no way that is found.
static bool mayLaunchUnseen(const IncludeGraph &Graph) {
  return Graph.pastesNames() ||
         llvm::any_of(Launchers, [&](llvm::StringRef Launcher) {
           return !llvm::all_of(Graph.naming(Launcher), isCudaUnit);
         });
}

void bankfix::joinLaunches(KernelLaunches &Into, const KernelLaunches &From) {
  Into.OthersPossible |= From.OthersPossible;
  for (const LaunchShape &S : From.Shapes)
    if (!llvm::is_contained(Into.Shapes, S))
      Into.Shapes.push_back(S);
}

/// How \p Path was read.
static HeaderUse useOf(const std::string &Path, const RunOptions &Own,
                       const ParsedFile &Parsed) {
  return {Path, {}, Own.ClangFlags, headersOf(Parsed), Own.Model};
}

void ProjectUnits::add(const std::string &Path, const RunOptions &Own,
                       const ParsedFile &Parsed) {
  std::vector<Reading> &All = Readings[Path];
  if (isCudaUnit(Path) && All.empty())
    All.push_back({useOf(Path, Own, Parsed), Parsed.Launched, Parsed.Ok});
}

const std::vector<ProjectUnits::Reading> *
ProjectUnits::readingsOf(const std::string &Path) {
  std::vector<Reading> &All = Readings[Path];
  llvm::Expected<FileSettings> Own = Each.of(Path);
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Own || !Text) {
    llvm::consumeError(Own.takeError());
    llvm::consumeError(Text.takeError());
    return nullptr; // It is said where it is a file to be fixed.
  }
  std::vector<Configuration> Ways = otherWays(Own->Options.Project);
  Ways.insert(Ways.begin(), Configuration());
  for (const Configuration &C : llvm::drop_begin(Ways, All.size())) {
    const RunOptions There = optionsIn(C, Own->Options);
    ExprPool Pool;
    ParsedFile File =
        parse(Path, *Text, parseOptionsOf(There, *There.Model), Pool);
    All.push_back(
        {useOf(Path, There, File), std::move(File.Launched), File.Ok});
  }
  return &All;
}

/// All that may launch the kernels of \p Path can be known.
bool ProjectUnits::isClosed(const std::string &Path) {
  if (!Options.Project.IsClosed || !Options.StdinName.empty())
    return false;
  auto Commands = Each.commandsFor(Path);
  if (!Commands) {
    llvm::consumeError(Commands.takeError());
    return false;
  }
  if (*Commands && !(*Commands)->of(Path).empty())
    return true;
  return llvm::count_if(Options.Files, isCudaUnit) > 1;
}

/// The sources that may launch what is called \p Name: they name it, or include
/// a header that does, as the user names them.
std::vector<std::string> ProjectUnits::mayLaunch(const IncludeGraph &Graph,
                                                 const std::string &Path,
                                                 llvm::StringRef Name) const {
  std::vector<std::string> Out;
  auto Add = [&](const std::string &File) {
    auto Given = llvm::find_if(Options.Files, [&](const std::string &Each) {
      return isSameFile(Each, File);
    });
    std::string Seen = Given == Options.Files.end() ? seenFromHere(File) : *Given;
    if (!isSameFile(File, Path) && !llvm::is_contained(Out, Seen))
      Out.push_back(std::move(Seen));
  };
  for (const std::string &File : Graph.naming(Name))
    if (!isHeaderPath(File)) {
      Add(File);
    } else {
      for (const std::string &Source : Graph.mayInclude(File, true))
        if (isCudaUnit(Source))
          Add(Source);
    }
  return Out;
}

/// All launches of \p K, which \p Path defines, in other units.
KernelLaunches ProjectUnits::launchesOf(const std::string &Path,
                                        const Kernel &K,
                                        const KernelLaunches &Own,
                                        const IncludeGraph &Graph) {
  KernelLaunches Out;
  const std::string &Name = K.Name;
  auto Commands = Each.commandsFor(Path);
  if (!Commands) {
    llvm::consumeError(Commands.takeError());
    Out.OthersPossible = true;
    return Out;
  }
  auto IsCompiled = [&](const std::string &Source) {
    return *Commands && !(*Commands)->of(Source).empty();
  };
  const bool IsListed = IsCompiled(Path);
  Out.OthersPossible |= mayLaunchUnseen(Graph);
  for (llvm::StringRef Loader : Loaders)
    Out.OthersPossible |= !Graph.naming(Loader).empty() &&
                          (!Graph.quotes(Name).empty() ||
                           !Graph.quotes(Own.Symbol).empty());
  for (const std::string &Source : mayLaunch(Graph, Path, Name)) {
    const bool IsNamed =
        llvm::any_of(Options.Files, [&](const std::string &Given) {
          return isSameFile(Given, Source);
        });
    if (IsListed && !IsCompiled(Source) && isCudaUnit(Source))
      continue; // The project does not compile it.
    const std::vector<Reading> *All =
        isCudaUnit(Source) && (IsListed || IsNamed) ? readingsOf(Source)
                                                    : nullptr;
    Out.OthersPossible |= !All;
    for (const Reading &R : All ? *All : std::vector<Reading>()) {
      const UnitLaunches &Says = R.Says;
      if (Says.Defined.count(Own.Symbol)) {
        // It is another program's, with one of its own, or has this one's text.
        Out.OthersPossible |= llvm::any_of(
            Graph.mayInclude(Path, true), [&](const std::string &Includer) {
              return isSameFile(Includer, Source);
            });
        continue;
      }
      Out.OthersPossible |=
          !R.Ok || Says.IsOpen || Says.Skipped.count(Name);
      if (auto It = Says.Kernels.find(Own.Symbol); It != Says.Kernels.end())
        joinLaunches(Out, It->second);
    }
  }
  return Out;
}

std::optional<OtherUnits> ProjectUnits::around(const std::string &Path,
                                               const ParsedFile &Parsed) {
  if (!isCudaUnit(Path) || Parsed.IsInUnit || !isClosed(Path))
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
    Out.Launches[L.Symbol] = launchesOf(Path, K, L, **Graph);
  }
  return Out;
}

std::vector<HeaderUse>
ProjectUnits::launching(const std::string &Symbol) const {
  std::vector<HeaderUse> Out;
  for (const auto &[Source, All] : Readings)
    for (const Reading &R : All)
      if (R.Says.Kernels.count(Symbol))
        Out.push_back(R.As);
  return Out;
}

bool ProjectUnits::isDefinedTwice(const std::string &Symbol,
                                  llvm::StringRef Path) const {
  return llvm::any_of(Readings, [&](const auto &Each) {
    return !isSameFile(Each.first, Path) &&
           llvm::any_of(Each.second, [&](const Reading &R) {
             return R.Says.Defined.count(Symbol);
           });
  });
}
