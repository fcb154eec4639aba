//===- Verdict.cpp - What the requests of a site cost ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedCount.h"
#include "Reason.h"
#include "RequestCosts.h"
#include "bankfix/Analysis/Requests.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <map>

using namespace bankfix;

namespace {

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
  /// At the first of them, if each place is as likely as another.
  double mean(const ChoiceRequest &R, bool MayBePartial, const OffsetMap *Map);

private:
  using AddressLists = std::vector<std::vector<uint64_t>>;
  static llvm::SmallVector<LaneChoice, 64> lanes(const ChoiceRequest &R,
                                                 const AddressLists &Lists);
  WorstCost compute(const ChoiceRequest &R, const AddressLists &Lists,
                    bool MayBePartial);
  struct Entry {
    std::optional<WorstCost> Worst;
    std::optional<double> Mean;
  };

  const Site &S;
  unsigned Alignment; ///< Of the array's base, in bytes.
  const Target &T;
  /// What lanes choose among, and whether some may be inactive.
  using Pattern = std::tuple<std::vector<unsigned>, std::vector<unsigned>,
                             uint64_t, bool, AddressLists>;
  using Known = std::map<Pattern, Entry>;
  Known::value_type &entry(const ChoiceRequest &R, bool MayBePartial,
                           const OffsetMap *Map);
  Known Patterns;
  // Lists are long: memory is taken once for those that are looked up, and for
  // those that are moved.
  Pattern Asked;
  AddressLists Moved;
};

llvm::SmallVector<LaneChoice, 64>
ChoiceCosts::lanes(const ChoiceRequest &R, const AddressLists &Lists) {
  llvm::SmallVector<LaneChoice, 64> Out;
  unsigned I = 0;
  for (uint64_t Left = R.Active; Left; Left &= Left - 1, ++I)
    Out.push_back(
        {unsigned(llvm::countr_zero(Left)), R.Together[I], Lists[R.ListOf[I]]});
  return Out;
}

/// The request moved down, so that equal patterns meet.
ChoiceCosts::Known::value_type &ChoiceCosts::entry(const ChoiceRequest &R,
                                                   bool MayBePartial,
                                                   const OffsetMap *Map) {
  auto &[Together, ListOf, Active, IsPartial, Lists] = Asked;
  Together = R.Together;
  ListOf = R.ListOf;
  Active = R.Active;
  IsPartial = MayBePartial;
  Lists.resize(R.Lists.size());
  uint64_t Low = UINT64_MAX;
  for (auto [Offsets, Addresses] : llvm::zip(R.Lists, Lists)) {
    Addresses.clear();
    for (int64_t Offset : Offsets.offsets()) {
      Addresses.push_back(uint64_t(Map ? (*Map)(Offset) : Offset));
      Low = std::min(Low, Addresses.back());
    }
  }
  Low = roundedDown(Low, T, S);
  for (std::vector<uint64_t> &List : Lists)
    for (uint64_t &Address : List)
      Address -= Low;
  return *Patterns.try_emplace(Asked).first;
}

WorstCost ChoiceCosts::worst(const ChoiceRequest &R, bool MayBePartial,
                             const OffsetMap *Map) {
  auto &[Of, Costs] = entry(R, MayBePartial, Map);
  if (!Costs.Worst)
    Costs.Worst = compute(R, std::get<AddressLists>(Of), MayBePartial);
  return *Costs.Worst;
}

