//===- IncludeGraph.cpp - Which files may include a header ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Project/IncludeGraph.h"
#include "ProjectFiles.h"
#include "bankfix/Kernel/SourceKind.h"
#include "bankfix/Kernel/Words.h"
#include "bankfix/Project/Directives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace bankfix;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

IncludeGraph IncludeGraph::below(StringRef Root,
                                 llvm::ArrayRef<StringRef> Flags) {
  IncludeGraph Out;
  const bool AreAll =
      forEachSource(Root, [&](StringRef Path) { Out.read(Path); });
  Out.IsComplete &= AreAll;
  Out.sort();
  Out.findUnset(Root, Flags);
  Out.findPasting();
  return Out;
}

/// What is longer is data.
static constexpr uint64_t LongestBuildFile = 1 << 20;

void IncludeGraph::findUnset(StringRef Root, llvm::ArrayRef<StringRef> Flags) {
  for (const File &F : Files)
    for (const std::string &Macro : F.Macros)
      if (!Defined.count(Macro) && !MayBecomeNames.contains(Macro))
        Unset.insert(Macro);
  auto Read = [&](StringRef Text) {
    std::erase_if(Unset, [&](const std::string &Macro) {
      return Text.contains(Macro);
    });
  };
  llvm::for_each(Flags, Read);
  if (Unset.empty())
    return;
  const bool AreAll = forEachBuildFile(Root, [&](StringRef Path) {
    uint64_t Size = 0;
    if (fs::file_size(Path, Size) || Size > LongestBuildFile || Unset.empty())
      return;
    if (auto Buffer = llvm::MemoryBuffer::getFile(Path))
      Read((*Buffer)->getBuffer());
    else
      Unset.clear(); // It may say anything.
  });
  if (!AreAll)
    Unset.clear();
}

bool bankfix::isSpelledBelow(StringRef Root, StringRef Path) {
  const StringRef Name = path::filename(Path);
  bool IsSpelled = false;
  const bool AreAll = forEachSource(Root, [&](StringRef File) {
    if (IsSpelled)
      return;
    if (auto Buffer = llvm::MemoryBuffer::getFile(File))
      IsSpelled =
          (*Buffer)->getBuffer().contains(Name) && !fs::equivalent(File, Path);
  });
  return IsSpelled || !AreAll;
}

IncludeGraph IncludeGraph::beside(StringRef Path) {
  return of(sourcesBeside(Path));
}

IncludeGraph IncludeGraph::of(llvm::ArrayRef<std::string> Files) {
  IncludeGraph Out;
  for (const std::string &File : Files)
    Out.read(File);
  Out.sort();
  Out.findPasting();
  return Out;
}

void IncludeGraph::sort() {
  llvm::sort(Files,
             [](const File &L, const File &R) { return L.Path < R.Path; });
  for (auto [I, F] : llvm::enumerate(Files)) {
    for (const std::string &Name : F.Includes)
      ByName[path::filename(Name).str()].push_back(I);
    if (!F.Macros.empty())
      ByMacros.push_back(I);
  }
}

/// Adds the last parts of the names in \p Line that stand in quotes.
static void addStrings(StringRef Line, std::set<std::string> &Into) {
  for (size_t At = Line.find('"'); At != StringRef::npos; At = Line.find('"')) {
    Line = Line.drop_front(At + 1);
    StringRef Text = Line.take_until([](char C) { return C == '"'; });
    if (StringRef Name = Text.rsplit('/').second; !Name.empty())
      Text = Name;
    if (isOfLanguage(Text))
      Into.insert(Text.str());
    Line = Line.drop_front(std::min(Text.size() + 1, Line.size()));
  }
}

void IncludeGraph::readInclude(StringRef Operand, File &New) {
  if (StringRef Name = headerName(Operand); !Name.empty()) {
    New.Includes.push_back(Name.str());
    Names.insert(path::filename(Name).str());
  } else {
    New.Macros.push_back(Operand.take_while(isNamePart).str());
  }
}

