//===- AssemblyText.cpp - Assembly as nvcc reads it -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/AssemblyText.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;
namespace tok = clang::tok;

namespace {

/// Follows the tokens of a file through its `asm` statements, and repairs them.
class AssemblyRepair {
public:
  /// Positions are bytes of \p Text.
  explicit AssemblyRepair(std::string &Text) : Text(Text) {}

  void token(const clang::Token &T, unsigned At) {
    if (Depth == 1 && InOperands && BehindOperand && T.is(tok::string_literal))
      addComma(At);
    if (Depth == 1 && !InOperands && T.is(tok::string_literal))
      noteRegisters(At, T.getLength());
    BehindOperand = false;
    if (Depth == 0)
      begin(T);
    else if (T.is(tok::l_paren))
      ++Depth;
    else if (T.is(tok::r_paren))
      BehindOperand = --Depth == 1;
    else if (Depth == 1 && T.isOneOf(tok::colon, tok::coloncolon))
      beginOperands();
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
      Registers.clear();
    }
  }

  void addComma(unsigned At) {
    if (Text[At - 1] == ' ' || Text[At - 1] == '\t')
      Text[At - 1] = ',';
  }

  /// Finds each `%` that begins neither an operand, `%1`, `%h1`, `%[a]`, nor an
  /// escape, `%%`.
  void noteRegisters(unsigned At, unsigned Length) {
    llvm::StringRef Literal = llvm::StringRef(Text).substr(At, Length);
    for (size_t I = 0; I + 2 < Literal.size(); ++I) {
      if (Literal[I] != '%')
        continue;
      ++I;
      const char Next = Literal[I + 1];
      if (llvm::isAlpha(Literal[I]) && !llvm::isDigit(Next) && Next != '[')
        Registers.push_back(At + I - 1);
    }
  }

  /// Without operands, a `%` is none but itself.
  void beginOperands() {
    InOperands = true;
    for (unsigned At : Registers)
      Text[At] = '$';
    Registers.clear();
  }

  std::string &Text;
  std::vector<unsigned> Registers; ///< Where each `%` is, in the template.
  bool IsAsm = false;              ///< The statement's parenthesis is next.
  unsigned Depth = 0;              ///< Parentheses of it that are open.
  bool InOperands = false;         ///< Behind a colon.
  bool BehindOperand = false;      ///< The last token closed one.
};

} // namespace

void bankfix::repairAssembly(std::string &Text) {
  if (Text.find("asm") == std::string::npos)
    return;
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = true;
  Options.RawStringLiterals = true;
  const std::string Original = Text;
  const char *Begin = Original.data();
  auto Base = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer Raw(Base, Options, Begin, Begin, Begin + Original.size());
  AssemblyRepair Repair(Text);
  clang::Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(tok::eof); Raw.LexFromRawLexer(T))
    Repair.token(T, T.getLocation().getRawEncoding() - 1);
}
