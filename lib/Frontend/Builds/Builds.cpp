//===- Builds.cpp - Which other builds matter to which array --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An `#if` matters to an array if a branch of it, taken or not, defines a macro
// or declares a name that decides where the array's elements are, or may change
// what the functions that access it compute on the way; if it stands within a
// statement or a declaration that has to do with that, whatever it spells; if
// it may reach memory that nobody names, in what runs with the array; or if one
// that is not taken names the array. One whose branch holds the array's
// declaration does not: without that there is nothing to edit.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KernelSymbol.h"
#include "Builds/OpenPastes.h"
#include "Builds/PlaceNames.h"
#include "Read/IncludedFiles.h"
#include "Read/WordsFor.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace bankfix;

namespace {

/// A file that is included in the middle of something is a part of that.
void surround(ConditionalText &Text, llvm::ArrayRef<ConditionalText> Others,
              const clang::SourceManager &SM) {
  const clang::SourceLocation At = SM.getIncludeLoc(Text.File);
  auto Outer = llvm::find_if(Others, [&](const ConditionalText &T) {
    return At.isValid() && T.File == SM.getFileID(At);
  });
  if (Outer == Others.end())
    return;
  const IncludeDirective *By = nullptr;
  for (const IncludeDirective &I : Outer->Includes)
    if (I.Offset <= SM.getFileOffset(At))
      By = &I;
  if (!By)
    return;
  auto Add = [&](Surroundings &S) {
    S.Around.insert(By->Around.begin(), By->Around.end());
    S.IsInJump |= By->IsInJump;
    S.IsInBody |= By->IsInBody;
  };
  llvm::for_each(Text.Conditionals, Add);
  llvm::for_each(Text.Includes, Add);
}

/// Calls \p F with the text of the file \p Path, and of those that it includes
/// beside it.
void forEachIncluded(llvm::vfs::FileSystem &Files, const std::string &Path,
                     llvm::function_ref<void(llvm::StringRef Text)> F) {
  static const llvm::Regex Include("#[ \t]*include[ \t]*\"([^\"\n]*)\"");
  constexpr size_t Most = 32;
  std::vector<std::string> All = {Path};
  for (size_t I = 0; I < All.size(); ++I) {
    auto Buffer = Files.getBufferForFile(All[I]);
    std::string Text = Buffer ? (*Buffer)->getBuffer().str() : "";
    for (size_t At; (At = Text.find("\\\n")) != std::string::npos;)
      Text.erase(At, 2); // Lines that go on.
    F(Text);
    llvm::SmallVector<llvm::StringRef, 2> Found;
    for (llvm::StringRef Left = Text;
         All.size() < Most && Include.match(Left, &Found);
         Left = Left.substr(Found[0].end() - Left.begin())) {
      llvm::SmallString<128> Next = llvm::sys::path::parent_path(All[I]);
      llvm::sys::path::append(Next, Found[1]);
      if (!llvm::is_contained(All, Next.str()))
        All.push_back(Next.str().str());
    }
  }
}

/// What a header of the user's, \p Path, may change behind it: how structs are
/// packed, which function a name calls, and what macros name.
void readHeader(llvm::vfs::FileSystem &Files, const std::string &Path,
                ConditionalBranch &B) {
  static const llvm::Regex Pragma("pragma[^\n]*(pack|ms_struct)",
                                  llvm::Regex::IgnoreCase);
  static const llvm::Regex Lookup(
      "using[ \t\n]|template[ \t\n]*<[ \t\n]*>|operator[^A-Za-z_0-9]");
  static const llvm::Regex Call("([A-Za-z_][A-Za-z_0-9]*)[ \t\n]*\\(");
  static const llvm::Regex Define("#[ \t]*define[ \t]([^\n]*)");
  static const llvm::Regex Name("[A-Za-z_][A-Za-z_0-9]*");
  forEachIncluded(Files, Path, [&](llvm::StringRef Text) {
    B.HasLookup |= Pragma.match(Text) || Lookup.match(Text);
    llvm::SmallVector<llvm::StringRef, 2> Found;
    for (llvm::StringRef Left = Text; Call.match(Left, &Found);
         Left = Left.substr(Found[0].end() - Left.begin()))
      B.InHeaders.insert(Found[1].str());
    for (llvm::StringRef Left = Text; Define.match(Left, &Found);) {
      Left = Left.substr(Found[0].end() - Left.begin());
      B.Pastes |= Found[1].contains("##");
      for (llvm::StringRef Line = Found[1]; Name.match(Line, &Found);
           Line = Line.substr(Found[0].end() - Line.begin()))
        B.InDefines.insert(Found[0].str());
    }
  });
}

/// Headers in `<>` that lie in the project's folders are the user's.
void findUserHeaders(std::vector<ConditionalText> &Texts,
                     const PointerUnit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  llvm::vfs::FileSystem &Files = SM.getFileManager().getVirtualFileSystem();
  auto IsUsers = [&](const std::string &Name) {
    return llvm::any_of(U.Read.Inputs.Folders, [&](const std::string &Folder) {
      return Files.exists(Folder + "/" + Name);
    });
  };
  for (ConditionalText &Text : Texts) {
    std::vector<std::string> Folders = U.Read.Inputs.Folders;
    Folders.push_back(llvm::sys::path::parent_path(
                          SM.getFilename(SM.getLocForStartOfFile(Text.File)))
                          .str());
    for (Conditional &C : Text.Conditionals)
      for (ConditionalBranch &B : C.Branches) {
        B.IncludesUser |= llvm::any_of(B.IncludesAngled, IsUsers);
        for (const std::string &Name : B.Headers)
          for (const std::string &Folder : Folders)
            readHeader(Files, Folder.empty() ? Name : Folder + "/" + Name, B);
      }
  }
}

/// What stands before `namespace`, in whatever file, may make it an inline one:
/// `INLINE namespace v2 {`.
void findInlineNamespaces(std::vector<ConditionalText> &Texts) {
  NameSet Before;
  for (const ConditionalText &Text : Texts)
    Before.insert(Text.BeforeNamespace.begin(), Text.BeforeNamespace.end());
  for (ConditionalText &Text : Texts)
    for (Conditional &C : Text.Conditionals)
      for (ConditionalBranch &B : C.Branches)
        B.HasLookup |= llvm::any_of(B.Defined, [&](const std::string &Name) {
          return Before.count(Name) != 0;
        });
}

/// The files that the user wrote, read from their text.
std::vector<ConditionalText> userTexts(const PointerUnit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  std::vector<ConditionalText> Out;
  auto Add = [&](clang::FileID File) {
    ConditionalText Text = readConditionals(
        SM, U.Context.getLangOpts(), File,
        [&](llvm::StringRef M) { return isNamedInCode(U.Preprocessed, M); });
    surround(Text, Out, SM);
    Out.push_back(std::move(Text));
  };
  Add(SM.getMainFileID());
  forEachOtherFile(SM, Add);
  findUserHeaders(Out, U);
  findInlineNamespaces(Out);
  return Out;
}

bool intersects(const NameSet &A, const NameSet &B) {
  return llvm::any_of(A, [&](const std::string &X) { return B.count(X) != 0; });
}

/// Behind the `;` that ends the declaration of \p D; nothing where a directive
/// comes first, or it stands in a macro.
std::optional<unsigned> behind(const PointerUnit &U, const clang::Decl *D) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::SourceLocation At = D->getEndLoc();
  if (auto *P = llvm::dyn_cast<clang::ParmVarDecl>(D)) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext());
    if (!F || !F->hasBody())
      return std::nullopt;
    At = F->getBody()->getBeginLoc();
  }
  if (D->getLocation().isMacroID() || !SM.isInMainFile(SM.getExpansionLoc(At)))
    return std::nullopt;
  clang::FileID File = SM.getMainFileID();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  Raw.seek(SM.getFileOffset(SM.getExpansionLoc(At)), /*IsAtStartOfLine=*/false);
  clang::Token T;
  do {
    Raw.LexFromRawLexer(T);
    if (T.is(clang::tok::eof) ||
        (T.is(clang::tok::hash) && T.isAtStartOfLine()))
      return std::nullopt;
  } while (!T.isOneOf(clang::tok::semi, clang::tok::l_brace));
  return SM.getFileOffset(T.getLocation()) + 1;
}