/// What stands in a macro's place may become the name of a file: another macro,
/// a call of one, or what makes a text of an argument.
static bool mayBecomeName(StringRef Body) {
  const StringRef First = Body.take_while(isNamePart);
  const StringRef Rest = Body.drop_front(First.size()).trim();
  return Body.starts_with("#") ||
         (!First.empty() && !llvm::isDigit(First.front()) &&
          (Rest.empty() || (Rest.starts_with("(") && Rest.ends_with(")"))));
}

/// True for `MACRO "k.h"`.
bool IncludeGraph::readDefine(StringRef Definition, StringRef Path) {
  StringRef Macro = Definition.take_while(isNamePart);
  StringRef Body = Definition.drop_front(Macro.size());
  if (Body.starts_with("("))
    Body = Body.split(')').second;
  Body = Body.ltrim();
  StringRef Name = headerName(Body);
  if (Name.empty() && mayBecomeName(Body))
    MayBecomeNames.insert(Macro);
  if (Name.empty() || Name.contains(' '))
    return false;
  Defined[Macro.str()].try_emplace(Name.str(), Path);
  if (!isOfLanguage(Name))
    return false;
  Names.insert(path::filename(Name).str());
  return true;
}

/// What is behind the character that \p Line begins with, as it stands in a text
/// or a character: `\\"` and `'"'` begin and end none.
static StringRef nextOf(StringRef Line) {
  for (StringRef Odd : {"'\"'", "'\\\"'", "\\\"", "\\\\"})
    if (Line.consume_front(Odd))
      return Line;
  return Line.drop_front();
}

/// Adds the words of \p Line. Where `//` may be a part of another comment, what
/// follows counts.
static void addWords(StringRef Line, std::vector<uint64_t> &Words) {
  bool IsText = false, IsComment = false;
  while (!Line.empty()) {
    if (!IsText && !IsComment && Line.starts_with("//"))
      return;
    StringRef Word = Line.take_while(isNamePart);
    if (Word.empty()) {
      IsText ^= Line.front() == '"';
      IsComment |= Line.starts_with("/*") || Line.starts_with("*/");
      Line = nextOf(Line);
      continue;
    }
    Words.push_back(llvm::xxh3_64bits(Word));
    Line = Line.drop_front(Word.size());
  }
}

/// The text behind the `##` that \p Body begins with a part of: adds that part,
/// which may be one of \p Parameters.
static StringRef addPart(StringRef Body, llvm::ArrayRef<StringRef> Parameters,
                         PastedName &Into) {
  StringRef Part = Body.ltrim().take_while(isNamePart);
  const bool IsAny = Part.empty() || Part == "__VA_ARGS__" ||
                     llvm::is_contained(Parameters, Part);
  Into.push_back(IsAny ? "" : Part.str());
  return Body.ltrim().drop_front(Part.size());
}

/// What the macro that \p Definition defines makes with `##`.
static void addPasted(StringRef Definition, std::vector<PastedName> &Into) {
  StringRef Name = Definition.take_while(isNamePart);
  StringRef Body = Definition.drop_front(Name.size());
  llvm::SmallVector<StringRef, 8> Parameters;
  if (Body.consume_front("(")) {
    auto [List, Rest] = Body.split(')');
    List.split(Parameters, ',');
    for (StringRef &P : Parameters)
      P = P.trim().take_while(isNamePart);
    Body = Rest;
  }
  for (size_t At = Body.find("##"); At != StringRef::npos;
       At = Body.find("##")) {
    StringRef Before = Body.take_front(At).rtrim();
    StringRef First = Before;
    while (!First.empty() && isNamePart(First.back()))
      First = First.drop_back();
    PastedName New;
    addPart(Before.drop_front(First.size()), Parameters, New);
    Body = Body.drop_front(At);
    while (Body.ltrim().starts_with("##"))
      Body = addPart(Body.ltrim().drop_front(2), Parameters, New);
    if (!Before.ends_with(",")) // Of `, ##__VA_ARGS__` no name is made.
      Into.push_back(std::move(New));
  }
}

