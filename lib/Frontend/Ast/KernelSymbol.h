//===- KernelSymbol.h - What linkers call a kernel --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_KERNELSYMBOL_H
#define BANKFIX_LIB_FRONTEND_HOST_KERNELSYMBOL_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// The name by which other units know \p F, a kernel; empty where they cannot.
std::string kernelSymbol(clang::ASTContext &Context,
                         const clang::FunctionDecl *F);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_KERNELSYMBOL_H
