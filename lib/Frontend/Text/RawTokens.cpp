//===- RawTokens.cpp - Tokens of text that is not compiled ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/RawTokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;
namespace tok = clang::tok;

std::vector<RawToken> bankfix::rawTokens(llvm::StringRef Text) {
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                     Text.begin(), Text.end());
  std::vector<RawToken> Out;
  clang::Token T;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Lexer.LexFromRawLexer(T);
    const size_t End = Lexer.getCurrentBufferOffset();
    if (T.isNot(tok::eof))
      Out.push_back({T.getKind(), Text.slice(End - T.getLength(), End)});
  }
  return Out;
}

size_t bankfix::behindBracket(llvm::ArrayRef<RawToken> All, size_t At) {
  const bool IsBrace = At < All.size() && All[At].Kind == tok::l_brace;
  const tok::TokenKind Opens = IsBrace ? tok::l_brace : tok::l_paren,
                       Closes = IsBrace ? tok::r_brace : tok::r_paren;
  unsigned Depth = 0;
  for (; At < All.size(); ++At) {
    Depth += All[At].Kind == Opens;
    if (All[At].Kind == Closes && --Depth == 0)
      return At + 1;
  }
  return At;
}
