//===- KernelLoads.h - Kernels that are loaded by their names ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   CUfunction scan;                    a handle
//   load(&scan, module, "_Z4scanPf");   gets a kernel, by one of CUDA's calls
//   cuLaunchKernel(scan, ...);          which that launches
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_KERNELLOADS_H
#define BANKFIX_LIB_FRONTEND_AST_KERNELLOADS_H

#include "ClangHeaders.h"

namespace bankfix {

/// The variable or the member that \p E names, if its type is one of those in
/// which CUDA's driver and runtime hold loaded kernels; else null.
const clang::ValueDecl *kernelHandle(const clang::Expr *E);

/// A call that has a handle hold the kernel of a name.
struct KernelLoad {
  const clang::Expr *Handle = nullptr; ///< Behind the `&`.
  const clang::StringLiteral *Name = nullptr;
};
std::optional<KernelLoad> kernelLoad(const clang::CallExpr *Call);

/// The name of what \p Call calls, where only CUDA can define that; else empty.
llvm::StringRef nameOfCudas(const clang::CallExpr *Call);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_KERNELLOADS_H
