//===- OtherPrograms.cpp - What else a host may build ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/OtherPrograms.h"
#include "Host/HostTokens.h"
#include "Host/LikelyLaunches.h"
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

/// The host of \p B may change what \p P has in its text.
bool mayBeEdited(const HostBuild &B, const ReadProgram &P,
                 const AskedNames &Names) {
  return llvm::any_of(B.Replaced, [&](const std::string &Text) {
    const bool IsName = !Text.empty() && llvm::all_of(Text, isNamePart);
    if (IsName)
      return Names.Spelled.count(Text) && !P.Kernels.count(Text);
    return Text.empty() ||
           (llvm::any_of(Text, isNamePart) && P.Text.contains(Text));
  });
}

/// \p Text has the head of a kernel called \p Name.
bool holdsKernel(StringRef Text, StringRef Name) {
  for (size_t At = Text.find("kernel"); At != StringRef::npos;
       At = Text.find("kernel", At + 1)) {
    StringRef Head = Text.drop_front(At).take_until(
        [](char C) { return C == '{' || C == ';'; });
    const size_t Void = findWord(Head, "void");
    const size_t Named = findWord(Head, Name, Void);
    if (Void != StringRef::npos && Named != StringRef::npos &&
        Head.drop_front(Named + Name.size()).ltrim().starts_with("("))
      return true;
  }
  return false;
}

/// The other OpenCL sources that hosts name, as far as they lie beside them or
/// the program, and those that they have as texts.
class OtherSources {
public:
  OtherSources(const ReadProgram &P, llvm::ArrayRef<HostSource> Hosts);

  /// One of them may have a kernel called \p Kernel, too.
  bool mayHold(const std::string &Kernel) const;

private:
  void addFile(StringRef Path);

  std::set<fs::UniqueID> Seen;
  std::vector<std::string> Files, Texts;
};

OtherSources::OtherSources(const ReadProgram &P,
                           llvm::ArrayRef<HostSource> Hosts) {
  auto Skip = [&](StringRef File) {
    if (fs::UniqueID Id; !fs::getUniqueID(File, Id))
      Seen.insert(Id);
  };
  Skip(P.Path);
  llvm::for_each(P.Files, Skip);
  const std::vector<std::string> Starts = startsOfPaths(P, Hosts);
  for (const HostSource &Host : Hosts) {
    const std::string Text = Host.Headers + Host.Text;
    const HostTokens T(Text);
    bool HasKernels = false; // As code, which a macro makes a string of.
    for (size_t I = 0; I < T.size(); ++I) {
      HasKernels |= T.word(I) == "__kernel";
      if (!T[I].IsString)
        continue;
      if (StringRef(T[I].Text).contains("kernel"))
        Texts.push_back(T[I].Text);
      for (const std::string &Start : Starts)
        for (StringRef Name :
             {StringRef(T[I].Text), path::filename(T[I].Text)}) {
          llvm::SmallString<128> Path(path::is_absolute(Name) ? "" : Start);
          path::append(Path, Name);
          addFile(Path);
        }
    }
    if (HasKernels)
      Texts.push_back(Text);
  }
}

void OtherSources::addFile(StringRef Path) {
  constexpr uint64_t LargestSource = 16 << 20; // Bytes; others are data.
  fs::UniqueID Id;
  uint64_t Bytes = 0;
  if (!fs::is_regular_file(Path) || fs::getUniqueID(Path, Id) ||
      !Seen.insert(Id).second || fs::file_size(Path, Bytes) ||
      Bytes > LargestSource)
    return;
  if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
    Files.push_back((*Buffer)->getBuffer().str());
}

bool OtherSources::mayHold(const std::string &Kernel) const {
  return llvm::any_of(Files,
                      [&](StringRef Text) {
                        return hasWord(Text, Kernel) && Text.contains("kernel");
                      }) ||
         llvm::any_of(
             Texts, [&](StringRef Text) { return holdsKernel(Text, Kernel); });
}

/// Takes none of the launches of \p L for one of what was read; \p KeepsFixed:
/// but those with the only shape that the kernel can have.
void leave(KernelLaunches &L, bool KeepsFixed) {
  L.OthersPossible = true;
  auto Others = llvm::partition(L.Shapes, [&](const LaunchShape &S) {
    return KeepsFixed && S.Origin == ShapeOrigin::Attribute;
  });
  std::vector<LaunchShape> Likely(Others, L.Shapes.end());
  L.Shapes.erase(Others, L.Shapes.end());
  for (LaunchShape &S : Likely)
    S.Origin = ShapeOrigin::Assumed;
  addShapes(L.Likely, Likely);
  L.Likely = std::move(Likely);
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
        findsOthers(B, Names->Included, P, Starts) || mayBeEdited(B, P, *Names))
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

void bankfix::leaveToOtherPrograms(ParsedFile &F,
                                   llvm::ArrayRef<HostBuild> Builds,
                                   ReadProgram P,
                                   llvm::ArrayRef<HostSource> Hosts) {
  const OtherSources Others(P, Hosts);
  for (auto [K, L] : llvm::zip(F.Prog.Kernels, F.Launches)) {
    P.Kernels.insert(K.Name);
    if (Others.mayHold(K.Name))
      leave(L, /*KeepsFixed=*/true);
  }
  if (!mayDiffer(Builds, P, Hosts))
    return;
  for (KernelLaunches &L : F.Launches)
    leave(L, /*KeepsFixed=*/false);
  F.Diagnostics.push_back(
      {Severity::Note,
       {},
       "the host builds this with other options, or with options that are "
       "not read; counts are those of one build"});
}
