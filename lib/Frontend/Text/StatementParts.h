//===- StatementParts.h - What conditionals are a part of -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_STATEMENTPARTS_H
#define BANKFIX_LIB_FRONTEND_TEXT_STATEMENTPARTS_H

#include "Text/Conditionals.h"

namespace bankfix {

/// Follows the tokens of a text that are no directives', all branches of it,
/// and knows where its statements and declarations end.
class StatementParts {
public:
  /// A statement or a declaration, as far as it was read, or all that a
  /// directive is a part of.
  struct Part {
    bool IsBegun = false, HasJump = false;
    NameSet Spelled;
    std::set<unsigned> Holds; ///< Directives, by number.
  };

  /// \p Name: what a raw identifier spells.
  void token(clang::tok::TokenKind Kind, llvm::StringRef Name);
  /// Notes a directive here; returns its number.
  unsigned directive();
  /// `#if`, `#else` and the like, and `#endif`, which returns the conditional's
  /// number: that of the `#if`.
  void open();
  void branch();
  unsigned close();
  /// The text has ended.
  void finish() { end(); }
  const Part &of(unsigned Number) { return Parts[Number]; }

  bool isInBody() const { return llvm::is_contained(Braces, Brace::Body); }
  /// Outside of functions' bodies and values.
  bool isOutside() const {
    return llvm::all_of(Braces, [](Brace B) {
      return B == Brace::Scope || B == Brace::Record;
    });
  }
  /// Within a struct, a class or a union that opened since the branch did of
  /// open conditional \p Number, from the outermost on.
  bool isInRecordOf(size_t Number) const {
    return llvm::count(Braces, Brace::Record) >
           llvm::count(Before[Number], Brace::Record);
  }
  /// Outside of parentheses, too.
  bool isInScope() const { return Parentheses == 0 && isOutside(); }

private:
  /// What an open brace opens.
  enum class Brace : uint8_t { Scope, Record, Body, Value };

  Brace opened() const;
  void attach(unsigned Number);
  void end();

  std::vector<Brace> Braces;
  /// At each open conditional, whose branches all start from there.
  std::vector<std::vector<Brace>> Before;
  /// Since the last `;` or brace there was `namespace`, `struct` or the like.
  bool NamesScope = false;
  bool NamesRecord = false; ///< Likewise, `struct`, `class` or `union`.
  bool NamesEnum = false;   ///< Likewise, `enum`.
  unsigned Parentheses = 0; ///< Open since the last `;` or brace.
  clang::tok::TokenKind Last = clang::tok::unknown;
  std::string LastName; ///< If that is a name.
  Part Now;
  std::vector<unsigned> Open; ///< Conditionals.
  unsigned Directives = 0;
  std::map<unsigned, Part> Parts; ///< By directive.
};

/// `return` and the like.
bool isJump(llvm::StringRef Name);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_STATEMENTPARTS_H
