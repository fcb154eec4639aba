//===- MemberAlignment.cpp - What packed structs promise ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/MemberAlignment.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

/// What \p E, an lvalue that another one is the value of, is: `x` of `x += y`,
/// `++x`, and `y, x`. Null for any other.
static const clang::Expr *passedOn(const clang::Expr *E) {
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      return B->getLHS();
    return B->isCommaOp() ? B->getRHS() : nullptr;
  }
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  return X && (X->isPrefix() && X->isIncrementDecrementOp()) ? X->getSubExpr()
                                                             : nullptr;
}

unsigned bankfix::memberAlignment(const clang::ASTContext &C,
                                  const clang::Expr *E) {
  uint64_t Least = 16;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (auto *V = llvm::dyn_cast<clang::ExtVectorElementExpr>(E)) {
      E = V->getBase();
      continue;
    }
    if (auto *X = llvm::dyn_cast<clang::ConditionalOperator>(E))
      return std::min({unsigned(Least), memberAlignment(C, X->getTrueExpr()),
                       memberAlignment(C, X->getFalseExpr())});
    if (const clang::Expr *Of = passedOn(E)) {
      E = Of;
      continue;
    }
    auto *M = llvm::dyn_cast<clang::MemberExpr>(E);
    auto *Field =
        M ? llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
    if (!Field)
      return Least;
    if (!Field->isBitField() && !Field->getParent()->isDependentContext()) {
      const clang::ASTRecordLayout &Layout =
          C.getASTRecordLayout(Field->getParent());
      uint64_t At = Layout.getFieldOffset(Field->getFieldIndex()) / 8;
      uint64_t Whole = Layout.getAlignment().getQuantity();
      Least = std::min(Least, At ? std::min(Whole, At & -At) : Whole);
    }
    E = M->getBase();
  }
}
