//===- HostParser.h - Operators of host expressions -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTPARSER_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTPARSER_H

#include "Host/HostTokens.h"
#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// Host integers are computed in 64 bits. Constants beyond what every integer
/// type of C holds are not followed, so no conversion between these matters.
constexpr IntType HostWide{64, true};

/// A recursive descent over the operators of C that make constants. Null for
/// what it does not know.
class HostParser {
public:
  /// Of the name at a token.
  using Lookup = llvm::function_ref<const Expr *(size_t)>;
  using Expand = llvm::function_ref<const Expr *(const std::string &,
                                                 std::vector<const Expr *>)>;
  HostParser(const HostTokens &T, TokenSpan S, ExprPool &Pool, Lookup Named,
             Expand Called)
      : T(T), S(S), Pool(Pool), Named(Named), Called(Called) {}

  const Expr *all() {
    const Expr *V = binary(0);
    return S.Begin == S.End ? V : nullptr;
  }

private:
  llvm::StringRef peek() const {
    return S.Begin < S.End ? T.word(S.Begin) : "";
  }
  const Expr *kept(const Expr *E) const;
  const Expr *constant(std::optional<int64_t> V) {
    return V ? kept(Pool.constant(*V, HostWide)) : nullptr;
  }
  const Expr *binary(unsigned Level);
  const Expr *primary();
  const Expr *cast(TokenSpan Type);
  const Expr *parenthesis();
  const Expr *sizeOf();
  const Expr *call(const std::string &Name);

  const HostTokens &T;
  TokenSpan S;
  ExprPool &Pool;
  Lookup Named;
  Expand Called;
};

/// The bytes of the type that \p Type spells; nothing where they are not the
/// same everywhere.
std::optional<int64_t> hostTypeSize(llvm::StringRef Type);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTPARSER_H
