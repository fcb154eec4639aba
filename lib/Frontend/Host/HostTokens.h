//===- HostTokens.h - C source as tokens and constants ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTTOKENS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTTOKENS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bankfix {

/// One token of an OpenCL program's host source, which is not parsed by Clang.
struct HostToken {
  std::string Text; ///< Of a string: what it holds.
  bool IsString = false;
  bool IsName = false;
  size_t Begin = 0, End = 0; ///< Its bytes in the text.
  /// Directives before it that leave out text, or bring some in.
  unsigned Conditionals = 0;
  /// The branch of a conditional that stands here, if other flags may choose
  /// another one; 0: there is none.
  unsigned Branch = 0;
};

/// What C's functions see of a string: it ends at a NUL.
inline llvm::StringRef cText(const HostToken &T) {
  return llvm::StringRef(T.Text).split('\0').first;
}

/// `#define NAME(i) body`; of several for one name, none is known.
struct HostMacro {
  std::vector<std::string> Parameters;
  std::string Body;
};

/// One of the definitions that a name has under some flags.
struct HostDefinition {
  std::string Name;
  HostMacro Macro;
};

/// Tokens [Begin, End).
struct TokenSpan {
  size_t Begin = 0, End = 0;
  size_t size() const { return End - Begin; }
};

struct HostCall {
  std::vector<TokenSpan> Args;
  size_t End = 0; ///< Behind the closing parenthesis.
};

/// The tokens of C or C++ source. Directives are left out; `#define`s of
/// objects are kept apart.
class HostTokens {
public:
  /// Bytes below \p Start are of other files.
  explicit HostTokens(llvm::StringRef Text, size_t Start = 0)
      : MacroInsertion(Start), Start(Start) {
    lex(Text);
  }

  size_t size() const { return Tokens.size(); }
  const HostToken &operator[](size_t I) const { return Tokens[I]; }
  /// The call of a function named by token \p I.
  std::optional<HostCall> call(size_t I) const;
  /// What is between the parentheses, or braces, that token \p Open begins.
  std::optional<HostCall> bracket(size_t Open) const;
  /// The index behind the bracket that closes the one at \p Open.
  size_t behind(size_t Open) const { return Behind[Open]; }
  /// The bracket that the one at \p Close closes; None: there is none.
  size_t opening(size_t Close) const {
    return Close < size() ? Opening[Close] : None;
  }
  /// The innermost bracket that is open at token \p I; None: there is none.
  size_t around(size_t I) const { return I < size() ? Around[I] : None; }
  static constexpr size_t None = ~size_t(0);
  /// A condition of the preprocessor, or an #include, stands between tokens \p
  /// First and \p Last: there may be others.
  bool isParted(size_t First, size_t Last) const {
    return First < size() && Last < size() &&
           Tokens[First].Conditionals != Tokens[Last].Conditionals;
  }
  /// What token \p I says; "" for strings, and where there is none.
  bool isName(size_t I) const { return I < size() && Tokens[I].IsName; }
  llvm::StringRef word(size_t I) const {
    return I >= size() || Tokens[I].IsString ? ""
                                             : llvm::StringRef(Tokens[I].Text);
  }

  /// What the only `#define` of a name stands for; "" where there are several.
  std::map<std::string, std::string> Macros;
  std::map<std::string, HostMacro> Functions;
  /// The start of a line behind the first `#include`s of the file, where what
  /// is defined is seen by all of its code.
  size_t MacroInsertion = 0;
  /// The text of each directive.
  std::vector<std::string> Directives;
  /// Code that conditionals leave out, but may not with another -D.
  std::vector<HostToken> Hidden;
  /// Every `#define`, also those that conditionals leave out.
  std::vector<HostDefinition> Definitions;
  /// Flags may give \p Macro another body than the source does.
  bool isForgotten(const std::string &Macro) const {
    return Forgotten.count(Macro) != 0;
  }
  /// What is not lexed as compilers do: the text; empty where there is none.
  std::string Odd;

  /// The tokens of \p S with blanks between them.
  std::string text(TokenSpan S) const;
  /// What \p S holds: a string, or a macro for one. Empty: it is none.
  std::string literal(TokenSpan S) const;

private:
  void lex(llvm::StringRef Text);
  void matchBrackets();
  llvm::StringRef lexDirective(llvm::StringRef All, llvm::StringRef Text);
  void add(llvm::StringRef All, HostToken Token);
  void place(llvm::StringRef All, size_t Begin);
  void directive(llvm::StringRef Text, bool IsGuard);
  void branch(llvm::StringRef Word, llvm::StringRef Rest, bool IsGuard);
  void define(llvm::StringRef Directive);
  void forget(const std::string &Macro);
  std::optional<bool> holds(llvm::StringRef Text) const;
  bool isDecided(llvm::StringRef Text) const;
  /// No flags bring in the code that stands here.
  bool isDead() const;
  /// Of the innermost conditional that flags decide.
  unsigned branchHere() const;
  bool isActive() const {
    return Conditions.empty() ||
           (Conditions.back().Active && Conditions.back().Outer);
  }

  struct Conditional {
    bool Active;
    std::optional<bool> Taken; ///< A branch so far; nothing: not known.
    bool Outer;                ///< What stands around it is active.
    bool Fixed;                ///< Whatever the flags are.
    unsigned Branch;           ///< As in HostToken.
  };
  void placeMacros(llvm::StringRef All, llvm::StringRef Line, size_t End);

  std::vector<Conditional> Conditions;
  std::vector<HostToken> Tokens;
  std::vector<size_t> Behind, Opening, Around; ///< Of each token.
  std::set<std::string> Forgotten; ///< Macros that flags may change.
  size_t Start;
  unsigned NumConditionals = 0, NumBranches = 0;
  size_t OutermostIf = 0; ///< Where the conditional around all begins.
  bool HasOwnTokens = false;
};

/// True for source with a bracket that nothing closes or opens, whatever its
/// macros are. Source with conditionals is never called so.
bool hasStrayBracket(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTTOKENS_H
