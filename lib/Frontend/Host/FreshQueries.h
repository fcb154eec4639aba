//===- FreshQueries.h - Questions about kernels without arguments -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_FRESHQUERIES_H
#define BANKFIX_LIB_FRONTEND_HOST_FRESHQUERIES_H

#include "Host/DoubtfulDecls.h"

namespace bankfix {

/// Calls \p Visit for each place that names CL_KERNEL_LOCAL_MEM_SIZE to ask for
/// it of a kernel that was created just before, so that no argument of it has
/// its size yet: the answer is that of the kernel's own variables (OpenCL 3.0
/// API, clGetKernelWorkGroupInfo). No flags may change that.
void forEachFreshQuery(const Unit &U, const DoubtfulDecls &Doubtful,
                       llvm::function_ref<void(clang::SourceLocation)> Visit);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_FRESHQUERIES_H
