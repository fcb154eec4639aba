//===- RequestEnumerator.h - Unknowns of one access, tried ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_REQUESTENUMERATOR_H
#define BANKFIX_LIB_ANALYSIS_REQUESTENUMERATOR_H

#include "Dependence.h"
#include "SubscriptShifts.h"
#include "Substitution.h"
#include <map>

namespace bankfix {

/// Splits off the common shift of \p Offset, if no unknown in it does anything
/// else to the address.
CommonShift splitCommonShift(LaneValue &Offset, const SymbolTable &Symbols,
                             LaneMask Active);

/// A value of an unknown and how often it occurs.
using Weighted = std::pair<int64_t, uint64_t>;

/// Finds the requests of one access, value by value of what is unknown in it:
/// which values are tried is in EnumeratedValues.cpp, what they make of the
/// access in Enumerate.cpp.
class RequestEnumerator {
public:
  RequestEnumerator(const SymbolicAccess &A, const SharedArray &Array,
                    const SymbolTable &Symbols, uint64_t MostAlternatives);

  Enumeration run();
  /// Why the addresses cannot be enumerated; empty if they can.
  std::string prepare();

private:
  Enumeration bounded(std::string Reason);
  std::vector<Request> upperBounds() const;
  uint64_t times() const;
  std::vector<Weighted> valuesOf(SymbolId Id, const Dependence &D,
                                 uint64_t Small) const;
  void takeValues(SymbolId Id, const Dependence &D);
  ValueRange limits(SymbolId Id) const;
  std::vector<Weighted> iterationsOf(uint64_t Trips, const Dependence &D) const;
  /// The small values that can make lanes meet.
  uint64_t shapeValues(const Dependence &D) const;
  uint64_t smallValues(const Dependence &D) const;
  std::optional<uint64_t> insideValues(SymbolId Id) const;
  std::vector<ShiftValue> shifts() const;
  /// Nothing where C leaves the address undefined.
  std::optional<Request> instantiate(const Assignment &Values,
                                     const ShiftValue &Moved = {}) const;
  void expand(llvm::ArrayRef<SymbolId> Left, Assignment &Values, uint64_t Count,
              llvm::function_ref<void(const Assignment &, uint64_t)> F) const;

  const SymbolicAccess &A;
  const SharedArray &Array;
  const SymbolTable &Symbols;
  uint64_t MostAlternatives;
  LaneValue Offset; ///< A.Offset without the common shift.
  CommonShift Shift;
  SubscriptShifts BySubscript;
  DependenceFinder Finder;
  std::map<SymbolId, std::vector<Weighted>> Values;
  std::vector<SymbolId> Iterations, Others; ///< Of Finder.Unknowns.
  unsigned NumShaping = 0;  ///< Of Others: those that are no mere shifts.
  bool LacksValues = false; ///< See RequestGroup.
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_REQUESTENUMERATOR_H