class ChoiceFinder {
public:
  ChoiceFinder(const PointerUnit &U, llvm::ArrayRef<std::string> Flags)
      : U(U), Texts(userTexts(U)), Macros(U, Texts, Flags) {}

  FoundBuilds run();
  BuildChoices runOnErrors(clang::SourceLocation SyntaxError);

private:
  bool mayMatter() const;
  bool isInEveryBuild(clang::SourceLocation L) const;
  unsigned branch(const ConditionalText &Text, const Conditional &C,
                  const ConditionalBranch &B);
  ArrayBuilds buildsOf(llvm::ArrayRef<unsigned> Arrays,
                       const PlaceNames &Names);
  ArrayBuilds buildsOf(const PlaceSlice &S, const PlaceNames &Names,
                       llvm::ArrayRef<unsigned> Arrays);
  void findLaunchBuilds(const clang::DeclContext *DC, const PlaceNames &Names);
  void findOpenNames(const clang::ValueDecl *V,
                     const std::set<unsigned> &Arrays);
  std::set<unsigned> arraysBeside(const clang::ValueDecl *V,
                                  std::set<unsigned> Arrays) const;
  void findOpenMentions(const clang::FunctionDecl *F);
  void findEmptyMacros(const clang::FunctionDecl *F);
  void findOpenDirectives(llvm::ArrayRef<unsigned> Arrays, PlaceSlice &S,
                          const PlaceNames &Names);
  void obstruct(llvm::ArrayRef<unsigned> Arrays, const Obstacle &By) {
    for (unsigned Array : Arrays)
      Found.Obstacles.push_back({Array, By});
  }
  void addMacros(const clang::ValueDecl *V, llvm::ArrayRef<unsigned> Arrays,
                 NameSet &Into);
  bool matters(const ConditionalText &Text, const Conditional &C,
               const PlaceSlice &S, const NameSet &Tested,
               const PlaceNames &Names) const;
  bool overlaps(const ConditionalText &Text, const ConditionalBranch &B,
                clang::FileID File, unsigned Begin, unsigned End) const;
  bool isInside(const ConditionalText &Text, const ConditionalBranch &B,
                const FunctionSet &Functions) const;
  bool isPart(const ConditionalText &Text, const ConditionalBranch &B,
              const PlaceSlice &S) const;
  bool isTaken(llvm::StringRef File, const Conditional &C,
               const ConditionalBranch &B) const;
  bool declares(const ConditionalText &Text, const Conditional &C,
                unsigned Array) const;
  bool hides(const ConditionalText &Text, const Conditional &C,
             unsigned Array) const;
  void add(const ConditionalText &Text, const Conditional &C,
           ArrayBuilds &Into);

