//===- TraceProgram.h - bankfix trace ---------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_TRACEPROGRAM_H
#define BANKFIX_LIB_DRIVER_TRACEPROGRAM_H

#include "bankfix/Settings/Options.h"

namespace bankfix {

/// Runs the program whose sources \p Options names. Standard output is the
/// program's; the report goes to \p Err or to a file.
///
/// \returns the program's exit status, or 2 where it could not come to its end.
int traceProgram(const RunOptions &Options, llvm::raw_ostream &Err);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_TRACEPROGRAM_H
