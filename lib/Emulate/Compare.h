//===- Compare.h - One job of verify, within the child process --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_COMPARE_H
#define BANKFIX_LIB_EMULATE_COMPARE_H

#include "Device.h"
#include "bankfix/Emulate/Verify.h"

namespace bankfix {

/// Runs one kernel of \p Before, and the same of \p After unless that is null.
VerifiedKernel compareRuns(Device &Before, Device *After, const VerifyJob &Job,
                           const VerifyOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_COMPARE_H
