//===- ValueCosts.h - What values of an unknown cost ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   requests + the array as it is ──valueCosts──▶ what each value costs
//   that + the array laid out ──mayLose──▶ whether some value costs more
//
// The first is the same for every layout that is tried.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_VALUECOSTS_H
#define BANKFIX_ANALYSIS_VALUECOSTS_H

#include "bankfix/Analysis/Requests.h"

namespace bankfix {

/// An array's declaration once it is laid out, and where old offsets are then.
struct LaidOut {
  SharedArray Array;
  OffsetMap Offset;
};

/// What the requests of a site cost for each value that an unknown can have.
struct ValueCosts {
  struct OfGroup {
    const RequestGroup *Group; ///< Has to outlive this.
    /// Wavefronts without serialization: one entry for each of its alternatives
    /// that is within bounds.
    std::vector<unsigned> Payable;
  };
  /// Requests that do not cost the same for all values.
  std::vector<OfGroup> Different;
};

/// Of the requests \p R of \p S, laid out as \p A says.
ValueCosts valueCosts(const SiteRequests &R, const Site &S, const Target &T,
                      const LaidOut &A);

/// Of values that cost differently in \p Old, some cost more in \p New:
/// whoever has these would rather not have it, whatever the worst are.
bool mayLose(const ValueCosts &Old, const Site &S, const Target &T,
             const LaidOut &New);

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_VALUECOSTS_H