  const PointerUnit &U;
  std::vector<ConditionalText> Texts;
  BuildMacros Macros;
  std::optional<OpenPastes> Pastes; ///< Where anything is left to builds.
  FoundBuilds Found;
  std::map<std::pair<unsigned, unsigned>, unsigned> Branches; ///< By place.
};

/// Anything at all is left to builds.
bool ChoiceFinder::mayMatter() const {
  return Macros.haveFlags() ||
         llvm::any_of(Texts, [](const ConditionalText &T) {
           return llvm::any_of(T.Conditionals,
                               [](const Conditional &C) {
                                 return !C.IsGuard && !C.Tested.empty();
                               }) ||
                  llvm::any_of(T.Spelled, BuildMacros::isOfCompiler) ||
                  llvm::any_of(T.Macros, [](const auto &M) {
                    return llvm::any_of(M.second.Body,
                                        BuildMacros::isOfCompiler);
                  });
         });
}

/// \p B may be a part of what stands between \p Begin and \p End of \p File,
/// the files that are included there among it.
bool ChoiceFinder::overlaps(const ConditionalText &Text,
                            const ConditionalBranch &B, clang::FileID File,
                            unsigned Begin, unsigned End) const {
  const clang::SourceManager &SM = U.Source.manager();
  if (Text.File == File)
    return B.Range.Begin < End && Begin < B.Range.End;
  for (clang::SourceLocation At = SM.getIncludeLoc(Text.File); At.isValid();
       At = SM.getIncludeLoc(SM.getFileID(At)))
    if (SM.getFileID(At) == File)
      return Begin < SM.getFileOffset(At) && SM.getFileOffset(At) < End;
  return false;
}

/// Where a branch may be part of one of \p Functions.
bool ChoiceFinder::isInside(const ConditionalText &Text,
                            const ConditionalBranch &B,
                            const FunctionSet &Functions) const {
  const clang::SourceManager &SM = U.Source.manager();
  return llvm::any_of(Functions, [&](const clang::FunctionDecl *F) {
    clang::SourceLocation Begin = SM.getExpansionLoc(F->getBeginLoc()),
                          End = SM.getExpansionLoc(F->getEndLoc());
    return overlaps(Text, B, SM.getFileID(Begin), SM.getFileOffset(Begin),
                    SM.getFileOffset(End));
  });
}

