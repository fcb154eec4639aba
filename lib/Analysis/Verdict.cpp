//===- Verdict.cpp - What the requests of a site cost
//----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedCount.h"
#include "Reason.h"
#include "bankfix/Analysis/Requests.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <map>
#include <unordered_map>

using namespace bankfix;

namespace {

/// \p Low, where a pattern begins, rounded down to a multiple of so many bytes
/// that patterns that lie as many apart cost the same.
uint64_t roundedDown(uint64_t Low, const Target &T, const Site &S) {
  // No less than a bank, also for accesses that a layout leaves unaligned.
  uint64_t Period = std::max(shiftPeriod(T, S.Op, S.Bytes, 1), 8u);
  return Low & ~(Period - 1);
}

using Lanes = llvm::SmallVector<LaneAccess, 64>;

/// The cost of one request over every base address that the array may have.
struct BaseCost {
  Cost Worst;
  unsigned Least = 0; ///< Wavefronts at the best base.
  double MinDegree = 1, MaxDegree = 1;
};

double degree(const Cost &C) {
  return C.Ideal ? double(C.Wavefronts - C.Serialization) / C.Ideal : 1;
}

/// Costs requests, each distinct pattern once.
class RequestCosts {
public:
  RequestCosts(const Site &S, unsigned Alignment, const Target &T)
      : S(S), Alignment(Alignment), T(T) {}

  const BaseCost &of(const Request &R, bool MayBePartial, const OffsetMap *Map);

private:
  Lanes relative(const Request &R, const OffsetMap *Map) const;
  BaseCost compute(const Lanes &L, bool MayBePartial) const;

  struct Entry {
    Lanes Pattern;
    bool MayBePartial;
    BaseCost Value;
  };
  const Site &S;
  unsigned Alignment; ///< Of the array's base, in bytes.
  const Target &T;
  std::unordered_multimap<size_t, Entry> Known;
};

/// The request moved down, so that equal patterns meet.
Lanes RequestCosts::relative(const Request &R, const OffsetMap *Map) const {
  Lanes L;
  int64_t Low = INT64_MAX;
  unsigned I = 0;
  for (uint64_t Left = R.Active; Left; Left &= Left - 1) {
    int64_t Offset = R.Offsets[I++];
    if (Map)
      Offset = (*Map)(Offset);
    Low = std::min(Low, Offset);
    L.push_back({unsigned(llvm::countr_zero(Left)), uint64_t(Offset)});
  }
  uint64_t Down = roundedDown(uint64_t(Low), T, S);
  for (LaneAccess &A : L)
    A.Address -= Down;
  return L;
}

BaseCost RequestCosts::compute(const Lanes &L, bool MayBePartial) const {
  unsigned Step = std::max(1u, std::min(Alignment, 256u));
  unsigned Period = std::max(shiftPeriod(T, S.Op, S.Bytes, Step), Step);
  BaseCost Out;
  for (unsigned Base = 0; Base < Period; Base += Step) {
    Lanes Moved = L;
    for (LaneAccess &A : Moved)
      A.Address += Base;
    Cost C = cost(T, S.Op, S.Bytes, Moved);
    double D = degree(C), Most = D, Least = D;
    if (MayBePartial) {
      Most = std::max(D, boundSubsets(T, S.Op, S.Bytes, Moved).MaxDegree);
      Least = 1;
    }
    if (Base == 0)
      Out = {C, C.Wavefronts, Least, Most};
    if (C.Wavefronts > Out.Worst.Wavefronts)
      Out.Worst = C;
    Out.Least = std::min(Out.Least, C.Wavefronts);
    Out.MinDegree = std::min(Out.MinDegree, Least);
    Out.MaxDegree = std::max(Out.MaxDegree, Most);
  }
  return Out;
}

const BaseCost &RequestCosts::of(const Request &R, bool MayBePartial,
                                 const OffsetMap *Map) {
  Lanes L = relative(R, Map);
  // Runs for every request and candidate layout: a plain multiplicative hash.
  size_t H = L.size() * 2 + MayBePartial;
  for (const LaneAccess &A : L)
    H = (H ^ (A.Address * 64 + A.Lane)) * 0x9E3779B97F4A7C15u;
  auto Same = [](const LaneAccess &A, const LaneAccess &B) {
    return A.Lane == B.Lane && A.Address == B.Address;
  };
  auto [Begin, End] = Known.equal_range(H);
  for (auto It = Begin; It != End; ++It)
    if (It->second.MayBePartial == MayBePartial &&
        std::equal(L.begin(), L.end(), It->second.Pattern.begin(),
                   It->second.Pattern.end(), Same))
      return It->second.Value;
  BaseCost C = compute(L, MayBePartial);
  return Known.emplace(H, Entry{std::move(L), MayBePartial, C})->second.Value;
}

/// Keeps the worst of each number; of the others, those of the most wavefronts.
void include(std::optional<WorstCost> &Worst, const WorstCost &C) {
  if (!Worst)
    Worst = C;
  WorstCost Most = C.Wavefronts > Worst->Wavefronts ? C : *Worst;
  Most.Excess = std::max(Worst->Excess, C.Excess);
  Most.Serialization = std::max(Worst->Serialization, C.Serialization);
  Most.Settled = Worst->Settled && C.Settled;
  Worst = Most;
}

/// Costs requests whose lanes choose among several places.
class ChoiceCosts {
public:
  ChoiceCosts(const Site &S, unsigned Alignment, const Target &T)
      : S(S), Alignment(Alignment), T(T) {}

