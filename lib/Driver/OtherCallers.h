//===- OtherCallers.h - Code of other files that may call this --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that gets a shared array changes with that array's layout: what
// other files do with it is not proved, so none may.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_OTHERCALLERS_H
#define BANKFIX_LIB_DRIVER_OTHERCALLERS_H

#include "FileOptions.h"
#include "SourceFile.h"

namespace bankfix {

/// Leaves alone those arrays of the file \p Path with conflicts whose edits
/// would change what another file of its project may use.
void leaveUsedElsewhere(const std::string &Path, FileOptions &Each,
                        FileAnalysis &A);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_OTHERCALLERS_H
