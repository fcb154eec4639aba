//===- Geometric.cpp - Variables that loops multiply and divide -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveRunner.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// By what a variable is multiplied, divided or shifted in every iteration:
/// \p Next is what one makes of the unknown \p Any. Nothing where that is not
/// so.
static std::optional<std::pair<Op, int64_t>>
geometricStep(const LaneValue &Any, const LaneValue &Next,
              const SymbolTable &Symbols) {
  if (Any.Terms.size() != 1 || Next.Terms.size() != 1 ||
      !Next.Constant.isZero(~LaneMask(0)) ||
      !Next.Terms[0].Coefficient.isSame() || Next.Terms[0].Symbols.size() != 1)
    return std::nullopt;
  int64_t By = Next.Terms[0].Coefficient[0];
  Op O = Op::Mul;
  if (Next.Terms[0].Symbols != Any.Terms[0].Symbols) {
    const Symbol &S = Symbols[Next.Terms[0].Symbols[0]];
    if (By != 1 || S.Kind != SymbolKind::Derived ||
        S.Derivation != DerivedKind::Operator ||
        (S.Operator != Op::Shr && S.Operator != Op::Div) ||
        !S.Operands[0].equals(Any, ~LaneMask(0)) ||
        !S.Operands[1].isConcrete() || !S.Operands[1].Constant.isSame())
      return std::nullopt;
    O = S.Operator;
    By = S.Operands[1].Constant[0];
  }
  if (By < (O == Op::Shr ? 1 : 2))
    return std::nullopt;
  return std::pair(O, By);
}

/// All values of a variable that starts at \p Start, in each iteration; empty
/// where they are too many.
static std::vector<int64_t> geometricValues(int64_t Start, Op O, int64_t By,
                                            IntType T) {
  std::vector<int64_t> All;
  for (int64_t V = Start; !llvm::is_contained(All, V);) {
    All.push_back(V);
    if (O == Op::Mul && T.Signed && T.wrap(V * By) != V * By)
      break; // Undefined from there on.
    if (All.size() > 64 || By > T.max())
      return {};
    V = fold(O, T, V, By).value_or(0);
  }
  return All;
}

/// What a variable of the loop can be that starts at \p Entry and is multiplied
/// or divided: its values if they are few; if it shrinks, no more than at the
/// start. \p General, an unknown of the type's range, where that says nothing.
LaneValue WaveRunner::geometric(unsigned Var, const LaneValue &Entry,
                                const LaneValue &General) {
  auto Step = geometricStep(General, Values.Variables[Var], Values.Symbols);
  if (!Step)
    return General;
  auto [O, By] = *Step;
  const std::string &Name = K.Variables[Var].Name;
  if (Entry.isConcrete() && Entry.Constant.isSame()) {
    std::vector<int64_t> All =
        geometricValues(Entry.Constant[0], O, By, K.Variables[Var].Type);
    return All.empty() ? General
                       : Values.Symbols.value(
                             Values.Symbols.oneOf(Name, std::move(All)));
  }
  int64_t Low = INT64_MAX, High = 0;
  forEachLane(Active, [&](unsigned L) {
    ValueRange R = Values.Symbols.bounds(Entry, L);
    Low = std::min(Low, R.Low);
    High = std::max(High, R.High);
  });
  if (O == Op::Mul || Low < 0 || High > K.Variables[Var].Type.max())
    return General;
  return Values.Symbols.value(Values.Symbols.fresh(
      Values.Symbols.isUniform(General) ? SymbolKind::Uniform
                                        : SymbolKind::PerLane,
      Name, 0, High));
}
