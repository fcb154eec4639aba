//===- RunKernels.h - Original and fix on the CPU ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_RUNKERNELS_H
#define BANKFIX_LIB_DRIVER_RUNKERNELS_H

#include "SourceFile.h"
#include "bankfix/Emulate/Verify.h"

namespace bankfix {

/// Begins to run \p Before, see Verification.
std::unique_ptr<Verification> startKernels(llvm::StringRef Path,
                                           llvm::StringRef Before,
                                           const RunOptions &Options,
                                           const Target &T);

/// Runs every kernel in scope of \p Before and \p After, and adds what came out
/// to \p R. True where a kernel's results differ. \p Begun: of startKernels.
bool runKernels(llvm::StringRef Path, llvm::StringRef Before,
                llvm::StringRef After, const FileAnalysis &Analysis,
                llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
                const Target &T, std::unique_ptr<Verification> Begun,
                FileReport &R);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_RUNKERNELS_H
