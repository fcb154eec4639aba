//===- Factors.cpp - Products, as they are written ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Factors.h"

using namespace bankfix;

void bankfix::addFactors(const clang::Expr *E,
                         std::vector<const clang::Expr *> &Out) {
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
      S.Value =
          U.Pool.constant(V.Val.getInt().getExtValue(), IntType{64, true});
    Out.push_back(S);
  }
  return Out;
}
