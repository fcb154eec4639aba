//===- BankRule.h - How a GPU serves one kind of access ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row of the tables in lib/Target/*Rules.def: which lanes of a wave go
// together (a phase), where a byte address lies, and what lanes that meet in
// one bank can share.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_BANKRULE_H
#define BANKFIX_TARGET_BANKRULE_H

#include "bankfix/Target/Target.h"
#include <algorithm>
#include <array>

namespace bankfix {

/// The phases of a wave. Hardware forms them of aligned groups of four lanes,
/// and alike in each 32 lanes, so that eight numbers say it all.
struct LaneGroups {
  uint8_t PhasesPer32;           ///< Phases of 32 lanes: 1 to 8.
  std::array<uint8_t, 8> OfQuad; ///< Phase of lanes 4q..4q+3, below that.
};

/// What lanes of one phase that meet in one bank share.
enum class Sharing : uint8_t {
  Multicast,    ///< All lanes of one row are served at once.
  OneBroadcast, ///< CC 1.x: a step serves all lanes of one word, and one lane
                ///< of each other bank.
  PerLane,      ///< Nothing: each lane takes its turn (atomics).
  Unbanked,     ///< There are no banks: a phase costs 1.
};

/// Which phases cost, and what beside their conflicts.
enum class PhaseCost : uint8_t {
  Active,  ///< Phases with an active lane.
  Every,   ///< AMD: every phase of the wave, at least 1 even when empty.
  OneMore, ///< CC 2.x, 16 bytes: active phases, each 1 more than the worst.
  Twice,   ///< Active phases, each step of two wavefronts (compare-and-swap).
};

/// How one kind of access is served.
struct BankRule {
  uint8_t Ops;       ///< Set of bits 1 << AccessOp.
  uint8_t Widths;    ///< Set of widthBit(bytes per lane).
  uint8_t PartBytes; ///< Wider accesses are split into requests of this; 0:
                     ///< none is.
  const LaneGroups *Groups;
  uint8_t Banks;     ///< A power of two.
  uint8_t BankShift; ///< Log2 of the bytes of a bank.
  uint8_t RowShift;  ///< Log2 of the bytes within which a bank never conflicts.
  Sharing Shares;
  PhaseCost Phases;
  Confidence Conf;
  /// Present where loads merge phases two by two (NVIDIA, 8 and 16 bytes); how
  /// well that is known.
  std::optional<Confidence> Merge;
  /// How well contiguous accesses are known, where that differs (GCN).
  std::optional<Confidence> Contiguous;

  bool operator==(const BankRule &) const = default;

  /// Lanes of one phase alone cost what they do in the whole wave.
  bool hasOwnPhases() const {
    return Phases == PhaseCost::Active || Phases == PhaseCost::Twice;
  }
  unsigned phase(unsigned Lane) const {
    return Lane / 32 * Groups->PhasesPer32 + Groups->OfQuad[Lane / 4 % 8];
  }
  unsigned bank(uint64_t Address) const {
    return (Address >> BankShift) & (Banks - 1);
  }
  uint64_t row(uint64_t Address) const { return Address >> RowShift; }

  /// Requests that an access of \p Bytes becomes.
  unsigned parts(unsigned Bytes) const {
    return PartBytes == 0 ? 1 : std::max(1U, Bytes / PartBytes);
  }
};

/// Bytes per lane that some GPU has an access of.
inline constexpr unsigned AccessWidths[] = {1, 2, 4, 8, 12, 16};

/// The bit of an access width in BankRule::Widths, 0 for one that no GPU has.
constexpr uint8_t widthBit(unsigned Bytes) {
  for (unsigned I = 0; I != std::size(AccessWidths); ++I)
    if (AccessWidths[I] == Bytes)
      return 1U << I;
  return 0;
}

/// The rule for an access, or a stand-in of unknown confidence (see `cost`).
BankRule ruleFor(const Target &T, AccessOp Op, unsigned Bytes);

/// Requests of \p Bytes per lane, or of less, cost the same on both, and that
/// is known as well.
bool serveAlike(const Target &A, const Target &B, AccessOp Op, unsigned Bytes);

/// Whether a load may merge its phases: for every active lane, lane^1 is
/// inactive or has the same address; or for every active lane, lane^2 is so.
/// One predicate decides for the whole warp.
bool neighboursShareAddresses(llvm::ArrayRef<LaneAccess> Lanes);

} // namespace bankfix

#endif // BANKFIX_TARGET_BANKRULE_H
