//===- Requests.h - What the waves of a block ask of memory -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Kernel + LaunchShape ──collectRequests──▶ KernelRequests ──judge──▶ Verdict
//
// The kernel is run wave by wave with one concrete value per lane. Values that
// only the run knows stay symbolic until an address needs them, and are
// enumerated there.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_REQUESTS_H
#define BANKFIX_ANALYSIS_REQUESTS_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include <algorithm>
#include <climits>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>

namespace bankfix {

/// The lanes of one wave that issue an access together.
struct Request {
  uint64_t Active = 0; ///< Bit per lane.
  /// One per active lane, in lane order: bytes from the array's start.
  std::vector<int64_t> Offsets;
  /// Every subscript of every active lane lies in its dimension, or, of a site
  /// that is flat, in the array, so that a layout map is defined on it.
  bool InBounds = true;

  bool operator==(const Request &) const = default;
};

/// Places in an array, in bytes from its start and ascending. There may be one
/// for each element, and a list for each wave, and each place of a whole that
/// moves: copies share what they are copied of, and only know how far they are
/// from it.
class OffsetList {
public:
  explicit OffsetList(std::vector<int64_t> Offsets)
      : Shared(std::make_shared<const std::vector<int64_t>>(
            std::move(Offsets))) {}

  size_t size() const { return Shared->size(); }
  int64_t front() const { return Shared->front() + By; }
  /// A range of int64_t.
  auto offsets() const {
    return std::views::transform(*Shared,
                                 [By = By](int64_t At) { return At + By; });
  }
  void move(int64_t Bytes) { By += Bytes; }

  bool operator==(const OffsetList &O) const {
    return (Shared == O.Shared && By == O.By) ||
           std::ranges::equal(offsets(), O.offsets());
  }

private:
  std::shared_ptr<const std::vector<int64_t>> Shared;
  int64_t By = 0;
};

/// The lanes of one wave that issue an access together, each to one of several
/// places: only the run knows which.
struct ChoiceRequest {
  uint64_t Active = 0; ///< Bit per lane.
  /// One per active lane, in lane order: the first lane whose address is always
  /// the same.
  std::vector<unsigned> Together;
  /// One per active lane: its entry in Lists.
  std::vector<unsigned> ListOf;
  std::vector<OffsetList> Lists;

  bool operator==(const ChoiceRequest &) const = default;
};

/// Requests that are alike, counted once.
struct RequestGroup {
  uint64_t Count = 0; ///< Times issued by one block.
  /// What the request is: one entry, or one for each value that an unknown can
  /// take (the unknown's residues and small values; see Enumerate.cpp).
  std::vector<Request> Alternatives;
  /// Where the lanes' addresses cannot be enumerated together, instead of
  /// Alternatives (or, if these are no more than UpperBounds, besides).
  std::vector<ChoiceRequest> Choices;
  /// Choices, left to those places for which layout maps are defined; nothing
  /// where some lane has none.
  std::optional<ChoiceRequest> BoundedChoices;
  /// No value of the unknowns costs more than some alternative, but some may
  /// cost less than all.
  bool UpperBounds = false;
  /// More values of the unknowns than Alternatives has keep the lanes inside the
  /// array: enough for banks, but not for layouts that tell more of them apart.
  bool LacksValues = false;
  /// Lanes were assumed active by a condition that the source does not decide.
  bool MayBePartial = false;
  /// Arrays that the lanes of the request may access, through one pointer. Those
  /// of this one are taken for a request by themselves: no array's place says
  /// where another one lies.
  unsigned Arrays = 1;

  bool operator==(const RequestGroup &) const = default;
  /// The addresses are not known, but bounded.
  bool isWorstCase() const { return UpperBounds || !Choices.empty(); }
};

/// What one subscript can be, over all lanes, waves, iterations and values of
/// the unknowns; where the block shape is not certain, over all shapes.
struct SubscriptRange {
  int64_t Low = INT64_MAX;
  int64_t High = INT64_MIN;
  /// The part of it that the code itself shows, under the shapes that were
  /// analysed: values that some lane has, and bounds that lie within the array.
  /// Empty where it shows none: an unknown that is bounded by its type alone
  /// shows nothing.
  int64_t ShownLow = INT64_MAX;
  int64_t ShownHigh = INT64_MIN;

