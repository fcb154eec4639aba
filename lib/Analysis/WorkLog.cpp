//===- WorkLog.cpp - What waves do besides shared accesses ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkLog.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace bankfix;

/// Bytes that memory moves at a time (CUDA C++ Best Practices Guide, "Coalesced
/// Access to Global Memory": 32-byte transactions).
static constexpr unsigned SectorBytes = 32;

/// Sectors that the lanes' accesses touch; nothing where lanes go where only the
/// run knows. Lanes whose index has another multiple of an unknown are far from
/// the others.
static std::optional<unsigned> sectorsOf(const LaneValue &Index, unsigned Bytes,
                                         LaneMask Active,
                                         const SymbolTable &Symbols) {
  for (const Term &T : Index.Terms)
    if (!T.Coefficient.isZero(Active) &&
        llvm::any_of(T.Symbols,
                     [&](SymbolId S) { return Symbols[S].LaneVarying; }))
      return std::nullopt;
  std::set<std::vector<int64_t>> Sectors;
  forEachLane(Active, [&](unsigned L) {
    std::vector<int64_t> Key;
    for (const Term &T : Index.Terms)
      Key.push_back(T.Coefficient[L]);
    int64_t First = Index.Constant[L] * int64_t(Bytes);
    for (int64_t At = First; At < First + int64_t(Bytes);
         At += std::min(Bytes, SectorBytes)) {
      Key.push_back(At >> 5);
      Sectors.insert(Key);
      Key.pop_back();
    }
  });
  return unsigned(Sectors.size());
}

double WorkLog::weigh(uint64_t Times, unsigned OpenLoops) {
  // Deeper ones say nothing that could be compared.
  constexpr unsigned Deepest = 3;
  Sum.HasOpenLoops |= OpenLoops != 0;
  return double(Times) *
         std::pow(double(NominalTrips), std::min(OpenLoops, Deepest));
}

void WorkLog::endWave() {
  auto Length = [](const WorkCounts &C) {
    // Of any chip: operations take some cycles, and memory some hundred.
    return 4 * C.Chain + 25 * C.SharedWaits + 400 * C.OutsideWaits;
  };
  if (Length(Wave) > Length(Sum.Counts)) {
    Sum.Counts.Chain = Wave.Chain;
    Sum.Counts.SharedWaits = Wave.SharedWaits;
    Sum.Counts.OutsideWaits = Wave.OutsideWaits;
  }
  LoadsShared = LoadsOutside = false;
}

void WorkLog::work(const Work &W, uint64_t Times, unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  WorkCounts &C = Sum.Counts;
  C.Integers += N * W.Integers;
  C.Floats += N * W.Floats;
  C.Doubles += N * W.Doubles;
  C.Specials += N * W.Specials;
  Wave.Chain += N * W.Chain;
}

void WorkLog::outside(const OutsideAccess &A,
                      const std::optional<LaneValue> &Index, LaneMask Active,
                      const SymbolTable &Symbols, uint64_t Times,
                      unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  const double Lanes = llvm::popcount(Active);
  const double Least = std::ceil(Lanes * A.Bytes / SectorBytes),
               Most = Lanes * ((A.Bytes + SectorBytes - 1) / SectorBytes);
  WorkCounts &C = Sum.Counts;
  C.OutsideRequests += N;
  LoadsOutside |= !A.IsStore;
  std::optional<unsigned> Known;
  if (Index)
    Known = sectorsOf(*Index, A.Bytes, Active, Symbols);
  C.Sectors += N * (Known ? *Known : Least);
  C.LeastSectors += N * (Known ? *Known : Least);
  C.MostSectors += N * (Known ? *Known : Most);
}

void WorkLog::access(unsigned Site, AccessOp Op, uint64_t Times,
                     unsigned OpenLoops) {
  Weighted[Site] += weigh(Times, OpenLoops);
  Counted[Site] += Times;
  LoadsShared |= Op != AccessOp::Store && Op != AccessOp::StoreMatrix;
  LoadsOutside |= Op == AccessOp::AsyncCopy;
}

void WorkLog::barrier(uint64_t Times, unsigned OpenLoops) {
  Sum.Counts.Barriers += weigh(Times, OpenLoops);
}

void WorkLog::endStretch(uint64_t Times, unsigned OpenLoops) {
  const double N = weigh(Times, OpenLoops);
  Wave.SharedWaits += std::exchange(LoadsShared, false) ? N : 0;
  Wave.OutsideWaits += std::exchange(LoadsOutside, false) ? N : 0;
}

KernelWork WorkLog::take() const {
  KernelWork Out = Sum;
  for (auto [W, N] : llvm::zip_equal(Weighted, Counted))
    Out.Weights.push_back(N ? W / double(N) : 1);
  return Out;
}
