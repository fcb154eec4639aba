//===- OtherPrograms.cpp - What else a host may build ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OtherPrograms.h"
#include "Host/HostTokens.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Of a text: what begins a line. A header is guarded by its first condition,
/// if it then defines the macro that it asks for.
enum Part {
  Code,
  Begun,
  Condition,
  Guard,
  Definition,
  Guarded,
  Inclusion,
  Other
};

/// What directives of that name are.
Part kindOf(StringRef Name) {
  if (Name == "define")
    return Definition;
  if (Name.starts_with("include") || Name == "import")
    return Inclusion;
  return Name.starts_with("if") || Name.starts_with("el") ? Condition : Other;
}

/// What the preprocessor may ask builds for.
struct AskedNames {
  /// Adds those of \p Text, which a zero byte follows. Of a header, what guards
  /// it is nobody's option.
  void add(StringRef Text, bool IsHeader);

  /// It is spelled, or pasted of what is.
  bool mayName(const std::string &Name) const {
    return Pastes || Spelled.count(Name);
  }
  /// The same in a condition.
  bool mayTest(const std::string &Name) const {
    return Tested.count(Name) || (Pastes && !Tested.empty());
  }

  std::set<std::string> Spelled;
  std::set<std::string> Included; ///< Headers; "" for what a macro names.
  /// In conditions, or in a macro's body, which may stand in one.
  std::set<std::string> Tested;
  bool Pastes = false;

private:
  std::set<std::string> InBodies; ///< Of macros.
};

/// What a compiler sees of a name that is parted by the ends of lines.
std::string joinedLines(StringRef Spelling) {
  std::string Out;
  llvm::copy_if(Spelling, std::back_inserter(Out), isNamePart);
  return Out;
}

/// The name in `"k.h"` or `<k.h>`; empty for what is none.
std::string headerAt(StringRef Text) {
  const char Close = Text.starts_with("<") ? '>' : '"';
  if (!Text.consume_front("\"") && !Text.consume_front("<"))
    return "";
  return Text.take_until([&](char C) { return C == Close || C == '\n'; }).str();
}

void AskedNames::add(StringRef Text, bool IsHeader) {
  clang::LangOptions Options;
  Options.LineComment = Options.Digraphs = true;
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                     Text.begin(), Text.end());
  Part In = Code;
  std::string GuardedBy;
  unsigned Directives = 0;
  clang::Token T;
  for (Lexer.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Lexer.LexFromRawLexer(T)) {
    const size_t End = Lexer.getCurrentBufferOffset();
    Pastes |= T.is(clang::tok::hashhash);
    if (In == Guarded && T.isAtStartOfLine())
      GuardedBy.clear(); // By the header itself, which gives it no value.
    In = In == Guarded ? Definition : In;
    if (T.isAtStartOfLine()) {
      In = T.is(clang::tok::hash) ? Begun : Code;
      Directives += In == Begun;
    }
    if (In == Inclusion) {
      In = Other;
      Included.insert(headerAt(Text.drop_front(End - T.getLength())));
    }
    if (T.isNot(clang::tok::raw_identifier))
      continue;
    const std::string Name = joinedLines(Text.slice(End - T.getLength(), End));
    if (In == Begun) {
      In = Name == "ifndef" && IsHeader && Directives == 1 ? Guard
                                                           : kindOf(Name);
      continue;
    }
    Spelled.insert(Name);
    if (In == Guard)
      GuardedBy = Name;
    else if (In == Definition && Directives == 2 && Name == GuardedBy)
      In = Guarded;
    else if (In == Condition && !isFixMacro(Name) && Name != "defined")
      Tested.insert(Name);
    else if (In == Definition && !isFixMacro(Name))
      InBodies.insert(Name);
  }
  if (!GuardedBy.empty())
    Tested.insert(GuardedBy);
  if (!Tested.empty())
    Tested.insert(InBodies.begin(), InBodies.end());
}

/// What \p P is made of may ask for. Nothing: some of it cannot be read.
std::optional<AskedNames> namesIn(const ReadProgram &P) {
  AskedNames Out;
  for (const std::string &File : P.Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return std::nullopt;
    Out.add((*Buffer)->getBuffer(), /*IsHeader=*/true);
  }
  Out.add(P.Text.str(), /*IsHeader=*/false);
  return Out;
}