void IncludeGraph::readPasted(StringRef Text, File &New) {
  if (!Text.contains("##"))
    return;
  std::string Logical = Text.str();
  for (size_t At = Logical.find("\\\n"); At != std::string::npos;
       At = Logical.find("\\\n", At))
    Logical.replace(At, 2, " ");
  for (size_t At = Logical.find("\\\r\n"); At != std::string::npos;
       At = Logical.find("\\\r\n", At))
    Logical.replace(At, 3, " ");
  llvm::SmallVector<StringRef, 0> Lines;
  StringRef(Logical).split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (Line.consume_front("define") && Line.contains("##"))
      addPasted(Line.ltrim(), New.Pasted);
  }
  llvm::sort(New.Pasted);
  New.Pasted.erase(llvm::unique(New.Pasted), New.Pasted.end());
}

namespace {

/// Which names are made of words by `##`.
class Paster {
public:
  Paster(llvm::ArrayRef<PastedName> All,
         llvm::function_ref<bool(StringRef)> IsWord)
      : All(All), IsWord(IsWord) {}

  /// \p Parts may make \p Name: none of them is all of it.
  bool mayMake(const PastedName &Parts, StringRef Name) {
    return mayMake(Parts, Name, Name.size());
  }

private:
  bool mayMake(llvm::ArrayRef<std::string> Parts, StringRef Name,
               size_t Shorter);
  bool mayBe(StringRef Part);

  llvm::ArrayRef<PastedName> All;
  llvm::function_ref<bool(StringRef)> IsWord;
  std::map<std::string, bool> Known; ///< What may be a part.
};

bool Paster::mayMake(llvm::ArrayRef<std::string> Parts, StringRef Name,
                     size_t Shorter) {
  if (Parts.empty())
    return Name.empty();
  if (const std::string &First = Parts.front(); !First.empty())
    return Name.starts_with(First) && First.size() < Shorter &&
           mayMake(Parts.drop_front(), Name.drop_front(First.size()), Shorter);
  for (size_t Size = 0; Size <= Name.size() && Size < Shorter; ++Size)
    if ((Size == 0 || mayBe(Name.take_front(Size))) &&
        mayMake(Parts.drop_front(), Name.drop_front(Size), Shorter))
      return true;
  return false;
}

bool Paster::mayBe(StringRef Part) {
  auto [It, IsNew] = Known.try_emplace(Part.str(), false);
  if (IsNew && IsWord(Part))
    return It->second = true;
  if (IsNew)
    for (const PastedName &Parts : All)
      if (mayMake(Parts, Part))
        return Known[Part.str()] = true;
  return It->second;
}

} // namespace

/// By file: those that it may include by itself.
std::vector<std::vector<unsigned>> IncludeGraph::inclusions() const {
  llvm::StringMap<std::vector<unsigned>> Named; // By the last part.
  llvm::StringMap<unsigned> At;
  for (auto [I, F] : llvm::enumerate(Files)) {
    Named[path::filename(F.Path)].push_back(I);
    At[F.Path] = I;
  }
  std::vector<std::vector<unsigned>> Out(Files.size());
  auto Add = [&](StringRef Name, const File &From,
                 std::vector<unsigned> &Into) {
    llvm::SmallString<256> Beside(path::parent_path(From.Path));
    path::append(Beside, Name);
    llvm::SmallString<256> Plain(Beside);
    path::remove_dots(Plain, /*remove_dot_dot=*/true);
    if (auto It = At.find(Plain); It != At.end())
      return Into.push_back(It->second);
    const bool IsThere = fs::exists(Beside);
    for (unsigned I : Named.lookup(path::filename(Name)))
      if (!IsThere || fs::equivalent(Beside, Files[I].Path))
        Into.push_back(I);
  };
  for (auto [F, Into] : llvm::zip_equal(Files, Out)) {
    for (const std::string &Name : F.Includes)
      Add(Name, F, Into);
    for (const std::string &Macro : F.Macros) {
      auto It = Defined.find(Macro);
      if (It != Defined.end() && !MayBecomeNames.contains(Macro)) {
        for (const auto &[Name, Path] : It->second)
          Add(Name, F, Into);
      } else if (!Unset.count(Macro)) {
        Into.assign(llvm::seq<unsigned>(0, Files.size()).begin(),
                    llvm::seq<unsigned>(0, Files.size()).end());
      }
    }
  }
  return Out;
}

