//===- FlatIndex.cpp - Flat arrays used as rows ---------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/FlatIndex.h"

using namespace bankfix;

namespace {

using Terms = std::vector<std::pair<const clang::Expr *, bool>>;

/// More ways than these say nothing of how the array is meant.
constexpr size_t MostWays = 4;

void addTerms(const clang::Expr *E, bool Subtracted, Terms &Out) {
  const clang::Expr *Inner = E->IgnoreParenImpCasts();
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Inner);
  if (!B || !B->isAdditiveOp() || !B->getType()->isIntegerType()) {
    Out.push_back({Inner, Subtracted});
    return;
  }
  addTerms(B->getLHS(), Subtracted, Out);
  addTerms(B->getRHS(), Subtracted != (B->getOpcode() == clang::BO_Sub), Out);
}

void addFactors(const clang::Expr *E, std::vector<const clang::Expr *> &Out) {
  const clang::Expr *Inner = E->IgnoreParenImpCasts();
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Inner);
  // `(a * b) * L`, but the text of `L` has to be one factor of the product.
  if (!B || B->getOpcode() != clang::BO_Mul) {
    Out.push_back(E->IgnoreImpCasts());
    return;
  }
  addFactors(B->getLHS(), Out);
  addFactors(B->getRHS(), Out);
}

constexpr IntType Wide{64, true};

bool isUniform(const Expr &E) {
  switch (E.kind()) {
  case ExprKind::Const:
    return E.value() > 1;
  case ExprKind::LaunchValue:
    return E.launchValue() == LaunchValue::BlockDim;
  case ExprKind::Param:
  case ExprKind::Var: // Whether it is, the planner finds out.
    return true;
  case ExprKind::Opaque:
    return true; // Of a structure: only compared.
  case ExprKind::Cast:
    return isUniform(*E.operand(0));
  case ExprKind::Binary: // `L + 1`, once it is longer.
    return E.operand(1)->isConst() && isUniform(*E.operand(0));
  default:
    return false;
  }
}

} // namespace

std::vector<FlatParts> bankfix::flatParts(const ArrayUnit &U,
                                          const clang::Expr *Index) {
  std::vector<FlatParts> Out;
  Terms All;
  addTerms(Index, false, All);
  bool Usable = Index->getType()->isIntegerType() && !hasSideEffects(Index);
  walk(Index, [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    Usable &= !E || !U.arrayOf(E);
    return true;
  });
  if (!Usable)
    return Out;
  for (size_t I = 0; I < All.size(); ++I) {
    std::vector<const clang::Expr *> Factors;
    addFactors(All[I].first, Factors);
    for (size_t F = 0; F < Factors.size() && Factors.size() > 1; ++F) {
      FlatParts P;
      P.Length = Factors[F];
      if (All[I].second || Out.size() == MostWays ||
          !U.Source.range(P.Length->getSourceRange()))
        continue;
      P.Row = Factors;
      P.Row.erase(P.Row.begin() + F);
      P.Column = All;
      P.Column.erase(P.Column.begin() + I);
      Out.push_back(std::move(P));
    }
  }
  return Out;
}

std::optional<FlatIndex> bankfix::flatIndex(ExprPool &Pool,
                                            const FlatParts &Parts,
                                            LowerValue Lower, bool MayDiffer) {
  FlatIndex Out{Pool.constant(1, Wide), Lower(Parts.Length),
                Pool.constant(0, Wide)};
  if (!Out.Length || !(MayDiffer || isUniform(*Out.Length)))
    return std::nullopt;
  for (const clang::Expr *F : Parts.Row) {
    const Expr *V = Lower(F);
    if (!V)
      return std::nullopt;
    Out.Row = Pool.mul(Out.Row, Pool.cast(V, Wide));
  }
  for (auto [Term, Subtracted] : Parts.Column) {
    const Expr *V = Lower(Term);
    if (!V)
      return std::nullopt;
    Out.Column = Pool.binary(Subtracted ? Op::Sub : Op::Add, Out.Column,
                             Pool.cast(V, Wide));
  }
  return Out;
}

std::vector<FactorSource> bankfix::factorSources(const ArrayUnit &U,
                                                 const clang::Expr *Size) {
  if (auto *C =
          llvm::dyn_cast<clang::ConstantExpr>(Size->IgnoreParenImpCasts()))
    Size = C->getSubExpr();
  std::vector<const clang::Expr *> Factors;
  addFactors(Size, Factors);
  std::vector<FactorSource> Out;
  for (const clang::Expr *F : Factors) {
    std::optional<FileRange> R = U.Source.range(F->getSourceRange());
    if (!R)
      return {};
    FactorSource S;
    S.Range = *R;
    clang::Expr::EvalResult V;
    if (!F->isValueDependent() && F->getType()->isIntegerType() &&
        F->EvaluateAsInt(V, U.Context))
      S.Value = U.Pool.constant(V.Val.getInt().getExtValue(), Wide);
    Out.push_back(S);
  }
  return Out;
}
