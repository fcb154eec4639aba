//===- PhaseWays.h - What each phase of one request costs -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   rule, lanes ──countWays──▶ PhaseWays ──ideal, wavefronts──▶ Cost, bounds
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_TARGET_PHASEWAYS_H
#define BANKFIX_LIB_TARGET_PHASEWAYS_H

#include "BankTally.h"
#include "bankfix/Target/BankRule.h"

namespace bankfix {

/// Steps that each phase takes, over all parts of an access; 0: no active lane.
struct PhaseWays {
  std::array<uint16_t, MaxPhases> Steps{};
  unsigned Parts = 1; ///< Requests that the access was split into.
  /// CC 1.x: the count depends on which words the hardware broadcasts.
  bool DependsOnChoice = false;

  unsigned active() const;
  unsigned largest() const;
  unsigned sum() const;
};

/// What tells two lanes of one bank apart.
enum class LaneKey : uint8_t {
  OfRule,  ///< As the rule says: row, word or lane.
  Address, ///< The byte address: lanes on one address count once.
};

/// Counts the steps of each phase. With \p Merged, phases 2k and 2k+1 are one.
PhaseWays countWays(const BankRule &R, unsigned Bytes, LaneKey Key, bool Merged,
                    llvm::ArrayRef<LaneAccess> Lanes);

/// Wavefronts and ideal of an access, all parts together.
unsigned wavefronts(const Target &T, const BankRule &R, const PhaseWays &Ways);
unsigned ideal(const Target &T, const BankRule &R, const PhaseWays &Ways);

} // namespace bankfix

#endif // BANKFIX_LIB_TARGET_PHASEWAYS_H
