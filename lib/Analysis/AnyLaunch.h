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

/// The values that the subscripts in \p Body, what of \p K shapes requests, can
/// have in any launch with any arguments, where no index of a thread is beyond
/// \p LastThread: intervals of all variables, statement by statement, with what
/// conditions say of them. One per site; empty where that takes too long.
std::vector<SiteHulls> hullsOfAnyLaunch(const Kernel &K, const StmtList &Body,
                                        int64_t LastThread);

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
