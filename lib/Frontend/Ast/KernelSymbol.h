//===- KernelSymbol.h - What linkers call a kernel --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_KERNELSYMBOL_H
#define BANKFIX_LIB_FRONTEND_AST_KERNELSYMBOL_H

#include "ClangHeaders.h"
#include <string>

namespace bankfix {

/// The name by which other units know \p F, a kernel; empty where they cannot.
std::string kernelSymbol(clang::ASTContext &Context,
                         const clang::FunctionDecl *F);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_KERNELSYMBOL_H
