//===- Geometric.cpp - Variables that loops multiply and divide -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
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

/// More values of one variable are not told apart.
static constexpr size_t MostValues = 64;

static void addTo(std::vector<int64_t> &All, llvm::ArrayRef<int64_t> More) {
  for (int64_t V : More)
    if (!llvm::is_contained(All, V))
      All.push_back(V);
}

static std::vector<int64_t> listed(const LaneValue &V,
                                   const SymbolTable &Symbols, unsigned Depth);

/// What an operator makes of values that are listed.
static std::vector<int64_t> listed(const Symbol &S, const SymbolTable &Symbols,
                                   unsigned Depth) {
  if (S.Kind != SymbolKind::Derived || S.LaneVarying || S.StandIn || !Depth)
    return S.Listed;
  std::vector<std::vector<int64_t>> Each;
  for (const LaneValue &V : S.Operands)
    Each.push_back(listed(V, Symbols, Depth - 1));
  std::vector<int64_t> Out;
  if (S.Derivation == DerivedKind::Select && Each.size() == 3 &&
      !Each[1].empty() && !Each[2].empty()) {
    Out = Each[1];
    addTo(Out, Each[2]);
  } else if (S.Derivation == DerivedKind::Operator && Each.size() == 2) {
    for (int64_t A : Each[0])
      for (int64_t B : Each[1]) {
        std::optional<int64_t> V = fold(S.Operator, S.OperandType, A, B);
        if (!V)
          return {};
        addTo(Out, *V);
      }
  }
  return Out;
}

/// All values that \p V can have, the same in all lanes; empty where they are
/// not known, or too many.
static std::vector<int64_t> listed(const LaneValue &V,
                                   const SymbolTable &Symbols, unsigned Depth) {
  if (!V.Constant.isSame())
    return {};
  if (V.isConcrete())
    return {V.Constant[0]};
  const Term &T = V.Terms[0];
  if (V.Terms.size() != 1 || T.Symbols.size() != 1 || !T.Coefficient.isSame())
    return {};
  std::vector<int64_t> Out = listed(Symbols[T.Symbols[0]], Symbols, Depth);
  for (int64_t &Each : Out)
    Each = Each * T.Coefficient[0] + V.Constant[0];
  return Out.size() <= MostValues ? Out : std::vector<int64_t>();
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
  constexpr unsigned Deep = 4;
  if (std::vector<int64_t> Starts = listed(Entry, Values.Symbols, Deep);
      !Starts.empty()) {
    std::vector<int64_t> All;
    for (int64_t Start : Starts) {
      std::vector<int64_t> From =
          geometricValues(Start, O, By, K.Variables[Var].Type);
      addTo(All, From);
      if (From.empty() || All.size() > MostValues)
        return General;
    }
    return Values.Symbols.value(Values.Symbols.oneOf(Name, std::move(All)));
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

/// Behind a loop, a variable that each whole iteration multiplies or divides is
/// what it may be before one. \p General are the values before any.
void WaveRunner::leaveGeometric(const Loop &L, const VariableValues &General,
                                const Steps &ByVariable) {
  if (!L.TestFirst || !L.Header.empty() || hasBreak(L.Body) || hasReturn(L))
    return;
  for (unsigned V : Slice.assignedIn(&L)) {
    const TermList &Terms = General[V].Terms;
    bool IsOne = Terms.size() == 1 && Terms[0].Symbols.size() == 1 &&
                 Terms[0].Coefficient.isSame() &&
                 Terms[0].Coefficient[0] == 1 &&
                 General[V].Constant.isZero(~LaneMask(0));
    if (!IsOne || ByVariable.count(V) ||
        !Values.Symbols.isUniform(Values.Variables[V]))
      continue;
    std::vector<int64_t> All = Values.Symbols[Terms[0].Symbols[0]].Listed;
    if (!All.empty())
      Values.Variables[V] = Values.Symbols.value(
          Values.Symbols.oneOf(K.Variables[V].Name, std::move(All)));
  }
}
