//===- LineMarkers.cpp - Text that says where it comes from ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/LineMarkers.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;

void bankfix::blankMarkerFlags(std::string &Text) {
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  Options.Digraphs = Options.RawStringLiterals = true;
  const std::string Original = Text;
  const char *Begin = Original.data();
  auto Base = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer Raw(Base, Options, Begin, Begin, Begin + Original.size());
  enum { Elsewhere, BehindHash, BehindNumber, BehindName } At = Elsewhere;
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(clang::tok::eof);
       Raw.LexFromRawLexer(T)) {
    if (T.isAtStartOfLine())
      At = T.is(clang::tok::hash) ? BehindHash : Elsewhere;
    else if (At == BehindHash && T.is(clang::tok::numeric_constant))
      At = BehindNumber;
    else if (At == BehindNumber && T.is(clang::tok::string_literal))
      At = BehindName;
    else if (At == BehindName && T.is(clang::tok::numeric_constant))
      Text.replace(T.getLocation().getRawEncoding() - 1, T.getLength(),
                   T.getLength(), ' ');
    else if (At == BehindHash && T.is(clang::tok::raw_identifier) &&
             T.getRawIdentifier() == "line")
      continue;
    else
      At = Elsewhere;
  }
}
