//===- KernelTable.h - Kernels before and after -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_KERNELTABLE_H
#define BANKFIX_LIB_REPORT_KERNELTABLE_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// One kernel, all instances and launches of which are one line: at their
/// worst.
struct KernelLine {
  std::string Name, File; ///< "transpose<32> (x3)"; where it stands.
  unsigned Line = 0;
  Totals Before, After;
  std::string On; ///< " on sm_90", where the report is for several.
};

/// The kernels of \p R with reported findings; those that a fix saves the most
/// wavefronts of first, then those with the most excess.
std::vector<KernelLine> kernelLines(const Report &R);

/// Prints them as a table; nothing where there are none.
void printKernelTable(llvm::raw_ostream &OS, const Report &R);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_KERNELTABLE_H
