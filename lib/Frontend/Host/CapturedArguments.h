//===- CapturedArguments.h - Addresses that calls may keep -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_CAPTUREDARGUMENTS_H
#define BANKFIX_LIB_FRONTEND_HOST_CAPTUREDARGUMENTS_H

#include "ClangHeaders.h"

namespace bankfix {

/// After a call, \p F, if known, may have left the address of that argument, a
/// pointer or a reference, where someone sets what it leads to later.
bool mayKeep(const clang::FunctionDecl *F, unsigned Index);
/// Likewise, of the object that \p M, if known, is called for.
bool mayKeepThis(const clang::CXXMethodDecl *M);
/// Whatever else the call does, it sets what that argument leads to.
bool surelySets(const clang::FunctionDecl *F, unsigned Index);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_CAPTUREDARGUMENTS_H