  bool isReached() const { return Low <= High; }
};

/// What the parts of a FlatIndex can be, likewise.
struct FlatRange {
  SubscriptRange Row, Length, Column;
};

/// Requests as a compiler may issue them, all of one width.
struct MergedRequests {
  unsigned Bytes = 0; ///< Per lane.
  /// An earlier site's accesses are part of the same vectors: these requests
  /// are counted there, and not again here.
  bool AreShared = false;
  /// Offsets are those of the first element.
  std::vector<RequestGroup> Groups;

  bool operator==(const MergedRequests &) const = default;
};

/// All requests of one access site.
struct SiteRequests {
  std::vector<RequestGroup> Groups;
  /// The same accesses, where a compiler may merge adjacent ones of a lane;
  /// those that it cannot merge as they are. A merged access stands at every
  /// site that it has elements of. Empty where there is nothing to merge.
  std::vector<MergedRequests> Merged;
  std::vector<SubscriptRange> Subscripts;
  std::vector<FlatRange> Flat; ///< One per Access::Flat.
  /// Why nothing is known; empty otherwise.
  std::string Reason;
  /// Why no more than the worst case is known of some request; empty otherwise.
  std::string BoundReason;
  /// In those requests, each lane's address comes from memory, so that it makes
  /// sense to take them for random.
  bool Independent = true;
  /// Rests on a condition in KernelRequests::Assumptions.
  bool Assumed = false;
  /// In a loop whose trip count is not known: counted for one iteration.
  bool PerIteration = false;
  /// How often those loops run, as an expression: "n / 16". Empty where it has
  /// no closed form. Where lanes run differently often: the most.
  std::string Trips;
};

/// What happens in one block from one barrier to the next.
struct ActiveLevel {
  uint64_t Times = 0;
  uint64_t Requests = 0; ///< Of shared memory.
  /// Lanes that access shared memory in it, and waves that have such a lane.
  uint64_t Lanes = 0, Waves = 0;

  bool operator==(const ActiveLevel &) const = default;
};

/// The stretch between one barrier of the source (or the start of the kernel)
/// and whichever comes next.
struct BarrierInterval {
  unsigned FirstLine = 0, LastLine = 0; ///< Of its accesses in the main file.
  std::vector<ActiveLevel> Levels;      ///< Each time that it is run.
  ActiveLevel Sum;
  /// Part of it stands in a loop whose trip count is not known.
  bool PerIteration = false;

