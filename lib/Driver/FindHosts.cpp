//===- FindHosts.cpp - The host programs of OpenCL sources ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindHosts.h"
#include "Files.h"
#include "HostHeaders.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Project/Directives.h"
#include "bankfix/Settings/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// It has to do with kernels: their arguments may be set by a header's
/// functions.
bool mayBeHost(llvm::StringRef Text) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"clSetKernelArg", "setArg", "cl_kernel",
                                      "clCreateKernel", "cl::Kernel",
                                      "cl::Local", "KernelFunctor",
                                      "make_kernel", "set_arg", "local_buffer"},
      [&](llvm::StringRef Word) { return Text.contains(Word); });
}

/// Written in a language that has a library for OpenCL and is not C.
bool mayBeForeign(llvm::StringRef Path, llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Languages[] = {
      ".py",  ".pyx", ".ipynb", ".rs",  ".go", ".java",  ".jl",
      ".cs",  ".rb",  ".js",    ".ts",  ".kt", ".scala", ".d",
      ".nim", ".f90", ".swift", ".lua", ".hs", ".pas"};
  return llvm::is_contained(Languages, path::extension(Path).lower()) &&
         (Text.contains_insensitive("opencl") || hasWord(Text, "ocl") ||
          Text.contains("LocalMemory"));
}

/// The program may read \p File: it says its name, or what that is made of.
bool names(llvm::StringRef Text, llvm::StringRef File) {
  const std::string Stem = path::stem(File).str() + '"';
  return Text.contains(File) || Text.contains('"' + Stem) ||
         Text.contains('/' + Stem);
}

class Search {
public:
  Search(llvm::StringRef Kernels, llvm::ArrayRef<HostSource> Given,
         const RunOptions &Options, RepositoryFiles &Repositories)
      : Kernels(Kernels), Given(Given), Options(Options),
        Repositories(Repositories) {
    for (const HostSource &Host : Given)
      isNew(Host.Path);
  }

  /// Looks through \p Folder; and, \p Deeply, through all within.
  void folder(llvm::StringRef Folder, bool Deeply);
  /// The same of the kernels' own folder, where nothing says how far their
  /// project goes: as much of it as is quickly seen.
  void within(llvm::StringRef Folder) {
    MostEntries = Entries + 2000;
    folder(Folder, /*Deeply=*/true);
    IsComplete = true;
  }
  FoundHosts finish();

private:
  struct Candidate {
    HostSource Host;
    bool IsBeside; ///< The kernels.
  };

  bool isNew(llvm::StringRef Path) {
    fs::UniqueID Id;
    return !fs::getUniqueID(Path, Id) && Seen.insert(Id).second;
  }
  void file(llvm::StringRef Path, bool IsBeside);
  void stranger(llvm::StringRef Path, bool IsBeside);
  std::vector<std::string> read() const;

  llvm::StringRef Kernels;
  llvm::ArrayRef<HostSource> Given;
  const RunOptions &Options;
  RepositoryFiles &Repositories;
  bool IsComplete = true;
  std::vector<Candidate> Candidates, Strangers;
  /// Of each OpenCL source: the names of the files that it includes.
  std::map<std::string, std::set<std::string>> Included;
  std::set<fs::UniqueID> Seen; ///< Files and folders.
  /// More entries than this are another kind of place than a project.
  unsigned MostEntries = 20000, Entries = 0;
};

void Search::stranger(llvm::StringRef Path, bool IsBeside) {
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text)
    return llvm::consumeError(Text.takeError()); // It is no text.
  HostSource Of;
  Of.Path = Path.str();
  Of.Text = std::move(*Text);
  if (sourceKind(Path) ? mayBeHost(Of.Text) : mayBeForeign(Path, Of.Text))
    Strangers.push_back({std::move(Of), IsBeside});
}

