//===- SubscriptShifts.h - Shifts of all lanes, by dimension ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of `s[tx + d][ty + e]`, with d and e only the run knows, banks see one shift
// of all lanes; a layout map sees one of the row and one of the column.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_SUBSCRIPTSHIFTS_H
#define BANKFIX_LIB_ANALYSIS_SUBSCRIPTSHIFTS_H

#include "Enumerate.h"

namespace bankfix {

/// What moves all active lanes by the same unknown number of bytes: a multiple
/// of Step. Sums and products of unknowns are taken for one unknown.
struct CommonShift {
  TermVector Terms;
  uint64_t Step = 0;

  explicit operator bool() const { return !Terms.empty(); }
  /// The unknown that it is a multiple of; null where it is of several.
  const Symbol *only(const SymbolTable &Symbols) const {
    return Terms.size() == 1 && Terms[0].Symbols.size() == 1
               ? &Symbols[Terms[0].Symbols[0]]
               : nullptr;
  }
};

/// One value of a common shift.
struct ShiftValue {
  int64_t Bytes = 0;
  /// The same by dimension, in elements; empty where subscripts do not tell.
  llvm::SmallVector<int64_t, 3> Subscripts;
};

/// The values of a common shift that keep all lanes in their dimensions. A
/// program has no others. There are none where a dimension does not move by
/// unknowns of its own.
class SubscriptShifts {
public:
  SubscriptShifts(const SymbolicAccess &A, const SharedArray &Array,
                  const SymbolTable &Symbols, const CommonShift &Shift);

  std::vector<ShiftValue> Values;
  std::vector<LaneValue> Rest; ///< Of each subscript: without the shift.
  bool IsPart = false;         ///< Values are not all that there are.

private:
  using Steps = std::vector<int64_t>; ///< Of one dimension, in elements.
  bool split(const CommonShift &Shift);
  Steps stepsOf(unsigned Dim) const;
  void limit(std::vector<Steps> &All);

  const SymbolicAccess &A;
  const SharedArray &Array;
  const SymbolTable &Symbols;
  std::vector<LaneValue> Own; ///< Of each subscript: its part of the shift.
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_SUBSCRIPTSHIFTS_H
