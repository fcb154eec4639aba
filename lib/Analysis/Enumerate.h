//===- Enumerate.h - What a symbolic request can be -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bank depends on an address only modulo banks x width; whether two lanes
// meet (a broadcast) depends on equality. Both are settled by taking, for each
// unknown that the address depends on, one large representative of every
// residue and all small values up to the span of the pattern: lane addresses
// a + b*u can only be equal for |u| up to max|a| / min|b|.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_ENUMERATE_H
#define BANKFIX_LIB_ANALYSIS_ENUMERATE_H

#include "TripCount.h"
#include "bankfix/Analysis/Requests.h"

namespace bankfix {

/// An access as one wave executes it, before its unknowns are enumerated.
struct SymbolicAccess {
  unsigned Site = 0;
  LaneMask Active = 0;
  LaneValue Offset; ///< Bytes from the start of the array.
  llvm::SmallVector<LaneValue, 2> Subscripts;
  /// The iteration numbers of the loops around it that are run at once.
  llvm::SmallVector<SymbolId, 2> Iterations;
  unsigned Arrays = 1; ///< See RequestGroup.
  bool IsFlat = false; ///< As in Site.
  bool MayBePartial = false;
  bool Assumed = false;
  bool PerIteration = false;
  TripCounts Trips = std::vector<TripCount>(); ///< Of the loops that causes it.
};

/// The longest period of any target's bank pattern, in bytes: 64 banks of 4
/// bytes (gfx950), or 32 of 8 (Kepler's 8-byte mode).
inline constexpr int64_t BankPeriod = 256;

/// Requests that one access is enumerated to, at most.
inline constexpr uint64_t MaxAlternatives = uint64_t(1) << 14;

struct Enumeration {
  std::vector<RequestGroup> Groups;
  /// Why the groups hold no more than a worst case; empty otherwise.
  std::string Reason;
  bool Independent = false; ///< See SiteRequests.
  uint64_t Cost = 0;        ///< See Choices.
};

/// The requests that \p A stands for. One group, or one for each class of
/// iterations of a loop whose trip count is known. Where the addresses cannot
/// be enumerated, or there would be more than \p MostAlternatives, what bounds
/// them.
Enumeration enumerate(const SymbolicAccess &A, const SharedArray &Array,
                      const SymbolTable &Symbols,
                      uint64_t MostAlternatives = MaxAlternatives);

/// Whether \p A can be enumerated.
bool isEnumerable(const SymbolicAccess &A, const SharedArray &Array,
                  const SymbolTable &Symbols);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_ENUMERATE_H
