//===- RecordedPart.h - A kernel up to its last access ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_RECORDEDPART_H
#define BANKFIX_LIB_ANALYSIS_RECORDEDPART_H

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// The statements of the kernel's body but for those at its end that leave
/// nothing to record: no access, no barrier, and no condition to assume.
llvm::ArrayRef<Stmt> recordedPart(const Kernel &K);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_RECORDEDPART_H