WorstCost ChoiceCosts::compute(const ChoiceRequest &R,
                               const AddressLists &Lists, bool MayBePartial) {
  unsigned Step = std::max(1u, std::min(Alignment, 256u));
  unsigned Period = std::max(shiftPeriod(T, S.Op, S.Bytes, Step), Step);
  std::optional<WorstCost> Out;
  double MaxDegree = 1;
  for (unsigned Base = 0; Base < Period; Base += Step) {
    if (Base == 0)
      Moved = Lists;
    for (std::vector<uint64_t> &List : Moved)
      for (uint64_t &Address : List)
        Address += Base == 0 ? 0 : Step;
    WorstCost C =
        bankfix::worstCost(T, S.Op, S.Bytes, lanes(R, Moved), MayBePartial);
    MaxDegree = std::max(MaxDegree, C.MaxDegree);
    include(Out, C);
    if (C.IsMost)
      break;
  }
  Out->MaxDegree = MaxDegree;
  return *Out;
}

double ChoiceCosts::mean(const ChoiceRequest &R, bool MayBePartial,
                         const OffsetMap *Map) {
  auto &[Of, Costs] = entry(R, MayBePartial, Map);
  if (!Costs.Mean)
    Costs.Mean =
        meanDegree(T, S.Op, S.Bytes, lanes(R, std::get<AddressLists>(Of)));
  return *Costs.Mean;
}

/// Adds up the groups of a site.
class VerdictBuilder {
public:
  VerdictBuilder(llvm::ArrayRef<RequestGroup> Groups, const SiteRequests &R,
                 const Site &S, unsigned Alignment, const Target &T,
                 const OffsetMap *Map, bool WithRandom)
      : Groups(Groups), R(R), S(S), T(T), Map(Map),
        WithRandom(R.Independent && (WithRandom || !Map)),
        Costs(S, Alignment, T), Choices(S, Alignment, T) {}

  Verdict run();

private:
  void add(const RequestGroup &G);
  void addAlternatives(const RequestGroup &G);
  void addChoices(const RequestGroup &G);
  void addShared(const RequestGroup &G);
  void degrees(double Min, double Max);
  /// \p C is the worst by wavefronts.
  void count(uint64_t Times, const WorstCost &C, uint64_t Active);

  llvm::ArrayRef<RequestGroup> Groups;
  const SiteRequests &R; ///< What else there is to say of them.
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
      Mean = std::max(Mean, Choices.mean(C, G.MayBePartial, Map));
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
    C.Lists.emplace_back(std::vector{At});
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
  for (const RequestGroup &G : Groups)
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
    V.Conf = std::max(V.Conf, confidenceInLanes(T));
  }
  if (!V.WorstCase)
    return V;
  V.Reason = R.BoundReason;
  if (WithRandom && V.Ideal)
    V.RandomDegree = Random / double(V.Ideal);
  return V;
}

} // namespace

/// Accesses are made in parts, as the element's type promises no more.
static bool isSplit(const Site &S, unsigned ElementAlignment) {
  return ElementAlignment && ElementAlignment < S.Bytes;
}

Verdict bankfix::judgeGroups(llvm::ArrayRef<RequestGroup> Groups,
                             const SiteRequests &R, const Site &S, Alignments A,
                             const Target &T, const OffsetMap *Map,
                             bool WithRandom) {
  if (!isSplit(S, A.Element))
    return VerdictBuilder(Groups, R, S, A.Base, T, Map, WithRandom).run();
  Site Part = S;
  Part.Bytes = A.Element;
  return VerdictBuilder(split(Groups, S.Bytes, Part.Bytes), R, Part, A.Base, T,
                        Map, WithRandom)
      .run();
}

Confidence bankfix::confidenceInLanes(const Target &T) {
  return T.ComputeCapability >= 75 ? Confidence::Likely : Confidence::Unknown;
}

Verdict bankfix::judge(const SiteRequests &R, const Site &S,
                       const SharedArray &A, const Target &T,
                       const OffsetMap *Map, bool WithRandom) {
  Verdict V = judgeGroups(R.Groups, R, S, {A.Alignment, A.ElementAlignment}, T,
                          Map, WithRandom);
  if (V.Sure != Certainty::Unknown && !isSplit(S, A.ElementAlignment))
    addMergedCount(V, R, S, A, T, Map);
  return V;
}
