//===- Recorder.cpp - Collects the requests of all waves
//-------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "Reason.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

Recorder::Recorder(const Kernel &K, const Program &P, const LaunchShape &Shape)
    : K(K), P(P), Shape(Shape), Known(K.Sites.size()), Trips(K.Sites.size()) {
  Out.Sites.resize(K.Sites.size());
  for (unsigned I = 0; I < K.Sites.size(); ++I)
    Out.Sites[I].Subscripts.resize(P.Arrays[K.Sites[I].Array].Dims.size());
}

void Recorder::giveUp(unsigned Site, llvm::StringRef Reason) {
  SiteRequests &S = Out.Sites[Site];
  if (S.Reason.empty())
    S.Reason = Reason.str();
  S.Groups.clear();
  Known[Site].clear();
}

void Recorder::giveUpAll(llvm::StringRef Reason) {
  for (unsigned I = 0; I < K.Sites.size(); ++I)
    giveUp(I, Reason);
}

void Recorder::assume(const std::string &Assumption) {
  if (!llvm::is_contained(Out.Assumptions, Assumption))
    Out.Assumptions.push_back(Assumption);
}

void Recorder::recordRange(const SymbolicAccess &A, const Access &Source,
                           const SymbolTable &Symbols) {
  for (auto [I, V] : llvm::enumerate(A.Subscripts)) {
    SubscriptRange &R = Out.Sites[A.Site].Subscripts[I];
    forEachLane(A.Active, [&, &V = V](unsigned L) {
      ValueRange B = Symbols.bounds(V, L);
      R.Low = std::min(R.Low, B.Low);
      R.High = std::max(R.High, B.High);
    });
    if (Shape.Origin != ShapeOrigin::Assumed && !Shape.OthersPossible)
      continue;
    ValueRange Always = rangeOf(*Source.Subscripts[I]);
    R.Low = std::min(R.Low, Always.Low);
    R.High = std::max(R.High, Always.High);
  }
}

uint64_t Recorder::record(const SymbolicAccess &A, const Access &Source,
                          const SymbolTable &Symbols) {
  SiteRequests &S = Out.Sites[A.Site];
  S.Assumed |= A.Assumed || Shape.Origin == ShapeOrigin::Assumed;
  S.PerIteration |= A.PerIteration;
  Trips[A.Site] = Trips[A.Site] ? larger(*Trips[A.Site], A.Trips) : A.Trips;
  if (!S.Reason.empty() || !A.Active)
    return 0;
  auto [Old, New] = Seen.try_emplace(keyOf(A, Symbols));
  if (!New) {
    for (auto [Group, Times] : Old->second)
      S.Groups[Group].Count += Times;
    return 1;
  }
  recordRange(A, Source, Symbols);
  Enumeration E = enumerate(A, P.Arrays[K.Sites[A.Site].Array], Symbols);
  if (E.Groups.empty() && !E.Reason.empty())
    giveUp(A.Site, E.Reason);
  if (!E.Reason.empty()) {
    S.Independent &= E.Independent;
    if (S.BoundReason.empty())
      S.BoundReason = E.Reason;
  }
  uint64_t Made = 0;
  for (RequestGroup &G : E.Groups) {
    Made += G.Alternatives.size() + G.Choices.size();
    for (const ChoiceRequest &C : G.Choices)
      for (const auto &List : C.Lists)
        Made += List.size() / 64;
    uint64_t Times = G.Count;
    Old->second.push_back({add(A.Site, std::move(G)), Times});
  }
  return 2 + Made;
}

static size_t hash(const RequestGroup &G) {
  size_t H = llvm::hash_combine(G.MayBePartial, G.Alternatives.size());
  for (const Request &R : G.Alternatives)
    H = llvm::hash_combine(
        H, R.Active,
        llvm::hash_combine_range(R.Offsets.begin(), R.Offsets.end()));
  for (const ChoiceRequest &C : G.Choices)
    H = llvm::hash_combine(H, C.Active, C.Lists.size(), C.Lists[0].size(),
                           C.Lists[0].front());
  return H;
}

unsigned Recorder::add(unsigned Site, RequestGroup G) {
  std::vector<RequestGroup> &Groups = Out.Sites[Site].Groups;
  size_t H = hash(G);
  auto [Begin, End] = Known[Site].equal_range(H);
  for (auto It = Begin; It != End; ++It) {
    RequestGroup &Old = Groups[It->second];
    uint64_t Count = std::exchange(G.Count, Old.Count);
    if (Old == G) {
      Old.Count += Count;
      return It->second;
    }
    G.Count = Count;
  }
  Known[Site].emplace(H, Groups.size());
  Groups.push_back(std::move(G));
  return Groups.size() - 1;
}

KernelRequests Recorder::take() {
  for (unsigned I = 0; I < K.Sites.size(); ++I)
    if (Out.Sites[I].PerIteration && Trips[I])
      Out.Sites[I].Trips = text(*Trips[I]);
  Out.Intervals = Intervals.take();
  return std::move(Out);
}
