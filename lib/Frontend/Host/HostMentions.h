//===- HostMentions.h - What a host does with a variable --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host is read by tokens, so nothing is known of a name but the places that
// spell it. Each of them is one of a few kinds that are understood, or it may
// do anything with what the name stands for.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTMENTIONS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTMENTIONS_H

#include "Host/HostFunctions.h"
#include "Host/SeenNames.h"

namespace bankfix {

/// An integer type of C.
struct HostInteger {
  unsigned Bytes = 0; ///< 0: it is none.
  bool IsSigned = true;
};

/// The integer type that tokens \p S spell alone.
HostInteger hostInteger(const HostTokens &T, TokenSpan S);

/// What one place does with the variable that it names.
enum class HostUse : uint8_t {
  Declares, ///< `size_t n = 4`, `size_t n[2]`: its integer type is known.
  Stores,   ///< `n = 4;`, `n[0] = 4;` as a statement.
  Reads,    ///< Leaves it as it is.
  Other,    ///< Anything.
};

class HostMentions {
public:
  HostMentions(const HostTokens &T, bool IsCpp, const SeenNames &Seen);

  /// What token \p At, a name, does. \p IsConst: it cannot be changed.
  HostUse use(size_t At, bool IsConst) const;
  /// The function whose body, or head, token \p At stands in; null: none.
  const HostFunction *around(size_t At) const;
  /// Code that is not seen as it is compiled names \p Name: the body of a
  /// macro, or, between bytes \p Begin and \p End, a branch of a conditional.
  bool isHidden(llvm::StringRef Name, size_t Begin, size_t End) const;
  /// The first token of the statement that token \p At stands in.
  size_t beginOfStatement(size_t At) const;
  /// The declaration of integers that token \p At is the name in: the tokens of
  /// its type. Empty: it is no such name.
  TokenSpan typeOf(size_t At) const;
  /// Tokens that spell \p Name.
  const std::vector<size_t> &all(const std::string &Name) const;

  const HostTokens &T;
  const bool IsCpp;
  const SeenNames &Seen; ///< What Clang says of some.
  const std::vector<HostFunction> Functions;

private:
  bool isRead(size_t At, bool IsConst) const;
  bool isReadAfter(size_t At, size_t Begin, size_t End) const;
  bool isCopied(size_t At) const;
  bool isArgumentRead(TokenSpan S, bool IsAddress) const;
  bool isOfLibrary(size_t Callee) const;
  bool isPlainMacro(llvm::StringRef Name, bool Shifts,
                    unsigned Depth = 0) const;
  bool isRenamed(size_t At) const;

  std::map<std::string, std::vector<size_t>> ByName;
  std::set<std::string> InMacros;
  bool HasOperators = false, HasAssembly = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTMENTIONS_H
