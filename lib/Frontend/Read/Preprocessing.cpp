//===- Preprocessing.cpp - What the preprocessor did ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Preprocessing.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

namespace {

/// Which of the code that was skipped no build compiles: what `#if 0` leaves
/// out, and what follows upon `#if 1`. Like a comment, it does nothing until
/// its author edits the file.
class DeadBranches {
public:
  /// \p IsRest: the skipped code follows upon a branch that `#if 1` takes.
  explicit DeadBranches(bool IsRest) : IsRest(IsRest) {}

  /// Goes on to the next raw token.
  void next(const clang::Token &T);
  bool areAround() const {
    return llvm::any_of(Levels, [](const Level &L) { return L.IsDead; });
  }

private:
  struct Level {
    bool IsDead = false;    ///< The branch that this is.
    bool IsDecided = false; ///< Those that follow are dead.
  };

  void directive(llvm::StringRef Name);
  void decide();

  bool IsRest;
  std::vector<Level> Levels; ///< The conditionals around the token.
  enum { Text, Hash, Condition, Number } Before = Text;
  bool IsZero = false, IsOne = false; ///< The number.
};

/// The parameters of the #define that raw tokens belong to: they name nothing
/// that is declared elsewhere.
class MacroParameters {
public:
  /// Goes on to the next raw token, which stands behind `#define` if \p
  /// IsMacro. True if it names a parameter.
  bool next(const clang::Token &T, bool IsMacro) {
    if (T.isAtStartOfLine()) {
      Names.clear();
      At = Elsewhere;
    }
    if (At == BehindMacro)
      At = T.is(clang::tok::l_paren) && !T.hasLeadingSpace() ? List : Elsewhere;
    else if (At == List && T.is(clang::tok::r_paren))
      At = Elsewhere;
    if (IsMacro)
      At = BehindMacro;
    if (T.isNot(clang::tok::raw_identifier))
      return false;
    if (At == List)
      Names.insert(T.getRawIdentifier());
    return Names.contains(T.getRawIdentifier());
  }

private:
  enum { Elsewhere, BehindMacro, List } At = Elsewhere;
  llvm::StringSet<> Names;
};

/// Whether calls end before the next directive, and before the end.
class WholeCalls {
public:
  /// Goes on to the next raw token.
  void next(const clang::Token &T) {
    if (T.isAtStartOfLine() && T.is(clang::tok::hash)) {
      end();
      InDirective = true;
    } else if (T.isAtStartOfLine()) {
      InDirective = false;
    }
    if (InDirective)
      return;
    Depth += T.is(clang::tok::l_paren);
    if (T.is(clang::tok::r_paren))
      Depth ? void(--Depth) : void(AreWhole = false);
    IsName = T.is(clang::tok::raw_identifier); // Its arguments may follow.
  }
  /// True if all that ended here, or at a directive before, were whole.
  bool end() {
    AreWhole &= !Depth && !IsName;
    return AreWhole;
  }

private:
  unsigned Depth = 0; ///< Of parentheses.
  bool AreWhole = true, IsName = false, InDirective = false;
};

void DeadBranches::next(const clang::Token &T) {
  if (T.isAtStartOfLine()) {
    if (Before == Number)
      decide();
    Before = T.is(clang::tok::hash) ? Hash : Text;
  } else if (Before == Hash && T.is(clang::tok::raw_identifier)) {
    directive(T.getRawIdentifier());
  } else if (Before == Condition && T.is(clang::tok::numeric_constant)) {
    llvm::StringRef Spelling(T.getLiteralData(), T.getLength());
    IsZero = Spelling == "0";
    IsOne = Spelling == "1";
    Before = Number;
  } else {
    Before = Text; // Not a number alone.
  }
}

void DeadBranches::directive(llvm::StringRef Name) {
  Before = Name == "if" || Name == "elif" ? Condition : Text;
  if (Name == "if" || Name == "ifdef" || Name == "ifndef")
    Levels.emplace_back();
  if (Name.starts_with("el")) {
    if (Levels.empty())
      Levels.push_back({false, IsRest});
    Levels.back().IsDead = Levels.back().IsDecided;
  }
  if (Name == "endif" && !Levels.empty())
    Levels.pop_back();
}

void DeadBranches::decide() {
  Levels.back().IsDead |= IsZero;
  Levels.back().IsDecided |= IsOne;
}

class PreprocessorRecorder : public clang::PPCallbacks {
public:
  PreprocessorRecorder(clang::Preprocessor &PP, PreprocessorRecord &Into)
      : PP(PP), SM(PP.getSourceManager()), Into(Into) {}

