//===- WordsFor.cpp - By which words text may name something --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/WordsFor.h"
#include "Read/IncludedFiles.h"
#include "bankfix/Kernel/Words.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;

WordsFor::WordsFor(const Unit &U, std::string Of)
    : U(U), Name(std::move(Of)),
      StandFor(namesReaching(U.Preprocessed.Macros, {Name})) {
  Paste = namesReaching(U.Preprocessed, Name);
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.DefinesPaste)
      for (const std::string &Macro : S.Defined)
        Paste.merge(namesReaching(U.Preprocessed, Macro));
}

std::set<std::string> WordsFor::all() const {
  std::set<std::string> Out = StandFor;
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (llvm::any_of(S.InDefines, [&](const std::string &Word) {
          return StandFor.count(Word) != 0;
        }))
      Out.insert(S.Defined.begin(), S.Defined.end());
  if (Paste.size() <= StandFor.size() || !mayBePasted())
    return Out;
  // In another build, a macro may stand for a piece of it.
  Out.insert(Paste.begin(), Paste.end());
  auto IsPiece = [&](const std::string &Word) {
    return Word.size() < Name.size() && Name.find(Word) != std::string::npos;
  };
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (llvm::any_of(S.InDefines, IsPiece) || llvm::any_of(S.Numbers, IsPiece))
      Out.insert(S.Defined.begin(), S.Defined.end());
  return Out;
}

std::string WordsFor::in(const std::set<std::string> &Words) const {
  if (Words.count(Name))
    return Name;
  for (const std::string &Macro : StandFor)
    if (Words.count(Macro))
      return Macro;
  for (const std::string &Macro : Paste)
    if (Words.count(Macro) && mayBePasted())
      return Macro;
  return "";
}

std::string WordsFor::in(const SkippedCode &S,
                         const std::set<std::string> &Words) const {
  const std::string Found = in(Words);
  // A macro that is defined there may be used anywhere.
  if (!Paste.count(Found) || StandFor.count(Found) || !S.HasWholeCalls ||
      llvm::any_of(Paste, [&](const std::string &Macro) {
        return S.InDefines.count(Macro) != 0;
      }))
    return Found;
  return mayPasteOfItsOwn(S) ? Found : "";
}

/// Adds the names and numbers that \p File spells, whatever is compiled of it.
static void addPieces(const Unit &U, clang::FileID File,
                      std::set<std::string> &Into) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  clang::Token T;
  do {
    Raw.LexFromRawLexer(T);
    if (T.isOneOf(clang::tok::raw_identifier, clang::tok::numeric_constant))
      Into.insert(clang::Lexer::getSpelling(T, SM, U.Context.getLangOpts()));
  } while (T.isNot(clang::tok::eof));
}

/// Those of what Clang has read before all files: flags.
static void addPiecesOfFlags(const Unit &U, std::set<std::string> &Into) {
  const clang::SourceManager &SM = U.Source.manager();
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    const clang::FileID File =
        Entry.isFile() ? SM.getFileID(clang::SourceLocation::getFromRawEncoding(
                             Entry.getOffset()))
                       : clang::FileID();
    if (File.isValid() &&
        SM.getBufferOrFake(File).getBufferIdentifier() == "<built-in>")
      addPieces(U, File, Into);
  }
}

/// Those of the user's files and of flags.
static std::set<std::string> spelledPieces(const Unit &U) {
  std::set<std::string> Out;
  const clang::SourceManager &SM = U.Source.manager();
  auto Add = [&](clang::FileID File) { addPieces(U, File, Out); };
  Add(SM.getMainFileID());
  forEachOtherFile(SM, Add);
  addPiecesOfFlags(U, Out);
  for (const auto &[Macro, Body] : U.Preprocessed.Macros)
    Out.insert(Body.begin(), Body.end());
  return Out;
}

