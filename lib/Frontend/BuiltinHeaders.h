//===- BuiltinHeaders.h - CUDA declarations served from memory --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BUILTINHEADERS_H
#define BANKFIX_LIB_FRONTEND_BUILTINHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// One file of lib/Frontend/Headers.
struct BuiltinHeader {
  llvm::StringLiteral Name; ///< As `#include` names it.
  llvm::StringLiteral Text;
};

llvm::ArrayRef<BuiltinHeader> builtinHeaders();

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BUILTINHEADERS_H
