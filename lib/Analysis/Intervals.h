//===- Intervals.h - Who is active between two barriers ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_INTERVALS_H
#define BANKFIX_LIB_ANALYSIS_INTERVALS_H

#include "LaneValue.h"
#include "bankfix/Analysis/Requests.h"

namespace bankfix {

/// Follows the waves of a block from barrier to barrier, one wave after
/// another. The n-th time that each wave leaves a barrier is the same time for
/// all.
class IntervalLog {
public:
  /// The start of a kernel is a barrier like any other.
  void startWave() { leave(nullptr); }
  void leave(const Barrier *B);
  void endWave() { close(); }
  /// The lanes of \p Active access \p S, \p Times times alike.
  void access(const Site &S, LaneMask Active, uint64_t Times,
              bool PerIteration);

  /// In the order in which the first wave met them.
  std::vector<BarrierInterval> take();

private:
  void close();

  struct Instance {
    LaneMask Active = 0;
    uint64_t Requests = 0, Times = 1;
  };
  struct Entry {
    const Barrier *Start;
    BarrierInterval Sum;
    unsigned Met = 0; ///< By this wave.
  };
  Entry &entry(const Barrier *B);

  std::vector<Entry> Entries;
  std::optional<size_t> Open;
  Instance Current;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_INTERVALS_H
