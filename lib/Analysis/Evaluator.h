//===- Evaluator.h - Expressions of one wave --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_EVALUATOR_H
#define BANKFIX_LIB_ANALYSIS_EVALUATOR_H

#include "LaneValue.h"
#include "RequestSlice.h"
#include "bankfix/Analysis/Requests.h"
#include <set>

namespace bankfix {

/// A condition, lane by lane. The three masks are disjoint and cover the lanes
/// that were asked for.
struct Truth {
  LaneMask True = 0, False = 0, Unknown = 0;
  /// The unknown lanes all decide alike.
  bool UniformUnknown = true;
};

/// The values of a slice's variables, by their numbers in the kernel.
class VariableValues {
public:
  /// All are zero. Keeps a reference to \p S.
  explicit VariableValues(const RequestSlice &S)
      : Slots(S.slots()), Values(S.size()) {}

  LaneValue &operator[](unsigned Var) { return Values[Slots[Var]]; }
  const LaneValue &operator[](unsigned Var) const { return Values[Slots[Var]]; }
  size_t size() const { return Values.size(); }
  auto begin() const { return Values.begin(); }
  auto end() const { return Values.end(); }

private:
  llvm::ArrayRef<unsigned> Slots;
  std::vector<LaneValue> Values;
};

/// The lanes of one wave and the values of its variables.
class Evaluator {
public:
  Evaluator(const RequestSlice &S, const LaunchShape &Shape, unsigned WaveSize,
            unsigned Wave);

  /// Lanes that exist: fewer than the wave's in a ragged last wave.
  LaneMask lanes() const { return Existing; }

  LaneValue evaluate(const Expr &E, LaneMask Active);
  /// \p E as a condition.
  Truth test(const Expr &E, LaneMask Active);

  /// Notes that \p E holds, or fails, in all lanes of \p Active.
  void learn(const Expr &E, bool Holds, LaneMask Active);

  /// The value of an operator on values that are not all known.
  LaneValue derive(Symbol S);
  /// Sets a variable in the lanes of \p Active only.
  void assign(unsigned Var, const LaneValue &V, LaneMask Active);

  /// A variable depends on a symbol made after there were \p First.
  bool holdsSymbolsFrom(size_t First) const;

  VariableValues Variables;
  /// Per variable, the lanes in which it may have been given a value.
  std::vector<LaneMask> Given;
  SymbolTable Symbols;

private:
  LaneValue launchValue(const Expr &E);
  LaneValue uniform(llvm::StringRef Key, llvm::StringRef Text, int64_t Low,
                    int64_t High);
  LaneValue param(const Expr &E);
  LaneValue opaque(const Expr &E, LaneMask Active);
  LaneValue predicate(const Expr &E, LaneMask Active);
  LaneValue binary(const Expr &E, LaneMask Active);
  LaneValue bitFunction(const Expr &E, LaneMask Active);
  std::string memoryIn(const LaneValue &V) const;
  std::string memoryIn(const LaneValue &V, std::set<SymbolId> &Without) const;
  std::optional<LaneValue> clearedLowBits(const LaneValue &A,
                                          const LaneValue &B, IntType T);
  LaneValue cast(LaneValue V, IntType From, IntType To, LaneMask Active);
  LaneValue select(const Expr &E, LaneMask Active);
  void narrowChoice(const LaneValue &V, const Expr &Cond, const LaneValue &A,
                    const LaneValue &B, LaneMask Active);

  Truth compare(const Expr &E, LaneMask Active);

  const LaunchShape &Shape;
  LaneMask Existing = 0;
  std::array<LaneVector, 3> ThreadIdx;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_EVALUATOR_H
