//===- VariableFacts.cpp - How a function uses its variables --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/VariableFacts.h"
#include "Ast/KnownCalls.h"
#include "llvm/ADT/DenseSet.h"

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

/// `const_cast<T &>(x)`, `(T *)p`: what is read only is so no longer.
static bool dropsConst(const clang::ExplicitCastExpr *C) {
  const clang::Expr *Of = C->getSubExprAsWritten();
  const clang::QualType To = C->getTypeAsWritten(), From = Of->getType();
  if (To->isReferenceType())
    return From.isConstQualified() && !To->getPointeeType().isConstQualified();
  return From->isPointerType() && From->getPointeeType().isConstQualified() &&
         !(To->isPointerType() && To->getPointeeType().isConstQualified());
}

/// Somewhere in the body of \p F, or of what it calls; what is in \p Seen was
/// looked at.
static bool dropsConst(const clang::FunctionDecl *F,
                       llvm::DenseSet<const clang::FunctionDecl *> &Seen) {
  const clang::FunctionDecl *Defined = nullptr;
  if (!F || !F->hasBody(Defined) || !Seen.insert(Defined).second)
    return false;
  bool Drops = false;
  walk(Defined->getBody(), [&](const clang::Stmt *S) {
    if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(S))
      Drops |= dropsConst(C);
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      Drops = Drops || dropsConst(Call->getDirectCallee(), Seen);
    return !Drops;
  });
  return Drops;
}

bool bankfix::dropsConst(const clang::FunctionDecl *F) {
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  return ::dropsConst(F, Seen);
}

/// \p T leads to what may be changed.
static bool leadsToChanges(clang::QualType T) {
  return T->isPointerType() && !T->getPointeeType().isConstQualified();
}

/// \p T may be a pointer to what \p Of, which only reads it, leads to.
static bool mayBeSame(clang::QualType T, clang::QualType Of) {
  if (!leadsToChanges(T))
    return false;
  const clang::QualType To = T->getPointeeType().getCanonicalType(),
                        From = Of->getPointeeType().getCanonicalType();
  return To->isVoidType() || (From->isVoidType() && !To->isRecordType()) ||
         To.getUnqualifiedType() == From.getUnqualifiedType();
}

/// \p F, whose body is not seen, may lead its caller to what a parameter of
/// type \p Of reads, as something to change: `strchr(text, ' ')`, `strtol(text,
/// &end, 10)`. One that writes to an argument returns that: `strcpy(to, from)`.
static bool mayLeadTo(const clang::FunctionDecl *F, clang::QualType Of) {
  if (F->hasBody())
    return false;
  bool Writes = false, Stores = false;
  for (const clang::ParmVarDecl *P : F->parameters()) {
    const clang::QualType T = P->getType();
    Writes |= leadsToChanges(T);
    Stores |= leadsToChanges(T) && mayBeSame(T->getPointeeType(), Of);
  }
  return Stores || (!Writes && mayBeSame(F->getReturnType(), Of));
}

bool bankfix::isReadOnly(const clang::FunctionDecl *F, unsigned Index) {
  if (!F || Index >= F->getNumParams())
    return false;
  clang::QualType T = F->getParamDecl(Index)->getType();
  if (!T->isPointerType() && !T->isReferenceType())
    return true;
  return T->getPointeeType().isConstQualified() && !dropsConst(F) &&
         !mayLeadTo(F, T);
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

/// A function that only returns what it computes of its parameters: it writes
/// nothing, and reads no memory that others may write.
static bool isPureFunction(const clang::FunctionDecl *F, unsigned Depth);

/// \p S does more than to compute a value of its operands'.
static bool isEffect(const clang::Stmt *S, unsigned Depth) {
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
      B && B->isAssignmentOp())
    return true;
  if (auto *U = llvm::dyn_cast<clang::UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return true;
  if (auto *C = llvm::dyn_cast<clang::CallExpr>(S);
      C && !isPureCall(*C) && !isPureFunction(C->getDirectCallee(), Depth))
    return true;
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S);
      C && !C->getConstructor()->isTrivial())
    return true;
  // An array is named for its address.
  if (auto *X = llvm::dyn_cast<clang::Expr>(S);
      X && X->getType().isVolatileQualified() && !X->getType()->isArrayType())
    return true;
  return llvm::isa<clang::StmtExpr, clang::CXXNewExpr, clang::CXXDeleteExpr,
                   clang::CXXThrowExpr, clang::AtomicExpr>(S);
}

static bool hasEffects(const clang::Expr *E, unsigned Depth) {
  bool Found = false;
  walk(E, [&](const clang::Stmt *S) {
    Found |= isEffect(S, Depth);
    auto *P = llvm::dyn_cast<clang::PseudoObjectExpr>(S);
    return !Found && !(P && !builtinVariable(P).first.empty());
  });
  return Found;
}

static bool isPureFunction(const clang::FunctionDecl *F, unsigned Depth) {
  constexpr unsigned MaxDepth = 8; // A function may call itself.
  F = F ? F->getDefinition() : nullptr;
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  auto *Body =
      F ? llvm::dyn_cast_or_null<clang::CompoundStmt>(F->getBody()) : nullptr;
  auto *Return = Body && Body->size() == 1
                     ? llvm::dyn_cast<clang::ReturnStmt>(Body->body_front())
                     : nullptr;
  if (!Return || !Return->getRetValue() || Depth == MaxDepth ||
      (Method && !Method->isStatic()) || F->getReturnType()->isReferenceType())
    return false;
  bool Pure = !hasEffects(Return->getRetValue(), Depth + 1);
  walk(Return->getRetValue(), [&](const clang::Stmt *S) {
    auto *X = llvm::dyn_cast<clang::Expr>(S);
    if (X && !builtinVariable(X).first.empty())
      return false;
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    // A global variable may change, unless it is a constant.
    Pure &= !V ||
            (llvm::isa<clang::ParmVarDecl>(V) &&
             !V->getType()->isReferenceType()) ||
            V->isConstexpr() ||
            (V->getType().isConstQualified() && V->getType()->isIntegerType() &&
             V->hasInit());
    auto *D = llvm::dyn_cast<clang::UnaryOperator>(S);
    auto *M = llvm::dyn_cast<clang::MemberExpr>(S);
    Pure &= !(D && D->getOpcode() == clang::UO_Deref) && !(M && M->isArrow()) &&
            !llvm::isa<clang::ArraySubscriptExpr, clang::CXXThisExpr>(S);
    return Pure;
  });
  return Pure;
}

bool bankfix::hasSideEffects(const clang::Expr *E) { return hasEffects(E, 0); }

bool bankfix::isSideEffect(const clang::Stmt *S) { return isEffect(S, 0); }
