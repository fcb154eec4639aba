//===- VariableFacts.cpp - How a function uses its variables ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableFacts.h"
#include "KnownCalls.h"

using namespace bankfix;

void bankfix::walk(const clang::Stmt *S,
                   llvm::function_ref<bool(const clang::Stmt *)> F) {
  if (!S || !F(S))
    return;
  for (const clang::Stmt *Child : S->children())
    walk(Child, F);
}

const clang::VarDecl *bankfix::namedVariable(const clang::Expr *E) {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
  return Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
}

void VariableFacts::changed(const clang::Expr *Target) {
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Target->IgnoreParens());
      M && !M->isArrow())
    return changed(M->getBase());
  if (const clang::VarDecl *V = namedVariable(Target))
    ++Assigned[V->getCanonicalDecl()];
  else
    visit(Target);
}

/// `v.x` of a variable v.
static bool isMemberOfVariable(const clang::Expr *E) {
  auto *M = llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParens());
  return M && !M->isArrow() && namedVariable(M->getBase()) &&
         llvm::isa<clang::FieldDecl>(M->getMemberDecl());
}

void VariableFacts::visit(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->isAssignmentOp()) {
    changed(B->getLHS());
    return visit(B->getRHS());
  }
  if (auto *U = llvm::dyn_cast<clang::UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return changed(U->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(S);
      C && C->getCastKind() == clang::CK_LValueToRValue &&
      (namedVariable(C->getSubExpr()) || isMemberOfVariable(C->getSubExpr())))
    return;
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S);
      C && C->getNumArgs() == 1 &&
      C->getConstructor()->isCopyOrMoveConstructor() &&
      C->getConstructor()->isTrivial() &&
      namedVariable(C->getArg(0)->IgnoreImpCasts()))
    return;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    if (const clang::VarDecl *V = namedVariable(E))
      Escaped[V->getCanonicalDecl()] = true;
  for (const clang::Stmt *Child : S->children())
    visit(Child);
}

std::pair<llvm::StringRef, llvm::StringRef>
bankfix::builtinVariable(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (auto *P = llvm::dyn_cast<clang::PseudoObjectExpr>(E)) {
    auto *Ref = llvm::dyn_cast<clang::MSPropertyRefExpr>(
        P->getSyntacticForm()->IgnoreParens());
    if (!Ref)
      return {};
    const clang::Expr *Base = Ref->getBaseExpr()->IgnoreParenImpCasts();
    if (auto *O = llvm::dyn_cast<clang::OpaqueValueExpr>(Base))
      Base = O->getSourceExpr()->IgnoreParenImpCasts();
    const clang::VarDecl *V = namedVariable(Base);
    if (!V || !V->getIdentifier())
      return {};
    return {V->getName(), Ref->getPropertyDecl()->getName()};
  }
  auto *M = llvm::dyn_cast<clang::MemberExpr>(E);
  if (!M || M->isArrow() || !M->getMemberDecl()->getIdentifier())
    return {};
  const clang::VarDecl *V = namedVariable(M->getBase()->IgnoreImpCasts());
  if (!V || !V->getIdentifier() || !V->hasGlobalStorage())
    return {};
  return {V->getName(), M->getMemberDecl()->getName()};
}

bool bankfix::hasSideEffects(const clang::Expr *E) {
  bool Found = false;
  walk(E, [&](const clang::Stmt *S) {
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S))
      Found |= B->isAssignmentOp();
    if (auto *U = llvm::dyn_cast<clang::UnaryOperator>(S))
      Found |= U->isIncrementDecrementOp();
    if (auto *C = llvm::dyn_cast<clang::CallExpr>(S))
      Found |= !isPureCall(*C);
    Found |= llvm::isa<clang::StmtExpr, clang::CXXNewExpr, clang::CXXDeleteExpr,
                       clang::CXXThrowExpr, clang::AtomicExpr>(S);
    if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S))
      Found |= !C->getConstructor()->isTrivial();
    if (auto *X = llvm::dyn_cast<clang::Expr>(S))
      Found |= X->getType().isVolatileQualified();
    auto *P = llvm::dyn_cast<clang::PseudoObjectExpr>(S);
    return !Found && !(P && !builtinVariable(P).first.empty());
  });
  return Found;
}
