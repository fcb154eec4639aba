//===- RunKernels.h - Original and fix on the CPU ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_RUNKERNELS_H
#define BANKFIX_LIB_DRIVER_RUNKERNELS_H

#include "SourceFile.h"

namespace bankfix {

/// Runs every kernel in scope of \p Before and \p After, and adds what came out
/// to \p R. True where a kernel's results differ.
bool runKernels(llvm::StringRef Path, llvm::StringRef Before,
                llvm::StringRef After, const FileAnalysis &Analysis,
                llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
                const Target &T, FileReport &R);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_RUNKERNELS_H
