//===- HostTokens.h - C source as tokens and constants ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOSTTOKENS_H
#define BANKFIX_LIB_FRONTEND_HOSTTOKENS_H

#include "llvm/ADT/StringRef.h"
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
  explicit HostTokens(llvm::StringRef Text) { lex(Text); }

  size_t size() const { return Tokens.size(); }
  const HostToken &operator[](size_t I) const { return Tokens[I]; }
  /// The call of a function named by token \p I.
  std::optional<HostCall> call(size_t I) const;
  /// The index behind the bracket that closes the one at \p Open.
  size_t behind(size_t Open) const;

  /// What the only `#define` of a name stands for; "" where there are several.
  std::map<std::string, std::string> Macros;

private:
  void lex(llvm::StringRef Text);
  void directive(llvm::StringRef Text);
  void define(llvm::StringRef Directive);
  std::optional<bool> holds(llvm::StringRef Condition) const;
  bool isActive() const {
    return Conditions.empty() ||
           (Conditions.back().Active && Conditions.back().Outer);
  }

  struct Conditional {
    bool Active;
    std::optional<bool> Taken; ///< A branch so far; nothing: not known.
    bool Outer;                ///< What stands around it is active.
  };
  std::vector<Conditional> Conditions;
  std::vector<HostToken> Tokens;
};

/// True for source with a bracket that nothing closes or opens, whatever its
/// macros are. Source with conditionals is never called so.
bool hasStrayBracket(llvm::StringRef Text);

/// The variables of a source that hold one constant wherever they are set.
class HostConstants {
public:
  explicit HostConstants(const HostTokens &T) : T(T) { collect(); }

  /// The value of an expression, or nothing.
  std::optional<int64_t> value(TokenSpan S) const;
  /// Element \p Index of the array, or the object at the address, \p S.
  std::optional<int64_t> element(TokenSpan S, int64_t Index) const;

private:
  void collect();
  void set(const std::string &Name, TokenSpan Value);
  void spoil(const std::string &Name) { Spoiled[Name] = true; }
  std::optional<int64_t> named(const std::string &Name, unsigned Depth) const;
  std::optional<int64_t> evaluate(const HostTokens &In, TokenSpan S,
                                  unsigned Depth) const;

  const HostTokens &T;
  /// By name; of an array's elements by "name[0]".
  std::map<std::string, std::vector<TokenSpan>> Set;
  std::map<std::string, bool> Spoiled;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOSTTOKENS_H