void IncludeGraph::findPasting() {
  if (llvm::all_of(Files, [](const File &F) { return F.Pasted.empty(); }))
    return;
  const std::vector<std::vector<unsigned>> Included = inclusions();
  for (unsigned Root = 0; Root < Files.size(); ++Root) {
    PastingText New{Root, llvm::BitVector(Files.size()), {}};
    std::vector<unsigned> Left = {Root};
    while (!Left.empty()) {
      const unsigned Next = Left.back();
      Left.pop_back();
      if (New.Files.test(Next))
        continue;
      New.Files.set(Next);
      llvm::append_range(Left, Included[Next]);
      llvm::append_range(New.Pasted, Files[Next].Pasted);
    }
    if (New.Pasted.empty())
      continue;
    llvm::sort(New.Pasted);
    New.Pasted.erase(llvm::unique(New.Pasted), New.Pasted.end());
    Pasting.push_back(std::move(New));
  }
}

std::vector<std::string> IncludeGraph::pasting(StringRef Name) const {
  llvm::StringMap<llvm::BitVector> Spelling; // By part: the files with it.
  auto SpelledIn = [&](StringRef Part) -> const llvm::BitVector & {
    auto [It, IsNew] = Spelling.try_emplace(Part, Files.size());
    if (IsNew)
      for (auto [I, F] : llvm::enumerate(Files))
        if (llvm::binary_search(F.Words, llvm::xxh3_64bits(Part)))
          It->second.set(I);
    return It->second;
  };
  std::vector<std::string> Out;
  for (const PastingText &Text : Pasting) {
    auto IsWord = [&](StringRef Part) {
      return Text.Files.anyCommon(SpelledIn(Part));
    };
    Paster Pastes(Text.Pasted, IsWord);
    if (llvm::any_of(Text.Pasted, [&](const PastedName &Parts) {
          return Pastes.mayMake(Parts, Name);
        }))
      Out.push_back(Files[Text.Root].Path);
  }
  return Out;
}

void IncludeGraph::readWords(StringRef Text, File &New) {
  llvm::SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines)
    addWords(Line, New.Words);
  llvm::sort(New.Words);
  New.Words.erase(llvm::unique(New.Words), New.Words.end());
  New.Words.shrink_to_fit();
}

std::vector<std::string> IncludeGraph::naming(StringRef Name) const {
  std::vector<std::string> Out;
  for (const File &F : Files)
    if (llvm::binary_search(F.Words, llvm::xxh3_64bits(Name)))
      Out.push_back(F.Path);
  return Out;
}

void IncludeGraph::read(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    // A link to nowhere is nothing that anybody includes.
    IsComplete &= Buffer.getError() == std::errc::no_such_file_or_directory;
    return;
  }
  const StringRef Text = (*Buffer)->getBuffer();
  File New;
  New.Path = Path.str();
  std::set<size_t> Named; // Lines of directives, by what follows them.
  for (const SourceDirective &D : directivesOf(Text)) {
    const bool Includes = D.Is == SourceDirective::Kind::Include;
    if (Includes)
      readInclude(D.Operand, New);
    if (Includes || readDefine(D.Operand, Path))
      Named.insert(Text.find('\n', D.Offset));
  }
  llvm::SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (size_t End = Line.end() - Text.begin();
        !Named.count(End == Text.size() ? StringRef::npos : End))
      addStrings(Line, New.Strings);
  readPasted(Text, New);
  readWords(Text, New);
  Files.push_back(std::move(New));
}