/// The branch may be a part of a statement that matters, whatever it spells.
bool ChoiceFinder::isPart(const ConditionalText &Text,
                          const ConditionalBranch &B,
                          const PlaceSlice &S) const {
  const clang::SourceManager &SM = U.Source.manager();
  return llvm::any_of(S.Statements, [&](const auto &One) {
    const auto &[Begin, Last] = One;
    const clang::FileID File = SM.getFileID(Begin);
    if (SM.getFileID(Last) != File)
      return false;
    const size_t End = SM.getBufferData(File).find(';', SM.getFileOffset(Last));
    return overlaps(Text, B, File, SM.getFileOffset(Begin),
                    std::min<size_t>(End, UINT_MAX));
  });
}

/// Some branch holds the array's declaration.
bool ChoiceFinder::declares(const ConditionalText &Text, const Conditional &C,
                            unsigned Array) const {
  const clang::SourceManager &SM = U.Source.manager();
  auto IsIn = [&](const clang::Decl *D) {
    clang::SourceLocation L = SM.getExpansionLoc(D->getLocation());
    return SM.getFileID(L) == Text.File &&
           llvm::any_of(C.Branches, [&](const ConditionalBranch &B) {
             return B.Range.Begin < SM.getFileOffset(L) &&
                    SM.getFileOffset(L) < B.Range.End;
           });
  };
  for (const auto &[V, I] : U.Arrays)
    if (I == Array)
      return llvm::all_of(V->redecls(), IsIn);
  return false;
}

bool ChoiceFinder::matters(const ConditionalText &Text, const Conditional &C,
                           const PlaceSlice &S, const NameSet &Tested,
                           const PlaceNames &Names) const {
  if (C.IsGuard || C.Tested.empty())
    return false;
  // As a part of something it may be any number, or any type.
  if (!C.IsInBody &&
      (intersects(C.Around, S.Names) || intersects(C.Around, S.ElementNames)))
    return true;
  return llvm::any_of(C.Branches, [&](const ConditionalBranch &B) {
    if (intersects(B.Defined, S.Names) || intersects(B.Defined, Tested) ||
        intersects(B.Declared, S.Names) ||
        intersects(B.Defined, S.ElementNames) ||
        intersects(B.Declared, S.ElementNames))
      return true;
    if (B.Pastes || intersects(B.InDefines, S.Names))
      return true;
    if (llvm::any_of(B.Defined, isBuiltIn) || B.HasQuery ||
        (B.HasLookup && !C.IsInBody))
      return true;
    // What a header defines here, another one may there.
    if (B.IncludesUser && (intersects(S.Names, Names.fromHeaders()) ||
                           Macros.isAnyGuarded(S.Names)))
      return true;
    // And it may declare a function that is called instead.
    if (llvm::any_of(S.Functions, [&](const clang::FunctionDecl *F) {
          return !isKernel(F) && B.InHeaders.count(F->getNameAsString());
        }))
      return true;
    if (!S.Kernel.empty() && B.Spelled.count(S.Kernel))
      return true;
    if (B.HasHidden && (isInside(Text, B, S.Reached) ||
                        intersects(B.Defined, S.ReachedNames) ||
                        intersects(B.Declared, S.ReachedNames)))
      return true;
    return isPart(Text, B, S) ||
           (isInside(Text, B, S.Functions) &&
            (B.HasJump || B.HasLookup || B.Includes || C.IsInJump ||
             intersects(B.Spelled, S.Names) || intersects(C.Around, S.Names)));
  });
}

/// In this build, \p B is compiled; or what follows, where it is not there.
bool ChoiceFinder::isTaken(llvm::StringRef File, const Conditional &C,
                           const ConditionalBranch &B) const {
  auto IsSkipped = [&](const ConditionalBranch &One, unsigned Line) {
    return U.Preprocessed.isSkipped(File, One.Range.Begin, One.Range.End, Line);
  };
  if (!B.IsAbsence)
    return !IsSkipped(B, B.Line);
  const ConditionalBranch &First = C.Branches.front();
  return llvm::all_of(C.Branches, [&](const ConditionalBranch &One) {
    return One.IsAbsence ||
           (IsSkipped(One, One.Line) && !IsSkipped(First, First.Line - 1));
  });
}

