//===- ProjectFiles.cpp - The sources below a folder ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectFiles.h"
#include "bankfix/Kernel/SourceKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

bool bankfix::isOfLanguage(StringRef Path) {
  static constexpr StringRef Others[] = {".go", ".java", ".jl", ".py", ".rs"};
  return sourceKind(Path) || llvm::is_contained(Others, path::extension(Path));
}

/// Something is built in this folder.
static bool isBuiltIn(StringRef Folder) {
  llvm::SmallString<128> Cache(Folder);
  path::append(Cache, "CMakeCache.txt");
  return fs::exists(Cache);
}

/// No folder that tools keep, and none that something is built in.
static bool isOfProject(StringRef Folder) {
  return !path::filename(Folder).starts_with(".") && !isBuiltIn(Folder);
}

bool bankfix::isRepository(StringRef Folder) {
  llvm::SmallString<256> Inside(Folder);
  path::append(Inside, ".git"); // A file in submodules and work trees.
  return fs::exists(Inside);
}

static bool isWithin(Reach R, const fs::directory_entry &Entry) {
  return R == Reach::All ||
         (!fs::is_symlink_file(Entry.path()) && !isRepository(Entry.path()));
}

/// Calls \p F with all files below \p Root of folders that \p IsWanted takes,
/// and with all other folders; as forEachSource.
static bool forEachEntry(StringRef Root, Reach R, unsigned Most,
                         llvm::function_ref<bool(StringRef)> IsWanted,
                         llvm::function_ref<void(StringRef)> F) {
  bool AreAll = true;
  std::vector<std::string> Folders = {Root.str()};
  std::set<fs::UniqueID> Seen;
  unsigned Entries = 0;
  while (!Folders.empty()) {
    std::string Folder = std::move(Folders.back());
    Folders.pop_back();
    fs::UniqueID Id;
    if (fs::getUniqueID(Folder, Id) || !Seen.insert(Id).second)
      continue;
    std::error_code E;
    for (fs::directory_iterator I(Folder, E), End; I != End && !E;
         I.increment(E)) {
      if (++Entries > Most)
        return false;
      if (!isWithin(R, *I))
        continue;
      if (fs::is_directory(I->path()) && IsWanted(I->path()))
        Folders.push_back(I->path());
      else
        F(I->path());
    }
    AreAll &= !E;
  }
  return AreAll;
}

bool bankfix::forEachSource(StringRef Root,
                            llvm::function_ref<void(StringRef)> F, Reach R,
                            unsigned Most) {
  return forEachEntry(Root, R, Most, isOfProject, [&](StringRef Path) {
    if (isOfLanguage(Path) && !fs::is_directory(Path))
      F(Path);
  });
}

bool bankfix::forEachBuildFile(StringRef Root,
                               llvm::function_ref<void(StringRef)> F) {
  auto IsWanted = [](StringRef Folder) {
    return path::filename(Folder) != ".git" && !isBuiltIn(Folder);
  };
  return forEachEntry(
      Root, Reach::All, MostEntries, IsWanted, [&](StringRef Path) {
        if (isBuiltIn(Path))
          F(Path.str() + "/CMakeCache.txt"); // It keeps flags.
        else if (!isOfLanguage(Path) && !fs::is_directory(Path))
          F(Path);
      });
}

std::vector<std::string> bankfix::sourcesBeside(StringRef Path) {
  std::vector<std::string> Files;
  llvm::SmallString<256> Folder(Path);
  fs::make_absolute(Folder);
  path::remove_filename(Folder);
  std::error_code E;
  for (fs::directory_iterator I(Folder, E), End; I != End && !E; I.increment(E))
    if (isOfLanguage(I->path()) && !fs::is_directory(I->path()))
      Files.push_back(I->path());
  return Files;
}
