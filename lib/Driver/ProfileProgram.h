//===- ProfileProgram.h - bankfix profile -----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_PROFILEPROGRAM_H
#define BANKFIX_LIB_DRIVER_PROFILEPROGRAM_H

#include "bankfix/Settings/Options.h"

namespace bankfix {

/// Runs the profiler that \p Options name with what is needed for the counts of
/// lines. The program's output goes where it goes without it.
///
/// \returns what `check` is to do with the profile, or nothing where it could not
/// be made, which \p Err is told of. The profile lies in a temporary file, which
/// the caller removes.
std::optional<RunOptions> profileProgram(const RunOptions &Options,
                                         llvm::raw_ostream &Err);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_PROFILEPROGRAM_H
