//===- BankTally.h - Distinct keys in each bank of each phase ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_TARGET_BANKTALLY_H
#define BANKFIX_LIB_TARGET_BANKTALLY_H

#include <cassert>
#include <cstdint>
#include <cstring>

namespace bankfix {

/// A wave has at most 64 lanes, so at most 16 phases of four.
inline constexpr unsigned MaxPhases = 16;

/// Counts distinct keys per cell; a cell is one bank of one phase. A hash table
/// on the stack, since `cost` runs millions of times.
class BankTally {
public:
  explicit BankTally(unsigned Cells) {
    assert(Cells <= MaxCells);
    std::memset(Counts, 0, Cells * sizeof(Counts[0]));
    std::memset(Slots, 0, sizeof(Slots));
  }

  /// Adds \p Key to \p Cell, unless it is there; returns the cell's count.
  unsigned add(unsigned Cell, uint64_t Key) {
    unsigned Slot = hash(Cell, Key);
    for (; Slots[Slot] != 0; Slot = (Slot + 1) % MaxSlots) {
      const Entry &E = Entries[Slots[Slot]];
      if (E.Key == Key && E.Cell == Cell)
        return Counts[Cell];
    }
    assert(Used != MaxEntries);
    Entries[++Used] = {Key, Cell};
    Slots[Slot] = Used;
    return addAnother(Cell);
  }

  /// Counts a key that is known to be new, and needs no finding again.
  unsigned addAnother(unsigned Cell) { return ++Counts[Cell]; }

private:
  static constexpr unsigned MaxCells = 512;   // 16 phases of 32 banks
  static constexpr unsigned MaxEntries = 192; // 64 lanes of 12 bytes
  static constexpr unsigned MaxSlots = 256;

  struct Entry {
    uint64_t Key;
    unsigned Cell;
  };

  static unsigned hash(unsigned Cell, uint64_t Key) {
    const uint64_t Both = Key * 1024 + Cell;
    return Both * 0x9e3779b97f4a7c15 >> 56;
  }

  // No array is of bytes: writes to those may alias everything, which is slow.
  uint16_t Counts[MaxCells];
  uint16_t Slots[MaxSlots]; // Index into Entries; 0: empty.
  Entry Entries[MaxEntries + 1];
  unsigned Used = 0;
};

} // namespace bankfix

#endif // BANKFIX_LIB_TARGET_BANKTALLY_H
