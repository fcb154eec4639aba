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

  std::string Plain; ///< The text without comments.
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
  size_t Behind = 0; // The token before.
  clang::Token T;
  for (Lexer.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Lexer.LexFromRawLexer(T)) {
    const size_t End = Lexer.getCurrentBufferOffset();
    for (char C : Text.slice(Behind, End - T.getLength()))
      if (llvm::isSpace(C))
        Plain += C;
    Plain += Text.slice(End - T.getLength(), End);
    Behind = End;
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

/// \p Text is a name, whole, and no number.
bool isName(StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text[0]) &&
         llvm::all_of(Text, isNamePart);
}

/// The code has \p Text, which a host may replace.
bool mayBeReplaced(const std::string &Text, const ReadProgram &P,
                   const AskedNames &Names) {
  if (isName(Text))
    return Names.Spelled.count(Text) && !P.Kernels.count(Text);
  if (llvm::all_of(Text, isNamePart) && !Text.empty())
    return hasWord(Names.Plain, Text);
  return Text.empty() || (llvm::any_of(Text, isNamePart) &&
                          StringRef(Names.Plain).contains(Text));
}

/// \p Text has a kernel called \p Name, or may have one of any name.
bool mayHoldKernel(StringRef Text, StringRef Name) {
  if (!Text.contains("kernel"))
    return false;
  for (size_t At = findWord(Text, Name); At != StringRef::npos;
       At = findWord(Text, Name, At + 1))
    if (Text.drop_front(At + Name.size()).ltrim().starts_with("("))
      return true;
  return Text.contains("%s(");
}

/// \p Text names a file that is not known: `"%s.cl"`, `"kernels/%s"`.
bool isPartOfPath(StringRef Text) {
  return Text.size() < 256 && (Text.ends_with(".cl") || Text.contains("/%s"));
}

/// The other OpenCL sources that hosts name, as far as they lie beside them or
/// the program, and those that they have as texts.
class OtherSources {
public:
  OtherSources(const ReadProgram &P, llvm::ArrayRef<HostSource> Hosts);

  /// One of them may have a kernel called \p Kernel, too.
  bool mayHold(const std::string &Kernel) const;
  /// One of them may say what \p Macro is, if it is put in front.
  bool mayDefine(StringRef Macro) const {
    return llvm::any_of(Files,
                        [&](StringRef Text) { return hasWord(Text, Macro); });
  }

private:
  void addNamed(StringRef Name);
  bool addFile(StringRef Path);

  const ReadProgram &P;
  const std::vector<std::string> Starts;
  std::set<fs::UniqueID> Seen;
  std::vector<std::string> Files, Texts;
  bool IncludesIt = false; ///< One of them includes the program.
};

OtherSources::OtherSources(const ReadProgram &P,
                           llvm::ArrayRef<HostSource> Hosts)
    : P(P), Starts(startsOfPaths(P, Hosts)) {
  auto Skip = [&](StringRef File) {
    if (fs::UniqueID Id; !fs::getUniqueID(File, Id))
      Seen.insert(Id);
  };
  Skip(P.Path);
  llvm::for_each(P.Files, Skip);
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
      addNamed(T[I].Text);
    }
    if (HasKernels)
      Texts.push_back(Text);
  }
}

/// A host has the text \p Name, which may be the name of a file, or a part of
/// one: any source that lies there, then.
void OtherSources::addNamed(StringRef Name) {
  bool IsFile = false;
  for (const std::string &Start : Starts)
    for (StringRef Each : {Name, path::filename(Name)}) {
      llvm::SmallString<128> Path(path::is_absolute(Each) ? "" : Start);
      path::append(Path, Each);
      IsFile |= addFile(Path);
    }
  if (IsFile || !isPartOfPath(Name))
    return;
  for (const std::string &Start : Starts) {
    std::error_code Error;
    fs::recursive_directory_iterator It(Start.empty() ? "." : Start, Error,
                                        /*follow_symlinks=*/false),
        End;
    for (unsigned Entries = 0; It != End && !Error && Entries < 1000;
         It.increment(Error), ++Entries) {
      if (It.level() > 0)
        It.no_push();
      if (StringRef(It->path()).ends_with(".cl"))
        addFile(It->path());
    }
  }
}

/// And what it includes. False: there is none.
bool OtherSources::addFile(StringRef Path) {
  constexpr uint64_t LargestSource = 16 << 20; // Bytes; others are data.
  fs::UniqueID Id, Own;
  uint64_t Bytes = 0;
  if (!fs::is_regular_file(Path) || fs::getUniqueID(Path, Id) ||
      fs::file_size(Path, Bytes) || Bytes > LargestSource)
    return false;
  if (!Seen.insert(Id).second)
    return true;
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return false;
  Files.push_back((*Buffer)->getBuffer().str());
  AskedNames Names;
  Names.add((*Buffer)->getBuffer(), /*IsHeader=*/false);
  for (const std::string &Name : Names.Included) {
    llvm::SmallString<128> Included(path::parent_path(Path));
    path::append(Included, Name);
    IncludesIt |= !fs::getUniqueID(P.Path, Own) &&
                  !fs::getUniqueID(Included, Id) && Own == Id;
    addFile(Included);
  }
  return true;
}

bool OtherSources::mayHold(const std::string &Kernel) const {
  return IncludesIt ||
         llvm::any_of(Files,
                      [&](StringRef Text) { return hasWord(Text, Kernel); }) ||
         llvm::any_of(Texts, [&](StringRef Text) {
           return mayHoldKernel(Text, Kernel);
         });
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

/// As the function of that name, which looks for \p Others.
static bool mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
                      llvm::ArrayRef<HostSource> Hosts,
                      const OtherSources &Others) {
  if (Builds.empty())
    return false;
  std::optional<AskedNames> Names = namesIn(P);
  const bool IsJoined =
      llvm::any_of(Builds, [](const HostBuild &B) { return B.IsJoined; });
  if (!Names || (IsJoined && llvm::any_of(Names->Tested, [&](StringRef Macro) {
                   return Others.mayDefine(Macro);
                 })))
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
        findsOthers(B, Names->Included, P, Starts) ||
        llvm::any_of(B.Replaced, [&](const std::string &Text) {
          return mayBeReplaced(Text, P, *Names);
        }))
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

bool bankfix::mayDiffer(llvm::ArrayRef<HostBuild> Builds, const ReadProgram &P,
                        llvm::ArrayRef<HostSource> Hosts) {
  return ::mayDiffer(Builds, P, Hosts, OtherSources(P, Hosts));
}

/// Arrays of a source stay that a host may look for a text in.
static void leaveEdited(Program &Arrays, llvm::ArrayRef<HostBuild> Builds,
                        const ReadProgram &P) {
  AskedNames Names;
  Names.add(P.Text.str(), /*IsHeader=*/false);
  for (const HostBuild &B : Builds)
    for (const std::string &Text : B.Sought) {
      if (!mayBeReplaced(Text, P, Names))
        continue;
      for (SharedArray &A : Arrays.Arrays)
        A.Obstacles.push_back({ObstacleKind::SourceEdited,
                               {B.Host, 1, 1},
                               Text.empty() ? "any text" : "'" + Text + "'"});
      return;
    }
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
  leaveEdited(F.Prog, Builds, P);
  if (!::mayDiffer(Builds, P, Hosts, Others))
    return;
  for (KernelLaunches &L : F.Launches)
    leave(L, /*KeepsFixed=*/false);
  F.Diagnostics.push_back(
      {Severity::Note,
       {},
       "the host builds this with other options, or with options that are "
       "not read; counts are those of one build"});
}
