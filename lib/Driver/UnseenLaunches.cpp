//===- UnseenLaunches.cpp - Launches of which no command says -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnseenLaunches.h"
#include "Files.h"
#include "HeaderUses.h"
#include "bankfix/Frontend/NamedFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

/// What loads a kernel by its name, when the program runs: of the driver and
/// the runtime, and of what wraps these for other languages.
static constexpr llvm::StringLiteral Loaders[] = {"cuModuleGetFunction",
                                                  "cuLibraryGetKernel",
                                                  "cuKernelGetFunction",
                                                  "hipModuleGetFunction",
                                                  "cudaLibraryGetKernel",
                                                  "hipLibraryGetKernel",
                                                  "get_function",
                                                  "get_kernel",
                                                  "get_func",
                                                  "load_function",
                                                  "jitify"};

/// What gets a function by its name, such as a loader.
static constexpr llvm::StringLiteral Finders[] = {"dlsym", "GetProcAddress",
                                                  "cudaGetDriverEntryPoint"};

/// Copies of the toolkits' own headers, which projects may hold.
static constexpr llvm::StringLiteral Declaring[] = {
    "cuda.h", "cuda_runtime_api.h", "hip_runtime_api.h"};

llvm::ArrayRef<llvm::StringLiteral> bankfix::launchers() {
  static constexpr llvm::StringLiteral All[] = {"cudaLaunchKernel",
                                                "cudaLaunchKernelExC",
                                                "cudaLaunchCooperativeKernel",
                                                "cudaLaunch",
                                                "hipLaunchKernel",
                                                "hipLaunchKernelGGL",
                                                "cudaGraphAddKernelNode",
                                                "cudaGetFuncBySymbol"};
  return All;
}

/// \p Text has \p Word other than as the beginning of a text.
static bool hasCode(llvm::StringRef Text, llvm::StringRef Word) {
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1))
    if (At == 0 || Text[At - 1] != '"')
      return true;
  return false;
}

/// \p File, which names \p Loader, may call it: it does not only declare it or
/// have a text with it.
static bool loads(const std::string &File, llvm::StringRef Loader) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer || llvm::is_contained(Declaring, llvm::sys::path::filename(File)))
    return false;
  const llvm::StringRef Text = (*Buffer)->getBuffer();
  auto HasCode = [&](llvm::StringRef Word) { return hasCode(Text, Word); };
  return HasCode(Loader) || llvm::any_of(Finders, HasCode);
}

std::optional<Obstacle> UnseenLaunches::loading(const IncludeGraph &Graph,
                                                const Kernel &K,
                                                const std::string &Symbol) {
  std::lock_guard Locked(Lock);
  auto [It, IsNew] = Spelled.try_emplace(&Graph);
  if (IsNew) {
    std::vector<std::string> Loading;
    for (llvm::StringRef Loader : Loaders)
      for (const std::string &File : Graph.naming(Loader))
        if (loads(File, Loader))
          Loading.push_back(File);
    if (!Loading.empty())
      It->second.emplace(Graph.programsOf(Loading));
  }
  if (!It->second)
    return std::nullopt;
  for (const std::string &Name : {K.Name, Symbol})
    if (auto At = It->second->spelling(Name)) {
      const std::string File = seenFromHere(At->Path);
      return Obstacle{ObstacleKind::LaunchLoaded, {File, At->Line, 1}, File};
    }
  return std::nullopt;
}

/// The project's, where they are all known and some load kernels, else those of
/// the folder.
const IncludeGraph &UnseenLaunches::filesAround(const std::string &Path) {
  const std::string Folder = llvm::sys::path::parent_path(Path).str();
  auto [Here, IsNew] = Beside.try_emplace(Folder);
  if (IsNew)
    Here->second = IncludeGraph::beside(Path);
  llvm::Expected<std::string> Root = Each.rootOf(Path);
  if (!Root) {
    llvm::consumeError(Root.takeError());
    return Here->second;
  }
  auto [It, IsUnknown] = Loading.try_emplace(*Root);
  if (IsUnknown)
    It->second = isAnySpelledBelow(*Root, Loaders);
  if (!It->second)
    return Here->second;
  if (auto Project = Each.projectOf(Path))
    return **Project;
  else
    llvm::consumeError(Project.takeError());
  return Here->second;
}

std::optional<Obstacle> UnseenLaunches::around(const std::string &Path,
                                               const Kernel &K,
                                               const std::string &Symbol) {
  const IncludeGraph *Files, *Here;
  {
    std::lock_guard Locked(Lock);
    Files = &filesAround(Path);
    Here = &Beside[llvm::sys::path::parent_path(Path).str()];
  }
  if (auto Why = loading(*Files, K, Symbol))
    return Why;
  for (const std::string &File : Here->naming(K.Name)) {
    if (isSameFile(File, Path))
      continue;
    auto Text = readSource(File);
    if (!Text) {
      llvm::consumeError(Text.takeError()); // It is no source.
      continue;
    }
    const NamedFunction There = namedFunction(*Text, K.Name);
    const bool IsCuda =
        isUnitOf(File, SourceLanguage::Cuda) || isHeaderPath(File);
    auto IsSpelled = [&](llvm::StringRef Launcher) {
      return Text->find(Launcher) != std::string::npos;
    };
    if (There.IsDefined || !(IsCuda ? There.DeclaredKernel != 0
                                    : llvm::any_of(launchers(), IsSpelled)))
      continue;
    const std::string Seen = seenFromHere(File);
    return Obstacle{IsCuda ? ObstacleKind::LaunchUnnamed
                           : ObstacleKind::LaunchForeign,
                    {Seen, std::max(There.DeclaredKernel, 1u), 1},
                    Seen};
  }
  return std::nullopt;
}
