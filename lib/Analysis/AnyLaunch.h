//===- AnyLaunch.h - What subscripts are, whatever the launch ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_ANYLAUNCH_H
#define BANKFIX_LIB_ANALYSIS_ANYLAUNCH_H

#include "bankfix/Kernel/Kernel.h"

namespace bankfix {

/// All values in a range, or none where Low > High.
using ValueHull = ValueRange;
constexpr ValueHull NoValue = {INT64_MAX, INT64_MIN};

/// The parts of a FlatIndex, each in all lanes.
struct FlatHull {
  ValueHull Row = NoValue, Length = NoValue, Column = NoValue;
};

/// Of the accesses of one site.
struct SiteHulls {
  std::vector<ValueHull> Subscripts;
  std::vector<FlatHull> Flat; ///< One per Access::Flat.
};

/// What bounds the values of threads.
struct HullLimits {
  int64_t LastThread; ///< No index of a thread is beyond.
  /// Nor does an access leave its array: which would be undefined, so that no
  /// launch has such threads.
  bool InArrays = false;
  /// Of each range, only the ends that some thread has: what bounds two values
  /// bounds their sum, and need not be what it can be.
  bool OnlyMet = false;
};

/// The values that the subscripts in \p Body, what of \p K shapes requests, can
/// have in any launch with any arguments: intervals of all variables, statement
/// by statement, with what conditions say of them. One per site; empty where
/// that takes too long.
std::vector<SiteHulls> hullsOfAnyLaunch(const Program &P, const Kernel &K,
                                        const StmtList &Body,
                                        const HullLimits &Limits);

/// What is known of launches that nobody knows.
struct UnseenLaunches {
  /// Of all that a device runs; empty where all launches are known.
  std::vector<SiteHulls> Any;
  /// Of blocks that are larger than any: what is bounded here, the code bounds,
  /// whatever the launch. Empty where no array has rows.
  std::vector<SiteHulls> Unlimited;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_ANYLAUNCH_H
