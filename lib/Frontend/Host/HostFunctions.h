//===- HostFunctions.h - Functions of a host program ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTIONS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTIONS_H

#include "Host/HostTokens.h"

namespace bankfix {

/// A function as tokens.
struct HostFunction {
  TokenSpan Head; ///< Return type, name, and parameters.
  TokenSpan Body; ///< With its braces.

  bool contains(size_t At) const { return Body.Begin <= At && At < Body.End; }
};

/// The functions of a source, in its order; methods of classes are among them.
std::vector<HostFunction> hostFunctions(const HostTokens &T);

/// The name of \p F.
std::string nameOf(const HostTokens &T, const HostFunction &F);

/// Token \p I names a variable, and no member of something.
bool isMention(const HostTokens &T, size_t I, llvm::StringRef Name);

class HostConstants;

/// The value of `i`, `i++` or `++i`, where \p Index says one of these within
/// \p F: a local variable that starts from a constant and is stepped by
/// statements that run once, one after another. Nothing where that is not so.
std::optional<int64_t> counterValue(const HostConstants &Constants,
                                    const HostFunction &F, TokenSpan Index);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTFUNCTIONS_H
