//===- LaneSpread.h - Subscripts that fill their dimension ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of `t[y][x + n]`, where x is 0 to 31 in rows of 32, lanes leave their row
// with each n but 0: nobody writes `+ n` for that one, so the code means to.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LANESPREAD_H
#define BANKFIX_LIB_ANALYSIS_LANESPREAD_H

#include "LaneValue.h"

namespace bankfix {

/// What one subscript of a site adds to an unknown that all lanes share, over
/// all lanes, waves and iterations.
class LaneSpread {
public:
  /// Notes \p V, a subscript of an array of \p Elements.
  void include(const LaneValue &V, LaneMask Active, const SymbolTable &Symbols,
               uint64_t Elements);
  /// With no two values of the unknown, all lanes keep inside a dimension of
  /// \p Dim. False where it is not one unknown, or one that conditions bound on
  /// both sides.
  bool fills(uint64_t Dim) const;

private:
  std::string Unknown; ///< As a text; empty before the first.
  bool HasSeveral = false;
  int64_t Step = 0; ///< Divides all values of the unknown.
  /// What lanes add that nothing keeps from running out at that end.
  int64_t Least = INT64_MAX, Most = INT64_MIN;
  /// The unknown in the other lanes.
  int64_t Low = INT64_MAX, High = INT64_MIN;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LANESPREAD_H
