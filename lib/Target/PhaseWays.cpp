//===- PhaseWays.cpp - What each phase of one request costs ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseWays.h"
#include "Broadcast.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <numeric>

using namespace bankfix;
using llvm::ArrayRef;

unsigned PhaseWays::active() const { return MaxPhases - llvm::count(Steps, 0); }

unsigned PhaseWays::largest() const { return *llvm::max_element(Steps); }

unsigned PhaseWays::sum() const {
  return std::accumulate(Steps.begin(), Steps.end(), 0U);
}

static unsigned cells(const BankRule &R, ArrayRef<LaneAccess> Lanes) {
  const unsigned Waves32 = Lanes.back().Lane / 32 + 1;
  return Waves32 * R.Groups->PhasesPer32 * R.Banks;
}

namespace {

/// Counts one part of an access: \p Lanes at \p Offset bytes from their
/// addresses.
struct PartCounter {
  const BankRule &R;
  unsigned Bytes; ///< Of the part.
  LaneKey Key;
  bool Merged;
  ArrayRef<LaneAccess> Lanes;

  void addKeys(unsigned Offset, PhaseWays &Ways) const;
  void addBroadcasts(unsigned Offset, PhaseWays &Ways) const;
  void addActive(PhaseWays &Ways) const;

  unsigned phase(const LaneAccess &L) const {
    return R.phase(L.Lane) >> (Merged ? 1 : 0);
  }
};

} // namespace

/// Lanes of one bank conflict where their keys differ. A part whose width is a
/// power of two is aligned, so it lies in one row, and two of them share all of
/// their banks or none: the first bank tells. 12 bytes are three words.
void PartCounter::addKeys(unsigned Offset, PhaseWays &Ways) const {
  std::array<uint16_t, MaxPhases> Steps{};
  BankTally Tally(cells(R, Lanes));
  const unsigned Words = Bytes == 12 ? 3 : 1;
  const bool ByAddress = Key == LaneKey::Address;
  const bool ByLane = !ByAddress && R.Shares == Sharing::PerLane;
  for (const LaneAccess &L : Lanes) {
    uint16_t &Most = Steps[phase(L)];
    for (unsigned W = 0; W != Words; ++W) {
      const uint64_t At = L.Address + Offset + uint64_t{4} * W;
      const unsigned Cell = phase(L) * R.Banks + R.bank(At);
      const unsigned Count = ByLane
                                 ? Tally.addAnother(Cell)
                                 : Tally.add(Cell, ByAddress ? At : R.row(At));
      Most = std::max<unsigned>(Most, Count);
    }
  }
  for (unsigned Phase = 0; Phase != MaxPhases; ++Phase)
    Ways.Steps[Phase] += Steps[Phase];
}

void PartCounter::addBroadcasts(unsigned Offset, PhaseWays &Ways) const {
  std::array<WordsOfPhase, MaxPhases> Words;
  for (const LaneAccess &L : Lanes)
    Words[phase(L)].add((L.Address + Offset) >> R.BankShift);
  for (unsigned Phase = 0; Phase != MaxPhases; ++Phase) {
    if (Words[Phase].empty())
      continue;
    const BroadcastSteps Steps = Words[Phase].steps(R.Banks);
    Ways.Steps[Phase] += Steps.Fewest;
    Ways.DependsOnChoice |= Steps.Fewest != Steps.Most;
  }
}

void PartCounter::addActive(PhaseWays &Ways) const {
  for (const LaneAccess &L : Lanes)
    Ways.Steps[phase(L)] = 1;
}

PhaseWays bankfix::countWays(const BankRule &R, unsigned Bytes, LaneKey Key,
                             bool Merged, ArrayRef<LaneAccess> Lanes) {
  PhaseWays Ways;
  Ways.Parts = R.parts(Bytes);
  const unsigned PartBytes = Bytes / Ways.Parts;
  const PartCounter Counter{R, PartBytes, Key, Merged, Lanes};
  if (R.Shares == Sharing::Unbanked) {
    Counter.addActive(Ways);
    return Ways;
  }
  for (unsigned Part = 0; Part != Ways.Parts; ++Part)
    if (R.Shares == Sharing::OneBroadcast)
      Counter.addBroadcasts(Part * PartBytes, Ways);
    else
      Counter.addKeys(Part * PartBytes, Ways);
  return Ways;
}

static unsigned phasesOfWave(const Target &T, const BankRule &R) {
  return T.WaveSize / 32 * R.Groups->PhasesPer32;
}

unsigned bankfix::ideal(const Target &T, const BankRule &R,
                        const PhaseWays &Ways) {
  const unsigned Each = R.Phases == PhaseCost::Twice ? 2 : 1;
  return Each * Ways.Parts *
         (R.Phases == PhaseCost::Every ? phasesOfWave(T, R) : Ways.active());
}

unsigned bankfix::wavefronts(const Target &T, const BankRule &R,
                             const PhaseWays &Ways) {
  switch (R.Phases) {
  case PhaseCost::Active:
    return Ways.sum();
  case PhaseCost::Twice:
    return 2 * Ways.sum();
  case PhaseCost::Every:
    return Ways.sum() + Ways.Parts * (phasesOfWave(T, R) - Ways.active());
  case PhaseCost::OneMore:
    return Ways.active() * (Ways.Parts + Ways.largest());
  }
  llvm_unreachable("no such phase cost");
}
