//===- SeenNames.cpp - What Clang makes of names in a host ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every name that is not under a read, an assignment or an address whose
// operator stands beside it in the text is bound. What Clang did not resolve is
// left to the tokens.
//
//===----------------------------------------------------------------------===//

#include "Host/SeenNames.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

class NameFinder {
public:
  NameFinder(const Unit &U, SeenNames &Out)
      : U(U), SM(U.Source.manager()), Out(Out) {}

  void visit(const clang::Stmt *S);

private:
  enum class Use { Reads, Binds, Known };
  void place(const clang::Expr *E, Use How);
  /// Where it is an lvalue, something refers to it from then on.
  void bind(const clang::Expr *E) {
    if (E->isGLValue())
      place(E, Use::Binds);
    else
      visit(E);
  }
  void note(const clang::DeclRefExpr *Ref, Use How);
  bool operators(const clang::Expr *E);
  void arguments(const clang::FunctionDecl *F,
                 llvm::ArrayRef<const clang::Expr *> Args, bool IsOperator);
  void unresolved(const clang::Expr *E);
  void lambda(const clang::LambdaExpr *L);

  /// It is spelled beside its operands.
  bool isWritten(clang::SourceLocation Operator) const {
    return SM.getSpellingLoc(Operator) == SM.getFileLoc(Operator);
  }
  bool isOfLibrary(const clang::FunctionDecl *F) const {
    return F && SM.isInSystemHeader(F->getLocation());
  }

  const Unit &U;
  const clang::SourceManager &SM;
  SeenNames &Out;
};

/// Of such the tokens know values.
bool isCounted(const clang::VarDecl *V) {
  clang::QualType T = V->getType();
  while (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
    T = A->getElementType();
  return T->isIntegralOrEnumerationType() && !T.isConstQualified();
}

void NameFinder::note(const clang::DeclRefExpr *Ref, Use How) {
  auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
  const clang::SourceLocation At = SM.getFileLoc(Ref->getLocation());
  if (!V || How == Use::Known || !isCounted(V) || !SM.isInMainFile(At))
    return;
  (How == Use::Reads ? Out.Read : Out.Bound).insert(SM.getFileOffset(At));
}

/// \p E, an lvalue, of which something is used as \p How says.
void NameFinder::place(const clang::Expr *E, Use How) {
  E = E->IgnoreParens();
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return note(Ref, How);
  if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    auto *Decay = llvm::dyn_cast<clang::ImplicitCastExpr>(A->getBase());
    if (Decay && Decay->getCastKind() == clang::CK_ArrayToPointerDecay)
      place(Decay->getSubExpr(), How);
    else
      visit(A->getBase());
    return visit(A->getIdx());
  }
  if (auto *C = llvm::dyn_cast<clang::ConditionalOperator>(E)) {
    visit(C->getCond());
    place(C->getTrueExpr(), How);
    return place(C->getFalseExpr(), How);
  }
  if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp)
    return place(C->getSubExpr(), How);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && How == Use::Binds) { // `(n = 4)`, `(m, n)`
    const bool IsComma = B->getOpcode() == clang::BO_Comma;
    visit(IsComma ? B->getLHS() : B->getRHS());
    return place(IsComma ? B->getRHS() : B->getLHS(), How);
  }
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X && X->isIncrementDecrementOp() && How == Use::Binds)
    return place(X->getSubExpr(), How);
  visit(E);
}

/// \p E applies an operator that tokens know to a name.
bool NameFinder::operators(const clang::Expr *E) {
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E)) {
    const clang::CastKind Kind = C->getCastKind();
    if (Kind == clang::CK_LValueToRValue || Kind == clang::CK_ToVoid)
      place(C->getSubExpr(), Use::Reads);
    else if (Kind == clang::CK_ArrayToPointerDecay) // Given away.
      place(C->getSubExpr(), Use::Known);
    else
      return false;
    return true;
  }
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (B && B->isAssignmentOp() && isWritten(B->getOperatorLoc())) {
    place(B->getLHS(), Use::Known);
    visit(B->getRHS());
    return true;
  }
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  if (X && X->isIncrementDecrementOp() && isWritten(X->getOperatorLoc())) {
    place(X->getSubExpr(), Use::Known);
    return true;
  }
  return false;
}

/// What \p F gets. OpenCL takes addresses, which the tokens know by the
/// parameter; a library in C++ reads what it gets as constant.
void NameFinder::arguments(const clang::FunctionDecl *F,
                           llvm::ArrayRef<const clang::Expr *> Args,
                           bool IsOperator) {
  const bool IsOpenCL = isOfLibrary(F) && F->isExternC() &&
                        F->getIdentifier() && F->getName().starts_with("cl");
  for (auto [I, A] : llvm::enumerate(Args)) {
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(A->IgnoreParenCasts());
    if (IsOpenCL && X && X->getOpcode() == clang::UO_AddrOf &&
        isWritten(X->getOperatorLoc()))
      place(X->getSubExpr(), Use::Known);
    else if (!IsOperator && isOfLibrary(F) && isReadOnly(F, I) &&
             A->isGLValue())
      place(A, Use::Reads);
    else
      bind(A);
  }
}

/// What \p E, which has an error or depends on a template's parameters, does to
/// what it names is not known.
void NameFinder::unresolved(const clang::Expr *E) {
  for (const clang::Stmt *Child : E->children()) {
    auto *Plain = llvm::dyn_cast_or_null<clang::Expr>(Child);
    Plain = Plain ? Plain->IgnoreParenImpCasts() : nullptr;
    if (auto *X = llvm::dyn_cast_or_null<clang::UnaryOperator>(Plain);
        X && X->getOpcode() == clang::UO_AddrOf)
      Plain = X->getSubExpr();
    if (Plain &&
        llvm::isa<clang::DeclRefExpr, clang::ArraySubscriptExpr>(Plain))
      place(Plain, Use::Known);
    else
      visit(Child);
  }
}

/// What it captures is used where its body names it.
void NameFinder::lambda(const clang::LambdaExpr *L) {
  for (const clang::LambdaCapture &C : L->captures())
    if (auto *V = C.capturesVariable()
                      ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                      : nullptr;
        V && V->isInitCapture())
      bind(V->getInit());
  visit(L->getBody());
}

void NameFinder::visit(const clang::Stmt *S) {
  if (!S || llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXTypeidExpr,
                      clang::CXXNoexceptExpr>(S))
    return;
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
    return lambda(L);
  auto *E = llvm::dyn_cast<clang::Expr>(S);
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
    return note(Ref, Use::Binds);
  if (E && operators(E))
    return;
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Each : D->decls())
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each); V && V->getInit())
        bind(V->getInit());
    return;
  }
  if (E && (E->containsErrors() || E->isTypeDependent()))
    return unresolved(E);
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S)) {
    visit(Call->getCallee());
    return arguments(Call->getDirectCallee(),
                     {Call->getArgs(), Call->getNumArgs()},
                     llvm::isa<clang::CXXOperatorCallExpr>(Call));
  }
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S))
    return arguments(C->getConstructor(), {C->getArgs(), C->getNumArgs()},
                     /*IsOperator=*/false);
  for (const clang::Stmt *Child : S->children())
    visit(Child);
}

} // namespace

void bankfix::findSeenNames(const Unit &U, SeenNames &Out) {
  NameFinder Finder(U, Out);
  forEachFunction(
      U, [&](const clang::FunctionDecl *F) { Finder.visit(F->getBody()); });
}
