//===- FileOptions.cpp - What holds for one source ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOptions.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Project/IncludeGraph.h"
#include "bankfix/Settings/Values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

std::string bankfix::seenFromHere(llvm::StringRef Path) {
  llvm::SmallString<256> Here;
  llvm::sys::fs::current_path(Here);
  Here += '/';
  Path.consume_front(Here);
  return Path.str();
}

llvm::Expected<const CompileCommands *>
FileOptions::commandsFor(llvm::StringRef Path) {
  std::lock_guard Locked(Lock);
  if (!Given.Project.Folder.empty() && !Named) {
    llvm::Expected<CompileCommands> Read =
        CompileCommands::in(Given.Project.Folder);
    if (!Read)
      return Read.takeError();
    Named = std::move(*Read);
  }
  if (Named)
    return &*Named;
  auto [It, IsNew] =
      Above.try_emplace(llvm::sys::path::parent_path(Path).str());
  if (IsNew) {
    auto Read = CompileCommands::above(Path);
    if (!Read) {
      Above.erase(It); // Whoever asks again is told again.
      return Read.takeError();
    }
    It->second = std::move(*Read);
  }
  return It->second ? &*It->second : nullptr;
}

llvm::Expected<std::vector<std::string>> FileOptions::files() {
  if (!Given.Files.empty() || Given.Project.Folder.empty())
    return Given.Files;
  auto Commands = commandsFor("");
  if (!Commands)
    return Commands.takeError();
  std::vector<std::string> Files;
  for (const std::string &Source : (*Commands)->gpuSources())
    Files.push_back(seenFromHere(Source));
  // OpenCL sources are compiled when the program runs. Nobody has named them,
  // so they are only the project's own: what is written to lies in its folder.
  const std::string &Database = (*Commands)->file();
  std::string Root = projectFolder(Database, (*Commands)->sources());
  if (!Root.empty())
    for (const std::string &Source : ownUnits(Root, SourceLanguage::OpenCL))
      if (std::string Name = seenFromHere(Source);
          !llvm::is_contained(Files, Name) &&
          !isBuilt(Source, Database, (*Commands)->sources()))
        Files.push_back(std::move(Name));
  if (Files.empty())
    return llvm::createStringError("'" + (*Commands)->file() +
                                   "' names no CUDA, HIP or OpenCL source");
  return Files;
}

llvm::Expected<std::string> FileOptions::rootOf(const std::string &Path) {
  std::lock_guard Locked(Lock);
  auto Commands = commandsFor(Given.Files.front());
  if (!Commands)
    return Commands.takeError();
  std::vector<std::string> Files = {Path};
  llvm::append_range(Files, *Commands ? (*Commands)->sources() : Given.Files);
  std::string Root = projectFolder(Files);
  if (Root.empty())
    return llvm::createStringError("it lies outside of the project");
  return Root;
}

llvm::Expected<bool> FileOptions::isForeign(const std::string &Path) {
  std::lock_guard Locked(Lock);
  auto Commands = commandsFor(Given.Files.front());
  if (!Commands)
    return Commands.takeError();
  // A database above may be another project's.
  std::vector<std::string> Sources = Given.Files;
  std::string Root;
  if (*Commands) {
    Root = projectFolder((*Commands)->file(), (*Commands)->sources());
    llvm::append_range(Sources, (*Commands)->sources());
  }
  return bankfix::isForeign(Path, Sources, Root);
}

llvm::Expected<const IncludeGraph *>
FileOptions::projectOf(const std::string &Path) {
  std::lock_guard Locked(Lock);
  llvm::Expected<std::string> Root = rootOf(Path);
  if (!Root)
    return Root.takeError();
  auto Commands = commandsFor(Given.Files.front());
  if (!Commands)
    return Commands.takeError();
  auto [It, IsNew] = Graphs.try_emplace(*Root);
  if (IsNew) {
    std::vector<llvm::StringRef> Flags(Given.ClangFlags.begin(),
                                       Given.ClangFlags.end());
    std::unique_ptr<llvm::MemoryBuffer> Database;
    if (*Commands)
      if (auto Read = llvm::MemoryBuffer::getFile((*Commands)->file()))
        Flags.push_back((Database = std::move(*Read))->getBuffer());
    It->second = IncludeGraph::below(*Root, Flags);
  }
  if (!It->second.isComplete())
    return llvm::createStringError(
        "'" + *Root +
        "' holds more files than are searched for others that "
        "include it");
  return &It->second;
}

/// A command of \p Path that cannot be known is an error; what it leaves to the
/// machine that builds is said.
llvm::Error FileOptions::judge(const CompileCommands &Commands,
                               llvm::ArrayRef<CompileFlags> Ways,
                               const FileSettings &Own, llvm::StringRef Path) {
  for (const CompileFlags &Way : Ways) {
    if (!Way.Unread.empty())
      return llvm::createStringError(
          "'" + Commands.file() + "': the command of '" + Path +
          "' takes arguments from '" + Way.Unread.front() +
          "', which cannot be read; generate it, or take it out of there");
    if (Way.IsNative && !Own.SaysTarget)
      Warnings.insert(
          "'" + seenFromHere(Commands.file()) +
          "' compiles for the GPU of the machine that builds "
          "(-arch=native); --target names it, else what counts is " +
          (Way.Targets.empty() ? Own.Options.Model->Name.str()
                               : llvm::join(Way.Targets, ", ")));
  }
  return llvm::Error::success();
}

llvm::Expected<FileSettings> FileOptions::of(const std::string &Path) {
  std::lock_guard Locked(Lock);
  llvm::Expected<FileSettings> Own = settingsFor(Path, Given);
  if (!Own || Path.empty())
    return Own;
  auto Commands = commandsFor(Path);
  if (!Commands)
    return Commands.takeError();
  if (!*Commands)
    return Own;
  std::vector<CompileFlags> Ways = (*Commands)->of(Path);
  if (Ways.empty())
    return Own;
  if (llvm::Error Why = judge(**Commands, Ways, *Own, Path))
    return std::move(Why);
  RunOptions &O = Own->Options;
  Own->Files.push_back((*Commands)->file());
  const std::vector<std::string> Said = O.ClangFlags;
  O.ClangFlags = Ways.front().Clang;
  llvm::append_range(O.ClangFlags, Said);
  std::vector<std::string> Gpus;
  for (const CompileFlags &Way : Ways)
    llvm::append_range(Gpus, Way.Targets);
  auto Warn = [&](std::string Text) { Warnings.insert(std::move(Text)); };
  if (!Own->SaysTarget)
    if (auto Models = modelsOf(Gpus, Warn); !Models.empty())
      setTargets(O, Models);
  for (CompileFlags &Other : llvm::drop_begin(Ways)) {
    llvm::append_range(Other.Clang, Said);
    if (Other.Clang != O.ClangFlags)
      O.Project.OtherWays.push_back(std::move(Other.Clang));
  }
  return Own;
}
