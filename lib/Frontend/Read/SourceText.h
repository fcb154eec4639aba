//===- SourceText.h - Places and ranges of the main file --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_SOURCETEXT_H
#define BANKFIX_LIB_FRONTEND_READ_SOURCETEXT_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// What the user calls the file that Clang calls \p Name: seen from the current
/// folder, and whole where only the text around another one is read.
std::string fileAsNamed(llvm::StringRef Name);

/// Reads places, ranges and text for AST nodes.
class SourceText {
public:
  explicit SourceText(const clang::ASTContext &Context)
      : SM(Context.getSourceManager()), Options(Context.getLangOpts()) {}

  bool inMainFile(clang::SourceLocation L) const {
    return SM.isInMainFile(SM.getExpansionLoc(L));
  }
  /// Written by the user: not in a system header.
  bool isUserCode(clang::SourceLocation L) const {
    return L.isValid() && !SM.isInSystemHeader(SM.getExpansionLoc(L));
  }
  /// Where a reader finds it: of a macro, the place of its expansion.
  SourcePlace place(clang::SourceLocation L) const;
  unsigned offset(clang::SourceLocation L) const {
    return SM.getFileOffset(SM.getExpansionLoc(L));
  }
  /// The same for all that one piece of text makes: instances of a template,
  /// and expansions of a macro.
  unsigned spelledAt(clang::SourceLocation L) const {
    return SM.getSpellingLoc(L).getRawEncoding();
  }
  /// The bytes of the main file that spell \p R alone, or nothing where they
  /// come from a macro's body or another file.
  std::optional<FileRange> range(clang::SourceRange R) const;
  /// The same of whatever file: some bytes spell \p R alone.
  bool isSpelled(clang::SourceRange R) const;
  /// Bytes of the main file in the body of the macro that writes \p Bracket:
  /// those before it that make \p R, up to the bracket that it closes. Nothing
  /// where they are not as plain as that.
  std::optional<FileRange> bodyRange(clang::SourceRange R,
                                     clang::SourceLocation Bracket) const;
  /// Bytes of the main file in that body that spell \p R alone.
  std::optional<FileRange> partRange(clang::SourceRange R,
                                     clang::SourceLocation Bracket) const;
  /// The text of an expression, white space folded.
  std::string text(clang::SourceRange R) const;
  /// The macro whose body \p L lies in; empty if none.
  std::string macroName(clang::SourceLocation L) const;

  const clang::SourceManager &manager() const { return SM; }

private:
  const clang::SourceManager &SM;
  const clang::LangOptions &Options;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_SOURCETEXT_H
