//===- HostBuilds.h - Options that programs are built with ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTBUILDS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTBUILDS_H

#include "Host/HostFile.h"
#include "bankfix/Frontend/HostDefines.h"

namespace bankfix {

/// Every build in a source.
std::vector<HostBuild> hostBuilds(const HostFile &F);

/// Says of \p Builds, of a program with all of \p Files, what these may do to
/// the text of a source first.
void addTextChanges(llvm::ArrayRef<const HostFile *> Files,
                    std::vector<HostBuild> &Builds);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTBUILDS_H
