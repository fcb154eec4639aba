//===- HostFacts.h - What the runtime is asked about a kernel ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTFACTS_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTFACTS_H

#include "Runtime/HostDevice.h"

namespace llvm {
class Function;
} // namespace llvm

namespace bankfix {

/// From the code that Clang generated for the device: the shared variables that
/// the kernel and what it calls name, and its launch bounds.
KernelFacts factsOf(const llvm::Function &Kernel);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTFACTS_H
