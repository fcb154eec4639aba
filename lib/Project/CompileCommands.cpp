//===- CompileCommands.cpp - How a project compiles its sources -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/CompileCommands.h"
#include "ClangFlags.h"
#include "NvccFlags.h"
#include "bankfix/Kernel/SourceKind.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Arguments = std::vector<std::string>;

namespace {
/// Goes through the arguments of one command.
class Translator {
public:
  /// With \p KeepsOthers, what only Clang has stays as it is.
  Translator(StringRef Folder, bool IsNvcc, bool KeepsOthers)
      : Folder(Folder), IsNvcc(IsNvcc), KeepsOthers(KeepsOthers) {}

  CompileFlags run(llvm::ArrayRef<std::string> All);

private:
  void read(llvm::ArrayRef<std::string> All, unsigned Depth);
  void add(const NvccFlag &F, StringRef Value, unsigned Depth);
  void addTargets(StringRef Value);

  std::string Folder;
  bool IsNvcc, KeepsOthers;
  Arguments Others; ///< What Clang's table is asked of.
  CompileFlags Out;
  Arguments Architectures; ///< Of -arch: what counts without other code.
};
} // namespace

/// The arguments in a file, as compilers read it. One that is not there is
/// added to \p Unread.
static Arguments readOptions(StringRef Path, Arguments &Unread) {
  Arguments Out;
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    Unread.push_back(Path.str());
    return Out;
  }
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *> Raw;
  llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Raw);
  for (const char *A : Raw)
    Out.push_back(A);
  return Out;
}

/// Clang reads it as nvcc does.
static bool isClangsToo(const NvccFlag &F) {
  switch (F.Meaning) {
  case NvccFlag::Define:
  case NvccFlag::Undefine:
  case NvccFlag::Include:
  case NvccFlag::SystemInclude:
  case NvccFlag::PreInclude:
  case NvccFlag::Standard:
  case NvccFlag::Language:
    return true;
  default:
    return false;
  }
}

/// A user who gives it to Clang means nvcc.
static bool isNvccsAlone(StringRef Argument, const NvccFlag &F) {
  if (isClangsToo(F))
    return false;
  // Clang's of these names are for other systems, or for other compilers.
  if (F.Meaning != NvccFlag::Drop && F.Meaning != NvccFlag::Macro)
    return true;
  return F.Short.size() > 1 ? !isClangFlag(Argument)
                            : StringRef("tG").contains(F.Short);
}

void Translator::addTargets(StringRef Value) {
  for (std::string &Name : nvccTargets(Value))
    if (!llvm::is_contained(Out.Targets, Name))
      Out.Targets.push_back(std::move(Name));
}

void Translator::add(const NvccFlag &F, StringRef Value, unsigned Depth) {
  auto Each = [&](StringRef Prefix) {
    for (const std::string &Part : splitNvccList(Value)) {
      Others.push_back(Prefix.str());
      Others.push_back(Part);
    }
  };
  switch (F.Meaning) {
  case NvccFlag::Drop:
    return;
  case NvccFlag::Define:
    return Each("-D");
  case NvccFlag::Undefine:
    return Each("-U");
  case NvccFlag::Include:
    return Each("-I");
  case NvccFlag::SystemInclude:
    return Each("-isystem");
  case NvccFlag::PreInclude:
    return Each("-include");
  case NvccFlag::Standard:
    Others.push_back("-std=" + Value.str());
    return;
  case NvccFlag::Language:
    Out.Language = Value.str();
    return;
  case NvccFlag::HostFlags: {
    Arguments Flags;
    for (const std::string &Part : splitNvccList(Value))
      for (StringRef Word : llvm::split(Part, ' '))
        if (!Word.trim("\"'").empty())
          Flags.push_back(Word.trim("\"'").str());
    llvm::append_range(Others, Flags);
    return;
  }
  case NvccFlag::Architecture:
    Architectures = nvccTargets(Value);
    Out.IsNative |= isNvccNative(Value);
    return;
  case NvccFlag::Code:
  case NvccFlag::GenerateCode:
    Out.IsNative |= isNvccNative(Value);
    return addTargets(Value);
  case NvccFlag::OptionsFile:
    for (const std::string &File : splitNvccList(Value))
      read(readOptions(absoluteIn(Folder, File), Out.Unread), Depth + 1);
    return;
  case NvccFlag::Macro:
    if (F.When.empty() || F.When == Value)
      Out.Clang.push_back("-D" + F.MacroName.str());
    return;
  }
}

