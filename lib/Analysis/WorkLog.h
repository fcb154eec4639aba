//===- WorkLog.h - What waves do besides shared accesses --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_WORKLOG_H
#define BANKFIX_LIB_ANALYSIS_WORKLOG_H

#include "LaneValue.h"
#include "bankfix/Analysis/Time.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace bankfix {

/// Loads of shared memory of waves, from one barrier of the block to the next.
class PhaseLoads {
public:
  void add(double Loads) { Current += Loads; }
  /// \p Times that the barrier is reached which ends it, or the wave's end.
  void end(double Times);
  /// Of a phase, in the mean of all loads.
  double mean() const { return All > 0 ? Squared / All : 0; }

private:
  double Current = 0;
  double Begins = 1;           ///< Times that the last barrier is reached.
  double All = 0, Squared = 0; ///< The latter: times the loads of their phase.
};

/// Adds up the work of all waves of a block. A stretch is what runs without a
/// branch or a barrier: loads in it are issued one behind the other, and waited
/// for once.
class WorkLog {
public:
  explicit WorkLog(size_t Sites)
      : Weighted(Sites), Addresses(Sites), Counted(Sites) {}

  void startWave();
  void endWave();
  /// \p Times that a wave comes there, within \p OpenLoops loops that run
  /// nobody knows how often, once each.
  void work(const Work &W, uint64_t Times, unsigned OpenLoops);
  /// \p Index is that of \p A in each active lane, if it is known.
  void outside(const OutsideAccess &A, const std::optional<LaneValue> &Index,
               LaneMask Active, const SymbolTable &Symbols, uint64_t Times,
               unsigned OpenLoops);
  /// Hashes of where an access leads.
  struct Place {
    /// The array and the lanes' addresses; nothing where each iteration has
    /// others.
    std::optional<size_t> Same;
    size_t Shape; ///< How far each lane's address is from the first one's.
    size_t Walk;  ///< Of the array, Shape, and how far iterations go on.
    int64_t First; ///< Bytes, of the first one, but for what is unknown.
    /// No unknown is in them, so that no loop changes them, and all lanes of
    /// the wave come there: compilers compute it before loops.
    bool IsKnown;
    bool IsUniform; ///< So it is but for unknowns that all lanes have alike.
  };
  /// \p At: nothing where each time has another shape.
  void access(unsigned Number, const Site &S, const std::optional<Place> &At,
              uint64_t Times, unsigned OpenLoops);
  /// An iteration begins of a loop that compilers do not unroll.
  void startIteration() { ++Iteration; }
  void barrier(const Barrier &B, uint64_t Times, unsigned OpenLoops);
  void endStretch(uint64_t Times, unsigned OpenLoops);

  /// Of \p Waves.
  KernelWork take(unsigned Waves) const;
  /// How often waves come to a site, as requests are counted.
  uint64_t counted(unsigned Site) const { return Counted[Site]; }

private:
  double weigh(uint64_t Times, unsigned OpenLoops);
  bool isLoaded(const Site &S, std::optional<size_t> Place);
  double sectors(const llvm::DenseSet<uint64_t> &All, const OutsideAccess &A,
                 unsigned Along, double Times);
  void addAddresses();
  void computes(unsigned Number, const Site &S, const std::optional<Place> &At,
                double Times);

  KernelWork Sum;
  WorkCounts Wave; ///< The chain of the current one.
  std::vector<double> Weighted;
  /// ComputedAddresses of each site, by their distance.
  std::vector<std::map<std::optional<int64_t>, ComputedAddresses>> Addresses;
  std::vector<uint64_t> Counted;
  bool LoadsShared = false, LoadsOutside = false; ///< In this stretch.
  PhaseLoads Phases;
  llvm::DenseSet<uint64_t> Touched; ///< Sectors, loaded in this stretch.
  llvm::DenseSet<uint64_t> OfBlock; ///< All that were accessed so far.
  /// Sectors of loads, by the dimensions of the grid along which blocks load
  /// others, a bit each; and those of all accesses.
  std::array<double, 8> ByDimensions = {};
  unsigned GridDimensions = 0;
  /// A value or address in a register: those that were not used for longest
  /// come first.
  struct Held {
    size_t Place;
    uint64_t Iteration; ///< In which it was used last.
    unsigned Array;
    int64_t First = 0; ///< Of Walks: Place::First, of the one computed first.
  };
  std::vector<Held> Loaded, Computed, Bases, Walks;
  /// An address of this wave that no loop changes.
  struct Address {
    unsigned Site;
    std::optional<int64_t> Distance; ///< See ComputedAddresses.
    uint64_t Iteration;              ///< In which it was used last.
    double Times = 0;         ///< That it is computed, unless it is kept.
    bool IsUsedAgain = false; ///< By another iteration.
  };
  std::map<size_t, Address> Fixed; ///< By Place::Same.
  /// Sites and distances of those that loops move all lanes of alike: what they
  /// are of the lanes, no loop changes.
  std::set<std::pair<unsigned, int64_t>> Moved;
  uint64_t Iteration = 0;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_WORKLOG_H
