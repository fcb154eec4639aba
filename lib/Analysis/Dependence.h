//===- Dependence.h - How an address depends on unknowns --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_DEPENDENCE_H
#define BANKFIX_LIB_ANALYSIS_DEPENDENCE_H

#include "LaneValue.h"
#include <set>
#include <tuple>

namespace bankfix {

/// Unknowns whose pattern repeats only after more values are not enumerated.
inline constexpr uint64_t MaxPeriod = uint64_t(1) << 16;
inline constexpr uint64_t MaxSmallValues = 4096;

/// How the address depends on one unknown.
struct Dependence {
  uint64_t Period = 1;   ///< Values that differ by it give the same banks.
  uint64_t Step = 0;     ///< Bytes per unit, where it only shifts.
  bool PureShift = true; ///< Moves all lanes alike.
  uint64_t Small = 0; ///< Up to so many, values differ in more than residues.
  /// Values that differ by Period give the same address.
  bool Wraps = true;
};

/// Finds the unknowns of an address and the period of each.
class DependenceFinder {
public:
  DependenceFinder(const SymbolTable &Symbols, LaneMask Active)
      : Symbols(Symbols), Active(Active) {}

  std::map<SymbolId, Dependence> Unknowns;
  std::string Failure;

  /// \p V matters to the banks only modulo \p Modulus; to the whole address,
  /// where it \p Wraps.
  void visit(const LaneValue &V, uint64_t Modulus, bool Nested,
             bool Wraps = false);

private:
  void visitSymbol(SymbolId Id, uint64_t Modulus, uint64_t Step, bool Shift,
                   bool Wraps);
  void visitDerived(SymbolId Id, const Symbol &S, uint64_t Modulus, bool Wraps);
  bool visitOperator(const Symbol &S, uint64_t Modulus, bool Wraps);
  bool visitRight(Op O, const LaneVector &Known, const LaneValue &V);
  bool visitBits(Op O, const LaneValue &Small, const LaneValue &V,
                 uint64_t Modulus, bool Wraps);
  bool isNegative(const LaneValue &V) const;
  void fail(std::string Why) {
    if (Failure.empty())
      Failure = std::move(Why);
  }

  const SymbolTable &Symbols;
  LaneMask Active;
  std::set<std::tuple<SymbolId, uint64_t, bool>> Visited;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_DEPENDENCE_H
