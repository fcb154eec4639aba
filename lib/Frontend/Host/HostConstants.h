//===- HostConstants.h - What host expressions stand for --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTCONSTANTS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTCONSTANTS_H

#include "Host/HostMentions.h"
#include "bankfix/Kernel/Expr.h"

namespace bankfix {

/// What the expressions of a source stand for. A variable has a value where it
/// is a local one, or a `const`, and every place that names it is one that
/// gives it that value before, or reads it.
class HostConstants {
public:
  HostConstants(const HostMentions &Mentions, ExprPool &Pool)
      : M(Mentions), T(Mentions.T), Pool(Pool) {}

  /// What an expression stands for; what is no constant is opaque.
  const Expr *expression(TokenSpan S) const;
  /// The value of an expression, or nothing.
  std::optional<int64_t> value(TokenSpan S) const;
  /// The value of the variable that token \p At names, and its size in
  /// \p Bytes.
  std::optional<int64_t> scalar(size_t At, unsigned &Bytes) const;
  /// Element \p Index of the array, or of the object at the address, \p S.
  std::optional<int64_t> element(TokenSpan S, int64_t Index) const;
  /// \p S is an integer, and evaluating it twice is evaluating it once.
  bool isPlainInteger(TokenSpan S) const;

  const HostMentions &M;

private:
  /// A variable whose every use is understood.
  struct Variable {
    size_t Declared = 0;
    HostInteger Type;
    bool IsArray = false;
    /// By element; where it is set, and what to.
    std::map<int64_t, std::pair<size_t, TokenSpan>> Elements;
    std::map<int64_t, std::optional<int64_t>> Values; ///< As far as asked for.
  };

  Variable *variable(size_t At) const;
  Variable read(const std::string &Name, TokenSpan Scope, bool IsLocal) const;
  bool declare(Variable &V, size_t At) const;
  bool initializeList(Variable &V, TokenSpan List) const;
  bool store(Variable &V, size_t At) const;
  bool isGivenAway(size_t At) const;
  bool isOfFile(const Variable &V) const;
  bool isWithin(const Variable &V, size_t At) const;
  std::optional<int64_t> valueAt(size_t At, int64_t Index) const;
  bool declaresInteger(size_t I) const;
  bool mayDeclareType(size_t I) const;
  bool isNoType(size_t At) const;
  bool isIntegerName(size_t At) const;
  bool isDeclaredBehind(size_t I) const;
  bool isPlain(const HostTokens &In, TokenSpan S,
               llvm::ArrayRef<std::string> Parameters, unsigned Depth) const;
  bool isPlainMacro(const std::string &Name, unsigned Depth) const;
  using Bindings = std::map<std::string, const Expr *>;
  const Expr *evaluate(const HostTokens &In, TokenSpan S, unsigned Depth,
                       const Bindings &Bound = {}) const;
  const Expr *named(const HostTokens &In, size_t At, unsigned Depth) const;
  const Expr *expanded(const std::string &Macro,
                       std::vector<const Expr *> Arguments,
                       unsigned Depth) const;

  const HostTokens &T;
  ExprPool &Pool;
  /// By the function, or null for the file, and the name.
  mutable std::map<std::pair<const HostFunction *, std::string>, Variable>
      Variables;
};

/// The end of the expression that starts at \p Begin.
size_t endOfValue(const HostTokens &T, size_t Begin);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTCONSTANTS_H
