//===- Surroundings.cpp - The file that includes a fragment ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Surroundings.h"
#include "bankfix/Kernel/SourceKind.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace bankfix;

/// Larger files, and more of them, are not searched.
static constexpr uint64_t MaxIncluderBytes = 1 << 20;
static constexpr unsigned MaxFilesSearched = 300;

namespace {

/// Reads C++ text line by line, far enough to know braces and directives.
class LineReader {
public:
  /// The directive's name and the rest of the line; empty for other lines.
  std::pair<llvm::StringRef, llvm::StringRef> read(llvm::StringRef Line);
  bool inComment() const { return InComment; }
  int depth() const { return Depth; }

private:
  bool InComment = false;
  int Depth = 0; ///< Of braces.
};

} // namespace

std::pair<llvm::StringRef, llvm::StringRef>
LineReader::read(llvm::StringRef Line) {
  llvm::StringRef Trimmed = Line.ltrim();
  bool Directive = !InComment && Trimmed.consume_front("#");
  char Quote = 0;
  for (size_t I = 0; I < Line.size(); ++I) {
    llvm::StringRef Rest = Line.substr(I);
    if (InComment) {
      if (Rest.starts_with("*/")) {
        InComment = false;
        ++I;
      }
    } else if (Quote) {
      if (Line[I] == '\\')
        ++I;
      else if (Line[I] == Quote)
        Quote = 0;
    } else if (Rest.starts_with("//")) {
      break;
    } else if (Rest.starts_with("/*")) {
      InComment = true;
      ++I;
    } else if (Line[I] == '"' || Line[I] == '\'') {
      Quote = Line[I];
    } else if (!Directive) {
      Depth += Line[I] == '{';
      Depth -= Line[I] == '}';
    }
  }
  if (!Directive)
    return {};
  Trimmed = Trimmed.ltrim();
  llvm::StringRef Word = Trimmed.take_while(llvm::isAlpha);
  return {Word, Trimmed.drop_front(Word.size()).trim()};
}

/// `"dir/name" // why` -> dir/name
static llvm::StringRef includedPath(llvm::StringRef Operand) {
  if (!Operand.consume_front("\"") && !Operand.consume_front("<"))
    return "";
  return Operand.take_until([](char C) { return C == '"' || C == '>'; });
}

namespace {

/// Splits a text at the only directive for which \p IsIt(its operand, its
/// line from 0) holds.
std::optional<Surrounding>
splitAt(llvm::StringRef Text,
        llvm::function_ref<bool(llvm::StringRef Operand, size_t Line)> IsIt) {
  LineReader Reader;
  std::optional<Surrounding> Found;
  int Open = 0; // #if directives.
  size_t LineNumber = 0;
  for (size_t At = 0; At < Text.size(); ++LineNumber) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    auto [Directive, Operand] = Reader.read(Text.slice(At, End));
    Open += llvm::StringSwitch<int>(Directive)
                .Cases({"if", "ifdef", "ifndef"}, 1)
                .Case("endif", -1)
                .Default(0);
    if (Directive == "include" && IsIt(Operand, LineNumber)) {
      if (Found || Reader.depth() != 0 || Reader.inComment() || Open < 0)
        return std::nullopt;
      Found.emplace();
      Found->Directive = includedPath(Operand).str();
      Found->Before = Text.take_front(At).str();
      for (int I = 0; I < Open; ++I)
        Found->Before += "#endif\n";
      // What closes them needs something to close; as many lines as there
      // were, so that numbers still fit.
      for (int I = 0; I < Open; ++I)
        Found->After += "#if 1\n";
      Found->After += std::string(LineNumber + 1 - Open, '\n');
      Found->After += Text.drop_front(std::min(End + 1, Text.size()));
    }
    At = End + 1;
  }
  return Found;
}

} // namespace

std::optional<Surrounding> bankfix::splitAtInclude(llvm::StringRef Text,
                                                   llvm::StringRef Name) {
  return splitAt(Text, [&](llvm::StringRef Operand, size_t) {
    return llvm::sys::path::filename(includedPath(Operand)) == Name;
  });
}

std::optional<Surrounding> bankfix::splitAtLine(llvm::StringRef Text,
                                                unsigned Line) {
  return splitAt(
      Text, [&](llvm::StringRef, size_t Number) { return Number + 1 == Line; });
}

static bool mayInclude(llvm::StringRef File) {
  std::optional<SourceKind> Kind = sourceKind(File);
  return Kind && Kind->Language != SourceLanguage::Host;
}

static void searchFolder(llvm::StringRef Folder, llvm::StringRef Path,
                         std::vector<Surrounding> &Found) {
  std::error_code E;
  std::vector<std::string> Files;
  for (llvm::sys::fs::directory_iterator I(Folder, E), End; I != End && !E;
       I.increment(E))
    if (mayInclude(I->path()))
      Files.push_back(I->path());
  if (Files.size() > MaxFilesSearched)
    return;
  std::sort(Files.begin(), Files.end());
  for (const std::string &File : Files) {
    llvm::sys::fs::file_status Status;
    if (llvm::sys::fs::status(File, Status) ||
        !llvm::sys::fs::is_regular_file(Status) ||
        Status.getSize() > MaxIncluderBytes)
      continue;
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    llvm::StringRef Name = llvm::sys::path::filename(Path);
    if (!Buffer || !(*Buffer)->getBuffer().contains(Name) ||
        llvm::sys::fs::equivalent(File, Path))
      continue;
    std::optional<Surrounding> S = splitAtInclude((*Buffer)->getBuffer(), Name);
    if (!S)
      continue;
    llvm::SmallString<128> Meant(llvm::sys::path::parent_path(File));
    llvm::sys::path::append(Meant, S->Directive);
    if (!llvm::sys::fs::equivalent(Meant, Path))
      continue;
    S->Path = File;
    Found.push_back(std::move(*S));
  }
}

std::vector<Surrounding> bankfix::findIncluders(llvm::StringRef Path) {
  std::vector<Surrounding> Found;
  llvm::SmallString<128> Folder(llvm::sys::path::parent_path(Path));
  if (Folder.empty())
    Folder = ".";
  searchFolder(Folder, Path, Found);
  if (Found.empty()) {
    llvm::sys::path::append(Folder, "..");
    searchFolder(Folder, Path, Found);
  }
  for (Surrounding &S : Found)
    S.OneOfSeveral = Found.size() > 1;
  return Found;
}
