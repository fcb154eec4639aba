//===- Wording.h - The sentences of text reports ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   KernelReport + AccessReport ──▶ one line of English each, without a place
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_WORDING_H
#define BANKFIX_LIB_REPORT_WORDING_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// True where the verdict holds counts that rest on some evidence.
bool isKnown(const Verdict &V);

/// What the access does, as JSON and the rules name it: "load", "matrix".
llvm::StringRef opName(AccessOp Op);

/// "1 suffices", "32 suffice".
std::string sufficing(uint64_t Wavefronts);

/// "load of 'tile[i]' has 32-way bank conflicts: 1024 wavefronts where 32
/// suffice". \p Where follows the degree: " in 'k<4>'", or nothing.
std::string describeFinding(const AccessReport &A, llvm::StringRef Where);

/// "load of 'tile[i]' may have up to 32-way bank conflicts: REASON".
std::string describePossible(const AccessReport &A, llvm::StringRef Where);

/// "shared access 'tile[i]' is not analysed: REASON".
std::string describeUnknown(const AccessReport &A, llvm::StringRef Target,
                            llvm::StringRef Where);

/// "blocks of 32x8 threads".
std::string describeBlock(const std::array<unsigned, 3> &Block);

/// The same for all shapes that the entry stands for.
std::string describeShapes(const KernelReport &K);

/// Where the kernel has a launch whose block is not known: that the others are
/// meant.
std::string describeKnownLaunches(const KernelReport &K);

/// "'tile[32][32] -> tile[32][33]' (pad-row) leaves 64 wavefronts of 1056;
/// blocks per SM 8 -> 8"
std::string describeFix(const FixReport &F, bool IsCuda);

/// What the fix of \p A needs besides its own edits, and where: what the host
/// has to give an array whose size it sets, and what is taken for granted.
std::vector<std::pair<SourcePlace, std::string>>
describeNeeds(const ArrayReport &A);

/// Why \p A has no fix: one sentence for each distinct reason.
std::vector<std::string> describeRefusals(const ArrayReport &A);

/// The one of these that decides: what a user can change, before what is merely
/// worse, before what is for other arrays.
std::string describeDecisiveRefusal(const ArrayReport &A);

/// "also lines 108, 113 (x2), common.cuh:12".
std::string describeOthers(llvm::ArrayRef<SourcePlace> Places);

/// What the counts of \p A rest on that the whole kernel shares, one sentence
/// each.
std::vector<std::string> describeAssumptions(const KernelReport &K,
                                             const AccessReport &A);

/// Why the counts of \p A by itself may be others, one sentence each.
std::vector<std::string> describeDoubts(const AccessReport &A,
                                        llvm::StringRef Target);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_WORDING_H
