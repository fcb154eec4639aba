//===- LaneForms.h - Which lanes compute a value alike ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LANEFORMS_H
#define BANKFIX_LIB_ANALYSIS_LANEFORMS_H

#include "LaneValue.h"
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace bankfix {

using SymbolSet = std::set<SymbolId>;

/// Whether as much is known of some symbols in one lane as in another. What
/// both compute alike may still differ: where `x == threadIdx.y` holds, so does
/// x.
class LaneKnowledge {
public:
  LaneKnowledge(const SymbolSet &Of, const SymbolTable &Symbols);
  bool same(unsigned A, unsigned B) const;

private:
  std::vector<const Fact *> Facts;
  std::vector<const LaneVector *> Ends; ///< Of ranges that differ by lane.
};

/// Whether two lanes compute a value alike.
class LaneForms {
public:
  explicit LaneForms(const SymbolTable &Symbols) : Symbols(Symbols) {}

  /// The same expression; with \p Equal, of the same values.
  bool same(const LaneValue &V, unsigned A, unsigned B, bool Equal);

private:
  bool sameSymbol(SymbolId Id, unsigned A, unsigned B, bool Equal);

  /// Derived values share their operands.
  std::map<std::tuple<SymbolId, unsigned, unsigned, bool>, bool> Known;
  const SymbolTable &Symbols;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LANEFORMS_H
