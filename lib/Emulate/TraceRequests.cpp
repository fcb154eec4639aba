//===- TraceRequests.cpp - Lanes' accesses to requests --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceRequests.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace bankfix;

void TracedCounts::add(const TracedCounts &O) {
  if (O.Requests == 0)
    return;
  MinDegree = Requests ? std::min(MinDegree, O.MinDegree) : O.MinDegree;
  MaxDegree = Requests ? std::max(MaxDegree, O.MaxDegree) : O.MaxDegree;
  Requests += O.Requests;
  Wavefronts += O.Wavefronts;
  Ideal += O.Ideal;
  Serialization += O.Serialization;
  Lanes += O.Lanes;
  Conf = std::max(Conf, O.Conf);
}

void TraceRequests::countFor(const Target &Model) {
  if (T == &Model)
    return;
  T = &Model;
  Known.clear();
}

void TraceRequests::begin(unsigned Threads) {
  Counts.clear();
  Waves.clear();
  Waves.resize((Threads + T->WaveSize - 1) / T->WaveSize);
  MostOpen = std::max(MostOpenInWave,
                      MostOpenInBlock / std::max<size_t>(Waves.size(), 1));
  for (unsigned I = 0; I < Waves.size(); ++I) {
    unsigned Lanes = std::min(T->WaveSize, Threads - I * T->WaveSize);
    Waves[I].All = Lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << Lanes) - 1;
  }
}

TraceRequests::Place TraceRequests::find(Wave &W, const LaneArrival &A,
                                         RequestShape Shape) {
  if (W.Last && (*W.Last)->Site == A.Site && (*W.Last)->Key == A.Key)
    return *W.Last;
  auto [It, New] = W.Find.try_emplace({A.Site, A.Key});
  if (!New)
    return It->second;
  if (Closed.empty())
    Closed.emplace_back();
  std::list<Open> &OfSite = W.Requests[A.Site];
  OfSite.splice(OfSite.end(), Closed, Closed.begin());
  Open &R = OfSite.back();
  R.Site = A.Site;
  R.Array = A.Array;
  R.Key = A.Key;
  R.Shape = Shape;
  R.Active = 0;
  return It->second = std::prev(OfSite.end());
}

void TraceRequests::access(const LaneArrival &A, RequestShape Shape) {
  Wave &W = Waves[A.Wave];
  uint64_t Bit = uint64_t(1) << A.Lane;
  Place R = find(W, A, Shape);
  // A lane that comes twice under one key is in a loop that has no name (a
  // goto): its second time is another request.
  if (R->Active & Bit) {
    close(W, R);
    R = find(W, A, Shape);
  }
  R->Active |= Bit;
  R->Addresses[A.Lane] = A.Address;
  W.Last = R;
  if (R->Active == W.All)
    close(W, R);
  else if (W.Find.size() > MostOpen)
    closeOldest(W);
}

void TraceRequests::close(Wave &W, Place R) {
  count(*R);
  if (W.Last == R)
    W.Last.reset();
  W.Find.erase({R->Site, R->Key});
  Closed.splice(Closed.end(), W.Requests[R->Site], R);
}

/// Lanes that leave a loop early come to what follows it long before the others
/// do, and meet them there all the same. In the loop nobody comes to an
/// iteration any more that the others have left behind, and such requests are
/// many.
void TraceRequests::closeOldest(Wave &W) {
  auto Most = std::max_element(W.Requests.begin(), W.Requests.end(),
                               [](const auto &A, const auto &B) {
                                 return A.second.size() < B.second.size();
                               });
  for (size_t N = Most->second.size() / 8 + 1; N; --N)
    close(W, Most->second.begin());
}

/// The cost of a request depends on its addresses only up to a multiple of
/// every target's bank row.
static constexpr uint64_t RowPeriod = 1024;

