//===- MemberAlignment.h - What packed structs promise ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_MEMBERALIGNMENT_H
#define BANKFIX_LIB_FRONTEND_AST_MEMBERALIGNMENT_H

#include "ClangHeaders.h"

namespace bankfix {

/// Bytes that the members which \p E names are aligned to, 16 at most: those of
/// a packed struct may be less than their types ask for.
unsigned memberAlignment(const clang::ASTContext &C, const clang::Expr *E);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_MEMBERALIGNMENT_H
