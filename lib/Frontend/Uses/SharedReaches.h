//===- SharedReaches.h - Shared memory that no array names ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_SHAREDREACHES_H
#define BANKFIX_LIB_FRONTEND_USES_SHAREDREACHES_H

#include "Uses/JudgedUnit.h"

namespace bankfix {

/// The arrays that \p Kernel, or a function that it may call, declares or
/// names.
std::set<unsigned> arraysReached(const JudgedUnit &U,
                                 const clang::FunctionDecl *Kernel);

/// Says of the arrays of kernels whose size host code asks for why that must
/// stay.
void checkSizeQueries(JudgedUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_SHAREDREACHES_H
