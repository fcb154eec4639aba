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

using namespace bankfix;

namespace {

class CallerSearch {
public:
  CallerSearch(const std::string &Path, FileOptions &Each);

  /// Why other files may use \p Name.
  std::optional<Obstacle> find(const OutsideName &Name) const;

private:
  std::optional<Obstacle> included(const OutsideName &Name) const;
  std::optional<Obstacle> linked(const OutsideName &Name) const;
  std::optional<NamedFunction> read(const std::string &File,
                                    llvm::StringRef Name) const;

  const std::string &Path;
  const bool IsOpenCL;
  const IncludeGraph Beside; ///< Of the sources in the same folder.
  const IncludeGraph *Graph = &Beside;
  std::vector<std::string> Including;
};

/// Where there are more files than can be searched, those beside it count.
CallerSearch::CallerSearch(const std::string &Path, FileOptions &Each)
    : Path(Path), IsOpenCL(isOpenCLSource(Path)),
      Beside(IncludeGraph::beside(Path)) {
  llvm::Expected<std::string> Root = Each.rootOf(Path);
  if (Root && !isSpelledBelow(*Root, Path))
    return;
  auto Project = Each.projectOf(Path);
  if (Project)
    Graph = *Project;
  Including = Graph->mayInclude(Path, /*ByMacro=*/false);
  llvm::consumeError(Root.takeError());
  llvm::consumeError(Project.takeError());
}

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
  return {
      ObstacleKind::CalledElsewhere, {seenFromHere(File), Line, 1}, Name.Name};
}

/// What includes the file may use \p Name, or what such a source includes may.
/// A CUDA source is looked at with what includes it where both are given.
std::optional<Obstacle> CallerSearch::included(const OutsideName &Name) const {
  auto MayUse = [&](const std::string &File) {
    return !isSameFile(File, Path) &&
           (llvm::is_contained(Including, File) ||
            llvm::any_of(Graph->mayInclude(File, /*ByMacro=*/true),
                         [&](const std::string &Source) {
                           return llvm::is_contained(Including, Source);
                         }));
  };
  if (Including.empty())
    return std::nullopt;
  std::vector<std::string> Files = Graph->pasting(Name.Name);
  for (const std::string &Spelling : Name.Spellings)
    llvm::append_range(Files, Graph->naming(Spelling));
  auto It = llvm::find_if(Files, MayUse);
  if (It == Files.end())
    return std::nullopt;
  unsigned Line = 1; // Where names are pasted.
  for (const std::string &Spelling : Name.Spellings)
    if (auto There = read(*It, Spelling); There && There->Named)
      Line = There->Named;
  if (IsOpenCL)
    return calledAt(*It, Line, Name);
  const std::string Seen = seenFromHere(Including.front());
  return Obstacle{
      ObstacleKind::IncludedElsewhere, {seenFromHere(*It), Line, 1}, Seen};
}

/// Sources of OpenCL are joined, as text or by the linker, by programs that
/// bankfix does not read; those of CUDA, where they declare what they use, by
/// builds of which no database says so. Programs have their sources in a
/// folder.
std::optional<Obstacle> CallerSearch::linked(const OutsideName &Name) const {
  for (const std::string &File : Beside.naming(Name.Name)) {
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

} // namespace

void bankfix::leaveUsedElsewhere(const std::string &Path, FileOptions &Each,
                                 FileAnalysis &A) {
  auto Concerns = [&](const OutsideName &Name) {
    return hasConflicts(
        A, [&](unsigned Array) { return Name.Arrays.count(Array) != 0; });
  };
  // Of a part of a unit, all that includes it is looked at.
  if (A.Parsed.Role == FileRole::InUnit ||
      llvm::none_of(A.Parsed.Map.Outside, Concerns))
    return;
  auto Commands = Each.commandsFor(Path);
  if (!Commands)
    return llvm::consumeError(Commands.takeError());
  if (*Commands && !(*Commands)->of(Path).empty())
    return; // Whether others may include it, or be linked to it, is known.
  CallerSearch Search(Path, Each);
  for (const OutsideName &Name : A.Parsed.Map.Outside)
    if (Concerns(Name))
      if (std::optional<Obstacle> Why = Search.find(Name))
        for (unsigned Array : Name.Arrays)
          A.Parsed.Prog.Arrays[Array].Obstacles.push_back(*Why);
}
