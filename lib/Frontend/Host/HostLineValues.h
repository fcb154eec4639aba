//===- HostLineValues.h - Line numbers that hosts compute with --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTLINEVALUES_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTLINEVALUES_H

#include "Host/HostTokens.h"

namespace bankfix {

/// Where line numbers of \p Text, a host's source read as \p T, may be values
/// of the program, as lineValues has them of a kernel's.
std::vector<unsigned> hostLineValues(llvm::StringRef Text, const HostTokens &T);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTLINEVALUES_H