/// The number of \p B, a branch of \p C.
unsigned ChoiceFinder::branch(const ConditionalText &Text, const Conditional &C,
                              const ConditionalBranch &B) {
  const clang::SourceManager &SM = U.Source.manager();
  auto [It, IsNew] = Branches.try_emplace(
      {Text.File.getHashValue(), B.Range.Begin}, Found.Choices.Branches.size());
  if (IsNew) {
    BuildBranch New;
    New.Place.Line = B.Line;
    if (Text.File != SM.getMainFileID())
      New.Place.File = SM.getFilename(SM.getLocForStartOfFile(Text.File)).str();
    New.IsAbsence = B.IsAbsence;
    New.IsTaken = isTaken(New.Place.File, C, B);
    Found.Choices.Branches.push_back(New);
  }
  return It->second;
}

/// Adds the branches of \p C, and what selects them.
void ChoiceFinder::add(const ConditionalText &Text, const Conditional &C,
                       ArrayBuilds &Into) {
  for (const ConditionalBranch &B : C.Branches)
    Into.Branches.insert(branch(Text, C, B));
  for (const auto &[Name, Values] : C.Tested)
    if (std::optional<unsigned> M =
            Macros.tested(Name, Values, Text.File, C.Branches[0].Range.Begin))
      Into.Macros.insert(*M);
}

/// Some branch is left out of this build, and has something to do with the
/// array itself.
bool ChoiceFinder::hides(const ConditionalText &Text, const Conditional &C,
                         unsigned Array) const {
  return Text.File == U.Source.manager().getMainFileID() &&
         llvm::any_of(C.Branches, [&](const ConditionalBranch &B) {
           return llvm::any_of(U.ArraySources[Array].Hidden,
                               [&](const HiddenCode &H) {
                                 return B.Range.Begin < H.Range.End &&
                                        H.Range.Begin < B.Range.End;
                               });
         });
}

/// A macro that names it somewhere, whatever it is where it is used; and those
/// of which another build may paste its name.
void ChoiceFinder::addMacros(const clang::ValueDecl *V,
                             llvm::ArrayRef<unsigned> Arrays, NameSet &Into) {
  const clang::NamedDecl *Spelled = spelledFor(V);
  if (Spelled->getIdentifier())
    Into.merge(WordsFor(U, Spelled->getNameAsString()).all());
  for (const OpenPaste *P : Pastes->naming(V)) {
    Into.insert(P->Macros.begin(), P->Macros.end());
    if (P->Open)
      obstruct(Arrays,
               {ObstacleKind::OpenPaste, P->Open->second, P->Open->first});
  }
}

/// \p Arrays: those of one declaration.
ArrayBuilds ChoiceFinder::buildsOf(llvm::ArrayRef<unsigned> Arrays,
                                   const PlaceNames &Names) {
  PlaceSlice S = Names.of(Arrays);
  for (const auto &[V, I] : U.Arrays)
    if (llvm::is_contained(Arrays, I))
      addMacros(V, Arrays, S.Names);
  for (const auto &[Member, I] : U.Members)
    if (llvm::is_contained(Arrays, I))
      addMacros(Member.second, Arrays, S.Names);
  for (const auto &[Known, To] : U.Leads)
    if (llvm::any_of(Arrays, [&](unsigned I) { return To.Arrays.count(I); }))
      addMacros(Known, Arrays, S.Names);
  findOpenDirectives(Arrays, S, Names);
  for (const std::string &Name : S.Names)
    if (BuildMacros::isOfCompiler(Name))
      obstruct(Arrays, {ObstacleKind::CompilerMacro,
                        U.SharedArrays[Arrays.front()].Place, Name});
  for (const std::string &Name : S.CalleeNames)
    if (std::optional<SourcePlace> Place = Macros.choice(Name);
        Place && !Macros.isNumber(Name))
      obstruct(Arrays, {ObstacleKind::OpenMacro, *Place, Name});
  return buildsOf(S, Names, Arrays);
}