  void SourceRangeSkipped(clang::SourceRange R,
                          clang::SourceLocation EndifLoc) override;
  void If(clang::SourceLocation L, clang::SourceRange,
          ConditionValueKind) override {
    open(L);
  }
  void Ifdef(clang::SourceLocation L, const clang::Token &,
             const clang::MacroDefinition &) override {
    open(L);
  }
  void Ifndef(clang::SourceLocation L, const clang::Token &Name,
              const clang::MacroDefinition &) override {
    open(L, Name.getIdentifierInfo());
  }
  void Else(clang::SourceLocation, clang::SourceLocation IfLoc) override {
    FollowsOne = isOne(IfLoc);
    if (!Conditions.empty())
      doubtGuard(Conditions.back());
  }
  void Elif(clang::SourceLocation, clang::SourceRange, ConditionValueKind,
            clang::SourceLocation IfLoc) override {
    FollowsOne = isOne(IfLoc);
  }
  void Endif(clang::SourceLocation L, clang::SourceLocation IfLoc) override {
    const bool IsMain = SM.isWrittenInMainFile(L);
    if (IsMain || !SM.isInSystemHeader(L))
      (IsMain ? Into.Conditionals : Into.HeaderConditionals[SM.getFileID(L)])
          .push_back({SM.getFileOffset(IfLoc), SM.getFileOffset(L)});
    directive(L);
    if (Conditions.empty())
      return;
    if (!isLast(L))
      doubtGuard(Conditions.back());
    Conditions.pop_back();
  }
  void MacroDefined(const clang::Token &Name,
                    const clang::MacroDirective *MD) override;
  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override;
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &,
                          llvm::StringRef File, bool,
                          clang::CharSourceRange FileRange,
                          clang::OptionalFileEntryRef Found,
                          llvm::StringRef Folder, llvm::StringRef,
                          const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override;

private:
  /// \p MayGuard: the macro that an #ifndef asks for.
  void open(clang::SourceLocation L,
            const clang::IdentifierInfo *MayGuard = nullptr) {
    directive(L);
    Conditions.push_back({MayGuard});
  }
  void directive(clang::SourceLocation L) {
    if (SM.isWrittenInMainFile(L))
      Into.DirectiveEnds.push_back(SM.getFileOffset(L));
  }
  bool isOne(clang::SourceLocation IfLoc) const;
  void lex(clang::SourceRange R, SkippedCode &S);
  void keepText(const std::string &Name, const clang::MacroInfo &Info);
  bool isOfMainFile(clang::SourceLocation L) const;

  clang::Preprocessor &PP;
  const clang::SourceManager &SM;
  PreprocessorRecord &Into;
  bool FollowsOne = false; ///< The last #else or #elif belongs to an `#if 1`.
  /// A conditional around what is read. `#ifndef F_H`, `#define F_H` is no more
  /// than the guard of a header.
  struct Condition {
    const clang::IdentifierInfo *MayGuard;
    bool IsGuard = false;
    std::vector<std::string> Defined = {}; ///< Macros, within a guard.
  };
  void doubtGuard(Condition &C);
  bool isLast(clang::SourceLocation Endif) const;
  std::vector<Condition> Conditions;
};

/// \p C does not go on to the end of its file, or has another branch.
void PreprocessorRecorder::doubtGuard(Condition &C) {
  for (const std::string &Macro : C.Defined)
    Into.Texts[Macro].IsConditional = Into.Texts[Macro].IsLeftToBuilds = true;
  C.IsGuard = false;
}

/// Nothing but comments follows upon \p Endif in its file.
bool PreprocessorRecorder::isLast(clang::SourceLocation Endif) const {
  const clang::FileID File = SM.getFileID(Endif);
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, PP.getLangOpts());
  Raw.seek(SM.getFileOffset(Endif), /*IsAtStartOfLine=*/false);
  clang::Token T;
  Raw.LexFromRawLexer(T);
  Raw.LexFromRawLexer(T);
  return T.is(clang::tok::eof);
}

