//===- HostArrays.h - Local arrays that are followed ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTARRAYS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTARRAYS_H

#include "ClangHeaders.h"

namespace bankfix {

/// The local array that \p E names, some elements of which may be followed; or
/// null.
const clang::VarDecl *localArray(const clang::Expr *E);

/// Calls \p Visit for the local arrays that \p F may change other than by an
/// assignment to an element as a statement, or by a call that writes text.
void forEachLooseArray(const clang::FunctionDecl *F,
                       llvm::function_ref<void(const clang::VarDecl *)> Visit);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTARRAYS_H