/// The body of \p M, a macro, may paste \p Name: of `a##_`, it is what ends
/// with `_`.
static bool mayPaste(const Unit &U, const MacroText &M, llvm::StringRef Name) {
  if (M.Definitions != 1 || M.Bodies.size() != 1)
    return true;
  const auto [First, Last] = *M.Bodies.begin();
  const std::string Body =
      clang::Lexer::getSourceText(
          clang::CharSourceRange::getTokenRange(
              clang::SourceLocation::getFromRawEncoding(First),
              clang::SourceLocation::getFromRawEncoding(Last)),
          U.Source.manager(), U.Context.getLangOpts())
          .str();
  std::vector<llvm::StringRef> Tokens;
  clang::Lexer Raw(clang::SourceLocation(), U.Context.getLangOpts(),
                   Body.data(), Body.data(), Body.data() + Body.size());
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(clang::tok::eof); Raw.LexFromRawLexer(T))
    Tokens.push_back(llvm::StringRef(Body).slice(Raw.getCurrentBufferOffset() -
                                                     T.getLength(),
                                                 Raw.getCurrentBufferOffset()));
  auto IsAny = [&](llvm::StringRef Piece) {
    return llvm::is_contained(M.Parameters, Piece) ||
           Piece.starts_with("__VA_");
  };
  auto IsPaste = [&](size_t I) {
    return I < Tokens.size() && Tokens[I] == "##";
  };
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (!IsPaste(I + 1) || (I && IsPaste(I - 1)))
      continue;
    size_t End = I; // Of `a##b##c`, the last piece.
    while (IsPaste(End + 1) && End + 2 < Tokens.size())
      End += 2;
    if ((IsAny(Tokens[I]) || Name.starts_with(Tokens[I])) &&
        (IsAny(Tokens[End]) || Name.ends_with(Tokens[End])))
      return true;
  }
  return Tokens.empty(); // It is not known.
}

/// Two or more pieces, each of which is spelled or a number (`__LINE__`), make
/// the name.
bool WordsFor::mayBePasted() const {
  if (IsPasted)
    return *IsPasted;
  const bool IsMadeSo =
      llvm::any_of(U.Preprocessed.Skipped,
                   [](const SkippedCode &S) { return S.DefinesPaste; }) ||
      llvm::any_of(U.Preprocessed.Macros, [&](const auto &Macro) {
        auto Text = U.Preprocessed.Texts.find(Macro.first);
        return Macro.second.count("##") != 0 &&
               (Text == U.Preprocessed.Texts.end() ||
                mayPaste(U, Text->second, Name));
      });
  if (!IsMadeSo)
    return *(IsPasted = false);
  const std::set<std::string> Spelled = spelledPieces(U);
  IsPasted = isMadeOf(Name, [&](llvm::StringRef Piece) {
    return Piece.size() < Name.size() && Spelled.count(Piece.str()) != 0;
  });
  return *IsPasted;
}

/// What \p Macro may put for itself, in any build: adds it to \p Left.
static void addExpansions(const PreprocessorRecord &R, const std::string &Macro,
                          std::vector<std::string> &Left) {
  if (auto It = R.Macros.find(Macro); It != R.Macros.end())
    llvm::append_range(Left, It->second);
  for (const SkippedCode &S : R.Skipped)
    if (S.Defined.count(Macro)) {
      llvm::append_range(Left, S.InDefines);
      llvm::append_range(Left, S.Numbers);
    }
}

/// Words that \p S spells, or macros that it names, make the name.
bool WordsFor::mayPasteOfItsOwn(const SkippedCode &S) const {
  std::set<std::string> Pieces;
  std::vector<std::string> Left(S.Identifiers.begin(), S.Identifiers.end());
  llvm::append_range(Left, S.Numbers);
  while (!Left.empty()) {
    const std::string Next = std::move(Left.back());
    Left.pop_back();
    if (!Pieces.insert(Next).second)
      continue;
    auto Text = U.Preprocessed.Texts.find(Next);
    if (Text != U.Preprocessed.Texts.end() &&
        (Text->second.Definitions != 1 ||
         llvm::count(Text->second.Spelling, '(') !=
             llvm::count(Text->second.Spelling, ')')))
      return true; // Its arguments may stand elsewhere.
    if (llvm::any_of(U.Preprocessed.Skipped, [&](const SkippedCode &Other) {
          return Other.Defined.count(Next) &&
                 !in(Other.InDefines).empty();
        }))
      return true;
    addExpansions(U.Preprocessed, Next, Left);
  }
  addPiecesOfFlags(U, Pieces);
  return isMadeOf(Name, [&](llvm::StringRef Piece) {
    return Piece.size() < Name.size() && Pieces.count(Piece.str()) != 0;
  });
}
