//===- Cost.cpp - What a request costs ------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseWays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace bankfix;
using llvm::ArrayRef;

static Confidence weaker(Confidence A, Confidence B) { return std::max(A, B); }

static bool isContiguous(unsigned Bytes, ArrayRef<LaneAccess> Lanes) {
  const LaneAccess &First = Lanes.front();
  return llvm::all_of(Lanes, [&](const LaneAccess &L) {
    return L.Address == First.Address + Bytes * (L.Lane - First.Lane);
  });
}

/// Active phases, were none merged.
static unsigned unmergedPhases(const BankRule &R, ArrayRef<LaneAccess> Lanes) {
  unsigned Seen = 0;
  for (const LaneAccess &L : Lanes)
    Seen |= 1U << R.phase(L.Lane);
  return llvm::popcount(Seen);
}

/// The confidence of a request whose phases may merge. Where no two active
/// phases became one, merging changed nothing. Merging was measured on requests
/// without conflicts; what conflicts cost in a merged phase is Likely at best.
static Confidence mergeConfidence(const BankRule &R, const PhaseWays &Ways,
                                  ArrayRef<LaneAccess> Lanes) {
  if (unmergedPhases(R, Lanes) == Ways.active())
    return R.Conf;
  const Confidence Conf = weaker(R.Conf, *R.Merge);
  return Ways.largest() > 1 ? weaker(Conf, Confidence::Likely) : Conf;
}

static Confidence confidence(const BankRule &R, unsigned Bytes, bool Merged,
                             const PhaseWays &Ways,
                             ArrayRef<LaneAccess> Lanes) {
  if (Merged)
    return mergeConfidence(R, Ways, Lanes);
  if (R.Contiguous && isContiguous(Bytes, Lanes))
    return *R.Contiguous;
  return Ways.DependsOnChoice ? weaker(R.Conf, Confidence::Likely) : R.Conf;
}

Cost bankfix::cost(const Target &T, AccessOp Op, unsigned Bytes,
                   ArrayRef<LaneAccess> Lanes) {
  if (Lanes.empty())
    return {};
  assert(Lanes.back().Lane < std::max(T.WaveSize, 32U));
  const BankRule R = ruleFor(T, Op, Bytes);
  const bool Merged = R.Merge && neighboursShareAddresses(Lanes);
  const PhaseWays Ways = countWays(R, Bytes, LaneKey::OfRule, Merged, Lanes);

  Cost C;
  C.Requests = Ways.Parts;
  C.Wavefronts = wavefronts(T, R, Ways);
  C.Ideal = ideal(T, R, Ways);
  C.Conf = confidence(R, Bytes, Merged, Ways, Lanes);
  if (R.Shares == Sharing::PerLane) {
    const PhaseWays OneEach =
        countWays(R, Bytes, LaneKey::Address, Merged, Lanes);
    C.Serialization = C.Wavefronts - wavefronts(T, R, OneEach);
  }
  return C;
}
