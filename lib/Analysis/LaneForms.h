//===- LaneForms.h - Which lanes compute a value alike ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LANEFORMS_H
#define BANKFIX_LIB_ANALYSIS_LANEFORMS_H

#include "LaneValue.h"
#include <array>
#include <map>
#include <set>

namespace bankfix {

using SymbolSet = std::set<SymbolId>;

/// For each lane, the first lane of its part.
using LaneParts = std::array<uint8_t, MaxLanes>;

/// Splits lanes into parts that compute a value alike.
class LaneForms {
public:
  LaneForms(const SymbolTable &Symbols, LaneMask Lanes)
      : Symbols(Symbols), Lanes(Lanes) {}

  /// All in one part.
  LaneParts whole() const;
  /// Lanes that stay in one part have the same expression for \p V; if
  /// \p Equal, of the same values.
  void split(LaneParts &P, const LaneValue &V, bool Equal);
  /// As much is known of the symbols in each. What lanes compute alike may still
  /// differ: where `x == threadIdx.y` holds, so does x.
  void splitByKnowledge(LaneParts &P, const SymbolSet &Of) const;

private:
  template <typename Fn> void splitBy(LaneParts &P, Fn Key) const;
  void splitBy(LaneParts &P, const LaneVector &V) const;
  const LaneParts &parts(SymbolId Id, bool Equal);

  const SymbolTable &Symbols;
  LaneMask Lanes;
  /// Derived values share their operands.
  std::map<std::pair<SymbolId, bool>, LaneParts> Known;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LANEFORMS_H
