//===- KernelCalls.h - Calls that get a kernel and its bytes ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scan<<<grid, block, n * sizeof(float)>>>(...)        the launch
//   cudaFuncSetAttribute(scan, cudaFuncAttributeMaxDynamicSharedMemorySize,
//                        n * sizeof(float))              what it may be
//   config.dynamicSmemBytes = n * sizeof(float);          of a launch with it
//   launch(scan, grid, block, n * sizeof(float), ...)    hands both on to one
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_KERNELCALLS_H
#define BANKFIX_LIB_FRONTEND_HOST_KERNELCALLS_H

#include "Host/SettledText.h"
#include <map>

namespace bankfix {

/// A call that gets a kernel, and maybe the dynamic bytes of its blocks.
struct KernelCall {
  const clang::Expr *Around = nullptr; ///< The launch or call.
  const clang::Expr *Kernel = nullptr;
  /// Null: none are given. A configuration whose bytes are not all known stands
  /// for these itself.
  const clang::Expr *Bytes = nullptr;
  bool IsLaunch = false;
};

/// Where functions give kernels away, and what becomes of them there.
class KernelCalls {
public:
  explicit KernelCalls(const LoweredUnit &U) : U(U) {}

  /// What \p S, in the body of \p F, is of them, without what is below it.
  std::vector<KernelCall> at(const clang::FunctionDecl *F,
                             const clang::Stmt *S);

  /// What the local variable \p V of \p F is from its declaration on, where all
  /// that becomes of it is known; else null.
  const clang::Expr *heldBy(const clang::FunctionDecl *F,
                            const clang::VarDecl *V);

private:
  std::optional<unsigned> bytesParameter(const clang::FunctionDecl *F,
                                         unsigned Kernel);
  std::optional<unsigned> findBytes(const clang::FunctionDecl *F,
                                    const clang::ParmVarDecl *Kernel);

  const LoweredUnit &U;
  SettledText Text{U};
  /// By function and parameter; nothing while it is found, too.
  std::map<std::pair<const clang::FunctionDecl *, unsigned>,
           std::optional<unsigned>>
      Bytes;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_KERNELCALLS_H
