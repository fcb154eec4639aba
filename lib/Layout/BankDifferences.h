//===- BankDifferences.h - What a linear layout must tell apart -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout that is a linear map L over F2 puts the offsets X and Y into one
// bank exactly where it puts X ^ Y into bank 0. So all that is to be known of
// the requests is which differences occur within a phase:
//
//   requests ──collectDifferences──▶ differences ──findLinearMap──▶ L
//
// and L leaves no excess if it puts none of them into bank 0. Lanes whose
// offsets are affine over F2 have few: 31 of 32 lanes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_BANKDIFFERENCES_H
#define BANKFIX_LIB_LAYOUT_BANKDIFFERENCES_H

#include "Strategy.h"
#include "XorTerm.h"

namespace bankfix {

/// Two lanes of one phase, on different addresses.
struct BankDifference {
  uint64_t Bits = 0;     ///< XOR of the two byte offsets.
  uint64_t BankMask = 0; ///< Of a byte offset: the bits that select the bank.
  unsigned RowShift = 0; ///< Below it, equal banks do not conflict.
  uint64_t Times = 0;    ///< How often it occurs.

  bool conflicts(uint64_t Mapped) const {
    return (Mapped & BankMask) == 0 && Mapped >> RowShift != 0;
  }
};

struct BankDifferences {
  std::vector<BankDifference> All;
  /// Some requests are not in it: they are not known, or too many.
  bool Complete = true;

  /// How often lanes conflict, weighed.
  uint64_t conflicts(const BitMatrix &M, uint64_t Enough = UINT64_MAX) const;
};

/// Of offsets as \p Map has them.
BankDifferences collectDifferences(const LayoutTask &Task,
                                   const OffsetMap &Map);

/// The bits of an offset among which the bank may be chosen anew.
struct BankWindow {
  unsigned Low; ///< Bits below are those of a word, or of the widest access.
  unsigned Top; ///< Bits from here on do not select a bank.
};

/// A linear map under which no difference conflicts; nothing if there is none,
/// or if it was not found within a bounded search. Changes bits of the window
/// alone, by bits above it, wherever such a map exists; \p Free also allows
/// others.
std::optional<BitMatrix> findLinearMap(const BankDifferences &D,
                                       const OffsetBits &Bits,
                                       BankWindow Window, bool Free);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_BANKDIFFERENCES_H