/// The condition behind the `if` at \p IfLoc is `1`.
bool PreprocessorRecorder::isOne(clang::SourceLocation IfLoc) const {
  clang::FileID File = SM.getFileID(IfLoc);
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, PP.getLangOpts());
  Raw.seek(SM.getFileOffset(IfLoc), /*IsAtStartOfLine=*/false);
  clang::Token If, Number, Next;
  Raw.LexFromRawLexer(If);
  Raw.LexFromRawLexer(Number);
  Raw.LexFromRawLexer(Next);
  return Number.is(clang::tok::numeric_constant) && !Number.isAtStartOfLine() &&
         Next.isAtStartOfLine() && If.getRawIdentifier() == "if" &&
         llvm::StringRef(Number.getLiteralData(), Number.getLength()) == "1";
}

/// The lines between the directives that \p R begins and ends with.
static FileRange linesWithin(FileRange R, llvm::StringRef Text) {
  const size_t First = Text.find('\n', R.Begin);
  const size_t Last = Text.take_front(R.End).rfind('\n');
  if (First == llvm::StringRef::npos || Last == llvm::StringRef::npos ||
      Last < First)
    return {R.Begin, R.Begin};
  return {unsigned(First + 1), unsigned(Last + 1)};
}

void PreprocessorRecorder::SourceRangeSkipped(clang::SourceRange R,
                                              clang::SourceLocation) {
  clang::SourceLocation Begin = R.getBegin();
  if (SM.isInSystemHeader(Begin) || SM.isWrittenInBuiltinFile(Begin))
    return;
  SkippedCode S;
  S.At = Begin;
  S.Range = {SM.getFileOffset(Begin), SM.getFileOffset(R.getEnd())};
  S.Lines = linesWithin(S.Range, SM.getBufferData(SM.getFileID(Begin)));
  S.Line = SM.getSpellingLineNumber(Begin);
  if (!SM.isWrittenInMainFile(Begin)) {
    S.File = SM.getFilename(Begin).str();
    clang::SourceLocation From = SM.getIncludeLoc(SM.getFileID(Begin));
    while (From.isValid() && !SM.isInMainFile(From))
      From = SM.getIncludeLoc(SM.getFileID(From));
    if (From.isValid())
      S.IncludedAt = SM.getFileOffset(From);
  }
  lex(R, S);
  Into.Skipped.push_back(std::move(S));
}

/// \p T, behind a name, sets what it names.
static bool assigns(const clang::Token &T) {
  return T.isOneOf(
      clang::tok::equal, clang::tok::plusequal, clang::tok::minusequal,
      clang::tok::starequal, clang::tok::slashequal, clang::tok::percentequal,
      clang::tok::ampequal, clang::tok::pipeequal, clang::tok::caretequal,
      clang::tok::lesslessequal, clang::tok::greatergreaterequal,
      clang::tok::plusplus, clang::tok::minusminus);
}

/// Adds \p T if it is a number with more than digits.
static void addNumber(const clang::Token &T, std::set<std::string> &Into) {
  if (T.isNot(clang::tok::numeric_constant))
    return;
  const llvm::StringRef Number(T.getLiteralData(), T.getLength());
  if (!llvm::all_of(Number, llvm::isDigit))
    Into.insert(Number.str());
}