void TraceRequests::count(const Open &R) {
  std::array<LaneAccess, 64> Buffer;
  unsigned N = 0;
  uint64_t Low = ~uint64_t(0);
  for (uint64_t Left = R.Active; Left; Left &= Left - 1) {
    unsigned Lane = llvm::countr_zero(Left);
    Buffer[N++] = {Lane, R.Addresses[Lane]};
    Low = std::min(Low, R.Addresses[Lane]);
  }
  llvm::MutableArrayRef<LaneAccess> Lanes(Buffer.data(), N);
  uint64_t Hash = N;
  auto Mix = [&Hash](uint64_t With) {
    Hash = (Hash ^ With) * 0x9E3779B97F4A7C15u;
    Hash ^= Hash >> 29;
  };
  // Mixed before the lanes: else the first one's address could undo it.
  Mix((uint64_t(R.Shape.Op) << 8) + R.Shape.Bytes);
  for (LaneAccess &L : Lanes) {
    L.Address -= Low & ~(RowPeriod - 1);
    Mix(L.Address * 64 + L.Lane);
  }
  auto [It, New] = Known.try_emplace(Hash);
  if (New)
    It->second = cost(*T, R.Shape.Op, R.Shape.Bytes, Lanes);
  const Cost &C = It->second;
  TracedCounts One;
  One.Requests = C.Requests;
  One.Wavefronts = C.Wavefronts;
  One.Ideal = C.Ideal;
  One.Serialization = C.Serialization;
  One.Conf = C.Conf;
  One.Lanes = uint64_t(C.Requests) * N;
  One.MinDegree = One.MaxDegree =
      C.Ideal ? double(C.Wavefronts - C.Serialization) / C.Ideal : 1;
  Counts[{R.Site, R.Array}].add(One);
}

std::map<SiteOfArray, TracedCounts> TraceRequests::finish() {
  for (Wave &W : Waves)
    for (auto &[Site, Requests] : W.Requests) {
      for (const Open &R : Requests)
        count(R);
      Closed.splice(Closed.end(), Requests);
    }
  Waves.clear();
  return std::move(Counts);
}

void RaceDetector::begin(uint64_t Size) {
  ++Epoch;
  if (Words.size() == llvm::divideCeil(Size, WordBytes))
    return;
  Words.assign(llvm::divideCeil(Size, WordBytes), Word());
  Bytes.clear();
}

std::optional<unsigned> RaceDetector::use(Place &P, const Use &Now,
                                          bool Writes) {
  std::optional<unsigned> Other;
  auto Clashes = [&](const Use &Before) {
    return Before.Epoch == Epoch &&
           (Before.Wave != Now.Wave || Before.Several) &&
           !(Before.Atomic && Now.Atomic);
  };
  if (Clashes(P.Write))
    Other = P.Write.Site;
  else if (Writes && Clashes(P.Read))
    Other = P.Read.Site;
  Use &Mine = Writes ? P.Write : P.Read;
  bool Joins = !Writes && Mine.Epoch == Epoch && Mine.Wave != Now.Wave;
  bool Several = Joins || (!Writes && Mine.Epoch == Epoch && Mine.Several);
  Mine = Now;
  Mine.Several = Several;
  return Other;
}

std::optional<unsigned> RaceDetector::useParts(Word &W, unsigned First,
                                               unsigned Last, const Use &Now,
                                               bool Writes) {
  if (!W.Parts) {
    Bytes.push_back({W.Whole, W.Whole, W.Whole, W.Whole});
    W.Parts = Bytes.size();
  }
  std::optional<unsigned> Other;
  for (unsigned I = First; I <= Last; ++I)
    if (auto Found = use(Bytes[W.Parts - 1][I], Now, Writes); Found && !Other)
      Other = Found;
  return Other;
}

std::optional<unsigned> RaceDetector::access(unsigned Wave, unsigned Site,
                                             AccessOp Op, uint64_t Address,
                                             unsigned Size) {
  bool Writes = Op != AccessOp::Load && Op != AccessOp::LoadMatrix;
  Use Now{Epoch, Wave, Site, false, isAtomic(Op)};
  std::optional<unsigned> Other;
  uint64_t Last = Address + Size - 1;
  for (uint64_t I = Address / WordBytes;
       I <= Last / WordBytes && I < Words.size(); ++I) {
    unsigned First = I == Address / WordBytes ? Address % WordBytes : 0;
    unsigned End = I == Last / WordBytes ? Last % WordBytes : WordBytes - 1;
    Word &W = Words[I];
    auto Found = W.Parts || First != 0 || End != WordBytes - 1
                     ? useParts(W, First, End, Now, Writes)
                     : use(W.Whole, Now, Writes);
    if (Found && !Other)
      Other = Found;
  }
  return Other;
}
