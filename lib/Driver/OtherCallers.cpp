//===- OtherCallers.cpp - Code of other files that may call this ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherCallers.h"
#include "Files.h"
#include "HeaderUses.h"
#include "bankfix/Frontend/NamedFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

class CallerSearch {
public:
  CallerSearch(const std::string &Path, const IncludeGraph &Graph)
      : Path(Path), Graph(Graph), IsOpenCL(isOpenCLSource(Path)),
        Including(Graph.mayInclude(Path, /*ByMacro=*/false)) {}

  /// Why other files may use \p Name.
  std::optional<Obstacle> find(const OutsideName &Name) const;

private:
  std::optional<Obstacle> included(const OutsideName &Name) const;
  std::optional<Obstacle> linked(const OutsideName &Name) const;
  std::optional<NamedFunction> read(const std::string &File,
                                    llvm::StringRef Name) const;

  const std::string &Path;
  const IncludeGraph &Graph;
  const bool IsOpenCL;
  const std::vector<std::string> Including;
};

std::optional<NamedFunction> CallerSearch::read(const std::string &File,
                                                llvm::StringRef Name) const {
  llvm::Expected<std::string> Text = readSource(File);
  if (Text)
    return namedFunction(*Text, Name);
  llvm::consumeError(Text.takeError()); // It is no source.
  return std::nullopt;
}

Obstacle calledAt(const std::string &File, unsigned Line,
                  const OutsideName &Name) {
  return {ObstacleKind::CalledElsewhere, {seenFromHere(File), Line, 1},
          Name.Name};
}

/// A CUDA source that includes another is looked at with it where both are
/// given.
std::optional<Obstacle> CallerSearch::included(const OutsideName &Name) const {
  if (!IsOpenCL) {
    if (Including.empty())
      return std::nullopt;
    const std::string Seen = seenFromHere(Including.front());
    return Obstacle{ObstacleKind::IncludedElsewhere, {Seen, 1, 1}, Seen};
  }
  for (const std::string &File : Including)
    for (const std::string &Spelling : Name.Spellings)
      if (auto Found = read(File, Spelling); Found && Found->Named)
        return calledAt(File, Found->Named, Name);
  return std::nullopt;
}

/// Sources of OpenCL are joined, as text or by the linker, by programs that
/// bankfix does not read; those of CUDA, where they declare what they use.
std::optional<Obstacle> CallerSearch::linked(const OutsideName &Name) const {
  for (const std::string &File : Graph.naming(Name.Name)) {
    const bool IsUnit = isUnitOf(File, SourceLanguage::OpenCL) == IsOpenCL;
    if (!IsUnit || isSameFile(File, Path))
      continue;
    std::optional<NamedFunction> There = read(File, Name.Name);
    if (!There || There->IsDefined)
      continue;
    if (unsigned Line = IsOpenCL ? There->Named : There->Declared)
      return calledAt(File, Line, Name);
  }
  return std::nullopt;
}

std::optional<Obstacle> CallerSearch::find(const OutsideName &Name) const {
  if (auto Why = included(Name))
    return Why;
  return Name.IsLinked ? linked(Name) : std::nullopt;
}

/// The sources beside \p Path.
IncludeGraph beside(llvm::StringRef Path) {
  std::vector<std::string> Files;
  llvm::StringRef Folder = path::parent_path(Path);
  std::error_code E;
  for (fs::directory_iterator I(Folder.empty() ? "." : Folder, E), End;
       I != End && !E; I.increment(E))
    if (sourceKind(I->path()) && !fs::is_directory(I->path()))
      Files.push_back(I->path());
  return IncludeGraph::of(Files);
}

bool hasConflicts(const FileAnalysis &A, const std::set<unsigned> &Arrays) {
  return llvm::any_of(A.Kernels, [&](const AnalyzedKernel &K) {
    auto Sites = llvm::zip_equal(A.Parsed.Prog.Kernels[K.Kernel].Sites,
                                 K.Verdicts);
    return llvm::any_of(Sites, [&](const auto &Each) {
      const auto &[S, V] = Each;
      return Arrays.count(S.Array) && V.Sure != Certainty::Unknown &&
             V.excess() > 0;
    });
  });
}

} // namespace

void bankfix::leaveUsedElsewhere(const std::string &Path, FileOptions &Each,
                                 FileAnalysis &A) {
  auto Concerns = [&](const OutsideName &Name) {
    return hasConflicts(A, Name.Arrays);
  };
  // Of a part of a unit, all that includes it is looked at.
  if (A.Parsed.Role == FileRole::InUnit ||
      llvm::none_of(A.Parsed.Outside, Concerns))
    return;
  auto Commands = Each.commandsFor(Path);
  if (!Commands)
    return llvm::consumeError(Commands.takeError());
  if (*Commands && !(*Commands)->of(Path).empty())
    return; // Whether others may include it, or be linked to it, is known.
  std::optional<IncludeGraph> Beside;
  auto Project = Each.projectOf(Path);
  if (!Project) { // It is more than can be searched.
    llvm::consumeError(Project.takeError());
    Beside = beside(Path);
  }
  CallerSearch Search(Path, Beside ? *Beside : **Project);
  for (const OutsideName &Name : A.Parsed.Outside)
    if (Concerns(Name))
      if (std::optional<Obstacle> Why = Search.find(Name))
        for (unsigned Array : Name.Arrays)
          A.Parsed.Prog.Arrays[Array].Obstacles.push_back(*Why);
}
