//===- PrintReport.h - What was found goes where it is wanted ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_PRINTREPORT_H
#define BANKFIX_LIB_DRIVER_PRINTREPORT_H

#include "FileResult.h"
#include "ProfileScope.h"

namespace bankfix {

/// Prints what \p Results say in the format and to the place that \p Options
/// name, and a summary to \p Err. \p Measured: the profile, or null. False where
/// the report cannot be written; \p Err says why.
bool printReport(llvm::ArrayRef<FileResult> Results, const RunOptions &Options,
                 const ProfileScope *Measured, llvm::raw_ostream &Out,
                 llvm::raw_ostream &Err);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_PRINTREPORT_H
