//===- Verdict.cpp - What the requests of a site cost
//----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reason.h"
#include "bankfix/Analysis/Requests.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <unordered_map>

using namespace bankfix;

namespace {

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

/// The request moved down by whole bank periods, so that equal patterns meet.
Lanes RequestCosts::relative(const Request &R, const OffsetMap *Map) const {
  constexpr int64_t Period = 256; // A multiple of every target's bank row.
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
  uint64_t Down = uint64_t(Low & ~(Period - 1));
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

/// Adds one group to the verdict: its most expensive alternative counts.
void include(Verdict &V, const RequestGroup &G, RequestCosts &Costs,
             const OffsetMap *Map, double &ActiveLanes, bool &Agree) {
  const BaseCost *Worst = nullptr;
  unsigned Lanes = 0;
  for (const Request &R : G.Alternatives) {
    if (Map && !R.InBounds)
      continue;
    const BaseCost &C = Costs.of(R, G.MayBePartial, Map);
    Agree &= C.Least == C.Worst.Wavefronts;
    if (Worst)
      Agree &= C.Worst.Wavefronts == Worst->Worst.Wavefronts &&
               C.Worst.Ideal == Worst->Worst.Ideal;
    bool First = V.Requests == 0 && !Worst;
    V.MinDegree = First ? C.MinDegree : std::min(V.MinDegree, C.MinDegree);
    V.MaxDegree = First ? C.MaxDegree : std::max(V.MaxDegree, C.MaxDegree);
    if (!Worst || C.Worst.Wavefronts > Worst->Worst.Wavefronts)
      Worst = &C;
    Lanes = llvm::popcount(R.Active);
  }
  if (!Worst) {
    V.Reason = text(Reason::OutOfBounds);
    return;
  }
  const Cost &C = Worst->Worst;
  V.Requests += G.Count * C.Requests;
  V.Wavefronts += G.Count * C.Wavefronts;
  V.Ideal += G.Count * C.Ideal;
  V.Serialization += G.Count * C.Serialization;
  V.Conf = std::max(V.Conf, C.Conf);
  ActiveLanes += double(G.Count) * C.Requests * Lanes;
}

} // namespace

Verdict bankfix::judge(const SiteRequests &R, const Site &S,
                       const SharedArray &A, const Target &T,
                       const OffsetMap *Map) {
  Verdict V;
  V.PerIteration = R.PerIteration;
  V.Reason = R.Reason;
  if (!V.Reason.empty())
    return V;
  RequestCosts Costs(S, A.Alignment, T);
  double ActiveLanes = 0;
  bool Agree = true;
  for (const RequestGroup &G : R.Groups)
    include(V, G, Costs, Map, ActiveLanes, Agree);
  if (!V.Reason.empty())
    return V;
  V.Sure = Agree && !R.Assumed ? Certainty::Exact : Certainty::Bounded;
  if (V.Requests)
    V.LanesActive = ActiveLanes / (double(V.Requests) * T.WaveSize);
  return V;
}