  /// The worst over all base addresses.
  WorstCost worst(const ChoiceRequest &R, bool MayBePartial,
                  const OffsetMap *Map);
  double mean(const ChoiceRequest &R, const OffsetMap *Map) const;

private:
  using AddressLists = std::vector<std::vector<uint64_t>>;
  AddressLists addresses(const ChoiceRequest &R, const OffsetMap *Map) const;
  static llvm::SmallVector<LaneChoice, 64> lanes(const ChoiceRequest &R,
                                                 const AddressLists &Lists);
  WorstCost compute(const ChoiceRequest &R, AddressLists Lists,
                    bool MayBePartial) const;

  const Site &S;
  unsigned Alignment; ///< Of the array's base, in bytes.
  const Target &T;
  /// What lanes choose among, and whether some may be inactive.
  using Pattern = std::tuple<std::vector<unsigned>, std::vector<unsigned>,
                             uint64_t, bool, AddressLists>;
  std::map<Pattern, WorstCost> Known;
};

ChoiceCosts::AddressLists ChoiceCosts::addresses(const ChoiceRequest &R,
                                                 const OffsetMap *Map) const {
  AddressLists Out;
  for (const std::vector<int64_t> &List : R.Lists) {
    Out.emplace_back();
    for (int64_t Offset : List)
      Out.back().push_back(uint64_t(Map ? (*Map)(Offset) : Offset));
  }
  return Out;
}

llvm::SmallVector<LaneChoice, 64>
ChoiceCosts::lanes(const ChoiceRequest &R, const AddressLists &Lists) {
  llvm::SmallVector<LaneChoice, 64> Out;
  unsigned I = 0;
  for (uint64_t Left = R.Active; Left; Left &= Left - 1, ++I)
    Out.push_back(
        {unsigned(llvm::countr_zero(Left)), R.Together[I], Lists[R.ListOf[I]]});
  return Out;
}

WorstCost ChoiceCosts::worst(const ChoiceRequest &R, bool MayBePartial,
                             const OffsetMap *Map) {
  AddressLists Lists = addresses(R, Map);
  uint64_t Low = UINT64_MAX;
  for (const std::vector<uint64_t> &List : Lists)
    Low = std::min(Low, *llvm::min_element(List));
  Low = roundedDown(Low, T, S);
  for (std::vector<uint64_t> &List : Lists)
    for (uint64_t &Address : List)
      Address -= Low;
  auto [It, New] = Known.try_emplace(
      {R.Together, R.ListOf, R.Active, MayBePartial, std::move(Lists)});
  if (New)
    It->second = compute(R, std::get<AddressLists>(It->first), MayBePartial);
  return It->second;
}

WorstCost ChoiceCosts::compute(const ChoiceRequest &R, AddressLists Lists,
                               bool MayBePartial) const {
  unsigned Step = std::max(1u, std::min(Alignment, 256u));
  unsigned Period = std::max(shiftPeriod(T, S.Op, S.Bytes, Step), Step);
  std::optional<WorstCost> Out;
  double MaxDegree = 1;
  for (unsigned Base = 0; Base < Period; Base += Step) {
    for (std::vector<uint64_t> &List : Lists)
      for (uint64_t &Address : List)
        Address += Base == 0 ? 0 : Step;
    WorstCost C =
        bankfix::worstCost(T, S.Op, S.Bytes, lanes(R, Lists), MayBePartial);
    MaxDegree = std::max(MaxDegree, C.MaxDegree);
    include(Out, C);
  }
  Out->MaxDegree = MaxDegree;
  return *Out;
}

double ChoiceCosts::mean(const ChoiceRequest &R, const OffsetMap *Map) const {
  AddressLists Lists = addresses(R, Map);
  return meanDegree(T, S.Op, S.Bytes, lanes(R, Lists));
}

/// Adds up the groups of a site.
class VerdictBuilder {
public:
  VerdictBuilder(const SiteRequests &R, const Site &S, const SharedArray &A,
                 const Target &T, const OffsetMap *Map, bool WithRandom)
      : R(R), S(S), T(T), Map(Map),
        WithRandom(R.Independent && (WithRandom || !Map)),
        Costs(S, A.Alignment, T), Choices(S, A.Alignment, T) {}

