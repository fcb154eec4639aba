//===- AssemblyCommas.cpp - Operands written without commas ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/AssemblyCommas.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace bankfix;
namespace tok = clang::tok;

namespace {

/// Follows the tokens of a file through its `asm` statements.
class AssemblyScanner {
public:
  /// Whether a comma is missing before \p T.
  bool lacksComma(const clang::Token &T) {
    bool Lacks =
        Depth == 1 && InOperands && BehindOperand && T.is(tok::string_literal);
    BehindOperand = false;
    if (Depth == 0)
      begin(T);
    else if (T.is(tok::l_paren))
      ++Depth;
    else if (T.is(tok::r_paren))
      BehindOperand = --Depth == 1;
    else if (Depth == 1 && T.isOneOf(tok::colon, tok::coloncolon))
      InOperands = true;
    return Lacks;
  }

private:
  void begin(const clang::Token &T) {
    if (T.is(tok::raw_identifier)) {
      llvm::StringRef Name = T.getRawIdentifier();
      bool Qualifies = Name == "volatile" || Name == "__volatile__";
      IsAsm = Name == "asm" || Name == "__asm__" || Name == "__asm" ||
              (IsAsm && Qualifies);
    } else {
      Depth = IsAsm && T.is(tok::l_paren);
      IsAsm = InOperands = false;
    }
  }

  bool IsAsm = false;         ///< The statement's parenthesis is next.
  unsigned Depth = 0;         ///< Parentheses of the statement that are open.
  bool InOperands = false;    ///< Behind a colon.
  bool BehindOperand = false; ///< The last token closed one.
};

} // namespace

void bankfix::addAssemblyCommas(std::string &Text) {
  if (Text.find("asm") == std::string::npos)
    return;
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  Options.RawStringLiterals = true;
  const std::string Original = Text;
  const char *Begin = Original.data();
  auto Base = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer Raw(Base, Options, Begin, Begin, Begin + Original.size());
  AssemblyScanner Scanner;
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(tok::eof); Raw.LexFromRawLexer(T)) {
    unsigned At = T.getLocation().getRawEncoding() - 1;
    if (Scanner.lacksComma(T) && (Text[At - 1] == ' ' || Text[At - 1] == '\t'))
      Text[At - 1] = ',';
  }
}
