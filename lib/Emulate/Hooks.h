//===- Hooks.h - What device code calls -------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_HOOKS_H
#define BANKFIX_LIB_EMULATE_HOOKS_H

#include "llvm/ADT/StringMap.h"

namespace bankfix {

/// The functions that instrumented code calls, and the language's own.
void addHooks(llvm::StringMap<void *> &To);

/// CUDA's maths that C lacks, and libdevice's names for what C has.
void addDeviceMaths(llvm::StringMap<void *> &To);
void addWordMaths(llvm::StringMap<void *> &To);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_HOOKS_H
