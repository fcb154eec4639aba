//===- HostDoubts.h - What flags may change in a host -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang reads a host as one set of flags has it, and nobody says which a build
// gives. What others may change is in doubt: code in branches of conditionals
// that the text does not decide, macros that it may not define alone, and what
// is declared with either.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTDOUBTS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTDOUBTS_H

#include "Host/HostTokens.h"

namespace bankfix {

class HostDoubts {
public:
  explicit HostDoubts(const HostTokens &T);

  /// Some of bytes [\p Begin, \p End) of the text is in doubt.
  bool isIn(size_t Begin, size_t End) const;
  /// Code that flags may add or leave out names \p Name.
  bool names(llvm::StringRef Name) const {
    return Names.count(Name.str()) != 0;
  }
  /// Wherever the text says \p Name, that is in doubt. False if it was before.
  bool add(const std::string &Name);

private:
  const HostTokens &T;
  std::set<std::string> Names, Words;
  std::set<size_t> Places;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTDOUBTS_H
