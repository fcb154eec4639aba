//===- LaunchesByText.cpp - Launches of which no command says -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchesByText.h"
#include "Files.h"
#include "HeaderUses.h"
#include "bankfix/Frontend/NamedFunctions.h"
#include "bankfix/Kernel/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

/// What loads a kernel by its name, when the program runs: of the driver and
/// the runtime, and of what wraps these for other languages.
static constexpr llvm::StringLiteral Loaders[] = {"cuModuleGetFunction",
                                                  "cuKernelGetFunction",
                                                  "hipModuleGetFunction",
                                                  "cuLibraryGetKernel",
                                                  "cudaLibraryGetKernel",
                                                  "hipLibraryGetKernel",
                                                  "get_function",
                                                  "get_func",
                                                  "get_kernel",
                                                  "load_function",
                                                  "RawKernel",
                                                  "CuFunction",
                                                  "jitify"};

/// Each of them has one of these: fewer to look for in every file.
static constexpr llvm::StringLiteral PartsOfLoaders[] = {
    "GetFunction", "GetKernel", "get_func",   "load_function",
    "get_kernel",  "RawKernel", "CuFunction", "jitify"};

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

/// \p Text has \p Word, as a whole, other than at the beginning of a text.
static bool hasCode(llvm::StringRef Text, llvm::StringRef Word) {
  size_t At = findWord(Text, Word);
  while (At != llvm::StringRef::npos && Text.take_front(At).ends_with("\""))
    At = findWord(Text, Word, At + 1);
  return At != llvm::StringRef::npos;
}

/// A file calls a loader: it does not only declare it or have a text with it.
static bool loads(llvm::StringRef Path, llvm::StringRef Text) {
  auto IsNamed = [&](llvm::StringRef Word) { return Text.contains(Word); };
  auto IsCalled = [&](llvm::StringRef Word) { return hasCode(Text, Word); };
  if (llvm::none_of(PartsOfLoaders, IsNamed) ||
      llvm::is_contained(Declaring, llvm::sys::path::filename(Path)))
    return false;
  return llvm::any_of(Loaders, IsCalled) ||
         (llvm::any_of(Loaders, IsNamed) && llvm::any_of(Finders, IsCalled));
}

const IncludeGraph &LaunchesByText::filesBeside(const std::string &Path) {
  std::lock_guard Locked(Lock);
  auto [It, IsNew] =
      Beside.try_emplace(llvm::sys::path::parent_path(Path).str());
  if (IsNew)
    It->second = IncludeGraph::beside(Path);
  return It->second;
}

/// Where there are more files than can be searched, those beside it count. Of
/// no repository, the folder may be any.
const std::vector<LaunchesByText::LoadingProgram> &
LaunchesByText::loadingPrograms(const std::string &Path) {
  constexpr unsigned MostUnowned = 5000;
  std::lock_guard Locked(Lock);
  llvm::Expected<std::string> Root = Each.rootOf(Path);
  const std::string Folder = llvm::sys::path::parent_path(Path).str();
  for (const std::string *Known : {Root ? &*Root : &Folder, &Folder})
    if (auto It = Loading.find(*Known); It != Loading.end())
      return It->second;
  std::optional<std::vector<ProgramFiles>> Below;
  if (Root)
    Below = programsBelow(*Root, loads,
                          repositoryOf(Path).empty() ? MostUnowned : ~0u);
  std::vector<LoadingProgram> &Out = Loading[Below ? *Root : Folder];
  llvm::consumeError(Root.takeError());
  for (ProgramFiles &P : Below ? *Below : programsBeside(Path, loads))
    Out.push_back({P, SpelledNames(P)});
  return Out;
}

/// A program that has a kernel of that name means its own.
std::optional<Obstacle> LaunchesByText::loading(const std::string &Path,
                                                const Kernel &K,
                                                const std::string &Symbol) {
  for (const LoadingProgram &P : loadingPrograms(Path)) {
    const bool IsOther = P.Texts.defines(K.Name) &&
                         llvm::none_of(P.Files, [&](const std::string &File) {
                           return isSameFile(File, Path);
                         });
    for (const std::string &Name : {K.Name, Symbol})
      if (auto At = P.Texts.spelling(Name); At && !IsOther) {
        const std::string File = seenFromHere(At->Path);
        return Obstacle{ObstacleKind::LaunchLoaded, {File, At->Line, 1}, File};
      }
  }
  return std::nullopt;
}

std::optional<Obstacle> LaunchesByText::around(const std::string &Path,
                                               const Kernel &K,
                                               const std::string &Symbol) {
  if (auto Why = loading(Path, K, Symbol))
    return Why;
  const IncludeGraph &Here = filesBeside(Path);
  const std::vector<std::string> Including =
      Here.mayInclude(Path, /*ByMacro=*/false);
  for (const std::string &File : Here.naming(K.Name)) {
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
    const bool Includes = llvm::is_contained(Including, File),
               Declares = IsCuda ? There.DeclaredKernel != 0
                                 : llvm::any_of(launchers(), IsSpelled);
    if (There.IsDefined || !(Includes || Declares))
      continue;
    const std::string Seen = seenFromHere(File);
    return Obstacle{IsCuda ? ObstacleKind::LaunchUnnamed
                           : ObstacleKind::LaunchForeign,
                    {Seen, std::max(There.DeclaredKernel, 1u), 1},
                    Seen};
  }
  return std::nullopt;
}
