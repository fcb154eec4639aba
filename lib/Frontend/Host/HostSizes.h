//===- HostSizes.h - Where host code gives an array its bytes ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// Finds the sizes of arrays in dynamic memory in the code that launches their
/// kernels, or says why they cannot be changed there. Where \p Options follow
/// kernels of other units, the arrays of these are added to the program's.
void locateHostSizes(LoweredUnit &U, const ParseOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTSIZES_H