  Verdict run();

private:
  void add(const RequestGroup &G);
  void addAlternatives(const RequestGroup &G);
  bool mayLose(const RequestGroup &G);
  void addChoices(const RequestGroup &G);
  void addShared(const RequestGroup &G);
  void degrees(double Min, double Max);
  /// \p C is the worst by wavefronts.
  void count(uint64_t Times, const WorstCost &C, uint64_t Active);

  const SiteRequests &R;
  const Site &S;
  const Target &T;
  const OffsetMap *Map;
  bool WithRandom;
  RequestCosts Costs;
  ChoiceCosts Choices;
  Verdict V;
  double ActiveLanes = 0;
  /// Sums of ideal and of ideal times mean degree, where random.
  double Random = 0;
  uint64_t Excess = 0;
  bool Agree = true, First = true;
};

void VerdictBuilder::degrees(double Min, double Max) {
  V.MinDegree = First ? Min : std::min(V.MinDegree, Min);
  V.MaxDegree = First ? Max : std::max(V.MaxDegree, Max);
  First = false;
}

void VerdictBuilder::count(uint64_t Times, const WorstCost &C,
                           uint64_t Active) {
  V.Requests += Times * C.Requests;
  V.Wavefronts += Times * C.Wavefronts;
  V.Ideal += Times * C.Ideal;
  V.Serialization += Times * C.Serialization;
  Excess += Times * C.Excess;
  V.Conf = std::max(V.Conf, C.Conf);
  ActiveLanes += double(Times) * C.Requests * llvm::popcount(Active);
}

WorstCost worstCost(const Cost &C) {
  WorstCost W;
  W.Requests = C.Requests;
  W.Wavefronts = C.Wavefronts;
  W.Ideal = C.Ideal;
  W.Excess = C.excess();
  W.Serialization = C.Serialization;
  W.Conf = C.Conf;
  return W;
}

/// Of values that cost differently as the array is, some cost more with the
/// map: whoever has these would rather not have it, whatever the worst are.
bool VerdictBuilder::mayLose(const RequestGroup &G) {
  auto Payable = [&](const Request &R, const OffsetMap *Map) {
    const Cost &C = Costs.of(R, G.MayBePartial, Map).Worst;
    return C.Wavefronts - C.Serialization;
  };
  bool Differ = false, Loses = false;
  std::optional<unsigned> First;
  for (const Request &R : G.Alternatives)
    if (R.InBounds) {
      unsigned Old = Payable(R, nullptr);
      Differ |= Old != First.value_or(Old);
      First = Old;
      Loses |= Payable(R, Map) > Old;
    }
  return Differ && Loses;
}

void VerdictBuilder::addAlternatives(const RequestGroup &G) {
  BankRule Rule = ruleFor(T, S.Op, S.Bytes);
  std::optional<WorstCost> Worst;
  const BaseCost *First = nullptr;
  for (const Request &R : G.Alternatives) {
    if (Map && !R.InBounds)
      continue;
    const BaseCost &C = Costs.of(R, G.MayBePartial, Map);
    if (!First)
      First = &C;
    Agree &= C.Least == C.Worst.Wavefronts &&
             C.Worst.Wavefronts == First->Worst.Wavefronts &&
             C.Worst.Ideal == First->Worst.Ideal &&
             C.Worst.Serialization == First->Worst.Serialization;
    degrees(G.UpperBounds ? 1 : C.MinDegree, C.MaxDegree);
    WorstCost W = worstCost(C.Worst);
    if (G.UpperBounds) {
      // Lanes that turn out to meet in one address leave others alone.
      if (Rule.Shares == Sharing::PerLane)
        W.Serialization = W.Wavefronts - W.Ideal;
      V.WorstCase |= W.Wavefronts != W.Ideal || Rule.Merge.has_value();
    }
    include(Worst, W);
  }
  if (!Worst) {
    V.Reason = text(Reason::OutOfBounds);
    return;
  }
  if (Map && G.Alternatives.size() > 1) {
    V.MayLose |= mayLose(G);
    V.LacksValues |= G.LacksValues;
  }
  count(G.Count, *Worst, G.Alternatives[0].Active);
  Random += double(G.Count) * (Worst->Ideal + Worst->Excess);
}

void VerdictBuilder::addChoices(const RequestGroup &G) {
  llvm::ArrayRef<ChoiceRequest> Alternatives = G.Choices;
  if (Map)
    Alternatives = G.BoundedChoices ? llvm::ArrayRef(*G.BoundedChoices)
                                    : llvm::ArrayRef<ChoiceRequest>();
  if (Alternatives.empty()) {
    V.Reason = text(Reason::OutOfBounds);
    return;
  }
  std::optional<WorstCost> Worst;
  double Mean = 1;
  for (const ChoiceRequest &C : Alternatives) {
    WorstCost W = Choices.worst(C, G.MayBePartial, Map);
    include(Worst, W);
    degrees(1, W.MaxDegree);
    if (WithRandom && !Worst->Settled)
      Mean = std::max(Mean, Choices.mean(C, Map));
  }
  V.WorstCase |= !Worst->Settled;
  count(G.Count, *Worst, Alternatives[0].Active);
  Random += double(G.Count) * Worst->Ideal * Mean;
}

/// A request whose address of each lane is known, as one of choices.
ChoiceRequest withoutChoice(const Request &R) {
  ChoiceRequest C;
  C.Active = R.Active;
  for (auto [I, At] : llvm::enumerate(R.Offsets)) {
    C.Together.push_back(I);
    C.ListOf.push_back(I);
    C.Lists.push_back({At});
  }
  return C;
}

/// The lanes of this array, of a request that others access, too: wherever
/// these lie, the whole costs no more than each array's lanes by themselves, in
/// phases that do not merge, and its ideal no less than any of theirs.
void VerdictBuilder::addShared(const RequestGroup &G) {
  if (Map) {
    V.Reason = text(Reason::SeveralArrays);
    return;
  }
  std::vector<ChoiceRequest> All = G.Choices;
  for (const Request &R : G.Alternatives)
    All.push_back(withoutChoice(R));
  std::optional<WorstCost> Worst;
  for (const ChoiceRequest &C : All) {
    WorstCost W = Choices.worst(C, G.MayBePartial, nullptr);
    degrees(1, std::min(W.MaxDegree * G.Arrays, double(T.WaveSize)));
    include(Worst, W);
  }
  V.WorstCase = true;
  count(G.Count, *Worst, All[0].Active);
  Excess += G.Count * Worst->Ideal - G.Count * Worst->Ideal / G.Arrays;
}

void VerdictBuilder::add(const RequestGroup &G) {
  if (G.Arrays > 1)
    return addShared(G);
  bool ByChoices = Map ? G.isWorstCase() : !G.Choices.empty();
  ByChoices ? addChoices(G) : addAlternatives(G);
}

Verdict VerdictBuilder::run() {
  V.PerIteration = R.PerIteration;
  V.Trips = R.Trips;
  V.Reason = R.Reason;
  for (const RequestGroup &G : R.Groups)
    if (V.Reason.empty())
      add(G);
  if (!V.Reason.empty()) {
    Verdict Nothing;
    Nothing.PerIteration = R.PerIteration;
    Nothing.Reason = std::move(V.Reason);
    return Nothing;
  }
  V.Sure = Agree && !R.Assumed && !V.WorstCase ? Certainty::Exact
                                               : Certainty::Bounded;
  if (V.Requests)
    V.LanesActive = ActiveLanes / (double(V.Requests) * T.WaveSize);
  if (Excess != V.excess())
    V.ExcessBound = Excess;
  if (S.IsUnspecified) {
    V.Sure = Certainty::Bounded;
    // Seen in code for 7.5 and later.
    V.Conf = std::max(V.Conf, T.ComputeCapability >= 75 ? Confidence::Likely
                                                        : Confidence::Unknown);
  }
  if (!V.WorstCase)
    return V;
  V.Reason = R.BoundReason;
  if (WithRandom && V.Ideal)
    V.RandomDegree = Random / double(V.Ideal);
  return V;
}

} // namespace

/// The requests that accesses of \p Bytes become where the element's type
/// promises no more than \p Part bytes.
static SiteRequests splitByAlignment(const SiteRequests &R, unsigned Bytes,
                                     unsigned Part) {
  SiteRequests Out = R;
  Out.Merged.clear();
  Out.Groups.clear();
  for (unsigned At = 0; At < Bytes; At += Part)
    for (const RequestGroup &G : R.Groups)
      Out.Groups.push_back(moved(G, At));
  return Out;
}

Verdict bankfix::judge(const SiteRequests &R, const Site &S,
                       const SharedArray &A, const Target &T,
                       const OffsetMap *Map, bool WithRandom) {
  if (A.ElementAlignment && A.ElementAlignment < S.Bytes) {
    Site Part = S;
    Part.Bytes = A.ElementAlignment;
    return VerdictBuilder(splitByAlignment(R, S.Bytes, Part.Bytes), Part, A, T,
                          Map, WithRandom)
        .run();
  }
  Verdict V = VerdictBuilder(R, S, A, T, Map, WithRandom).run();
  if (V.Sure != Certainty::Unknown)
    addMergedCount(V, R, S, A, T, Map);
  return V;
}
