//===- Types.h - Types, and how they are written ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_TYPES_H
#define BANKFIX_LIB_FRONTEND_AST_TYPES_H

#include "ClangHeaders.h"
#include "bankfix/Kernel/Expr.h"
#include <optional>

namespace bankfix {

/// bankfix's type for an integer type, or nothing.
std::optional<IntType> integerType(const clang::ASTContext &C,
                                   clang::QualType T);

/// \p L without parentheses and attributes, and with what a name stands for in
/// its place, if that is an array; or, with \p MayPoint, a pointer to one.
/// \p Passed gets the names.
clang::TypeLoc writtenType(
    clang::TypeLoc L, bool MayPoint = false,
    llvm::function_ref<void(clang::TypedefTypeLoc)> Passed =
        [](clang::TypedefTypeLoc) {});

/// All declarations of a variable or a parameter.
void forEachDeclaration(const clang::VarDecl *V,
                        llvm::function_ref<void(const clang::VarDecl *)> F);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_TYPES_H
