//===- SameCode.h - Two functions that are the same -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_SAMECODE_H
#define BANKFIX_LIB_FRONTEND_AST_SAMECODE_H

#include "Read/Unit.h"

namespace bankfix {

/// Both do the same wherever they are called: but for their names, and those of
/// what is local, they are the same trees over the same declarations, or \p B
/// has a copy of \p Copies for what \p A has. So they are not where one has
/// variables of its own that outlive a call, types of its own, or says where it
/// stands.
bool areSameCode(const Unit &U, const clang::FunctionDecl *A,
                 const clang::FunctionDecl *B,
                 llvm::ArrayRef<FunctionCopy> Copies = {});

/// The one definition of a function that \p Name names in the user's code, of a
/// template what it is made from; null where anything else has that name, or
/// may have it: a macro, a variable, another function.
const clang::FunctionDecl *onlyFunction(const Unit &U, llvm::StringRef Name);

/// See CopiedFunctions::Unlike.
std::string unlikeCopy(const Unit &U, llvm::ArrayRef<FunctionCopy> Copies);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_SAMECODE_H
