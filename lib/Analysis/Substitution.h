//===- Substitution.h - Lane values with their unknowns filled in -*- C++ -*-=//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_SUBSTITUTION_H
#define BANKFIX_LIB_ANALYSIS_SUBSTITUTION_H

#include "LaneValue.h"

namespace bankfix {

using Assignment = std::map<SymbolId, int64_t>;

/// Lane values under an assignment of the unknowns.
class Substitution {
public:
  Substitution(const SymbolTable &Symbols, const Assignment &Values)
      : Symbols(Symbols), Values(Values) {}

  int64_t value(const LaneValue &V, unsigned Lane) const {
    int64_t Sum = V.Constant[Lane];
    for (const Term &T : V.Terms) {
      int64_t Product = T.Coefficient[Lane];
      for (SymbolId S : T.Symbols)
        Product *= symbol(S, Lane);
      Sum += Product;
    }
    return Sum;
  }

  /// C leaves some value undefined that was asked for.
  bool isUndefined() const { return Undefined; }

private:
  int64_t symbol(SymbolId Id, unsigned Lane) const {
    if (auto It = Values.find(Id); It != Values.end())
      return It->second;
    const Symbol &S = Symbols[Id];
    if (S.Kind != SymbolKind::Derived)
      return S.Low; // Does not matter: multiplied by zero.
    if (Lane != KnownLane)
      Known.clear();
    KnownLane = Lane;
    for (auto [Old, Value] : Known)
      if (Old == Id)
        return Value;
    int64_t V = compute(S, Lane);
    Known.push_back({Id, V});
    return V;
  }

  int64_t compute(const Symbol &S, unsigned Lane) const {
    auto Operand = [&](unsigned I) {
      return S.OperandType.wrap(value(S.Operands[I], Lane));
    };
    if (S.Derivation == DerivedKind::Cast)
      return Operand(0);
    if (S.Derivation == DerivedKind::Select)
      return value(S.Operands[0], Lane) ? Operand(1) : Operand(2);
    int64_t A = Operand(0);
    bool IsAnd = S.Operator == Op::LogAnd;
    if ((IsAnd || S.Operator == Op::LogOr) && (A != 0) != IsAnd)
      return !IsAnd; // The second operand is not looked at.
    int64_t B = S.Operands.size() > 1 ? Operand(1) : 0;
    std::optional<int64_t> R = fold(S.Operator, S.OperandType, A, B);
    Undefined |= !R;
    return R.value_or(0);
  }

  /// Of one lane: derived values share their operands.
  mutable llvm::SmallVector<std::pair<SymbolId, int64_t>, 8> Known;
  mutable unsigned KnownLane = MaxLanes;
  mutable bool Undefined = false;
  const SymbolTable &Symbols;
  const Assignment &Values;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_SUBSTITUTION_H