/// `#ifndef CONFIG`, `#define CONFIG "a.h"`, `#endif`, `#include CONFIG`, where
/// some name of \p S comes from a header, or in a function of it; and
/// `#pragma pack(N)`, which may concern every struct. A macro that branches of
/// the text define is one of those names, then.
void ChoiceFinder::findOpenDirectives(llvm::ArrayRef<unsigned> Arrays,
                                      PlaceSlice &S, const PlaceNames &Names) {
  auto Add = [&](NameSet All) {
    Names.close(All);
    S.Names.insert(All.begin(), All.end());
    for (const std::string &Name : All)
      if (std::optional<SourcePlace> Place = Macros.choice(Name))
        obstruct(Arrays, {ObstacleKind::OpenDirective, *Place, Name});
  };
  for (const ConditionalText &Text : Texts) {
    for (const IncludeDirective &I : Text.Includes) {
      ConditionalBranch Here;
      Here.Range = {I.Offset, I.Offset};
      if (!I.Macros.empty() && (intersects(S.Names, Names.fromHeaders()) ||
                                isInside(Text, Here, S.Functions)))
        Add(I.Macros);
    }
    for (const PragmaDirective &P : Text.Pragmas)
      Add(P.Macros);
  }
}

/// \p Arrays: whose slice it is; none, if it is of launches.
ArrayBuilds ChoiceFinder::buildsOf(const PlaceSlice &S, const PlaceNames &Names,
                                   llvm::ArrayRef<unsigned> Arrays) {
  auto Hides = [&](const ConditionalText &Text, const Conditional &C) {
    return llvm::any_of(Arrays, [&](unsigned I) { return hides(Text, C, I); });
  };
  ArrayBuilds Out;
  NameSet Tested;
  std::set<const Conditional *> Seen;
  for (size_t Before = SIZE_MAX; Before != Seen.size();) {
    Before = Seen.size();
    for (const ConditionalText &Text : Texts)
      for (const Conditional &C : Text.Conditionals)
        if (!Seen.count(&C) &&
            (matters(Text, C, S, Tested, Names) || Hides(Text, C)) &&
            !(!Arrays.empty() && declares(Text, C, Arrays.front()))) {
          Seen.insert(&C);
          if (Macros.isGuardOf(C)) // The macro is open, below.
            continue;
          if (Macros.isDecided(Text, C) ||
              (!S.Kernel.empty() && Macros.areSettled(C)))
            continue; // All builds have the same branch.
          add(Text, C, Out);
          for (const auto &[Name, Values] : C.Tested)
            Tested.insert(Name);
        }
  }
  NameSet Values = S.Names;
  for (const Conditional *C : Seen)
    for (const ConditionalBranch &B : C->Branches)
      llvm::copy_if(B.Spelled, std::inserter(Values, Values.end()),
                    [&](const std::string &X) { return Macros.isAsked(X); });
  for (const std::string &Name : Values)
    if (std::optional<unsigned> M = Macros.open(Name))
      Out.Macros.insert(*M);
  for (const std::string &Name : S.ElementNames)
    if (std::optional<unsigned> M = Macros.open(Name))
      Out.ElementMacros.insert(*M);
  return Out;
}

FoundBuilds ChoiceFinder::run() {
  for (const ConditionalText &Text : Texts)
    for (const Conditional &C : Text.Conditionals)
      for (const ConditionalBranch &B : C.Branches)
        Found.InHeaders.insert(B.InHeaders.begin(), B.InHeaders.end());
  Found.OfArrays.resize(U.SharedArrays.size());
  Found.Behind.resize(U.SharedArrays.size());
  for (const auto &[V, I] : U.Arrays)
    if (auto At = behind(U, V))
      Found.Behind[I] = At;
  for (const auto &[Member, I] : U.Members)
    if (!U.Context.getLangOpts().OpenCL)
      Found.Behind[I] = behind(U, Member.second);
  if (!mayMatter())
    return std::move(Found);
  Pastes.emplace(U, Texts, Macros);
  const PlaceNames Names(U, Texts);
  // By file, line, column and name.
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>,
           std::vector<unsigned>>
      Declared;
  for (auto [I, A] : llvm::enumerate(U.SharedArrays))
    Declared[{A.Place.File, A.Place.Line, A.Place.Column, A.Name}].push_back(I);
  for (const auto &[Place, Arrays] : Declared) {
    const ArrayBuilds Of = buildsOf(Arrays, Names);
    for (unsigned I : Arrays)
      Found.OfArrays[I] = Of;
  }
  for (const auto &[V, I] : U.Arrays)
    findOpenNames(V, {I});
  for (const auto &[Member, I] : U.Members)
    findOpenNames(Member.second, {I});
  for (const auto &[Known, To] : U.Leads)
    findOpenNames(Known, To.Arrays);
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    findEmptyMacros(F);
    findOpenMentions(F);
  });
  if (!U.Context.getLangOpts().OpenCL)
    findLaunchBuilds(U.Context.getTranslationUnitDecl(), Names);
  // What matters in another build need not do so in this one.
  for (const ConditionalText &Text : Texts)
    for (const Conditional &C : Text.Conditionals)
      for (const ConditionalBranch &B : C.Branches)
        if (!C.IsGuard)
          branch(Text, C, B);
  Found.Choices.Macros = Macros.take();
  return std::move(Found);
}

