//===- Threads.h - Files at once; crashes cost one --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_THREADS_H
#define BANKFIX_LIB_DRIVER_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace bankfix {

/// Calls \p Do with each number below \p Count, in order as long as nothing else
/// is free to. There are never more than \p AtOnce threads (0: as many as there
/// are processors), whoever calls this within another's \p Do.
void forEachAtOnce(unsigned AtOnce, size_t Count,
                   llvm::function_ref<void(size_t)> Do);

/// Calls \p Do; false if it crashed. What it holds then is never given back, so
/// it must not hold a lock that others wait for.
bool survives(llvm::function_ref<void()> Do);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_THREADS_H
