//===- PassedKernels.h - Kernels that functions get -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_PASSEDKERNELS_H
#define BANKFIX_LIB_FRONTEND_HOST_PASSEDKERNELS_H

#include "Host/DoubtfulDecls.h"

namespace bankfix {

/// Calls \p Visit for each place that names a kernel and gives it to a function
/// with a body, which gives it to OpenCL or to such a function, and does
/// nothing else with it, in a call and in functions that are not in doubt: see
/// FollowedHost::Passed.
void forEachPassedKernel(const Unit &U, const DoubtfulDecls &Doubtful,
                         llvm::function_ref<void(clang::SourceLocation)> Visit);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_PASSEDKERNELS_H
