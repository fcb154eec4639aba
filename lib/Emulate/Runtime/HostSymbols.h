//===- HostSymbols.h - What a program's undefined names are resolved to ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTSYMBOLS_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTSYMBOLS_H

#include "llvm/ADT/StringMap.h"

namespace bankfix {

/// The runtime's functions, those that end the process, and RefuseFunction, by
/// name. What is not here comes from the libraries of the process.
const llvm::StringMap<void *> &hostSymbols();

inline bool isHostSymbol(llvm::StringRef Name) {
  return hostSymbols().contains(Name);
}

/// void (const char *Name): the program called a function that is not emulated.
inline constexpr llvm::StringLiteral RefuseFunction = "__bankfix_refuse";

/// A managed variable: the prefix, the index of its file, '.', its name in the
/// device code. Host and device share its memory.
inline constexpr llvm::StringLiteral ManagedPrefix = "__bankfix_managed.";

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTSYMBOLS_H
