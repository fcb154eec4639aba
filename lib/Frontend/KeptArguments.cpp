//===- KeptArguments.cpp - Addresses that calls may keep ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableFacts.h"
#include "llvm/ADT/DenseSet.h"

using namespace bankfix;

namespace {

/// How a function uses what a pointer or a reference that it gets leads to.
class KeptFinder {
public:
  explicit KeptFinder(const clang::ParmVarDecl *P)
      : P(P), IsPointer(P->getType()->isPointerType()) {}

  bool mayKeep(const clang::Stmt *Body) {
    unsigned Named = 0;
    walk(Body, [&](const clang::Stmt *S) {
      auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S);
      Named += R && R->getDecl() == P;
      if (auto *E = llvm::dyn_cast<clang::Expr>(S))
        visit(E);
      return true;
    });
    return Harmless.size() != Named;
  }

private:
  void visit(const clang::Expr *E);
  void harmless(const clang::Expr *Place);

  const clang::ParmVarDecl *P;
  bool IsPointer;
  llvm::DenseSet<const clang::DeclRefExpr *> Harmless;
};

/// \p Place is set or copied, and is no more than a part of what P leads to.
void KeptFinder::harmless(const clang::Expr *Place) {
  bool IsBehind = !IsPointer;
  for (const clang::Expr *E = Place->IgnoreParens();; E = E->IgnoreParens()) {
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
      IsBehind |= M->isArrow();
      E = M->getBase();
    } else if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
      IsBehind = true;
      E = A->getBase();
    } else if (X && X->getOpcode() == clang::UO_Deref) {
      IsBehind = true;
      E = X->getSubExpr();
    } else if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E)) {
      E = C->getSubExpr();
    } else {
      auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
      if (R && R->getDecl() == P && IsBehind)
        Harmless.insert(R);
      return;
    }
  }
}

void KeptFinder::visit(const clang::Expr *E) {
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && B->isAssignmentOp())
    harmless(B->getLHS());
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X && X->isIncrementDecrementOp())
    harmless(X->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E);
      C && C->getCastKind() == clang::CK_LValueToRValue)
    harmless(C->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E);
      C && C->getConstructor()->isCopyOrMoveConstructor() &&
      C->getConstructor()->isTrivial())
    harmless(C->getArg(0));
  auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
  auto *Method = O ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
                         O->getDirectCallee())
                   : nullptr;
  if (Method && Method->isTrivial())
    for (const clang::Expr *A : O->arguments())
      harmless(A);
}

} // namespace

bool bankfix::mayKeep(const clang::FunctionDecl *F, unsigned Index) {
  if (isReadOnly(F, Index))
    return false;
  if (F && (F->getBuiltinID() ||
            F->getASTContext().getSourceManager().isInSystemHeader(
                F->getLocation())))
    return false;
  const clang::FunctionDecl *Defined = nullptr;
  if (!F || Index >= F->getNumParams() || !F->hasBody(Defined))
    return true;
  return KeptFinder(Defined->getParamDecl(Index)).mayKeep(Defined->getBody());
}
