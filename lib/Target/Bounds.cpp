//===- Bounds.cpp - Bounds over the subsets of a request's lanes ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Without merging, each phase costs no less with more lanes. So excess, a sum
// over phases of steps - 1, is largest for all lanes. Degree is a mean over the
// active phases: the subset that leaves only the worst phase has the largest
// (where every phase counts, active or not, that is the whole set again).
//
// Whether a load merges depends on the subset: both cases are bounded.
//
//===----------------------------------------------------------------------===//

#include "PhaseWays.h"

using namespace bankfix;
using llvm::ArrayRef;

static SubsetBounds boundPhases(const Target &T, const BankRule &R,
                                const PhaseWays &Ways) {
  const unsigned Wavefronts = wavefronts(T, R, Ways);
  const unsigned Ideal = ideal(T, R, Ways);
  const double Degree = R.hasOwnPhases() ? double(Ways.largest()) / Ways.Parts
                                         : double(Wavefronts) / Ideal;
  return {Wavefronts - Ideal, Degree};
}

/// At least the steps of each merged phase for any subset of \p Lanes in which
/// the active lanes of each pair (lane, lane ^ Toggle) share an address. In
/// such a subset a pair adds at most one row to a bank.
static PhaseWays boundMerged(const BankRule &R, unsigned Toggle,
                             ArrayRef<LaneAccess> Lanes) {
  BankTally Rows(R.Groups->PhasesPer32 * R.Banks);
  BankTally Pairs(R.Groups->PhasesPer32 * R.Banks);
  PhaseWays Ways;
  for (const LaneAccess &L : Lanes) {
    const unsigned Phase = R.phase(L.Lane) / 2;
    const unsigned Cell = Phase * R.Banks + R.bank(L.Address);
    const unsigned InRows = Rows.add(Cell, R.row(L.Address));
    const unsigned InPairs = Pairs.add(Cell, L.Lane & ~Toggle);
    uint16_t &Steps = Ways.Steps[Phase];
    Steps = std::max<unsigned>(Steps, std::min(InRows, InPairs));
  }
  return Ways;
}

static SubsetBounds either(const SubsetBounds &A, const SubsetBounds &B) {
  return {std::max(A.MaxExcess, B.MaxExcess),
          std::max(A.MaxDegree, B.MaxDegree)};
}

SubsetBounds bankfix::boundSubsets(const Target &T, AccessOp Op, unsigned Bytes,
                                   ArrayRef<LaneAccess> Lanes) {
  if (Lanes.empty())
    return {};
  const BankRule R = ruleFor(T, Op, Bytes);
  // Serialization is no excess: lanes on one address count once.
  const LaneKey Key =
      R.Shares == Sharing::PerLane ? LaneKey::Address : LaneKey::OfRule;
  SubsetBounds Bounds =
      boundPhases(T, R, countWays(R, Bytes, Key, /*Merged=*/false, Lanes));
  if (R.Merge)
    for (unsigned Toggle : {1U, 2U})
      Bounds = either(Bounds, boundPhases(T, R, boundMerged(R, Toggle, Lanes)));
  return Bounds;
}