/// Where the paths that \p Hosts name may begin.
std::vector<std::string> startsOfPaths(const ReadProgram &P,
                                       llvm::ArrayRef<HostSource> Hosts) {
  std::vector<std::string> Out = {"", path::parent_path(P.Path).str()};
  for (const HostSource &Host : Hosts)
    Out.push_back(path::parent_path(Host.Path).str());
  return Out;
}

/// A folder that \p B searches has something that \p Included names, and it is
/// none of the files of \p P.
bool findsOthers(const HostBuild &B, const std::set<std::string> &Included,
                 const ReadProgram &P, llvm::ArrayRef<std::string> Starts) {
  std::set<fs::UniqueID> Read;
  for (const std::string &File : P.Files)
    if (fs::UniqueID Id; !fs::getUniqueID(File, Id))
      Read.insert(Id);
  auto IsOther = [&](StringRef Start, StringRef Folder, StringRef Name) {
    llvm::SmallString<128> Path(path::is_absolute(Folder) ? "" : Start);
    path::append(Path, Folder, Name);
    fs::UniqueID Id;
    return !fs::getUniqueID(Path, Id) && !Read.count(Id);
  };
  for (const std::string &Folder : B.Folders)
    for (const std::string &Name : Included) {
      if (Name.empty() || StringRef(Folder).contains('%'))
        return true; // A macro's, or a path that is not known.
      if (llvm::any_of(Starts, [&](const std::string &Start) {
            return IsOther(Start, Folder, Name);
          }))
        return true;
    }
  return false;
}

} // namespace

bool bankfix::mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
                        llvm::ArrayRef<HostSource> Hosts) {
  if (Builds.empty())
    return false;
  std::optional<AskedNames> Names = namesIn(P);
  if (!Names)
    return true;
  std::map<std::string, std::string> All;
  for (const HostBuild &B : Builds)
    for (const auto &[Name, Value] : B.Defines)
      Names->add(Value, /*IsHeader=*/false);
  const std::vector<std::string> Starts = startsOfPaths(P, Hosts);
  bool IsAllRead = true;
  for (const HostBuild &B : Builds) {
    IsAllRead &= B.IsRead;
    if ((!B.IsRead && !Names->Tested.empty()) ||
        findsOthers(B, Names->Included, P, Starts))
      return true;
    for (const std::string &Name : B.Unknown)
      if (Names->mayName(Name))
        return true;
    for (const auto &[Name, Value] : B.Defines)
      if (All.emplace(Name, Value).first->second != Value &&
          Names->mayName(Name))
        return true;
  }
  return llvm::any_of(All, [&](const auto &Each) {
    auto Lacks = [&](const HostBuild &B) {
      return !B.Defines.count(Each.first);
    };
    return (!IsAllRead && Names->mayName(Each.first)) ||
           (Names->mayTest(Each.first) && llvm::any_of(Builds, Lacks));
  });
}

std::vector<std::string>
bankfix::otherSources(const ReadProgram &P, llvm::ArrayRef<HostSource> Hosts) {
  std::set<fs::UniqueID> Seen;
  std::vector<std::string> Out;
  fs::UniqueID Own;
  if (!fs::getUniqueID(P.Path, Own))
    Seen.insert(Own);
  auto Add = [&](StringRef Start, StringRef Name) {
    llvm::SmallString<128> Path(path::is_absolute(Name) ? "" : Start);
    path::append(Path, Name);
    fs::UniqueID Id;
    if (fs::getUniqueID(Path, Id) || !Seen.insert(Id).second)
      return;
    if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
      Out.push_back((*Buffer)->getBuffer().str());
  };
  const std::vector<std::string> Starts = startsOfPaths(P, Hosts);
  for (const HostSource &Host : Hosts) {
    const HostTokens T(Host.Text);
    for (size_t I = 0; I < T.size(); ++I)
      if (T[I].IsString && StringRef(T[I].Text).ends_with(".cl"))
        for (const std::string &Start : Starts) {
          Add(Start, T[I].Text);
          Add(Start, path::filename(T[I].Text));
        }
  }
  return Out;
}
