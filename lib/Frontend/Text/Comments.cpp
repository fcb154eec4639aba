//===- Comments.cpp - What the author says beside the code ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Comments.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {
/// Reads the tokens of a text once, and counts lines.
class CommentReader {
public:
  explicit CommentReader(llvm::StringRef Text)
      : Text(Text), Lex(clang::SourceLocation(), languages(), Text.begin(),
                        Text.begin(), Text.end()) {
    Lex.SetCommentRetentionState(true);
  }

  std::vector<SourceComment> read();

private:
  static const clang::LangOptions &languages() {
    static const clang::LangOptions Options = [] {
      clang::LangOptions O;
      O.CPlusPlus = O.CPlusPlus11 = O.LineComment = O.RawStringLiterals = true;
      return O;
    }();
    return Options;
  }
  unsigned lineAt(size_t Offset) {
    Line += Text.slice(Counted, Offset).count('\n');
    Counted = std::max(Counted, Offset);
    return Line;
  }
  void comment(llvm::StringRef Comment, unsigned First, unsigned Last);
  void end(unsigned AtLine);

  llvm::StringRef Text;
  clang::Lexer Lex;
  size_t Counted = 0;
  unsigned Line = 1;
  unsigned OwnerFirst = 0; ///< 0: nothing of the next declaration was seen.
  unsigned PreviousFirst = 1, PreviousLast = 0; ///< What ended last.
  size_t Open = 0; ///< Comments from here belong to what has not ended.
  std::vector<SourceComment> Out;
};
} // namespace

void CommentReader::comment(llvm::StringRef Comment, unsigned First,
                            unsigned Last) {
  SourceComment New{Comment, First, Last};
  if (First == PreviousLast) { // Behind what ends in this line.
    New.OwnerFirst = PreviousFirst;
    New.OwnerLast = PreviousLast;
    Out.insert(Out.begin() + Open++, New);
    return;
  }
  if (!OwnerFirst)
    OwnerFirst = First;
  Out.push_back(New);
}

/// A declaration or statement, or the head of one, ends.
void CommentReader::end(unsigned AtLine) {
  PreviousFirst = OwnerFirst ? OwnerFirst : AtLine;
  PreviousLast = AtLine;
  for (; Open < Out.size(); ++Open) {
    Out[Open].OwnerFirst = PreviousFirst;
    Out[Open].OwnerLast = PreviousLast;
  }
  OwnerFirst = 0;
}

std::vector<SourceComment> CommentReader::read() {
  using namespace clang;
  for (Token T; !Lex.LexFromRawLexer(T);) {
    size_t Begin = Lex.getBufferLocation() - Text.begin() - T.getLength();
    unsigned First = lineAt(Begin);
    if (T.is(tok::comment)) {
      llvm::StringRef Comment = Text.substr(Begin, T.getLength());
      comment(Comment, First, First + Comment.rtrim("\r\n").count('\n'));
    } else if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      if (!OwnerFirst)
        OwnerFirst = First;
      end(First);
    } else if (!OwnerFirst) {
      OwnerFirst = First;
    }
  }
  end(Line);
  return std::move(Out);
}

std::vector<SourceComment> bankfix::commentsOf(llvm::StringRef Text) {
  return CommentReader(Text).read();
}