void Search::file(llvm::StringRef Path, bool IsBeside) {
  const bool IsHost = isHostSource(Path);
  if (!isNew(Path))
    return;
  if (!IsHost && !isOpenCLSource(Path))
    return stranger(Path, IsBeside);
  if (IsHost) {
    llvm::Expected<HostSource> Host = readHost(Path, Options, Repositories);
    if (!Host)
      return llvm::consumeError(Host.takeError());
    if (mayBeHost(Host->Text + Host->Headers))
      Candidates.push_back({std::move(*Host), IsBeside});
    return;
  }
  llvm::Expected<std::string> Text = readSource(Path);
  if (!Text)
    return llvm::consumeError(Text.takeError());
  for (const SourceDirective &D : directivesOf(*Text))
    if (D.Is == SourceDirective::Kind::Include)
      Included[Path.str()].insert(path::filename(headerName(D.Operand)).str());
}

/// The names of the files that programs may read for these kernels.
std::vector<std::string> Search::read() const {
  std::vector<std::string> Out = {path::filename(Kernels).str()};
  for (size_t I = 0; I < Out.size(); ++I)
    for (const auto &[Path, Names] : Included)
      if (std::string By = path::filename(Path).str();
          Names.count(Out[I]) && !llvm::is_contained(Out, By))
        Out.push_back(std::move(By));
  return Out;
}

/// Many programs have kernels of the same names: one in another folder says
/// which file it reads.
FoundHosts Search::finish() {
  FoundHosts Out;
  Out.IsComplete = IsComplete;
  const std::vector<std::string> Files = read();
  auto MayRead = [&](const Candidate &C) {
    return C.IsBeside || llvm::any_of(Files, [&](const std::string &File) {
             return names(C.Host.Text, File) || names(C.Host.Headers, File);
           });
  };
  auto IsIn = [](const std::string &Text) {
    return [&Text](const HostSource &Host) {
      return llvm::StringRef(Host.Headers).contains(Text);
    };
  };
  for (Candidate &C : Candidates)
    if (MayRead(C))
      Out.Hosts.push_back(std::move(C.Host));
  for (Candidate &C : Strangers)
    if (MayRead(C) && llvm::none_of(Out.Hosts, IsIn(C.Host.Text)) &&
        llvm::none_of(Given, IsIn(C.Host.Text)))
      Out.Strangers.push_back(std::move(C.Host));
  return Out;
}

/// No folder that tools keep, and none that something is built in.
static bool isOfProject(llvm::StringRef Folder) {
  static constexpr llvm::StringLiteral OfTools[] = {
      "CMakeCache.txt", "build.ninja", "meson-info", "CACHEDIR.TAG"};
  return !path::filename(Folder).starts_with(".") &&
         llvm::none_of(OfTools, [&](llvm::StringRef Name) {
           llvm::SmallString<128> Path(Folder);
           path::append(Path, Name);
           return fs::exists(Path);
         });
}

void Search::folder(llvm::StringRef Folder, bool Deeply) {
  if (!isNew(Folder.empty() ? "." : Folder) && !Deeply)
    return;
  std::vector<std::string> Files, Folders;
  std::error_code E;
  for (fs::directory_iterator I(Folder.empty() ? "." : Folder, E), End;
       I != End && !E; I.increment(E)) {
    if (++Entries > MostEntries) {
      IsComplete = false;
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
                              const RunOptions &Options,
                              RepositoryFiles &Repositories) {
  constexpr unsigned LevelsUp = 16;
  Search S(Path, Given, Options, Repositories);
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
      return S.finish();
    }
    llvm::SmallString<256> Named(Folder);
    fs::make_absolute(Named);
    path::remove_dots(Named, /*remove_dot_dot=*/true);
    if (!isOfProject(Named))
      break; // What is built knows no project's hosts.
    path::append(Folder, "..");
    path::remove_dots(Folder, /*remove_dot_dot=*/true);
  }
  S.within(Above.front());
  return S.finish();
}