void PreprocessorRecorder::lex(clang::SourceRange R, SkippedCode &S) {
  clang::FileID File = SM.getFileID(R.getBegin());
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, PP.getLangOpts());
  Raw.seek(SM.getFileOffset(R.getBegin()), /*IsAtStartOfLine=*/true);
  bool InDefine = false, AfterHash = false, AfterParameter = false;
  MacroParameters Parameters;
  std::string Last; // The token before, if it is an identifier.
  std::string Directive;
  clang::tok::TokenKind Before = clang::tok::unknown;
  DeadBranches Dead(FollowsOne);
  WholeCalls Calls;
  clang::Token T;
  while (!Raw.LexFromRawLexer(T)) {
    if (SM.getFileOffset(T.getLocation()) >= S.Range.End)
      break;
    Dead.next(T);
    Calls.next(T);
    if (Dead.areAround()) {
      if (T.is(clang::tok::raw_identifier))
        S.Dead.insert(T.getRawIdentifier().str());
      continue;
    }
    if (T.isAtStartOfLine())
      InDefine = false;
    S.DefinesPaste |=
        InDefine && (T.is(clang::tok::hashhash) ||
                     (AfterParameter && T.is(clang::tok::l_paren)));
    AfterParameter = Parameters.next(T, Directive == "define");
    if (AfterParameter) {
      Last.clear();
      Before = T.getKind();
      continue;
    }
    if (T.is(clang::tok::raw_identifier)) {
      std::string Name = T.getRawIdentifier().str();
      InDefine |= AfterHash && Name == "define";
      if (Directive == "define" || Directive == "undef")
        S.Defined.insert(Name);
      else if (Directive != "ifdef" && Directive != "ifndef" && !AfterHash)
        S.Used.insert(Name);
      Directive = AfterHash ? Name : "";
      S.Identifiers.insert(Name);
      if (InDefine)
        S.InDefines.insert(Name);
    }
    addNumber(T, S.Numbers);
    if (assigns(T) && !Last.empty())
      S.Assigned.insert(Last);
    bool Step =
        Before == clang::tok::plusplus || Before == clang::tok::minusminus;
    Last = T.is(clang::tok::raw_identifier) ? T.getRawIdentifier().str() : "";
    if (Step && !Last.empty())
      S.Assigned.insert(Last);
    Before = T.getKind();
    AfterHash = T.is(clang::tok::hash) && T.isAtStartOfLine();
  }
  S.HasWholeCalls = Calls.end();
}

void PreprocessorRecorder::MacroDefined(const clang::Token &Name,
                                        const clang::MacroDirective *MD) {
  const clang::MacroInfo *Info = MD->getMacroInfo();
  clang::SourceLocation L = Info->getDefinitionLoc();
  if (SM.isWrittenInBuiltinFile(L) || SM.isInSystemHeader(L))
    return;
  const clang::IdentifierInfo *Macro = Name.getIdentifierInfo();
  if (!Conditions.empty()) {
    Condition &Last = Conditions.back();
    Last.IsGuard |= Last.MayGuard == Macro && Info->tokens_empty() &&
                    !Info->isFunctionLike() && !SM.isWrittenInMainFile(L);
    Last.MayGuard = nullptr;
  }
  std::set<std::string> &Body = Into.Macros[Macro->getName().str()];
  bool AfterParameter = false; // What it calls may be a macro that pastes.
  bool AfterComma = false;     // `, ##__VA_ARGS__` makes no name.
  for (const clang::Token &T : Info->tokens()) {
    const clang::IdentifierInfo *Id = T.getIdentifierInfo();
    const bool IsParameter = Id && Info->getParameterNum(Id) != -1;
    if (Id && !IsParameter)
      Body.insert(Id->getName().str());
    else if ((T.is(clang::tok::hashhash) &&
              !(AfterComma && Info->hasCommaPasting())) ||
             (AfterParameter && T.is(clang::tok::l_paren)))
      Body.insert("##"); // Makes any name.
    AfterParameter = IsParameter;
    AfterComma = T.is(clang::tok::comma);
  }
  if (SM.isWrittenInMainFile(L))
    // To Clang, a token starts with the line ends that are spliced before it.
    Into.DirectiveEnds.push_back(SM.getFileOffset(
        Info->tokens_empty() ? Info->getDefinitionEndLoc()
                             : Info->tokens().back().getEndLoc()));
  keepText(Macro->getName().str(), *Info);
}

