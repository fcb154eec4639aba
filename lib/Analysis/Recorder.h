//===- Recorder.h - Collects the requests of all waves ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_RECORDER_H
#define BANKFIX_LIB_ANALYSIS_RECORDER_H

#include "AccessKey.h"
#include "Intervals.h"
#include <unordered_map>

namespace bankfix {

/// Sorts requests by site and counts equal ones together.
class Recorder {
public:
  Recorder(const Kernel &K, const Program &P, const LaunchShape &Shape);

  /// Returns what that took, in steps of the budget.
  uint64_t record(const SymbolicAccess &A, const Access &Source,
                  const SymbolTable &Symbols);
  /// Nothing is known of the site, for this reason (the first one is kept).
  void giveUp(unsigned Site, llvm::StringRef Reason);
  void giveUpAll(llvm::StringRef Reason);
  void assume(const std::string &Assumption);

  KernelRequests take();

  IntervalLog Intervals;

private:
  void recordRange(const SymbolicAccess &A, const Access &Source,
                   const SymbolTable &Symbols);
  /// Returns the group's index.
  unsigned add(unsigned Site, RequestGroup G);

  const Kernel &K;
  const Program &P;
  const LaunchShape &Shape;
  KernelRequests Out;
  /// Per site: hash of a group -> its index.
  std::vector<std::unordered_multimap<size_t, unsigned>> Known;
  /// Where an access was recorded: the groups, and how often each.
  using Recorded = std::vector<std::pair<unsigned, uint64_t>>;
  std::unordered_map<AccessKey, Recorded, AccessKeyHash> Seen;
  std::vector<std::optional<TripCounts>> Trips; ///< Per site, once recorded.
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_RECORDER_H
