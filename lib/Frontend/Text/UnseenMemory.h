//===- UnseenMemory.h - Shared memory that no kernel uses -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_UNSEENMEMORY_H
#define BANKFIX_LIB_FRONTEND_TEXT_UNSEENMEMORY_H

#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// Adds to \p File, in which no kernel was found, that its text \p Text
/// declares shared memory all the same: in code that the preprocessor leaves
/// out, in functions that nothing calls, in a string, or in another language.
/// Comments, directives and what `#if 0` leaves out do not count. \p Text ends
/// in a zero.
void noteUnseenMemory(ParsedFile &File, llvm::StringRef Text, bool IsOpenCL);

/// Kernels that use such memory in \p Code, which begins in line \p Line and
/// which the preprocessor left out.
std::vector<UnreadKernel> leftOutKernels(llvm::StringRef Code, unsigned Line,
                                         bool IsOpenCL);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_UNSEENMEMORY_H
