//===- TripCount.h - How often a loop runs, as an expression ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_TRIPCOUNT_H
#define BANKFIX_LIB_ANALYSIS_TRIPCOUNT_H

#include "LaneValue.h"

namespace bankfix {

/// The smallest whole number of at least (Terms + Constant) / (StepTerms +
/// Step).
struct TripCount {
  std::string Terms; ///< In the user's names; empty where there are none.
  int64_t Constant = 0;
  std::string StepTerms; ///< Likewise.
  int64_t Step = 1;
  bool IsSum = false; ///< Terms is a sum.

  bool operator==(const TripCount &) const = default;
};

/// The trip counts of the loops around a place, from the outermost, that are
/// not known; nothing where some has no closed form.
using TripCounts = std::optional<std::vector<TripCount>>;

/// How often a loop runs whose condition asks for \p Distance > 0, a value that
/// shrinks by \p Step every time, the same for all lanes: one that is not known
/// is taken to be above zero. Lanes may start at different known distances; the
/// largest counts. Nothing where that has no closed form.
std::optional<TripCount> tripCount(const LaneValue &Distance,
                                   const LaneValue &Step,
                                   const SymbolTable &Symbols, LaneMask Active);

/// What holds for two waves, or two iterations around: of trip counts that
/// differ in where they start, the larger ones, which are then a bound.
TripCounts larger(const TripCounts &A, const TripCounts &B);

/// "n / 16", "(n + 15) / 16 * m".
std::string text(const TripCounts &T);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_TRIPCOUNT_H
