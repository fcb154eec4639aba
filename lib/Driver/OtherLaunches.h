//===- OtherLaunches.h - Launches that no given host makes ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_OTHERLAUNCHES_H
#define BANKFIX_LIB_DRIVER_OTHERLAUNCHES_H

#include "bankfix/Emulate/Verify.h"
#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// One that differs from a host's in a single number.
struct OtherLaunch {
  unsigned Of = 0; ///< Index of the host's own among the jobs.
  VerifyJob Job;
  std::string With; ///< "local size 32x8", or "n = 64".
};

/// Launches of OpenCL kernels with half and with double of what a host's text
/// says: the local size in each dimension, and each integer argument. \p Jobs
/// are those that hosts make, \p Kernels what they run, in the same order.
std::vector<OtherLaunch>
otherLaunches(llvm::ArrayRef<VerifyJob> Jobs,
              llvm::ArrayRef<const AnalyzedKernel *> Kernels, const Program &P,
              const Target &T);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_OTHERLAUNCHES_H
