//===- KernelAccesses.h - The accesses of a kernel in order -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROOF_KERNELACCESSES_H
#define BANKFIX_LIB_PROOF_KERNELACCESSES_H

#include "bankfix/Kernel/Kernel.h"

namespace bankfix {

/// Adds \p List's accesses, those in other statements included, in order.
void collectAccesses(const StmtList &List, std::vector<const Access *> &Out);

} // namespace bankfix

#endif // BANKFIX_LIB_PROOF_KERNELACCESSES_H
