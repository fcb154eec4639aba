//===- Issues.h - Findings as other programs take them ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_ISSUES_H
#define BANKFIX_LIB_REPORT_ISSUES_H

#include "Findings.h"
#include "SourceLines.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// One array of one kernel, at its worst access, as text reports have it.
struct Issue {
  std::string File;
  SourcePlace Place;
  unsigned EndColumn = 0; ///< The one behind it.
  std::string Rule, Message;
  std::string Advice; ///< The fix, or why there is none; a sentence.
  std::string Fingerprint;
  bool IsSuppressed = false; ///< By a comment in the source.
  const KernelReport *Kernel = nullptr;
  const ArrayReport *Array = nullptr;
  uint64_t Excess = 0; ///< Wavefronts, of all of the array's findings.
};

/// Calls \p Visit for the issues of all files of \p R, which they point into,
/// once for what several GPUs agree on. With \p WithSuppressed also for what a
/// comment in the source keeps from being told.
void forEachIssue(
    const Report &R, SourceLines &Lines, bool WithSuppressed,
    llvm::function_ref<void(const Issue &, const FileReport &)> Visit);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_ISSUES_H
