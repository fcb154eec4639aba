//===- Time.h - What a kernel does, and how long that takes -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Kernel + launch shape ──countWork──▶ KernelWork (operations, traffic, ways
//   through memory)
//   KernelWork + SharedUse + Costs ──estimateTime──▶ cycles of a block, and
//   what limits it
//
// The model is a roofline: all pipes of a processor work at the same time, so
// that a block takes as long as the pipe that has the most to do, or as long as
// its longest chain of dependent operations, of which as many run at a time as
// blocks fit on a processor.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_TIME_H
#define BANKFIX_ANALYSIS_TIME_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include "bankfix/Target/Costs.h"
#include <array>

namespace bankfix {

struct KernelRequests;

/// What all waves of one block do. Where a loop runs nobody knows how often, it
/// counts as NominalTrips iterations.
struct WorkCounts {
  /// Instructions of waves, by the pipe that they go to.
  double Integers = 0, Floats = 0, Doubles = 0, Specials = 0;
  double Products = 0; ///< Of integers; not in Integers.
  double Shuffles = 0; ///< They take the data path of shared memory.
  double OutsideRequests = 0; ///< Loads and stores of other memory.
  double Barriers = 0;        ///< Of waves.
  /// Sectors of 32 bytes that they move: as the lanes' addresses say, or as few
  /// and as many as they can be where these are not known.
  double Sectors = 0, LeastSectors = 0, MostSectors = 0;
  /// Those of Sectors that the cache has: what blocks of a row, of a column or
  /// of the whole grid load alike, and what a block accesses once more.
  double CommonSectors = 0;
  /// Of the wave with the longest chain: operations one after another, and times
  /// that it waits for shared and for other memory.
  double Chain = 0, SharedWaits = 0, OutsideWaits = 0;
  /// Loads of shared memory of a wave from one barrier of the block to the
  /// next: in the mean of all such loads.
  double LoadsOfPhase = 0;
};

/// Iterations that a loop counts as that runs nobody knows how often: an
/// assumption, no measurement.
inline constexpr unsigned NominalTrips = 16;

/// Addresses of a site that lie one distance apart from others, which were
/// computed before.
struct ComputedAddresses {
  /// Bytes from the one that was computed before, which a constant in the
  /// instruction adds as the arrays are: they take no operation then. Nothing:
  /// there is none, or it is an unknown away.
  std::optional<int64_t> Distance;
  double Times =
      0; ///< That they are computed, if registers keep what they can.
  /// So often more if they keep none of those that no loop changes; and how
  /// many of these a wave has, in the mean.
  double Again = 0, Kept = 0;
};

struct KernelWork {
  WorkCounts Counts;
  /// Per site: how often waves come there and issue the access, with
  /// NominalTrips, over how often requests are counted. What was loaded before,
  /// and nothing stored since, is in a register.
  std::vector<double> Weights;
  /// Per site: addresses that waves compute for it. What was computed before,
  /// for another access or iteration, is not computed again.
  std::vector<std::vector<ComputedAddresses>> Addresses;
  /// That a thread needs, whatever layouts are: of its tiles, and what is
  /// assumed for all else.
  double Registers = 0;
  /// Some loop counts as NominalTrips.
  bool HasOpenLoops = false;
};

/// What one block of \p K does besides its accesses to shared memory, where it
/// is run as \p Requests were found. Nothing where that takes too many steps.
std::optional<KernelWork> countWork(const Kernel &K, const Program &P,
                                    const LaunchShape &Shape,
                                    const KernelRequests &Requests,
                                    unsigned WaveSize);

/// What the accesses to shared memory of one block ask for.
struct SharedUse {
  double Wavefronts = 0; ///< As compilers issue them.
  double Requests = 0;   ///< The same.
  double Operations = 0; ///< Integer operations that a layout adds.
  /// Registers of a thread that its addresses take, which constants in the
  /// instructions told apart before, and operations more if these are computed
  /// for each access instead.
  double Registers = 0, Again = 0;
};

/// Registers of \p Threads of a block leave room for so many of \p Blocks on a
/// processor, one at least. What a thread has no room for is taken from the
/// Registers of \p Shared, and computed again.
unsigned fitRegisters(const Costs &C, const KernelWork &W, SharedUse &Shared,
                      unsigned Threads, unsigned Blocks);

enum class Limiter : uint8_t {
  SharedMemory,
  Integers,
  Floats,
  Issue,
  GlobalMemory,
  Latency,
};
inline constexpr unsigned NumLimiters = 6;
/// In words: "shared memory", "integer operations".
llvm::StringRef describe(Limiter L);
/// As JSON has it: "shared-memory".
llvm::StringRef name(Limiter L);

/// How what is not known is taken.
enum class Outlook : uint8_t {
  Expected,
  /// Everything but shared memory takes as little time as it may, or as much.
  SharedCounts,
  OthersCount,
};

struct TimeEstimate {
  double Cycles = 0; ///< Of a processor, for one block.
  Limiter By = Limiter::SharedMemory;
  /// What each of them takes by itself, by Limiter.
  std::array<double, NumLimiters> Each = {};
};

/// \p Blocks of the kernel are on a processor at a time.
TimeEstimate estimateTime(const Costs &C, const KernelWork &W,
                          const SharedUse &Shared, unsigned Blocks,
                          Outlook How = Outlook::Expected);

/// Time before over time after: the estimate, and the least and most that what
/// is not known allows.
struct SpeedUp {
  double Ratio = 1, Least = 1, Most = 1;
  Limiter By = Limiter::SharedMemory; ///< Before.

  /// Percent of the time before.
  double percent() const { return 100 * (1 - 1 / Ratio); }
  double mostPercent() const { return 100 * (1 - 1 / Most); }
};

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_TIME_H
