//===- VerifyBuilds.h - Original and fix in every build ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_VERIFYBUILDS_H
#define BANKFIX_LIB_DRIVER_VERIFYBUILDS_H

#include "FileResult.h"
#include "SourceFile.h"

namespace bankfix {

/// Runs the original of \p R and \p After, which \p Plans made, in each other build that
/// the preprocessor of the text allows, and adds a report each to R.Builds. One
/// that only the fix does not compile in, as it asks for something else, is said
/// to be refused. True where results differ.
bool runOtherBuilds(FileResult &R, llvm::StringRef After,
                    const FileAnalysis &Analysis,
                    llvm::ArrayRef<ArrayPlan> Plans, const RunOptions &Options,
                    const Target &T, llvm::ArrayRef<HostSource> Hosts);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_VERIFYBUILDS_H