static bool isNamed(StringRef Name, StringRef Header) {
  return path::filename(Name) == path::filename(Header);
}

/// Some name may mean \p Header: beside the file it is one file for sure.
bool IncludeGraph::includes(const File &From, StringRef Header,
                            bool ByMacro) const {
  auto Names = [&](StringRef Name) {
    if (!isNamed(Name, Header))
      return false;
    llvm::SmallString<256> Beside(path::parent_path(From.Path));
    path::append(Beside, Name);
    return !fs::exists(Beside) || fs::equivalent(Beside, Header);
  };
  auto MayStand = [&](const std::string &Macro) {
    auto It = Defined.find(Macro);
    if (It == Defined.end() || MayBecomeNames.contains(Macro))
      return ByMacro && !Unset.count(Macro);
    return llvm::any_of(It->second, [&](const auto &Definition) {
      return isNamed(Definition.first, Header);
    });
  };
  return llvm::any_of(From.Includes, Names) ||
         llvm::any_of(From.Macros, MayStand);
}

std::vector<std::string> IncludeGraph::mayInclude(StringRef Header,
                                                  bool ByMacro) const {
  std::set<unsigned> Found; // In the order of the files.
  std::vector<std::string> Left = {Header.str()};
  while (!Left.empty()) {
    std::string Next = std::move(Left.back());
    Left.pop_back();
    auto Visit = [&](unsigned I) {
      const File &F = Files[I];
      if (!Found.count(I) && includes(F, Next, ByMacro) &&
          !fs::equivalent(F.Path, Next) && Found.insert(I).second)
        Left.push_back(F.Path);
    };
    if (auto It = ByName.find(path::filename(Next)); It != ByName.end())
      llvm::for_each(It->second, Visit);
    llvm::for_each(ByMacros, Visit);
  }
  std::vector<std::string> Out;
  for (unsigned I : Found)
    Out.push_back(Files[I].Path);
  return Out;
}

bool IncludeGraph::mayBeIncluded(StringRef Path) const {
  return Names.count(path::filename(Path).str());
}

bool IncludeGraph::holds(StringRef Path) const {
  return llvm::any_of(Files, [&](const File &F) {
    return isNamed(F.Path, Path) && fs::equivalent(F.Path, Path);
  });
}

bool IncludeGraph::holdsNamed(StringRef Path) const {
  return llvm::any_of(Files,
                      [&](const File &F) { return isNamed(F.Path, Path); });
}

std::string IncludeGraph::mayLoad(StringRef Header) const {
  std::set<std::string> Included; // Macros.
  for (const File &F : Files)
    Included.insert(F.Macros.begin(), F.Macros.end());
  for (const auto &[Macro, Names] : Defined)
    if (!Included.count(Macro))
      for (const auto &[Name, Path] : Names)
        if (isNamed(Name, Header))
          return Path;
  for (const File &F : Files)
    if (F.Strings.count(path::filename(Header).str()))
      return F.Path;
  return "";
}

static std::string absolute(StringRef Path) {
  llvm::SmallString<256> Out(Path);
  fs::make_absolute(Out);
  path::remove_dots(Out, /*remove_dot_dot=*/true);
  return Out.str().str();
}

std::string bankfix::repositoryOf(StringRef Path) {
  llvm::SmallString<256> Folder(absolute(Path));
  while (path::has_parent_path(Folder)) {
    path::remove_filename(Folder);
    if (isRepository(Folder))
      return Folder.str().str();
  }
  return "";
}

