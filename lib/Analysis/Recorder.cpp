//===- Recorder.cpp - Collects the requests of all waves ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "ArrayParts.h"
#include "Reason.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

Recorder::Recorder(const Kernel &K, const Program &P, const LaunchShape &Shape,
                   uint64_t MostAlternatives, const UnseenLaunches &Unseen,
                   MergeWidths Widest)
    : K(K), P(P), Shape(Shape), Unseen(Unseen),
      MostAlternatives(MostAlternatives), Known(K.Sites.size()),
      SeenSites(K.Sites.size()), Singles(K.Sites.size()),
      Widest(std::move(Widest)) {
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

void Recorder::include(SubscriptRange &R, const LaneValue &V, LaneMask Active,
                       const SymbolTable &Symbols) {
  forEachLane(Active, [&](unsigned L) {
    ValueRange B = Symbols.bounds(V, L);
    R.Low = std::min(R.Low, B.Low);
    R.High = std::max(R.High, B.High);
  });
}

void Recorder::includeUnseen(SubscriptRange &R, const Expr &Source,
                             const ValueHull *Known) {
  if (Shape.isCertain())
    return;
  ValueRange All = rangeOf(Source);
  if (Known)
    All = {std::max(All.Low, Known->Low), std::min(All.High, Known->High)};
  R.Low = std::min(R.Low, All.Low);
  R.High = std::max(R.High, All.High);
}

void Recorder::show(SubscriptRange &R, const LaneValue &V, LaneMask Active,
                    const SymbolTable &Symbols, const ValueHull *Unlimited,
                    uint64_t Elements) {
  // A bound that does not keep within the array is none that its author meant.
  auto Show = [&](ValueRange B, bool IsValue) {
    if (IsValue || B.Low > -int64_t(Elements))
      R.ShownLow = std::min(R.ShownLow, B.Low);
    if (IsValue || B.High < int64_t(Elements))
      R.ShownHigh = std::max(R.ShownHigh, B.High);
  };
  forEachLane(Active, [&](unsigned L) {
    Show(Symbols.meantBounds(V, L), V.isConcrete());
  });
  if (Unlimited)
    Show(*Unlimited, /*IsValue=*/false);
}

/// The hull of a site's subscript; null where there is none.
static const ValueHull *hullOf(llvm::ArrayRef<SiteHulls> All, unsigned Site,
                               unsigned Subscript) {
  if (Site >= All.size() || Subscript >= All[Site].Subscripts.size())
    return nullptr;
  const ValueHull &H = All[Site].Subscripts[Subscript];
  return H.Low != NoValue.Low || H.High != NoValue.High ? &H : nullptr;
}

void Recorder::recordRows(unsigned Site, size_t Way, const FlatIndex &Source,
                          const FlatValues &V, LaneMask Active,
                          const SymbolTable &Symbols) {
  std::vector<FlatRange> &All = Out.Sites[Site].Flat;
  if (All.size() <= Way)
    All.resize(Way + 1);
  FlatRange &R = All[Way];
  const FlatHull *Known =
      Site < Unseen.Any.size() && Way < Unseen.Any[Site].Flat.size()
          ? &Unseen.Any[Site].Flat[Way]
          : nullptr;
  auto Include = [&](SubscriptRange &Into, const LaneValue &Value,
                     const Expr &E, ValueHull FlatHull::*Part) {
    include(Into, Value, Active, Symbols);
    bool IsKnown = Known && (Known->*Part).Low <= (Known->*Part).High;
    includeUnseen(Into, E, IsKnown ? &(Known->*Part) : nullptr);
  };
  Include(R.Row, V.Row, *Source.Row, &FlatHull::Row);
  Include(R.Length, V.Length, *Source.Length, &FlatHull::Length);
  Include(R.Column, V.Column, *Source.Column, &FlatHull::Column);
}

/// All ends of \p R that are known, \p By more.
static void extend(SubscriptRange &R, int64_t By) {
  for (int64_t *End : {&R.High, &R.ShownHigh})
    if (*End != INT64_MIN && *End < INT64_MAX - By)
      *End += By;
}

void Recorder::recordRange(const SymbolicAccess &A, const Access &Source,
                           const SymbolTable &Symbols) {
  const Site &At = K.Sites[A.Site];
  std::vector<SubscriptRange> &Ranges = Out.Sites[A.Site].Subscripts;
  if (A.Subscripts.empty()) // They can be anything.
    std::fill(Ranges.begin(), Ranges.end(),
              SubscriptRange{INT64_MIN, INT64_MAX, INT64_MIN, INT64_MAX});
  // A wide access has the elements behind the one that it names, too.
  const SharedArray &Array = P.Arrays[At.Array];
  int64_t Behind =
      (Source.MemberOffset + At.Bytes - 1) / std::max(Array.ElementBytes, 1u);
  uint64_t Elements = Array.hasKnownSize() ? Array.elements() : INT64_MAX;
  for (auto [I, V] : llvm::enumerate(A.Subscripts)) {
    const bool IsLast = I + 1 == A.Subscripts.size();
    SubscriptRange R;
    include(R, V, A.Active, Symbols);
    includeUnseen(R, *Source.Subscripts[I], hullOf(Unseen.Any, A.Site, I));
    show(R, V, A.Active, Symbols, hullOf(Unseen.Unlimited, A.Site, I),
         Elements);
    auto &Spreads = SeenSites[A.Site].Spreads;
    Spreads.resize(A.Subscripts.size());
    Spreads[I].include(V, A.Active, Symbols, Elements, IsLast ? Behind : 0);
    if (IsLast)
      extend(R, Behind);
    SubscriptRange &Into = Ranges[I];
    Into.Low = std::min(Into.Low, R.Low);
    Into.High = std::max(Into.High, R.High);
    Into.ShownLow = std::min(Into.ShownLow, R.ShownLow);
    Into.ShownHigh = std::max(Into.ShownHigh, R.ShownHigh);
  }
}

LaneMask Recorder::lanesOutside(const SymbolicAccess &A) const {
  const SharedArray &Array = P.Arrays[K.Sites[A.Site].Array];
  if (Array.Space != MemorySpace::Static || !Array.hasKnownSize() ||
      A.Arrays != 1 || !A.Offset.isConcrete())
    return 0;
  const int64_t Last = int64_t(Array.bytes()) - K.Sites[A.Site].Bytes;
  LaneMask Outside = 0;
  forEachLane(A.Active, [&](unsigned L) {
    if (A.Offset.Constant[L] < 0 || A.Offset.Constant[L] > Last)
      Outside |= LaneMask(1) << L;
  });
  return Outside;
}

bool Recorder::leavesArray(const SymbolicAccess &A) const {
  // A loop that all lanes go round together runs at least once.
  return !A.Assumed && !A.MayBePartial && lanesOutside(A) != 0;
}

void Recorder::spend(uint64_t Steps, uint64_t &Budget) {
  Spent += Steps;
  Budget -= std::min(Budget, Steps);
}

Enumeration Recorder::requestsOf(const SymbolicAccess &A, AccessKey Key,
                                 const SymbolTable &Symbols, uint64_t &Budget) {
  constexpr size_t Kept = 8;
  auto ArrayOf = [&](unsigned Site) -> const SharedArray & {
    return P.Arrays[K.Sites[Site].Array];
  };
  const SharedArray &Array = ArrayOf(A.Site);
  // The site itself does not matter, but for its array.
  for (unsigned I = 0; I <= A.Site; ++I)
    if (partsOf(ArrayOf(I)).Shape == partsOf(Array).Shape) {
      Key[0] = I;
      break;
    }
  const AccessDigest Digest = digestOf(Key);
  auto Known = llvm::find_if(Recent, [&](const RecentRequests &R) {
    return R.Key == Digest && (R.Found.Reason.empty() ||
                               K.Sites[R.Site].Text == K.Sites[A.Site].Text);
  });
  uint64_t Steps = 2;
  if (Known != Recent.end()) {
    spend(Steps, Budget);
    return Known->Found;
  }
  Enumeration E = enumerate(A, Array, Symbols, MostAlternatives);
  Steps += E.Cost / 64; // Each takes so much less than a statement.
  for (const RequestGroup &G : E.Groups) {
    Steps += G.Alternatives.size() + G.Choices.size();
    for (const ChoiceRequest &C : G.Choices)
      for (const auto &List : C.Lists)
        Steps += List.size() / 64;
  }
  spend(Steps, Budget);
  if (Steps > 64) { // Else looking for it costs as much.
    Recent.push_back({Digest, A.Site, E});
    if (Recent.size() > Kept)
      Recent.pop_front();
  }
  return E;
}

const Recorder::Recorded *Recorder::record(const SymbolicAccess &A,
                                           const Access &Source,
                                           const SymbolTable &Symbols,
                                           uint64_t &Budget) {
  // What a condition that nobody knows lets through does not leave the array.
  if (const LaneMask Outside = A.MayBePartial ? lanesOutside(A) : 0) {
    SymbolicAccess Inside = A;
    Inside.Active &= ~Outside;
    Out.Sites[A.Site].Assumed = true;
    return record(Inside, Source, Symbols, Budget);
  }
  SiteRequests &S = Out.Sites[A.Site];
  const bool IsShapeAssumed = Shape.Origin == ShapeOrigin::Assumed;
  Out.LeavesArray |= IsShapeAssumed && !Out.LeavesArray && leavesArray(A);
  S.Assumed |= A.Assumed || IsShapeAssumed;
  S.PerIteration |= A.PerIteration;
  std::optional<TripCounts> &Known = SeenSites[A.Site].Trips;
  if (!Known) {
    Known = A.Trips;
  } else if (*Known != A.Trips) {
    S.Assumed = true; // Then it is the most.
    Known = larger(*Known, A.Trips);
  }
  if (!S.Reason.empty() || !A.Active)
    return nullptr;
  AccessKey Key = keyOf(A, Symbols);
  auto [Old, New] = Seen.try_emplace(digestOf(Key));
  if (!New) {
    for (auto [Group, Times] : Old->second)
      S.Groups[Group].Count += Times;
    spend(1, Budget);
    return &Old->second;
  }
  recordRange(A, Source, Symbols);
  Enumeration E = requestsOf(A, std::move(Key), Symbols, Budget);
  if (E.Groups.empty() && !E.Reason.empty()) {
    giveUp(A.Site, E.Reason);
    return nullptr;
  }
  if (!E.Reason.empty()) {
    S.Independent &= E.Independent;
    if (S.BoundReason.empty())
      S.BoundReason = E.Reason;
  }
  for (RequestGroup &G : E.Groups) {
    uint64_t Times = G.Count;
    Old->second.push_back({add(A.Site, std::move(G)), Times});
  }
  return &Old->second;
}

void Recorder::recordSingle(unsigned Site, const Recorded &Known) {
  std::vector<uint64_t> &Of = Singles[Site];
  for (auto [Group, Times] : Known) {
    if (Of.size() <= Group)
      Of.resize(Group + 1);
    Of[Group] += Times;
  }
}

void Recorder::recordMerged(const std::set<unsigned> &Sites,
                            const SymbolicAccess &A, unsigned Bytes,
                            const SymbolTable &Symbols) {
  auto [It, New] = Merged.try_emplace(
      {*Sites.begin(), Bytes, Sites, digestOf(keyOf(A, Symbols))}, 0,
      Enumeration());
  if (New)
    It->second.second = enumerate(A, P.Arrays[K.Sites[A.Site].Array], Symbols,
                                  MostAlternatives);
  ++It->second.first;
}

void Recorder::noteMerging(std::vector<unsigned> Sites,
                           std::vector<int64_t> Result) {
  auto [It, New] = Mergings.try_emplace(std::move(Sites), std::move(Result));
  if (New || It->second == Result)
    return;
  Unmerged.insert(It->first.begin(), It->first.end());
  for (unsigned Site : It->first)
    Narrower[Site] = std::max(widestMerge(Site) / 2, K.Sites[Site].Bytes);
}

unsigned Recorder::widestMerge(unsigned Site) const {
  auto It = Widest.find(Site);
  return It == Widest.end() ? widestVector(K.Sites[Site].Bytes) : It->second;
}

/// Values of an unknown that make the same request are one alternative: each is
/// costed for every layout that is tried.
static void removeRepeated(std::vector<Request> &Alternatives) {
  std::unordered_multimap<size_t, unsigned> Seen;
  unsigned Kept = 0;
  for (Request &R : Alternatives) {
    size_t H = llvm::hash_combine(
        R.Active, R.InBounds,
        llvm::hash_combine_range(R.Offsets.begin(), R.Offsets.end()));
    auto [Begin, End] = Seen.equal_range(H);
    if (std::any_of(Begin, End, [&](const auto &Known) {
          return Alternatives[Known.second] == R;
        }))
      continue;
    Seen.emplace(H, Kept);
    if (&Alternatives[Kept] != &R)
      Alternatives[Kept] = std::move(R);
    ++Kept;
  }
  Alternatives.resize(Kept);
}

/// What was merged into accesses of \p Bytes, with others or not.
static std::vector<RequestGroup> &mergedGroups(SiteRequests &S, unsigned Bytes,
                                               bool AreShared) {
  for (MergedRequests &M : S.Merged)
    if (M.Bytes == Bytes && M.AreShared == AreShared)
      return M.Groups;
  S.Merged.push_back({Bytes, AreShared, {}});
  return S.Merged.back().Groups;
}

/// Puts what was merged, and what was not, to each site that has some of both.
void Recorder::takeMerged() {
  for (auto &[Key, Value] : Merged) {
    auto &[First, Bytes, Sites, Access] = Key;
    auto &[Times, E] = Value;
    for (RequestGroup &G : E.Groups)
      removeRepeated(G.Alternatives);
    bool HasOwner = false;
    for (unsigned Site : Sites) {
      SiteRequests &S = Out.Sites[Site];
      if (!S.Reason.empty() || Unmerged.count(Site))
        continue;
      std::vector<RequestGroup> &Into =
          mergedGroups(S, Bytes, std::exchange(HasOwner, true));
      for (RequestGroup G : E.Groups) {
        G.Count *= Times;
        Into.push_back(std::move(G));
      }
    }
  }
  for (unsigned I = 0; I < K.Sites.size(); ++I) {
    SiteRequests &S = Out.Sites[I];
    if (S.Merged.empty())
      continue;
    MergedRequests Rest{K.Sites[I].Bytes, false, {}};
    for (unsigned G = 0; G < Singles[I].size(); ++G)
      if (Singles[I][G]) {
        Rest.Groups.push_back(S.Groups[G]);
        Rest.Groups.back().Count = Singles[I][G];
      }
    if (!Rest.Groups.empty())
      S.Merged.push_back(std::move(Rest));
  }
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
  removeRepeated(G.Alternatives);
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

/// A loop goes round more than once, and what is unknown has more than one
/// value. Lanes that leave the array do nothing at all, and whoever walks
/// through all rows counts them by no other subscript: else a condition that
/// stops some lanes at an unknown number may stop them at the end of the
/// dimension.
void Recorder::takeSpreads() {
  for (auto [I, Of] : llvm::enumerate(SeenSites))
    for (auto [D, Spread] : llvm::enumerate(Of.Spreads)) {
      std::vector<SubscriptRange> &Ranges = Out.Sites[I].Subscripts;
      const int64_t Dim = P.Arrays[K.Sites[I].Array].Dims[D];
      const bool MayStop = D == 0 || Ranges[D - 1].Low < Ranges[D - 1].High;
      if (Spread.leavesInSecond(Dim, MayStop) ||
          (D > 0 && Dim > 1 && Spread.fills(Dim, MayStop)))
        Ranges[D].ShownHigh = std::max(Ranges[D].ShownHigh, Dim);
    }
}

KernelRequests Recorder::take() {
  for (unsigned I = 0; I < K.Sites.size(); ++I) {
    if (Out.Sites[I].PerIteration && SeenSites[I].Trips)
      Out.Sites[I].Trips = text(*SeenSites[I].Trips);
    // Nor is it certain that what it does not reach is never reached.
    Out.Sites[I].Assumed |= Shape.Origin == ShapeOrigin::Assumed;
  }
  Out.Intervals = Intervals.take();
  takeMerged();
  takeSpreads();
  return std::move(Out);
}
