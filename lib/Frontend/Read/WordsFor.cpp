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
    : U(U), Name(std::move(Of)), StandFor({Name}) {
  const std::map<std::string, std::set<std::string>> &Macros =
      U.Preprocessed.Macros;
  for (size_t Before = 0; Before != StandFor.size();) {
    Before = StandFor.size();
    for (const auto &[Macro, Body] : Macros)
      if (llvm::any_of(Body, [&](const std::string &Word) {
            return StandFor.count(Word) != 0;
          }))
        StandFor.insert(Macro);
  }
  Paste = namesReaching(U.Preprocessed, Name);
}

std::set<std::string> WordsFor::all() const {
  return Paste.size() > StandFor.size() && mayBePasted() ? Paste : StandFor;
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

/// Those of the user's files, and of what Clang has read before them: flags.
static std::set<std::string> spelledPieces(const Unit &U) {
  std::set<std::string> Out;
  const clang::SourceManager &SM = U.Source.manager();
  auto Add = [&](clang::FileID File) { addPieces(U, File, Out); };
  Add(SM.getMainFileID());
  forEachOtherFile(SM, Add);
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    const clang::FileID File =
        Entry.isFile() ? SM.getFileID(clang::SourceLocation::getFromRawEncoding(
                             Entry.getOffset()))
                       : clang::FileID();
    if (File.isValid() &&
        SM.getBufferOrFake(File).getBufferIdentifier() == "<built-in>")
      Add(File);
  }
  for (const auto &[Macro, Body] : U.Preprocessed.Macros)
    Out.insert(Body.begin(), Body.end());
  return Out;
}

/// Two or more pieces, each of which is spelled or a number (`__LINE__`), make
/// the name.
bool WordsFor::mayBePasted() const {
  if (IsPasted)
    return *IsPasted;
  const std::set<std::string> Spelled = spelledPieces(U);
  IsPasted = isMadeOf(Name, [&](llvm::StringRef Piece) {
    return Piece.size() < Name.size() && Spelled.count(Piece.str()) != 0;
  });
  return *IsPasted;
}