  bool operator==(const BarrierInterval &) const = default;
  /// Active lanes / lanes of the waves that have any.
  double efficiency(unsigned WaveSize) const {
    return double(Sum.Lanes) / (double(Sum.Waves) * WaveSize);
  }
};

struct KernelRequests {
  std::vector<SiteRequests> Sites; ///< One per Kernel::Sites.
  /// Those with an access to shared memory.
  std::vector<BarrierInterval> Intervals;
  /// "x < width holds for every lane".
  std::vector<std::string> Assumptions;
  /// How coarsely the kernel had to be run; 0 is the finest.
  unsigned Coarseness = 0;
  bool IsExhausted = false; ///< No run came to its end: nothing is known.
  /// Whatever else the kernel does, a lane of a block of an assumed shape
  /// accesses what lies outside of a static array: no such block is launched.
  bool LeavesArray = false;
  /// That were taken to find this, in all runs; 0 where it was known.
  uint64_t Steps = 0;
};

/// Statements and requests made for one kernel and launch shape, over all
/// waves, before the analysis starts again more coarsely: it takes the
/// iterations of long loops together (with eight times the budget, as all is
/// still seen that compilers may merge), then of all loops, and then bounds
/// accesses that stand for many requests (at last with four times the budget, as
/// nothing would be said otherwise). About half a second.
inline constexpr uint64_t StatementBudget = 250'000;

/// The largest KernelRequests::Coarseness.
unsigned coarsest();
/// At that coarseness, accesses get bounds that may be far from what they do.
bool isRough(unsigned Coarseness);

/// What the analysis of a kernel may take.
struct RunBudget {
  uint64_t Steps = StatementBudget; ///< Of one run.
  unsigned Coarseness = 0;          ///< Of the first run.
  /// Of all runs together, but for the coarsest.
  uint64_t Most = UINT64_MAX;
};

/// Runs all waves of one block of \p K, as finely as the budget allows.
KernelRequests collectRequests(const Kernel &K, const Program &P,
                               const LaunchShape &Shape, unsigned WaveSize,
                               const RunBudget &Budget = {});

/// How much a count can be trusted; the JSON report explains each.
enum class Certainty : uint8_t { Exact, Bounded, Unknown };
llvm::StringRef name(Certainty C);

/// What an access costs if a compiler merges it with its neighbours.
struct MergedCount {
  unsigned Bytes = 0; ///< Per lane, of the widest.
  uint64_t Requests = 0, Wavefronts = 0, Ideal = 0;
  /// The same without accesses that an earlier site has for its own: what sums
  /// over sites are made of.
  uint64_t OwnRequests = 0, OwnWavefronts = 0;

  bool operator==(const MergedCount &) const = default;
};

/// What an access costs, for one block.
struct Verdict {
  Certainty Sure = Certainty::Unknown;
  Confidence Conf = Confidence::Certain;
  /// For unknown: why. For bounded: why no more than the worst case is known.
  std::string Reason;
  uint64_t Requests = 0;
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  uint64_t Serialization = 0;
  double MinDegree = 1, MaxDegree = 1; ///< Wavefronts / ideal of a request.
  double LanesActive = 0;              ///< Active lanes / (requests x lanes).
  bool PerIteration = false;
  std::string Trips; ///< As in SiteRequests.
  /// The counts are those of the worst values that the unknowns in some address
  /// can have; nothing says that they do have them.
  bool WorstCase = false;
  /// Where the worst for Wavefronts is not the worst for what a layout can
  /// change: each is then an upper bound of its own, and they do not add up.
  std::optional<uint64_t> ExcessBound;
  /// The access is a candidate for merging. The other counts are for the
  /// source's accesses, each issued once.
  std::optional<MergedCount> Merged;
  /// For WorstCase: what meanDegree() would be for independent and uniformly
  /// distributed addresses (see the target's meanDegree), where these come from
  /// memory.
  std::optional<double> RandomDegree;

  bool operator==(const Verdict &) const = default;
  uint64_t excess() const {
    return ExcessBound.value_or(Wavefronts - Ideal - Serialization);
  }
  /// It is a candidate for merging, and conflict-free then.
  bool isIdealMerged() const {
    return Merged && Merged->Wavefronts <= Merged->Ideal;
  }
  /// What another layout could change: all but the serialization.
  uint64_t payable() const { return std::min(Ideal + excess(), Wavefronts); }
  double meanDegree() const {
    return RandomDegree ? *RandomDegree : Ideal ? double(payable()) / Ideal : 1;
  }
};

/// From an old byte offset in the array to a new one. Elements that it keeps
/// together and aligned can still be merged.
using OffsetMap = std::function<int64_t(int64_t)>;

/// Costs the requests of a site. With a \p Map, of the array laid out by it;
/// unknown then where a request is not InBounds. Every legal base address of
/// the array is tried where the target tells them apart. With a map,
/// RandomDegree takes long, and is found for \p WithRandom alone.
Verdict judge(const SiteRequests &R, const Site &S, const SharedArray &A,
              const Target &T, const OffsetMap *Map = nullptr,
              bool WithRandom = false);

/// How well it is known which lane accesses what where that is left to the
/// compiler (Site::IsUnspecified): it was seen in code for 7.5 and later.
Confidence confidenceInLanes(const Target &T);

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_REQUESTS_H
