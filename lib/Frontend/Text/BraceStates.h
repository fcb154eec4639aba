//===- BraceStates.h - What encloses a token, in every build ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_BRACESTATES_H
#define BANKFIX_LIB_FRONTEND_TEXT_BRACESTATES_H

#include "ClangHeaders.h"
#include <map>
#include <string>
#include <vector>

namespace bankfix {

/// What one configuration of the preprocessor makes of the text so far.
struct BraceState {
  enum Kind : uint8_t { Namespace, Linkage, Braces, Parens };
  struct Scope {
    Kind What = Braces;
    unsigned Open = 0;
    bool Ends = false; ///< Its bracket ends a declaration.
    auto operator<=>(const Scope &) const = default;
  };
  /// What is known of the declaration that has begun.
  struct Head {
    bool IsNamespace = false, HasTag = false, HasEquals = false,
         HasParens = false;
    unsigned Tokens = 0; ///< Counted up to 3.
    bool IsExtern = false, IsLinkage = false;
    int Template = -1; ///< Angle brackets that are open; -1: none was.
    auto operator<=>(const Head &) const = default;
  };

  std::vector<Scope> Scopes;
  Head Begun;
  bool AtBoundary = true; ///< A declaration, or a statement, may begin here.
  std::map<std::string, bool> Assumed; ///< Conditions that matter.

  auto operator<=>(const BraceState &) const = default;

  /// Declarations of the file or of a namespace stand here.
  bool isOutermost() const {
    return Scopes.empty() || Scopes.back().What <= Linkage;
  }
  /// The innermost namespace's bracket, if it is in one.
  std::optional<unsigned> namespaceOpen() const;
  /// Goes on behind \p T, at \p Offset; false where no such text is valid.
  bool take(const clang::Token &T, unsigned Offset);

private:
  void open(unsigned Offset);
  bool close(bool IsBrace);
  void extend(const clang::Token &T);
  bool countAngles(const clang::Token &T);
};

/// The condition of an `#if`, so that it can be told whether another is the
/// same.
struct Condition {
  std::string Text;
  bool IsNegated = false;
};
Condition conditionOf(llvm::StringRef Directive, llvm::StringRef Rest);

/// The states in all configurations, through conditionals.
class BraceStates {
public:
  void take(const clang::Token &T, unsigned Offset);
  void beginIf(const Condition &C);
  void beginElse(bool IsLast);
  void endIf();
  /// A macro gets another definition: what was assumed of it is past.
  void define(llvm::StringRef Name);

  /// Some are known, and all are as \p Test says.
  template <typename Function> bool all(Function Test) const {
    return !States.empty() && llvm::all_of(States, Test);
  }
  const std::vector<BraceState> &states() const { return States; }

private:
  struct Conditional {
    Condition Of;
    std::vector<BraceState> Entry, Ended;
    bool HasElse = false;
  };

  static std::vector<BraceState> assuming(const std::vector<BraceState> &From,
                                          const Condition &C, bool Holds);
  void settle();
  void forgetNeedless(BraceState &S) const;

  std::vector<BraceState> States = {BraceState()};
  std::vector<Conditional> Open;
  bool IsLost = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_BRACESTATES_H
