//===- NamedFunctions.h - How a text names a function -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_NAMEDFUNCTIONS_H
#define BANKFIX_FRONTEND_NAMEDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// What a source has of the functions of one name, as far as its tokens tell.
struct NamedFunction {
  bool IsDefined = false;
  unsigned Declared = 0; ///< The line of a declaration without a body, or 0.
  unsigned DeclaredKernel = 0; ///< The same, of what may be a CUDA kernel.
  unsigned Named = 0;    ///< The line in which it is named first, or 0.
};

/// Reads \p Text, which a zero byte follows, whatever its conditionals say.
NamedFunction namedFunction(llvm::StringRef Text, llvm::StringRef Name);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_NAMEDFUNCTIONS_H
