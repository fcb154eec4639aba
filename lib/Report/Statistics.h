//===- Statistics.h - Active lanes between barriers -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_STATISTICS_H
#define BANKFIX_LIB_REPORT_STATISTICS_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// A table with a line for each stretch between barriers, and one below it for
/// the times that it was run, where they differ.
void printStatistics(llvm::raw_ostream &OS, llvm::StringRef Path,
                     const KernelReport &K);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_STATISTICS_H
