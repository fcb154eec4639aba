//===- Recorder.h - Collects the requests of all waves ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_RECORDER_H
#define BANKFIX_LIB_ANALYSIS_RECORDER_H

#include "AccessKey.h"
#include "AnyLaunch.h"
#include "Intervals.h"
#include "LaneSpread.h"
#include <deque>
#include <set>
#include <unordered_map>

namespace bankfix {

/// Bytes of the widest access of a lane.
constexpr unsigned WidestVector = 16;
/// Of elements of \p Bytes: no vector has more than four.
constexpr unsigned widestVector(unsigned Bytes) {
  return std::min(WidestVector, 4 * Bytes);
}

/// Bytes that accesses of some sites are merged into at most.
using MergeWidths = std::map<unsigned, unsigned>;

/// The values of a FlatIndex.
struct FlatValues {
  LaneValue Row, Length, Column;
};

/// What was seen of one site.
struct SeenSite {
  std::optional<TripCounts> Trips;          ///< Once recorded.
  llvm::SmallVector<LaneSpread, 0> Spreads; ///< Of each subscript.
};

/// Sorts the requests of a kernel by site, and counts equal ones together.
class Recorder {
public:
  /// Accesses are enumerated to \p MostAlternatives requests at most.
  Recorder(const Kernel &K, const Program &P, const LaunchShape &Shape,
           uint64_t MostAlternatives, const UnseenLaunches &Unseen,
           MergeWidths Widest = {});

  /// Where an access was recorded: the groups, and how often each.
  using Recorded = std::vector<std::pair<unsigned, uint64_t>>;

  /// Returns where, if anything is known of the site; takes what it took from
  /// \p Budget.
  const Recorded *record(const SymbolicAccess &A, const Access &Source,
                         const SymbolTable &Symbols, uint64_t &Budget);
  /// Notes which rows and columns the site's \p Way to see its subscript as
  /// such has, which \p Source says.
  void recordRows(unsigned Site, size_t Way, const FlatIndex &Source,
                  const FlatValues &V, LaneMask Active,
                  const SymbolTable &Symbols);
  /// An access that was recorded there cannot be merged.
  void recordSingle(unsigned Site, const Recorded &Known);
  /// An access of \p Bytes that begins at \p A has elements of \p Sites.
  void recordMerged(const std::set<unsigned> &Sites, const SymbolicAccess &A,
                    unsigned Bytes, const SymbolTable &Symbols);
  /// Nothing is known of the site, for this reason (the first one is kept).
  void giveUp(unsigned Site, llvm::StringRef Reason);
  void giveUpAll(llvm::StringRef Reason);
  /// Accesses to \p Sites, one after another, were merged as \p Result says. A
  /// compiler decides once: where they are merged differently another time,
  /// they are not merged at all, unless narrower() vectors suit both.
  void noteMerging(std::vector<unsigned> Sites, std::vector<int64_t> Result);
  /// Bytes of the widest vector that accesses of the site may be merged into.
  unsigned widestMerge(unsigned Site) const;
  /// What the widths have to be for those that were merged differently to be
  /// merged all alike; the same as given where nothing narrower is left.
  const MergeWidths &narrower() const { return Narrower; }
  void assume(const std::string &Assumption);

  KernelRequests take();
  /// What was taken from budgets so far.
  uint64_t spent() const { return Spent; }

  IntervalLog Intervals;
  /// The most iterations of a loop that were run one by one.
  unsigned LongestLoop = 0;

private:
  void takeMerged();
  /// Shows subscripts that leave their dimension for all values but one.
  void takeSpreads();
  /// Lanes whose place is known, and outside of the array.
  LaneMask lanesOutside(const SymbolicAccess &A) const;
  /// A lane that is there whatever only the run knows is outside of the array.
  bool leavesArray(const SymbolicAccess &A) const;
  void spend(uint64_t Steps, uint64_t &Budget);
  void recordRange(const SymbolicAccess &A, const Access &Source,
                   const SymbolTable &Symbols);
  /// Notes that \p V is one of the values that \p R is to hold.
  void include(SubscriptRange &R, const LaneValue &V, LaneMask Active,
               const SymbolTable &Symbols);
  /// The same of all launches, of which \p Known is known.
  void includeUnseen(SubscriptRange &R, const Expr &Source,
                     const ValueHull *Known);
  /// Notes what shows of a subscript of an array of \p Elements.
  void show(SubscriptRange &R, const LaneValue &V, LaneMask Active,
            const SymbolTable &Symbols, const ValueHull *Unlimited,
            uint64_t Elements);
  /// Returns the group's index.
  unsigned add(unsigned Site, RequestGroup G);
  /// `enumerate`, of which \p Key holds all that it looks at; takes what it
  /// took from \p Budget.
  Enumeration requestsOf(const SymbolicAccess &A, AccessKey Key,
                         const SymbolTable &Symbols, uint64_t &Budget);

  const Kernel &K;
  const Program &P;
  const LaunchShape &Shape;
  const UnseenLaunches &Unseen;
  uint64_t MostAlternatives;
  uint64_t Spent = 0;
  KernelRequests Out;
  /// Per site: hash of a group -> its index.
  std::vector<std::unordered_multimap<size_t, unsigned>> Known;
  std::unordered_map<AccessDigest, Recorded, AccessDigestHash> Seen;
  struct RecentRequests {
    AccessDigest Key;
    unsigned Site; ///< Its unknowns are those that the reason names.
    Enumeration Found;
  };
  /// The last few requests: statements read and write at one address.
  std::deque<RecentRequests> Recent;
  std::vector<SeenSite> SeenSites;
  /// Per site and group: how often it is not merged.
  std::vector<std::vector<uint64_t>> Singles;
  std::map<std::vector<unsigned>, std::vector<int64_t>> Mergings;
  std::set<unsigned> Unmerged; ///< Sites.
  MergeWidths Widest, Narrower;
  /// What was merged: the first site's number, the width, all sites that it has
  /// elements of, and the access.
  using MergedKey =
      std::tuple<unsigned, unsigned, std::set<unsigned>, AccessDigest>;
  /// How often, and the requests of one time.
  std::map<MergedKey, std::pair<uint64_t, Enumeration>> Merged;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_RECORDER_H
