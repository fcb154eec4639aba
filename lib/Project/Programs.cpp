//===- Programs.cpp - Which files belong together -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/Programs.h"
#include "ProjectFiles.h"
#include "bankfix/Project/Directives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

class ProgramFinder {
public:
  explicit ProgramFinder(IsWantedFile IsWanted) : IsWanted(IsWanted) {}
  /// One that cannot be read is of no program.
  void add(StringRef Path);
  std::vector<ProgramFiles> run();

private:
  struct File {
    std::string Path;
    std::vector<std::string> Includes;
    bool IsWanted = false;
    std::vector<unsigned> Tied;
  };

  void tie();
  std::vector<unsigned> included(const File &From, StringRef Name) const;

  IsWantedFile IsWanted;
  std::vector<File> Files;
  llvm::StringMap<std::vector<unsigned>> ByName; ///< Without folders.
};

/// The names behind `#include`, as they stand at the beginning of a line.
std::vector<std::string> includesOf(StringRef Text) {
  std::vector<std::string> Out;
  for (size_t At = Text.find("include"); At != StringRef::npos;
       At = Text.find("include", At + 1)) {
    if (!Text.take_front(At).rtrim(" \t").ends_with("#"))
      continue;
    StringRef Rest = Text.drop_front(At + StringRef("include").size());
    StringRef Name =
        headerName(Rest.take_until([](char C) { return C == '\n'; }).ltrim());
    if (!Name.empty())
      Out.push_back(Name.str());
  }
  return Out;
}

void ProgramFinder::add(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return;
  const StringRef Text = (*Buffer)->getBuffer();
  ByName[path::filename(Path)].push_back(Files.size());
  Files.push_back({Path.str(), includesOf(Text), IsWanted(Path, Text), {}});
}

/// How many folders both are in.
unsigned sharedFolders(StringRef A, StringRef B) {
  unsigned Out = 0;
  for (auto I = path::begin(A), J = path::begin(B);
       I != path::end(A) && J != path::end(B) && *I == *J; ++I, ++J)
    ++Out;
  return Out;
}

/// What \p Name may be: the file that is so called from there, or else those
/// with that path in the nearest folders.
std::vector<unsigned> ProgramFinder::included(const File &From,
                                              StringRef Name) const {
  auto It = ByName.find(path::filename(Name));
  if (It == ByName.end())
    return {};
  llvm::SmallString<256> Beside(path::parent_path(From.Path));
  path::append(Beside, Name);
  path::remove_dots(Beside, /*remove_dot_dot=*/true);
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  std::vector<unsigned> Out;
  unsigned Most = 0;
  for (unsigned I : It->second) {
    StringRef Path = Files[I].Path;
    if (Path == Beside)
      return {I};
    if (!Path.ends_with(Name) || !Path.drop_back(Name.size()).ends_with("/"))
      continue;
    const unsigned Shared = sharedFolders(Path, From.Path);
    if (Shared > Most)
      Out.clear();
    Most = std::max(Most, Shared);
    if (Shared == Most)
      Out.push_back(I);
  }
  return Out;
}

void ProgramFinder::tie() {
  for (unsigned I = 0; I < Files.size(); ++I)
    for (const std::string &Name : Files[I].Includes)
      for (unsigned Header : included(Files[I], Name)) {
        Files[I].Tied.push_back(Header);
        Files[Header].Tied.push_back(I);
      }
  llvm::StringMap<unsigned> Wanted; // One of each folder.
  for (auto [I, F] : llvm::enumerate(Files))
    if (F.IsWanted)
      Wanted[path::parent_path(F.Path)] = I;
  for (unsigned I = 0; I < Files.size(); ++I)
    if (auto It = Wanted.find(path::parent_path(Files[I].Path));
        It != Wanted.end()) {
      Files[I].Tied.push_back(It->second);
      Files[It->second].Tied.push_back(I);
    }
}

std::vector<ProgramFiles> ProgramFinder::run() {
  if (llvm::none_of(Files, [](const File &F) { return F.IsWanted; }))
    return {};
  tie();
  std::vector<ProgramFiles> Out;
  std::vector<bool> IsFound(Files.size());
  for (unsigned First = 0; First < Files.size(); ++First) {
    if (!Files[First].IsWanted || IsFound[First])
      continue;
    ProgramFiles Of;
    std::vector<unsigned> Left = {First};
    IsFound[First] = true;
    while (!Left.empty()) {
      const File &Next = Files[Left.back()];
      Left.pop_back();
      Of.push_back(Next.Path);
      for (unsigned I : Next.Tied)
        if (!IsFound[I]) {
          IsFound[I] = true;
          Left.push_back(I);
        }
    }
    llvm::sort(Of);
    Out.push_back(std::move(Of));
  }
  return Out;
}

} // namespace

std::optional<std::vector<ProgramFiles>>
bankfix::programsBelow(StringRef Root, IsWantedFile IsWanted, unsigned Most) {
  ProgramFinder Finder(IsWanted);
  if (!forEachSource(
          Root, [&](StringRef Path) { Finder.add(Path); }, Reach::All,
          std::min(Most, MostEntries)))
    return std::nullopt;
  return Finder.run();
}

std::vector<ProgramFiles> bankfix::programsBeside(StringRef Path,
                                                  IsWantedFile IsWanted) {
  ProgramFinder Finder(IsWanted);
  for (const std::string &File : sourcesBeside(Path))
    Finder.add(File);
  return Finder.run();
}
