//===- HostDefines.h - What hosts define in OpenCL sources ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_HOSTDEFINES_H
#define BANKFIX_FRONTEND_HOSTDEFINES_H

#include "bankfix/Frontend/Builds.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// "NAME=VALUE" of what all of \p Builds that define a name agree on: so a
/// source is read, and runs.
std::vector<std::string> commonDefines(llvm::ArrayRef<HostBuild> Builds);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_HOSTDEFINES_H