/// The main file has it, or includes what has: no flag does.
bool PreprocessorRecorder::isOfMainFile(clang::SourceLocation L) const {
  while (L.isValid() && !SM.isWrittenInMainFile(L))
    L = SM.getIncludeLoc(SM.getFileID(L));
  return L.isValid();
}

void PreprocessorRecorder::keepText(const std::string &Name,
                                    const clang::MacroInfo &Info) {
  MacroText &M = Into.Texts[Name];
  ++M.Definitions;
  M.InMainFile = SM.isWrittenInMainFile(Info.getDefinitionLoc());
  M.IsFunction = Info.isFunctionLike();
  for (Condition &C : Conditions)
    if (C.IsGuard)
      C.Defined.push_back(Name);
  M.IsConditional |=
      !isOfMainFile(Info.getDefinitionLoc()) ||
      llvm::any_of(Conditions, [](const Condition &C) { return !C.IsGuard; });
  M.IsLeftToBuilds |=
      !SM.getFileEntryForID(SM.getFileID(Info.getDefinitionLoc())) ||
      llvm::any_of(Conditions, [](const Condition &C) { return !C.IsGuard; });
  M.Parameters.clear();
  for (const clang::IdentifierInfo *P : Info.params())
    M.Parameters.push_back(P->getName().str());
  M.Names = Into.Macros[Name];
  M.Spelling.clear();
  for (const clang::Token &T : Info.tokens())
    M.Spelling += PP.getSpelling(T);
  if (Info.tokens_empty())
    return;
  const clang::Token &First = Info.tokens().front(),
                     &Last = Info.tokens().back();
  M.Bodies[First.getLocation().getRawEncoding()] =
      Last.getLocation().getRawEncoding();
  M.Body = {SM.getFileOffset(First.getLocation()),
            SM.getFileOffset(Last.getLocation()) + Last.getLength()};
  if (Info.getNumTokens() == 1 && First.is(clang::tok::numeric_constant))
    M.Number = PP.getSpelling(First);
}

void PreprocessorRecorder::MacroExpands(const clang::Token &Name,
                                        const clang::MacroDefinition &,
                                        clang::SourceRange,
                                        const clang::MacroArgs *) {
  auto It = Into.Texts.find(Name.getIdentifierInfo()->getName().str());
  if (It == Into.Texts.end())
    return;
  const clang::SourceLocation L = Name.getLocation();
  llvm::SmallString<32> Buffer;
  It->second.Expansions.insert(L.getRawEncoding());
  if (SM.isWrittenInScratchSpace(SM.getSpellingLoc(L)))
    Into.Pasted[clang::Lexer::getSpelling(SM.getExpansionLoc(L), Buffer, SM,
                                          PP.getLangOpts())
                    .str()]
        .insert(It->first);
}

void PreprocessorRecorder::InclusionDirective(
    clang::SourceLocation Hash, const clang::Token &, llvm::StringRef File,
    bool, clang::CharSourceRange NameRange, clang::OptionalFileEntryRef Found,
    llvm::StringRef Folder, llvm::StringRef, const clang::Module *, bool,
    clang::SrcMgr::CharacteristicKind) {
  directive(Hash);
  if (Found && Into.FoundIn.contains(Folder.str()))
    return;
  SourcePlace P;
  P.Line = SM.getSpellingLineNumber(Hash);
  P.Column = SM.getSpellingColumnNumber(NameRange.getBegin());
  if (!SM.isWrittenInMainFile(Hash))
    P.File = SM.getFilename(Hash).str();
  if (Found) {
    Into.FoundIn[Folder.str()] = {
        Severity::Note, P,
        ("'" + File + "' is taken from '" + Folder + "'").str(), 0,
        File.str()};
    return;
  }
  Into.MissingAt.push_back({Hash, Into.MissingHeaders.size()});
  Into.MissingHeaders.push_back({Severity::Warning, P,
                                 "'" + File.str() + "' file not found", 0,
                                 File.str()});
}

} // namespace

bool PreprocessorRecord::isSkipped(llvm::StringRef File, unsigned From,
                                   unsigned To, unsigned Line) const {
  return llvm::any_of(Skipped, [&](const SkippedCode &S) {
    return S.File == File && S.Line <= Line && S.Range.Begin <= From &&
           S.Range.End >= To;
  });
}

