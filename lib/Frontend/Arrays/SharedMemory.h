//===- SharedMemory.h - What lies in shared memory --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_SHAREDMEMORY_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_SHAREDMEMORY_H

#include "ClangHeaders.h"

namespace bankfix {

/// True for a `__shared__` or `__local` variable.
bool isInSharedMemory(const clang::VarDecl *V);

/// True for a `__shared__` or `__local` array, and for a `__local` pointer that
/// a kernel gets. A shared scalar is one address and cannot conflict.
bool isSharedArray(const clang::VarDecl *V);

/// An OpenCL kernel's `__local T *` parameter.
bool isLocalPointer(const clang::VarDecl *V);

/// Of the declarations of one shared array, that which stands for it. Each
/// kernel has dynamic memory of its own: where kernels alone declare it, in
/// their bodies, these are arrays of their own, too.
const clang::VarDecl *sharedDeclaration(const clang::VarDecl *V);

/// A pointer to shared memory by its type.
bool isSharedPointer(clang::QualType T);

/// `__cvta_shared_to_generic(n)`: the argument is an address in shared memory.
bool takesSharedAddress(const clang::CallExpr &Call);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_SHAREDMEMORY_H
