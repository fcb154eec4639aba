//===- SourceText.cpp - Places and ranges of the main file ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

using namespace bankfix;

SourcePlace SourceText::place(clang::SourceLocation L) const {
  clang::SourceLocation Expanded = SM.getExpansionLoc(L);
  SourcePlace P;
  P.Line = SM.getExpansionLineNumber(L);
  P.Column = SM.getExpansionColumnNumber(L);
  if (!SM.isInMainFile(Expanded))
    P.File = SM.getFilename(Expanded).str();
  return P;
}

std::optional<FileRange> SourceText::range(clang::SourceRange R) const {
  clang::CharSourceRange C = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(R), SM, Options);
  if (C.isInvalid() || !SM.isInMainFile(C.getBegin()))
    return std::nullopt;
  return FileRange{SM.getFileOffset(C.getBegin()),
                   SM.getFileOffset(C.getEnd())};
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
