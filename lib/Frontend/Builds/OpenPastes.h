//===- OpenPastes.h - Names that other builds paste -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifndef END
//   #define END x
//   #endif
//   #define CAT(a, b) CAT_(a, b)    // a##b
//   CAT(ra, END)[i]
//
// `-DEND=w` makes `raw` of what is `rax` here. No file spells the piece `w`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H
#define BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H

#include "Builds/BuildMacros.h"

namespace bankfix {

/// A place in code where `##` makes names of macros that builds may define
/// otherwise.
struct OpenPaste {
  clang::FileID File;
  unsigned Offset = 0;
  NameSet Pieces; ///< Words and numbers that stay as they are.
  /// Of `CAT(Head, open)` and `CAT(open, Tail)`: what all names begin or end
  /// with; empty where that is not told, and they may be any.
  std::string Head, Tail;
  NameSet Macros; ///< All that are expanded there, open or not.
  /// One that a build may define as it likes, and where that is left to it.
  std::optional<std::pair<std::string, SourcePlace>> Open;
  bool IsNumber = true; ///< What varies is numbers here.
  /// No macro has `##`, but one calls what it gets, which may.
  bool IsOfArguments = true;

  /// It may make \p Name.
  bool mayMake(llvm::StringRef Name) const;
};

class OpenPastes {
public:
  /// \p Texts are the user's files, of which all branches are read.
  OpenPastes(const PointerUnit &U, llvm::ArrayRef<ConditionalText> Texts,
             const BuildMacros &Macros);
  /// Those that may name \p V, by its own name or by that of a macro that
  /// spells it, where that is known.
  std::vector<const OpenPaste *> naming(const clang::ValueDecl *V) const;

private:
  using Tokens = llvm::ArrayRef<clang::Token>;

  void addBody(const std::string &Macro, llvm::ArrayRef<std::string> Body);
  bool varies(const std::string &Macro) const;
  bool pastes(llvm::StringRef Name) const {
    return Pasting.count(Name.str()) != 0;
  }
  void read(clang::FileID File);
  size_t readCall(Tokens Text, size_t I);
  std::string spelling(const clang::Token &T) const {
    return clang::Lexer::getSpelling(T, U.Source.manager(),
                                     U.Context.getLangOpts());
  }
  bool joinsTwo(const std::string &Macro, unsigned Depth = 0) const;
  void add(clang::SourceLocation At, const NameSet &Spelled, Tokens Call);
  void addMacrosOf(OpenPaste &P) const;
  bool mayStandIn(const OpenPaste &P, clang::SourceRange Scope) const;

  const PointerUnit &U;
  llvm::ArrayRef<ConditionalText> Texts;
  const BuildMacros &Macros;
  /// Macros, and the words of all their bodies but their parameters.
  std::map<std::string, NameSet> Bodies;
  NameSet Pasting;        ///< Those with `##`, and those that name such.
  NameSet Joining;        ///< Those with `##`.
  NameSet Unbalanced;     ///< They leave a parenthesis open, or close one.
  const bool IncludesAny; ///< Some branch does, of the user's files.
  std::vector<OpenPaste> All;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BUILDS_OPENPASTES_H
