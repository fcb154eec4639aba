//===- ClobberedVariables.h - What unseen code may set ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_CLOBBEREDVARIABLES_H
#define BANKFIX_LIB_FRONTEND_HOST_CLOBBEREDVARIABLES_H

#include "ClangHeaders.h"

namespace bankfix {

/// Calls \p F for the variables that host code in \p Of, or the initializer of
/// \p V, may change where HostRun does not see it: through a pointer, a
/// reference or a lambda, and in the middle of an expression. What is given to
/// a call is among them only where the call's result may lead to it.
void forEachClobbered(const clang::FunctionDecl *Of,
                      llvm::function_ref<void(const clang::VarDecl *)> F);
void forEachClobbered(const clang::VarDecl *V,
                      llvm::function_ref<void(const clang::VarDecl *)> F);

/// \p S uses \p V other than to read it; a lambda by what its body does. True
/// of a reference, which has other names.
bool mayChange(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_CLOBBEREDVARIABLES_H
