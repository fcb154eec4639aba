//===- RequestCosts.cpp - What single requests cost -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace bankfix;

uint64_t bankfix::roundedDown(uint64_t Low, const Target &T, const Site &S) {
  // No less than a bank, also for accesses that a layout leaves unaligned.
  uint64_t Period = std::max(shiftPeriod(T, S.Op, S.Bytes, 1), 8u);
  return Low & ~(Period - 1);
}

static double degree(const Cost &C) {
  return C.Ideal ? double(C.Wavefronts - C.Serialization) / C.Ideal : 1;
}

/// The request moved down, so that equal patterns meet.
RequestCosts::Lanes RequestCosts::relative(const Request &R,
                                           const OffsetMap *Map) const {
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
