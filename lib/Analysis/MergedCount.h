//===- MergedCount.h - What merged accesses cost ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_MERGEDCOUNT_H
#define BANKFIX_LIB_ANALYSIS_MERGEDCOUNT_H

#include "bankfix/Analysis/Requests.h"

namespace bankfix {

/// What an array's declaration promises.
struct Alignments {
  unsigned Base;    ///< SharedArray::Alignment.
  unsigned Element; ///< SharedArray::ElementAlignment.
};

/// `judge`, of \p Groups in place of those of \p R, and without merging.
Verdict judgeGroups(llvm::ArrayRef<RequestGroup> Groups, const SiteRequests &R,
                    const Site &S, Alignments A, const Target &T,
                    const OffsetMap *Map, bool WithRandom);

/// Accesses of \p Bytes, made in parts of \p Part bytes.
std::vector<RequestGroup> split(llvm::ArrayRef<RequestGroup> Groups,
                                unsigned Bytes, unsigned Part);

/// Adds to \p V what its access costs if merged, and lets its degrees cover
/// that; nothing if there is nothing to merge. With \p Map, only what the new
/// layout leaves adjacent and aligned is merged.
void addMergedCount(Verdict &V, const SiteRequests &R, const Site &S,
                    const SharedArray &A, const Target &T,
                    const OffsetMap *Map);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_MERGEDCOUNT_H