/// \p Arrays, to which \p V leads, and those that a name may lead to which
/// stands where \p V's does.
std::set<unsigned> ChoiceFinder::arraysBeside(const clang::ValueDecl *V,
                                              std::set<unsigned> Arrays) const {
  const clang::DeclContext *Of = V->getDeclContext();
  for (const auto &[Other, I] : U.Arrays)
    if (Other->getDeclContext() == Of ||
        Other->getDeclContext()->isFileContext())
      Arrays.insert(I);
  for (const auto &[Member, I] : U.Members)
    if (Member.second->getDeclContext() == Of)
      Arrays.insert(I);
  for (const auto &[Known, To] : U.Leads)
    if (Known->getDeclContext() == Of)
      Arrays.insert(To.Arrays.begin(), To.Arrays.end());
  return Arrays;
}

/// `#ifndef AT`, `#define AT(a, i) (a)[i]`, `#endif`: what a build makes of
/// what gets an array, or is called with one, nobody knows.
void ChoiceFinder::findOpenMentions(const clang::FunctionDecl *F) {
  const clang::SourceManager &SM = U.Source.manager();
  auto Check = [&](clang::SourceLocation At, const std::set<unsigned> &Arrays) {
    // Of an argument: what gets it, and where it is written.
    llvm::SmallVector<clang::SourceLocation, 4> Left = {At};
    llvm::DenseSet<clang::SourceLocation> Seen;
    while (!Left.empty()) {
      const clang::SourceLocation L = Left.pop_back_val();
      if (!L.isMacroID() || !Seen.insert(L).second)
        continue;
      const std::string Macro = U.Source.macroName(L);
      if (std::optional<SourcePlace> Place = Macros.choice(Macro))
        for (unsigned Array : Arrays)
          Found.Obstacles.push_back(
              {Array, {ObstacleKind::OpenMacro, *Place, Macro}});
      Left.push_back(SM.getImmediateMacroCallerLoc(L));
      if (SM.isMacroArgExpansion(L))
        Left.push_back(SM.getImmediateExpansionRange(L).getBegin());
    }
  };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    if (E && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(S))
      if (std::set<unsigned> Arrays = U.arraysOf(E); !Arrays.empty())
        Check(E->getExprLoc(), Arrays);
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    for (const clang::Expr *A :
         Call ? Call->arguments() : clang::CallExpr::const_arg_range({}, {}))
      if (std::set<unsigned> Arrays = U.arraysOf(A); !Arrays.empty())
        Check(Call->getCallee()->getExprLoc(), Arrays);
    return true;
  });
}

/// `#ifndef ROW`, `#define ROW tile`, `#endif`: with another ROW, what is
/// edited is another array's, or none's; and what is left is one's that was
/// edited.
void ChoiceFinder::findOpenNames(const clang::ValueDecl *V,
                                 const std::set<unsigned> &Arrays) {
  const clang::NamedDecl *Spelled = spelledFor(V);
  if (!Spelled->getIdentifier() || Arrays.empty())
    return;
  const std::string Name = Spelled->getNameAsString();
  for (const std::string &Macro : namesReaching(U.Preprocessed, Name)) {
    auto Text = U.Preprocessed.Texts.find(Macro);
    std::optional<SourcePlace> Place;
    if (Macro != Name && Text != U.Preprocessed.Texts.end() &&
        !Text->second.Expansions.empty() &&
        !llvm::is_contained(Text->second.Parameters, Name))
      Place = Macros.choice(Macro);
    if (!Place)
      continue;
    for (unsigned Array : arraysBeside(V, Arrays))
      Found.Obstacles.push_back(
          {Array, {ObstacleKind::OpenMacro, *Place, Macro}});
  }
}

