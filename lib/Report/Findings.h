//===- Findings.h - What a text report says, in order -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FileReport ──collectFindings──▶ Findings ──▶ printText, summarize
//                                   Findings ──perArray──▶ printText
//
// The same access appears once per kernel entry (instantiation, launch shape).
// Entries that agree on it share a finding; where they do not, each finding
// names its kernels or shapes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_FINDINGS_H
#define BANKFIX_LIB_REPORT_FINDINGS_H

#include "bankfix/Report/Report.h"
#include <cassert>
#include <tuple>

namespace bankfix {

/// What is said below a finding. What a kernel's counts rest on is said once,
/// below the first finding that rests on it.
struct FindingNote {
  SourcePlace Place;
  std::string Text;

  bool operator==(const FindingNote &) const = default;
};

/// One access in one kernel entry; both belong to a FileReport.
struct Occurrence {
  const KernelReport *Kernel;
  const AccessReport *Access;

  /// Orders by place; equal for what is one access of the source.
  auto key() const {
    const Site &S = Access->Where;
    return std::tie(S.Place.File, S.Place.Line, S.Place.Column, S.Op, S.Text);
  }
  const ArrayReport &array() const {
    assert(Access->Where.Array < Kernel->Arrays.size() && "array not reported");
    return Kernel->Arrays[Access->Where.Array];
  }
};

struct Finding {
  SourcePlace Place;
  std::string Text;
  std::string Rule; ///< "bankfix-shared-load"
  std::vector<FindingNote> Notes;
  bool Fixable = false;
  std::vector<Occurrence> In = {}; ///< Not empty.
};

/// In the order of the source: the main file, then others by name.
struct Findings {
  std::vector<Finding> Warnings;
  std::vector<Finding> Possible; ///< Conflicts that nothing rules out.
  std::vector<Finding> Unknown;  ///< Accesses that are not analysed.
};

/// What is reported of an access.
enum class FindingKind : uint8_t { Nothing, Warning, Possible, Unknown };
FindingKind findingKind(const AccessReport &A, const FileReport &F);

/// What is said of an access that findingKind() reports; \p Where as for
/// describeFinding.
std::string describe(const AccessReport &A, const FileReport &F,
                     llvm::StringRef Target, llvm::StringRef Where);
/// The rule that it is reported under.
std::string ruleOf(const AccessReport &A, FindingKind K);

/// The result keeps pointers into \p F.
Findings collectFindings(const FileReport &F, llvm::StringRef Target);

/// The fix of \p A and what it asks of the user, or the one decisive reason why
/// there is none.
std::vector<FindingNote> arrayNotes(const ArrayReport &A,
                                    llvm::StringRef Target);

/// What is said of an array in a kernel, all instances and launches of which
/// are one here: at its worst access.
struct ArrayFinding {
  Finding Worst; ///< Its notes are the fix, or the decisive reason for none.
  std::vector<SourcePlace> Others; ///< Of the array's other findings, in order.
  uint64_t Excess = 0; ///< Wavefronts, of all of them at their worst.
  const Occurrence *At = nullptr; ///< The worst access, in Worst.In.
};

/// One for each array and kernel of \p All, in the order of the worst accesses.
/// Kernels that agree on the worst access share a finding. The result keeps
/// pointers into \p All.
std::vector<ArrayFinding> perArray(llvm::ArrayRef<Finding> All,
                                   llvm::StringRef Target);

/// The largest gain of time first, where it is estimated, then the most excess
/// wavefronts, else as they are.
void sortByGain(std::vector<ArrayFinding> &All);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_FINDINGS_H
