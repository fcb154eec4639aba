//===- FindHosts.cpp - The host programs of OpenCL sources ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindHosts.h"
#include "HostHeaders.h"
#include "bankfix/Settings/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

class Search {
public:
  Search(llvm::StringRef Kernels, llvm::ArrayRef<HostSource> Given,
         const RunOptions &Options)
      : Name(path::filename(Kernels)), Options(Options) {
    for (const HostSource &Host : Given)
      isNew(Host.Path);
  }

  /// Looks through \p Folder; and, \p Deeply, through all within.
  void folder(llvm::StringRef Folder, bool Deeply);

  FoundHosts Found;

private:
  /// More entries than this are another kind of place than a project.
  static constexpr unsigned MostEntries = 20000;

  bool isNew(llvm::StringRef Path) {
    fs::UniqueID Id;
    return !fs::getUniqueID(Path, Id) && Seen.insert(Id).second;
  }
  void file(llvm::StringRef Path, bool IsBeside);

  llvm::StringRef Name; ///< Of the kernels' file.
  const RunOptions &Options;
  std::set<fs::UniqueID> Seen; ///< Files and folders.
  unsigned Entries = 0;
};

/// It has to do with kernels: their arguments may be set by a header's
/// functions.
bool mayBeHost(llvm::StringRef Text) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"clSetKernelArg", "setArg", "cl_kernel",
                                      "clCreateKernel", "cl::Kernel",
                                      "cl::Local", "make_kernel"},
      [&](llvm::StringRef Word) { return Text.contains(Word); });
}

/// Many programs have kernels of the same names: one in another folder says
/// which file it reads.
void Search::file(llvm::StringRef Path, bool IsBeside) {
  if (!isHostSource(Path) || !isNew(Path))
    return;
  llvm::Expected<HostSource> Host = readHost(Path, Options);
  if (!Host)
    return llvm::consumeError(Host.takeError());
  llvm::StringRef All = Host->Text;
  if (mayBeHost(All) && (IsBeside || All.contains(Name)))
    Found.Hosts.push_back(std::move(*Host));
}

/// No folder that tools keep, and none that something is built in.
static bool isOfProject(llvm::StringRef Folder) {
  llvm::SmallString<128> Cache(Folder);
  path::append(Cache, "CMakeCache.txt");
  return !path::filename(Folder).starts_with(".") &&
         path::filename(Folder) != "build" && !fs::exists(Cache);
}

void Search::folder(llvm::StringRef Folder, bool Deeply) {
  if (!isNew(Folder.empty() ? "." : Folder) && !Deeply)
    return;
  std::vector<std::string> Files, Folders;
  std::error_code E;
  for (fs::directory_iterator I(Folder.empty() ? "." : Folder, E), End;
       I != End && !E; I.increment(E)) {
    if (++Entries > MostEntries) {
      Found.IsComplete = false;
      return;
    }
    llvm::SmallString<128> Path(Folder);
    path::append(Path, path::filename(I->path()));
    if (I->type() != fs::file_type::directory_file)
      Files.push_back(Path.str().str());
    else if (isOfProject(Path))
      Folders.push_back(Path.str().str());
  }
  llvm::sort(Files);
  llvm::sort(Folders);
  for (const std::string &F : Files)
    file(F, /*IsBeside=*/!Deeply);
  for (const std::string &F : Folders)
    if (Deeply && isNew(F))
      folder(F, Deeply);
}

} // namespace

FoundHosts bankfix::findHosts(llvm::StringRef Path,
                              llvm::ArrayRef<HostSource> Given,
                              const RunOptions &Options) {
  constexpr unsigned LevelsUp = 16;
  Search S(Path, Given, Options);
  llvm::SmallString<128> Folder(path::parent_path(Path));
  S.folder(Folder, /*Deeply=*/false);
  std::vector<std::string> Above;
  for (unsigned Level = 0; Level <= LevelsUp; ++Level) {
    Above.push_back(Folder.str().str());
    llvm::SmallString<128> Repository(Folder);
    path::append(Repository, ".git");
    if (fs::exists(Repository)) {
      for (const std::string &Each : Above)
        S.folder(Each, /*Deeply=*/true);
      break;
    }
    llvm::SmallString<256> Named(Folder);
    fs::make_absolute(Named);
    path::remove_dots(Named, /*remove_dot_dot=*/true);
    if (!isOfProject(Named))
      break; // What is built knows no project's hosts.
    path::append(Folder, "..");
    path::remove_dots(Folder, /*remove_dot_dot=*/true);
  }
  return std::move(S.Found);
}