void Translator::read(llvm::ArrayRef<std::string> All, unsigned Depth) {
  constexpr unsigned Deepest = 16; // A file that names itself.
  if (Depth > Deepest)
    return;
  for (size_t I = 0; I < All.size(); ++I) {
    StringRef A = All[I];
    if (A.consume_front("@")) {
      read(readOptions(absoluteIn(Folder, A), Out.Unread), Depth + 1);
      continue;
    }
    std::optional<FoundNvccFlag> Found = findNvccFlag(A);
    const bool IsOurs = Found && (IsNvcc || isNvccsAlone(A, *Found->Flag));
    if (!IsOurs) {
      Others.push_back(A.str());
      continue;
    }
    std::string Value = Found->Value.value_or("");
    if (!Found->Value && Found->Flag->Takes != NvccFlag::None &&
        I + 1 < All.size())
      Value = All[++I];
    add(*Found->Flag, Value, Depth);
  }
}

CompileFlags Translator::run(llvm::ArrayRef<std::string> All) {
  read(All, 0);
  if (!KeepsOthers)
    addClangFlags(Others, Folder, Out);
  else
    addAllClangFlags(Others, Out);
  if (KeepsOthers && llvm::is_contained(Others, "-fgpu-rdc"))
    Out.Clang.push_back(Relocatable.str());
  if (Out.Targets.empty())
    Out.Targets = Architectures;
  return std::move(Out);
}

CompileFlags bankfix::translated(llvm::ArrayRef<std::string> All,
                                 StringRef Folder, bool IsNvcc) {
  if (IsNvcc)
    return Translator(Folder, true, false).run(All);
  CompileFlags Out;
  Arguments Expanded;
  for (const std::string &A : All)
    if (StringRef File = A; File.consume_front("@"))
      llvm::append_range(Expanded,
                         readOptions(absoluteIn(Folder, File), Out.Unread));
    else
      Expanded.push_back(A);
  addClangFlags(Expanded, Folder, Out);
  return Out;
}

CompileFlags bankfix::withoutNvccFlags(llvm::ArrayRef<std::string> Flags) {
  return Translator("", false, true).run(Flags);
}

/// The place of the compiler's name: a launcher may stand before it.
static const std::string *compilerOf(llvm::ArrayRef<std::string> Arguments) {
  const auto *Compiler = llvm::find_if(Arguments, [](StringRef A) {
    StringRef Name = path::stem(A);
    return Name.contains("nvcc") || Name.contains("clang") ||
           Name.contains("hipcc") || Name.contains("gcc") ||
           Name.contains("g++") || Name == "c++" || Name == "cc";
  });
  return Compiler == Arguments.end() ? Arguments.begin() : Compiler;
}

/// The source is what they are about, and no part of the flags.
CompileFlags CompileCommands::flagsOf(const Command &C) {
  llvm::ArrayRef<std::string> All = C.Arguments;
  if (All.empty())
    return {};
  const std::string *Compiler = compilerOf(All);
  Arguments Rest(Compiler + 1, All.end());
  llvm::erase_if(Rest, [&](StringRef A) {
    return !A.starts_with("-") && absoluteIn(C.Folder, A) == C.Source;
  });
  return translated(Rest, C.Folder, path::stem(*Compiler).contains("nvcc"));
}

/// Without links, where there is such a file.
static std::string realPath(StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? Path.str() : Real.str().str();
}

static constexpr llvm::StringLiteral FileName = "compile_commands.json";