/// `#ifndef OFFSET`, `#define OFFSET`, `#endif`, `p = s OFFSET`: of what is
/// nothing here, another build may make anything.
void ChoiceFinder::findEmptyMacros(const clang::FunctionDecl *F) {
  const clang::SourceManager &SM = U.Source.manager();
  const clang::SourceLocation Begin = SM.getExpansionLoc(F->getBeginLoc()),
                              End = SM.getExpansionLoc(F->getEndLoc());
  auto IsInside = [&](unsigned Raw) {
    const auto L =
        SM.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(Raw));
    return SM.getFileID(L) == SM.getFileID(Begin) &&
           SM.getFileOffset(Begin) < SM.getFileOffset(L) &&
           SM.getFileOffset(L) < SM.getFileOffset(End);
  };
  // Those that it names, or gives their size.
  std::optional<std::set<unsigned>> Arrays;
  for (const auto &[Macro, Text] : U.Preprocessed.Texts) {
    if (!Text.Bodies.empty() || llvm::none_of(Text.Expansions, IsInside))
      continue;
    const std::optional<SourcePlace> Place = Macros.guarded(Macro);
    if (Place && !Arrays) {
      Arrays.emplace();
      walk(F->getBody(), [&](const clang::Stmt *S) {
        auto *E = llvm::dyn_cast<clang::Expr>(S);
        if (!E)
          return true;
        Arrays->merge(U.arraysOf(E));
        if (auto It = U.HostSizes.find(E); It != U.HostSizes.end())
          Arrays->insert(It->second);
        return true;
      });
    }
    if (Place)
      for (unsigned Array : *Arrays)
        Found.Obstacles.push_back(
            {Array, {ObstacleKind::EmptyMacro, *Place, Macro}});
  }
}

/// Fills FoundBuilds::OfLaunches, for the kernels that others define.
void ChoiceFinder::findLaunchBuilds(const clang::DeclContext *DC,
                                    const PlaceNames &Names) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D))
      findLaunchBuilds(llvm::cast<clang::DeclContext>(D), Names);
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    if (!F || !isKernel(F) || F->getDefinition() ||
        !U.Source.isUserCode(F->getLocation()))
      continue;
    std::string Symbol = kernelSymbol(U.Context, F);
    if (Symbol.empty() || Found.OfLaunches.count(Symbol))
      continue;
    ArrayBuilds Of = buildsOf(Names.ofLaunches(F), Names, {});
    if (!Of.Macros.empty() || !Of.Branches.empty())
      Found.OfLaunches[Symbol] = std::move(Of);
  }
}

/// \p L stands in no branch of an `#if`, but for the guard of its file.
bool ChoiceFinder::isInEveryBuild(clang::SourceLocation L) const {
  const clang::SourceManager &SM = U.Source.manager();
  auto Text = llvm::find_if(Texts, [&](const ConditionalText &T) {
    return T.File == SM.getFileID(L);
  });
  return Text != Texts.end() &&
         llvm::none_of(Text->Conditionals, [&](const Conditional &C) {
           return !C.IsGuard &&
                  C.Branches.front().Range.Begin < SM.getFileOffset(L) &&
                  SM.getFileOffset(L) < C.Branches.back().Range.End;
         });
}

BuildChoices ChoiceFinder::runOnErrors(clang::SourceLocation SyntaxError) {
  const clang::SourceManager &SM = U.Source.manager();
  for (const ConditionalText &Text : Texts)
    for (const Conditional &C : Text.Conditionals)
      for (const ConditionalBranch &B : C.Branches)
        branch(Text, C, B);
  Found.Choices.AreContradictory =
      SM.isMacroBodyExpansion(SyntaxError) &&
      U.Source.isUserCode(SM.getSpellingLoc(SyntaxError)) &&
      isInEveryBuild(SM.getExpansionLoc(SyntaxError));
  return std::move(Found.Choices);
}

} // namespace

BuildChoices bankfix::buildOfErrors(const PointerUnit &U,
                                    clang::SourceLocation SyntaxError) {
  return ChoiceFinder(U, {}).runOnErrors(SyntaxError);
}

FoundBuilds bankfix::buildChoices(const PointerUnit &U,
                                  llvm::ArrayRef<std::string> Flags) {
  return ChoiceFinder(U, Flags).run();
}