/// The folder that holds both.
static std::string sharedFolder(StringRef A, StringRef B) {
  llvm::SmallString<256> Out;
  for (auto I = path::begin(A), J = path::begin(B);
       I != path::end(A) && J != path::end(B) && *I == *J; ++I, ++J)
    path::append(Out, *I);
  return Out.str().str();
}

/// The folder that holds all of \p Files; empty where that is the whole
/// machine.
static std::string commonFolder(llvm::ArrayRef<std::string> Files) {
  std::string Out = path::parent_path(absolute(Files.front())).str();
  for (const std::string &File : Files)
    Out = sharedFolder(Out, path::parent_path(absolute(File)));
  return Out == path::root_path(Out) ? "" : Out;
}

std::string bankfix::projectFolder(llvm::ArrayRef<std::string> Files) {
  if (Files.empty())
    return "";
  std::string Repository = repositoryOf(Files.front());
  return Repository.empty() ? commonFolder(Files) : Repository;
}

static bool isBelow(StringRef Folder, StringRef Path) {
  return Path.starts_with(Folder) && Path.size() > Folder.size() &&
         path::is_separator(Path[Folder.size()]);
}

/// The repository that all of \p Files are of.
static std::string sharedRepository(llvm::ArrayRef<std::string> Files) {
  std::string Out;
  for (const std::string &File : Files) {
    std::string Own = repositoryOf(File);
    if (Own.empty() || (!Out.empty() && Own != Out))
      return "";
    Out = std::move(Own);
  }
  return Out;
}

std::string bankfix::projectFolder(StringRef Database,
                                   llvm::ArrayRef<std::string> Sources) {
  // Around a build elsewhere there may be a repository that knows nothing of
  // it.
  std::string Repository = repositoryOf(Database);
  if (llvm::none_of(Sources, [&](const std::string &Source) {
        return repositoryOf(Source) == Repository;
      }))
    Repository = sharedRepository(Sources);
  if (!Repository.empty())
    return Repository;
  StringRef Folder = path::parent_path(Database);
  if (path::filename(Folder) == "build")
    Folder = path::parent_path(Folder);
  const bool HoldsAny = llvm::any_of(
      Sources, [&](StringRef Source) { return isBelow(Folder, Source); });
  return HoldsAny ? Folder.str() : "";
}

/// Without links; what is not there stays as it is.
static std::string real(StringRef Path) {
  llvm::SmallString<256> Out;
  return fs::real_path(Path, Out) ? absolute(Path) : Out.str().str();
}

bool bankfix::isForeign(StringRef Path, llvm::ArrayRef<std::string> Sources,
                        StringRef Root) {
  const std::string Own = real(Path), Repository = repositoryOf(Own);
  std::map<std::string, std::string> ByFolder; // A source in each.
  for (const std::string &Source : Sources)
    ByFolder.try_emplace(path::parent_path(Source).str(), Source);
  std::set<std::string> Repositories;
  for (const auto &[Folder, Source] : ByFolder)
    Repositories.insert(repositoryOf(real(Source)));
  if (!Repositories.count(Repository))
    return true;
  return Repository.empty() && !Root.empty() && !isBelow(real(Root), Own);
}

bool bankfix::isBuilt(StringRef Path, StringRef Database,
                      llvm::ArrayRef<std::string> Sources) {
  StringRef Folder = path::parent_path(Database);
  return isBelow(Folder, Path) && llvm::none_of(Sources, [&](StringRef Source) {
           return isBelow(Folder, Source);
         });
}

std::vector<std::string> bankfix::ownUnits(StringRef Root,
                                           SourceLanguage Language) {
  std::vector<std::string> Out;
  forEachSource(
      Root,
      [&](StringRef Path) {
        if (isUnitOf(Path, Language))
          Out.push_back(Path.str());
      },
      Reach::Own);
  llvm::sort(Out);
  return Out;
}