llvm::Expected<CompileCommands> CompileCommands::in(StringRef Folder) {
  llvm::SmallString<256> File(Folder);
  if (fs::is_directory(Folder))
    path::append(File, FileName);
  fs::make_absolute(File);
  if (!fs::exists(File))
    return llvm::createStringError(
        "'" + Folder +
        "' holds no compile_commands.json; CMake writes one "
        "with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError(
        "'" + File + "' cannot be read: " + Buffer.getError().message());
  // Clang's reader takes any YAML, and prints what is wrong by itself.
  if (auto Json = llvm::json::parse((*Buffer)->getBuffer()); !Json)
    return llvm::createStringError(
        "'" + File + "' cannot be read: " + llvm::toString(Json.takeError()));
  std::string Why;
  auto Read = clang::tooling::JSONCompilationDatabase::loadFromFile(
      File, Why, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Read)
    return llvm::createStringError(
        "'" + File + "' cannot be read: " + StringRef(Why).trim());
  CompileCommands Out;
  Out.File = realPath(File);
  const StringRef Beside = path::parent_path(Out.File);
  // Not by the database's own names: one file may have several.
  for (clang::tooling::CompileCommand &C : Read->getAllCompileCommands()) {
    C.Directory = absoluteIn(Beside, C.Directory);
    std::string Source = absoluteIn(C.Directory, C.Filename);
    auto [It, IsNew] = Out.Commands.try_emplace(realPath(Source));
    if (IsNew)
      Out.Sources.push_back(It->first);
    It->second.push_back(
        {std::move(C.Directory), std::move(Source), std::move(C.CommandLine)});
  }
  return Out;
}

llvm::Expected<std::optional<CompileCommands>>
CompileCommands::above(StringRef Path) {
  llvm::SmallString<256> Whole(Path);
  fs::make_absolute(Whole);
  path::remove_dots(Whole, /*remove_dot_dot=*/true);
  for (StringRef Folder = path::parent_path(Whole); !Folder.empty();
       Folder = path::parent_path(Folder))
    for (StringRef Inside : {"", "build"}) {
      llvm::SmallString<256> File(Folder);
      path::append(File, Inside, FileName);
      if (!fs::is_regular_file(File))
        continue;
      llvm::Expected<CompileCommands> Read = in(File);
      if (!Read)
        return Read.takeError();
      return std::optional<CompileCommands>(std::move(*Read));
    }
  return std::nullopt;
}

/// Of a header: the sources with its name, else those that share the most of
/// its path.
static std::string likest(llvm::ArrayRef<std::string> Sources,
                          StringRef Header) {
  auto Shared = [&](StringRef Source) {
    size_t N = 0;
    while (N < Source.size() && N < Header.size() && Source[N] == Header[N])
      ++N;
    return std::pair(path::stem(Source) == path::stem(Header), N);
  };
  auto Best = llvm::max_element(
      Sources, [&](StringRef L, StringRef R) { return Shared(L) < Shared(R); });
  return Best == Sources.end() ? "" : *Best;
}

std::vector<CompileFlags> CompileCommands::of(StringRef Path) const {
  llvm::SmallString<256> Whole(Path);
  fs::make_absolute(Whole);
  std::string Name = realPath(absoluteIn("", Whole));
  auto Found = Commands.find(Name);
  if (Found == Commands.end() && isIncludedAlone(Name) && sourceKind(Name))
    Found = Commands.find(likest(gpuSources(), Name));
  std::vector<CompileFlags> Out;
  if (Found != Commands.end())
    for (const Command &C : Found->second)
      if (CompileFlags Flags = flagsOf(C); !llvm::is_contained(Out, Flags))
        Out.push_back(std::move(Flags));
  return Out;
}

std::vector<std::string> CompileCommands::gpuSources() const {
  std::vector<std::string> Out;
  llvm::copy_if(Sources, std::back_inserter(Out), [&](StringRef Source) {
    std::optional<SourceKind> Kind = sourceKind(Source);
    if (Kind && Kind->Role == SourceRole::Unit &&
        Kind->Language != SourceLanguage::Host)
      return true;
    const Command &First = Commands.at(Source.str()).front();
    return llvm::is_contained(First.Arguments, "-x") &&
           llvm::is_contained({"cu", "cuda", "hip", "cl"},
                              flagsOf(First).Language);
  });
  return Out;
}
