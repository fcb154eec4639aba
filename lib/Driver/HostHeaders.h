//===- HostHeaders.h - What a host program includes -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_HOSTHEADERS_H
#define BANKFIX_LIB_DRIVER_HOSTHEADERS_H

#include "bankfix/Frontend/ParseOptions.h"
#include "bankfix/Project/RepositoryFiles.h"
#include "bankfix/Settings/Options.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// Reads the host's source at \p Path with all headers that it includes:
/// beside the file that does, or in a directory of -I; else the one file of its
/// repository that it can mean. What is included as
/// `<name>` and is in none of these is a library's.
llvm::Expected<HostSource> readHost(llvm::StringRef Path,
                                    const RunOptions &Options,
                                    RepositoryFiles &Repositories);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_HOSTHEADERS_H
