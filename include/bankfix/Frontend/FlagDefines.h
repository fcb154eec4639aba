//===- FlagDefines.h - What -D and -U define --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_FLAGDEFINES_H
#define BANKFIX_FRONTEND_FLAGDEFINES_H

#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>

namespace bankfix {

/// The macros that Clang's \p Flags define, those that no later flag undoes:
/// "1" where a flag gives no value, and nothing where the macro has parameters.
std::map<std::string, std::string>
definedByFlags(llvm::ArrayRef<std::string> Flags);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_FLAGDEFINES_H
