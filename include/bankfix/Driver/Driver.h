//===- Driver.h - The order of the steps ------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   RunOptions ──run──▶ reports and rewritten files, exit status
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_DRIVER_DRIVER_H
#define BANKFIX_DRIVER_DRIVER_H

#include "bankfix/Settings/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace bankfix {

/// Of each thread that parses, the one that calls run() among them: Clang
/// recurses with the nesting of the source, and comes to its own limit, and
/// says so, before this. Pages are only taken when they are touched.
inline constexpr unsigned StackBytes = 512u << 20;

/// Does what \p Options ask for. Findings, diffs and sources go to \p Out,
/// errors and summaries to \p Err.
///
/// \returns the exit status: 0 where there is nothing to say or the rewrite
/// completed; 1 where `check` found conflicts or `--diff` a change; 2 for
/// errors, with nothing written of the files that failed.
int run(const RunOptions &Options, llvm::raw_ostream &Out,
        llvm::raw_ostream &Err);

} // namespace bankfix

#endif // BANKFIX_DRIVER_DRIVER_H
