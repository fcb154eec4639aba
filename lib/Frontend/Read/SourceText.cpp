//===- SourceText.cpp - Places and ranges of the main file ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/SourceText.h"
#include "Read/Surroundings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace bankfix;

std::string bankfix::fileAsNamed(llvm::StringRef Name) {
  Name.consume_back(RestOfFile);
  llvm::SmallString<128> Here;
  if (llvm::sys::path::is_absolute(Name) &&
      !llvm::sys::fs::current_path(Here) &&
      Name.starts_with((Here + "/").str()))
    Name = Name.drop_front(Here.size() + 1);
  return Name.str();
}

SourcePlace SourceText::place(clang::SourceLocation L) const {
  clang::SourceLocation Expanded = SM.getExpansionLoc(L);
  SourcePlace P;
  P.Line = SM.getExpansionLineNumber(L);
  P.Column = SM.getExpansionColumnNumber(L);
  if (SM.isInMainFile(Expanded))
    return P;
  P.File = fileAsNamed(SM.getFilename(Expanded));
  return P;
}

/// The characters of one file that spell \p R alone; invalid if none do.
static clang::CharSourceRange spelled(clang::SourceRange R,
                                      const clang::SourceManager &SM,
                                      const clang::LangOptions &Options) {
  return clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(R), SM, Options);
}

bool SourceText::isSpelled(clang::SourceRange R) const {
  return spelled(R, SM, Options).isValid();
}

std::optional<FileRange> SourceText::range(clang::SourceRange R) const {
  clang::CharSourceRange C = spelled(R, SM, Options);
  if (C.isInvalid() || !SM.isInMainFile(C.getBegin()))
    return std::nullopt;
  return FileRange{SM.getFileOffset(C.getBegin()),
                   SM.getFileOffset(C.getEnd())};
}

std::optional<FileRange>
SourceText::partRange(clang::SourceRange R,
                      clang::SourceLocation Bracket) const {
  if (!Bracket.isMacroID() || SM.isMacroArgExpansion(Bracket))
    return std::nullopt;
  const clang::FileID Body = SM.getFileID(Bracket);
  // Of what an argument or a macro in the body spells, it is all.
  auto Lift = [&](clang::SourceLocation L, bool IsEnd) {
    while (L.isMacroID() && SM.getFileID(L) != Body) {
      const unsigned Length =
          clang::Lexer::MeasureTokenLength(SM.getSpellingLoc(L), SM, Options);
      clang::SourceLocation Up;
      if (!(IsEnd ? SM.isAtEndOfImmediateMacroExpansion(
                        L.getLocWithOffset(Length), &Up)
                  : SM.isAtStartOfImmediateMacroExpansion(L, &Up)))
        return clang::SourceLocation();
      L = Up;
    }
    return L.isMacroID() ? SM.getSpellingLoc(L) : clang::SourceLocation();
  };
  const clang::SourceLocation Begin = Lift(R.getBegin(), false),
                              End = Lift(R.getEnd(), true);
  for (clang::SourceLocation L : {Begin, End})
    if (L.isInvalid() || !SM.isWrittenInMainFile(L))
      return std::nullopt;
  FileRange Out = {SM.getFileOffset(Begin),
                   SM.getFileOffset(End) +
                       clang::Lexer::MeasureTokenLength(End, SM, Options)};
  return Out.Begin < Out.End ? std::optional(Out) : std::nullopt;
}

std::optional<FileRange>
SourceText::bodyRange(clang::SourceRange R,
                      clang::SourceLocation Bracket) const {
  clang::FileID Body = SM.getFileID(Bracket);
  // Arguments, and macros in the body, stand there with their own names.
  auto Lift = [&](clang::SourceLocation L, bool IsEnd) {
    while (L.isMacroID() && SM.getFileID(L) != Body) {
      clang::CharSourceRange Up = SM.getImmediateExpansionRange(L);
      L = IsEnd ? Up.getEnd() : Up.getBegin();
    }
    return L.isMacroID() ? SM.getSpellingLoc(L) : clang::SourceLocation();
  };
  clang::SourceLocation Begin = Lift(R.getBegin(), false);
  clang::SourceLocation End = Lift(R.getEnd(), true);
  clang::SourceLocation Close = SM.getSpellingLoc(Bracket);
  for (clang::SourceLocation L : {Begin, End, Close})
    if (L.isInvalid() || !SM.isWrittenInMainFile(L))
      return std::nullopt;
  FileRange Out = {SM.getFileOffset(Begin),
                   SM.getFileOffset(End) +
                       clang::Lexer::MeasureTokenLength(End, SM, Options)};
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  auto IsBlank = [](llvm::StringRef S) {
    return S.find_first_not_of(" \t") == llvm::StringRef::npos;
  };
  unsigned At = SM.getFileOffset(Close);
  if (Out.Begin >= Out.End || Out.End > At ||
      !IsBlank(Text.slice(Out.End, At)) ||
      !Text.take_front(Out.Begin).rtrim(" \t").ends_with("["))
    return std::nullopt;
  return Out;
}

std::string SourceText::text(clang::SourceRange R) const {
  clang::CharSourceRange C = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(R), SM, Options);
  if (C.isInvalid())
    C = clang::CharSourceRange::getTokenRange(
        SM.getExpansionRange(R).getAsRange());
  llvm::StringRef Raw = clang::Lexer::getSourceText(C, SM, Options);
  std::string Out;
  for (char Ch : Raw) {
    bool Space = Ch == ' ' || Ch == '\t' || Ch == '\n' || Ch == '\r';
    if (!Space)
      Out += Ch;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  }
  return Out;
}

std::string SourceText::macroName(clang::SourceLocation L) const {
  if (!L.isMacroID())
    return "";
  return clang::Lexer::getImmediateMacroName(L, SM, Options).str();
}
