//===- HostTokens.h - C source as tokens and constants ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOSTTOKENS_H
#define BANKFIX_LIB_FRONTEND_HOSTTOKENS_H

#include "bankfix/Kernel/Expr.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

struct HostToken {
  std::string Text; ///< Of a string: what is between the quotes.
  bool IsString = false;
  bool IsName = false;
  size_t Begin = 0, End = 0; ///< Its bytes in the text.
  unsigned Conditionals = 0; ///< Directives with conditions before it.
};

/// `#define NAME(i) body`; of several for one name, none is known.
struct HostMacro {
  std::vector<std::string> Parameters;
  std::string Body;
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
      : MacroOffset(Start), Start(Start) {
    lex(Text);
  }

  size_t size() const { return Tokens.size(); }
  const HostToken &operator[](size_t I) const { return Tokens[I]; }
  /// The call of a function named by token \p I.
  std::optional<HostCall> call(size_t I) const;
  /// The index behind the bracket that closes the one at \p Open.
  size_t behind(size_t Open) const;

  /// What the only `#define` of a name stands for; "" where there are several.
  std::map<std::string, std::string> Macros;
  std::map<std::string, HostMacro> Functions;
  /// The start of a line behind the first `#include`s of the file, where what
  /// is defined is seen by all of its code.
  size_t MacroOffset = 0;
  /// The text of each directive.
  std::vector<std::string> Directives;
  /// Where clSetKernelArg stands in code that conditionals leave out, but may
  /// not with another -D: bytes of the text.
  std::vector<size_t> SkippedCalls;

  /// The tokens of \p S with blanks between them.
  std::string text(TokenSpan S) const;

private:
  void lex(llvm::StringRef Text);
  void directive(llvm::StringRef Text);
  void define(llvm::StringRef Directive);
  std::optional<bool> holds(llvm::StringRef Condition) const;
  void skip(llvm::StringRef Token, size_t Begin);
  bool isActive() const {
    return Conditions.empty() ||
           (Conditions.back().Active && Conditions.back().Outer);
  }

  struct Conditional {
    bool Active;
    std::optional<bool> Taken; ///< A branch so far; nothing: not known.
    bool Outer;                ///< What stands around it is active.
    bool Fixed;                ///< By `0` and `1` alone.
  };
  void placeMacros(llvm::StringRef All, llvm::StringRef Line, size_t End);

  std::vector<Conditional> Conditions;
  std::vector<HostToken> Tokens;
  size_t Start;
  unsigned NumConditionals = 0;
  size_t OutermostIf = 0; ///< Where the conditional around all begins.
  bool HasOwnTokens = false;
};

/// True for source with a bracket that nothing closes or opens, whatever its
/// macros are. Source with conditionals is never called so.
bool hasStrayBracket(llvm::StringRef Text);

/// The variables of a source that hold one constant wherever they are set.
class HostConstants {
public:
  HostConstants(const HostTokens &T, ExprPool &Pool) : T(T), Pool(Pool) {
    collect();
  }

  /// What an expression stands for; names of variables are opaque where they
  /// are not always one constant.
  const Expr *expression(TokenSpan S) const;

  /// The value of an expression, or nothing.
  std::optional<int64_t> value(TokenSpan S) const;
  /// The value of the integer variable \p Name, if nothing can ever give it
  /// another one, and its size in \p Bytes. In C++ a function may
  /// (\p HasReferences).
  std::optional<int64_t> scalar(const std::string &Name, bool HasReferences,
                                unsigned &Bytes) const;
  /// Element \p Index of the array, or the object at the address, \p S.
  std::optional<int64_t> element(TokenSpan S, int64_t Index) const;

private:
  void collect();
  void set(const std::string &Name, TokenSpan Value);
  bool isOnlyRead(size_t At, bool HasReferences) const;
  void spoil(const std::string &Name) { Spoiled[Name] = true; }
  using Bindings = std::map<std::string, const Expr *>;
  const Expr *named(const std::string &Name, unsigned Depth) const;
  const Expr *evaluate(const HostTokens &In, TokenSpan S, unsigned Depth,
                       const Bindings &Bound = {}) const;
  const Expr *expanded(const std::string &Macro,
                       std::vector<const Expr *> Arguments,
                       unsigned Depth) const;

  const HostTokens &T;
  ExprPool &Pool;
  /// By name; of an array's elements by "name[0]".
  std::map<std::string, std::vector<TokenSpan>> Set;
  std::map<std::string, bool> Spoiled;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOSTTOKENS_H
