//===- Findings.h - What a text report says, in order -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FileReport ──collectFindings──▶ Findings ──▶ printText, summarize
//
// The same access appears once per kernel entry (instantiation, launch shape).
// Entries that agree on it share a finding; where they do not, each finding
// names its kernels or shapes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_FINDINGS_H
#define BANKFIX_LIB_REPORT_FINDINGS_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// What is said below a finding. What a kernel's counts rest on is said once,
/// below the first finding that rests on it.
struct FindingNote {
  SourcePlace Place;
  std::string Text;

  bool operator==(const FindingNote &) const = default;
};

struct Finding {
  SourcePlace Place;
  std::string Text;
  std::string Rule; ///< "bankfix-shared-load"
  std::vector<FindingNote> Notes;
  bool Fixable = false;
};

/// In the order of the source: the main file, then others by name.
struct Findings {
  std::vector<Finding> Warnings;
  std::vector<Finding> Possible; ///< Conflicts that nothing rules out.
  std::vector<Finding> Unknown;  ///< Accesses that are not analysed.
};

Findings collectFindings(const FileReport &F, llvm::StringRef Target,
                         double MinDegree);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_FINDINGS_H
