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
// Where a condition keeps `x + n` below what only the run knows, rows of 40
// have some of the lanes with another n: that shows nothing, as the others may
// be those that the condition stops.
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
  /// Notes \p V, a subscript of an array of \p Elements. The access has the
  /// \p Behind elements after it, too.
  void include(const LaneValue &V, LaneMask Active, const SymbolTable &Symbols,
               uint64_t Elements, int64_t Behind = 0);
  /// With no two values of the unknown, all lanes keep inside a dimension of
  /// \p Dim. False where it is not one unknown, or one that conditions bound on
  /// both sides. \p MayStop: of lanes that conditions limit by what only the
  /// run knows, one is enough.
  bool fills(uint64_t Dim, bool MayStop) const;
  /// The same of the second iteration of loops.
  bool leavesInSecond(uint64_t Dim, bool MayStop) const;

private:
  /// Values at one end of a range: those of lanes that conditions limit there
  /// by what only the run knows, and those of others.
  struct End {
    int64_t Least = INT64_MAX, Most = INT64_MIN;
    int64_t LeastLimited = INT64_MAX, MostLimited = INT64_MIN;

    void include(int64_t V, bool IsLimited);
    bool isEmpty() const { return Least > Most && LeastLimited > MostLimited; }
    int64_t low(bool MayStop) const;
    int64_t high(bool MayStop) const;
  };

  std::string Unknown; ///< As a text; empty before the first.
  bool HasSeveral = false;
  int64_t Step = 0; ///< Divides all values of the unknown.
  /// What lanes add where nothing that is known stops the unknown.
  End OpenBelow, OpenAbove;
  End SecondBelow, SecondAbove; ///< Values in the second iteration.
  /// The unknown in the other lanes.
  int64_t Low = INT64_MAX, High = INT64_MIN;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LANESPREAD_H
