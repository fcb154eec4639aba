//===- Dependence.cpp - How an address depends on unknowns ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependence.h"
#include "Reason.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace bankfix;

void DependenceFinder::visit(const LaneValue &V, uint64_t Modulus, bool Nested,
                             bool Wraps) {
  for (const Term &T : V.Terms) {
    if (!Failure.empty())
      return;
    uint64_t Step = 0;
    forEachLane(Active, [&](unsigned L) {
      Step = std::gcd(Step, uint64_t(std::abs(T.Coefficient[L])));
    });
    uint64_t Common = std::gcd(Modulus, Step);
    bool Alone = T.Symbols.size() == 1;
    bool Shift = !Nested && Alone && T.Coefficient.isSame(Active);
    if (T.Coefficient.isZero(Active))
      continue;
    for (SymbolId S : T.Symbols)
      visitSymbol(S, Modulus / Common, Step, Shift, Wraps && Alone);
  }
}

void DependenceFinder::visitSymbol(SymbolId Id, uint64_t Modulus, uint64_t Step,
                                   bool Shift, bool Wraps) {
  const Symbol &S = Symbols[Id];
  if (S.Kind == SymbolKind::PerLane)
    return fail(text(Reason::DataDependent, S.Name));
  if (S.Kind == SymbolKind::Derived && (S.LaneVarying || !Shift))
    return visitDerived(Id, S, Modulus, Wraps);
  // A derived value that only shifts is as good as an unknown of its own.
  Dependence &D = Unknowns[Id];
  if (!S.Listed.empty()) {
    D.PureShift = false; // All values are tried.
    return;
  }
  D.Period = std::lcm(D.Period, Modulus);
  D.Step = std::gcd(D.Step, Step);
  D.Wraps &= Wraps;
  D.PureShift &= Shift;
  if (D.Period > MaxPeriod)
    fail(text(Reason::NonLinear, "*"));
}

void DependenceFinder::visitDerived(SymbolId Id, const Symbol &S,
                                    uint64_t Modulus, bool Wraps) {
  if (!Visited.insert({Id, Modulus, Wraps}).second)
    return; // Derived values share their operands.
  if (S.Derivation == DerivedKind::Select) {
    visit(S.Operands[0], 1, true);
    visit(S.Operands[1], Modulus, true, Wraps);
    return visit(S.Operands[2], Modulus, true, Wraps);
  }
  if (S.Derivation == DerivedKind::Operator && visitOperator(S, Modulus, Wraps))
    return;
  if (S.Derivation == DerivedKind::Cast && S.OperandType.Bits <= 16)
    return visit(S.Operands[0], uint64_t(1) << S.OperandType.Bits, true, true);
  // The same value for all lanes: take it for an unknown of any value.
  if (!S.LaneVarying) {
    Dependence &D = Unknowns[Id];
    D.Period = std::lcm(D.Period, isPredicate(S.Operator) ? 2 : Modulus);
    D.PureShift = false;
    D.Wraps &= Wraps && !isPredicate(S.Operator);
    return;
  }
  for (const LaneValue &V : S.Operands)
    visit(V, 1, true); // Data-dependence is the better reason.
  fail(text(Reason::NonLinear, S.Derivation == DerivedKind::Cast
                                   ? std::string("a narrowing cast")
                                   : spelling(S.Operator).str()));
}

/// Bit operators with an operand, \p Small, that is known to lie below some
/// power of two, so that they leave all higher bits of \p V alone.
bool DependenceFinder::visitBits(Op O, const LaneValue &Small,
                                 const LaneValue &V, uint64_t Modulus,
                                 bool Wraps) {
  int64_t Low = 0, High = 0;
  forEachLane(Active, [&](unsigned L) {
    ValueRange R = Symbols.bounds(Small, L);
    Low = std::min(Low, R.Low);
    High = std::max(High, R.High);
  });
  if (Low < 0 || High > int64_t(MaxPeriod))
    return false;
  uint64_t Bits = llvm::PowerOf2Ceil(uint64_t(High) + 1);
  bool Masks = O == Op::And;
  visit(V, Masks ? Bits : std::lcm(Modulus, Bits), true, Masks || Wraps);
  visit(Small, Bits, true, true);
  return true;
}

/// A known value in each lane divided, or shifted, by an unknown that all lanes
/// share: all divisors beyond the known values, and all of the other sign, are
/// alike; shifting too far is undefined.
bool DependenceFinder::visitRight(Op O, const LaneVector &Known,
                                  const LaneValue &V) {
  bool Divides = O == Op::Div || O == Op::Rem;
  if ((!Divides && O != Op::Shl && O != Op::Shr) || V.Terms.size() != 1 ||
      V.Terms[0].Symbols.size() != 1 || !Symbols.isUniform(V))
    return false;
  SymbolId Id = V.Terms[0].Symbols[0];
  uint64_t Most = Divides ? 0 : 64;
  forEachLane(Active, [&](unsigned L) {
    if (Divides)
      Most = std::max(Most, uint64_t(std::abs(Known[L])) + 1);
  });
  Most += uint64_t(std::abs(V.Constant[0])) + 1;
  if (Symbols[Id].Kind != SymbolKind::Uniform || Most > MaxSmallValues)
    return false;
  Dependence &D = Unknowns[Id];
  D.PureShift = D.Wraps = false;
  D.Small = std::max(D.Small, Most);
  return true;
}

/// It may be, in some lane.
bool DependenceFinder::isNegative(const LaneValue &V) const {
  bool Negative = false;
  forEachLane(Active,
              [&](unsigned L) { Negative |= Symbols.bounds(V, L).Low < 0; });
  return Negative;
}

/// Operators that a constant makes periodic in the other operand.
bool DependenceFinder::visitOperator(const Symbol &S, uint64_t Modulus,
                                     bool Wraps) {
  if (S.Operands.size() != 2)
    return false;
  bool Left = S.Operands[0].isConcrete();
  const LaneValue &C = S.Operands[Left ? 0 : 1], &V = S.Operands[Left ? 1 : 0];
  if (S.Operator == Op::And || S.Operator == Op::Or || S.Operator == Op::Xor)
    return visitBits(S.Operator, C, V, Modulus, Wraps) ||
           visitBits(S.Operator, V, C, Modulus, Wraps);
  if (!C.isConcrete() || !Active)
    return false;
  if (Left)
    return visitRight(S.Operator, C.Constant, V);
  int64_t N = C.Constant[llvm::countr_zero(Active)];
  if (!C.Constant.isSame(Active) || N < 0 || N > int64_t(MaxPeriod))
    return false;
  if (S.Operator == Op::Shr && N <= 16)
    visit(V, Modulus << N, true, Wraps);
  else if (S.Operator == Op::Div && N != 0)
    visit(V, Modulus * N, true, Wraps && !isNegative(V));
  else if (S.Operator == Op::Rem && N != 0)
    visit(V, N, true, !isNegative(V));
  else
    return false;
  return true;
}