bool PreprocessorRecord::isSkipped(unsigned Offset) const {
  return llvm::any_of(Skipped, [&](const SkippedCode &S) {
    return S.File.empty() && S.Range.Begin <= Offset && Offset < S.Range.End;
  });
}

/// The line of \p Offset, with those that it continues, begins as a directive.
static bool isInDirective(llvm::StringRef Text, unsigned Offset) {
  while (true) {
    llvm::StringRef Before = Text.take_front(Offset);
    size_t End = Before.rfind('\n');
    llvm::StringRef Line =
        End == llvm::StringRef::npos ? Before : Before.drop_front(End + 1);
    if (Line.ltrim().starts_with("#"))
      return true;
    if (End == llvm::StringRef::npos ||
        !Before.take_front(End).rtrim().ends_with("\\"))
      return false;
    Offset = End;
  }
}

// A file has as many functions as it is long, so only what is asked for is read:
// ranges begin with a token, as a declaration or the file does.
std::vector<unsigned> bankfix::spellings(const clang::SourceManager &SM,
                                         const clang::LangOptions &Options,
                                         llvm::StringRef Name, FileRange R,
                                         clang::FileID File) {
  if (File.isInvalid())
    File = SM.getMainFileID();
  llvm::StringRef Text = SM.getBufferData(File);
  std::vector<unsigned> Out;
  // Raw identifiers are compared as they are spelled.
  if (!Text.slice(R.Begin, R.End + Name.size()).contains(Name))
    return Out;
  unsigned Begin = isInDirective(Text, R.Begin) ? 0 : R.Begin;
  clang::Lexer Raw(SM.getLocForStartOfFile(File), Options, Text.begin(),
                   Text.begin() + Begin, Text.end());
  bool InDirective = false;
  clang::Token T;
  while (true) {
    Raw.LexFromRawLexer(T);
    unsigned Offset = SM.getFileOffset(T.getLocation());
    if (T.is(clang::tok::eof) || Offset >= R.End)
      return Out;
    if (T.isAtStartOfLine())
      InDirective = T.is(clang::tok::hash);
    if (!InDirective && Offset >= R.Begin &&
        T.is(clang::tok::raw_identifier) && T.getRawIdentifier() == Name)
      Out.push_back(Offset);
  }
}

bool PreprocessorRecord::hasDirectiveIn(FileRange R) const {
  return llvm::any_of(DirectiveEnds, [&](unsigned Offset) {
    return R.Begin < Offset && Offset < R.End;
  });
}

std::unique_ptr<clang::PPCallbacks>
bankfix::recordPreprocessing(clang::Preprocessor &PP,
                             PreprocessorRecord &Into) {
  return std::make_unique<PreprocessorRecorder>(PP, Into);
}

std::set<std::string> bankfix::namesReaching(
    const std::map<std::string, std::set<std::string>> &Bodies,
    std::set<std::string> Names) {
  for (size_t Before = 0; Before != Names.size();) {
    Before = Names.size();
    for (const auto &[Macro, Body] : Bodies)
      if (llvm::any_of(Body, [&](const std::string &Word) {
            return Names.count(Word) != 0;
          }))
        Names.insert(Macro);
  }
  return Names;
}

std::set<std::string> bankfix::namesReaching(const PreprocessorRecord &R,
                                             const std::string &Name) {
  std::set<std::string> Names = namesReaching(R.Macros, {Name, "##"});
  Names.erase("##");
  return Names;
}

bool bankfix::isNamedInCode(const PreprocessorRecord &R,
                            llvm::StringRef Macro) {
  const std::string Name = Macro.str();
  auto It = R.Texts.find(Name);
  return (It != R.Texts.end() && !It->second.Expansions.empty()) ||
         llvm::any_of(R.Macros,
                      [&](const auto &M) { return M.second.count(Name); }) ||
         llvm::any_of(R.Skipped, [&](const SkippedCode &S) {
           return S.Used.count(Name) != 0;
         });
}
