//===- ClobberedVariables.cpp - Variables that host code changes unseen ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HostRun follows assignments that are statements, reads, and what functions
// get. A variable that is used in any other way may be anything: here, what is
// not known to be harmless holds it.
//
//===----------------------------------------------------------------------===//

#include "Host/ClobberedVariables.h"
#include "Ast/VariableFacts.h"
#include "Host/CapturedArguments.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// The variable of which \p E is a part, if it is written as `a.b.c`; null for
/// members of unions, which share their place.
const clang::VarDecl *wholeVariable(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    auto *Of =
        llvm::dyn_cast<clang::RecordDecl>(M->getMemberDecl()->getDeclContext());
    if (M->isArrow() || (Of && Of->isUnion()))
      return nullptr;
    E = M->getBase()->IgnoreParens();
    if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
        C && C->getCastKind() == clang::CK_NoOp)
      E = C->getSubExpr()->IgnoreParens();
  }
  return namedVariable(E);
}

/// Nothing that is defined changes it once it is initialized.
bool isConstant(const clang::VarDecl *V) {
  clang::QualType T = V->getType();
  const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return T.isConstQualified() && !T.isVolatileQualified() &&
         !(R && (!R->hasDefinition() || R->hasMutableFields()));
}

class ClobberedFinder {
public:
  /// \p DropsConst: what leads to constants may be written through.
  ClobberedFinder(llvm::function_ref<void(const clang::VarDecl *)> F,
                  bool DropsConst)
      : F(F), DropsConst(DropsConst) {}

  /// A statement that runs, or not, as its place says.
  void statement(const clang::Stmt *S);
  /// \p E is evaluated for its value, maybe not once.
  void value(const clang::Expr *E);
  /// `T v = Init;`
  void initialized(const clang::VarDecl *V);

private:
  void hold(const clang::Expr *E) {
    if (const clang::VarDecl *V = wholeVariable(E->IgnoreParenImpCasts()))
      hold(V);
  }
  void hold(const clang::VarDecl *V) {
    if (!isConstant(V))
      F(V->getCanonicalDecl());
  }
  void read(const clang::Expr *E);
  void assigned(const clang::Expr *To);
  void dropped(const clang::Expr *E);
  void arguments(const clang::CallExpr *Call);
  void constructed(const clang::CXXConstructExpr *C);
  void tried(const clang::CXXTryStmt *S);
  void lambda(const clang::LambdaExpr *L);
  void children(const clang::Stmt *S);

  llvm::function_ref<void(const clang::VarDecl *)> F;
  const bool DropsConst;
  bool IsOdd = false; ///< Within what HostRun does not follow in order.
};

/// What is copied out of \p E, an lvalue, and left as it is.
void ClobberedFinder::read(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (wholeVariable(E))
    return;
  if (auto *C = llvm::dyn_cast<clang::ConditionalOperator>(E)) {
    value(C->getCond());
    read(C->getTrueExpr());
    return read(C->getFalseExpr());
  }
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp)
    return read(C->getSubExpr());
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E); M && !M->isArrow())
    return read(M->getBase());
  value(E);
}

/// The target of an assignment that is followed where its place is a name.
void ClobberedFinder::assigned(const clang::Expr *To) {
  if (!wholeVariable(To))
    value(To); // Its variables are used in some other way.
  else if (IsOdd)
    hold(To);
}

/// An expression whose value nobody wants, and that is evaluated once.
void ClobberedFinder::dropped(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *W = llvm::dyn_cast<clang::FullExpr>(E))
    return dropped(W->getSubExpr());
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
  if (B && B->isAssignmentOp()) {
    assigned(B->getLHS());
    auto *Next = llvm::dyn_cast<clang::BinaryOperator>(
        B->getRHS()->IgnoreParenImpCasts());
    if (Next && Next->isAssignmentOp() && !B->isCompoundAssignmentOp())
      return dropped(Next);
    return value(B->getRHS());
  }
  if (B && B->getOpcode() == clang::BO_Comma) {
    dropped(B->getLHS());
    return dropped(B->getRHS());
  }
  if (X && X->isIncrementDecrementOp())
    return assigned(X->getSubExpr());
  auto *Method =
      O ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(O->getDirectCallee())
        : nullptr;
  if (Method && O->getOperator() == clang::OO_Equal && Method->isTrivial() &&
      O->getNumArgs() == 2) {
    assigned(O->getArg(0));
    // A copy, whatever reference the operator gets.
    const clang::Expr *From = O->getArg(1);
    return From->isGLValue() ? read(From->IgnoreImpCasts()) : value(From);
  }
  value(E);
}

/// What a call that is followed, or escapes its arguments, gets.
void ClobberedFinder::arguments(const clang::CallExpr *Call) {
  bool IsOperator = llvm::isa<clang::CXXOperatorCallExpr>(Call);
  // Its result may lead there, wherever that goes.
  bool Leads = Call->isGLValue() || Call->getType()->isPointerType() ||
               Call->getType()->isRecordType();
  if (!IsOperator && Call->getCallee())
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(
            Call->getCallee()->IgnoreParenImpCasts());
        M && !wholeVariable(M->getBase()->IgnoreImpCasts()))
      value(M->getBase());
  for (auto [I, A] : llvm::enumerate(Call->arguments())) {
    const clang::Expr *Plain = A->IgnoreParenCasts();
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(Plain);
    bool IsAddress = X && X->getOpcode() == clang::UO_AddrOf &&
                     wholeVariable(X->getSubExpr());
    bool IsName = A->isGLValue() && wholeVariable(A->IgnoreImpCasts());
    if (IsOperator && IsName)
      hold(A); // Which parameter it goes to depends on what it is.
    else if (!IsAddress && !IsName)
      value(A);
    else if (Leads && mayKeep(Call->getDirectCallee(), I))
      hold(IsAddress ? X->getSubExpr() : A);
  }
}

void ClobberedFinder::constructed(const clang::CXXConstructExpr *C) {
  const clang::CXXConstructorDecl *To = C->getConstructor();
  for (unsigned I = 0; I < C->getNumArgs(); ++I) {
    const clang::Expr *A = C->getArg(I);
    bool IsRead =
        To->isCopyOrMoveConstructor() ? To->isTrivial() : isReadOnly(To, I);
    if (IsRead && A->isGLValue())
      read(A->IgnoreImpCasts());
    else
      value(A);
  }
}

void ClobberedFinder::children(const clang::Stmt *S) {
  for (const clang::Stmt *Child : S->children()) {
    if (auto *E = llvm::dyn_cast_or_null<clang::Expr>(Child))
      value(E);
    else if (Child)
      statement(Child);
  }
}

void ClobberedFinder::lambda(const clang::LambdaExpr *L) {
  for (const clang::Expr *Init : L->capture_inits())
    if (Init && !wholeVariable(Init->IgnoreImpCasts()))
      value(Init);
  for (const clang::LambdaCapture &C : L->captures())
    if (auto *V = C.capturesVariable()
                      ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                      : nullptr;
        V && V->isInitCapture())
      initialized(V);
  if (!L->getBody())
    return;
  VariableFacts Inside(L->getBody());
  for (const clang::LambdaCapture &C : L->captures())
    if (auto *V = C.capturesVariable()
                      ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                      : nullptr;
        V && C.getCaptureKind() == clang::LCK_ByRef &&
        (Inside.assignments(V) || Inside.escapes(V)) &&
        mayChange(L->getBody(), V))
      F(V->getCanonicalDecl());
}

/// `(void *)&n`, an element of a list of what a kernel gets.
static bool isBytes(const clang::Expr *E) {
  auto *C = llvm::dyn_cast<clang::CastExpr>(E->IgnoreParens());
  auto *X = C ? llvm::dyn_cast<clang::UnaryOperator>(
                    C->getSubExpr()->IgnoreParenCasts())
              : nullptr;
  return X && C->getType()->isVoidPointerType() &&
         X->getOpcode() == clang::UO_AddrOf && wholeVariable(X->getSubExpr());
}

void ClobberedFinder::value(const clang::Expr *E) {
  if (!E || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(E))
    return;
  E = E->IgnoreParens();
  if (const clang::VarDecl *V = wholeVariable(E))
    return hold(V); // An lvalue, for whatever it is.
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() == clang::CK_LValueToRValue)
      return read(C->getSubExpr());
    // Elements of arrays are not followed, and a name of an array is no lvalue
    // of what is.
    if (C->getCastKind() == clang::CK_ArrayToPointerDecay &&
        wholeVariable(C->getSubExpr()))
      return;
  }
  if (auto *List = llvm::dyn_cast<clang::InitListExpr>(E)) {
    for (const clang::Expr *Init : List->inits())
      if (!isBytes(Init))
        value(Init);
    return;
  }
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
      B && B->isAssignmentOp()) {
    hold(B->getLHS()); // When, and how often, is not said.
    assigned(B->getLHS());
    return value(B->getRHS());
  }
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X &&
      (X->isIncrementDecrementOp() || X->getOpcode() == clang::UO_AddrOf)) {
    hold(X->getSubExpr());
    return assigned(X->getSubExpr());
  }
  if (auto *Call = llvm::dyn_cast<clang::CUDAKernelCallExpr>(E))
    if (Call->getConfig())
      arguments(Call->getConfig());
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    return arguments(Call);
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    return constructed(C);
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(E))
    return lambda(L);
  children(E);
}

void ClobberedFinder::initialized(const clang::VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  if (!Init)
    return;
  if (V->getType()->isReferenceType() &&
      V->getType()->getPointeeType().isConstQualified() && !DropsConst)
    return read(Init->IgnoreImpCasts());
  auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(Init->IgnoreImplicit());
  if (C && mayKeepThis(C->getConstructor()))
    hold(V);
  value(Init);
}

/// The handlers, and what follows, may see any part of what it has set.
void ClobberedFinder::tried(const clang::CXXTryStmt *S) {
  llvm::DenseSet<const clang::Decl *> Own;
  walk(S->getTryBlock(), [&](const clang::Stmt *Each) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Each))
      Own.insert(D->decl_begin(), D->decl_end());
    return true;
  });
  VariableFacts Inside(S->getTryBlock());
  walk(S->getTryBlock(), [&](const clang::Stmt *Each) {
    auto *E = llvm::dyn_cast<clang::Expr>(Each);
    const clang::VarDecl *V = E ? namedVariable(E) : nullptr;
    if (V && !Own.contains(V) && (Inside.assignments(V) || Inside.escapes(V)))
      F(V->getCanonicalDecl());
    return true;
  });
  statement(S->getTryBlock());
  for (unsigned I = 0; I < S->getNumHandlers(); ++I)
    statement(S->getHandler(I)->getHandlerBlock());
}

void ClobberedFinder::statement(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    return dropped(E);
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Each : D->decls())
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
        initialized(V);
    return;
  }
  if (auto *T = llvm::dyn_cast<clang::CXXTryStmt>(S))
    return tried(T);
  if (auto *W = llvm::dyn_cast<clang::SwitchStmt>(S)) {
    // Parts from label to label are followed, all else is not.
    bool Was = IsOdd, Nested = !llvm::isa<clang::CompoundStmt>(W->getBody());
    for (const clang::Stmt *Part : W->getBody()->children())
      if (!llvm::isa_and_nonnull<clang::SwitchCase>(Part))
        walk(Part, [&](const clang::Stmt *Each) {
          Nested |= llvm::isa<clang::SwitchCase>(Each);
          return !llvm::isa<clang::SwitchStmt>(Each);
        });
    IsOdd |= W->getInit() || W->getConditionVariable();
    statement(W->getInit());
    if (W->getConditionVariable())
      initialized(W->getConditionVariable());
    IsOdd = Was || Nested;
    value(W->getCond());
    statement(W->getBody());
    IsOdd = Was;
    return;
  }
  if (auto *R = llvm::dyn_cast<clang::CXXForRangeStmt>(S)) {
    bool Was = std::exchange(IsOdd, IsOdd || R->getInit());
    statement(R->getInit());
    IsOdd = Was;
    if (R->getRangeInit())
      read(R->getRangeInit()->IgnoreImpCasts());
    return statement(R->getBody());
  }
  // An `if`, a loop, a block: statements of their own, and conditions.
  for (const clang::Stmt *Child : S->children()) {
    auto *E = llvm::dyn_cast_or_null<clang::Expr>(Child);
    bool IsValue = false;
    if (auto *I = llvm::dyn_cast<clang::IfStmt>(S))
      IsValue = Child == I->getCond();
    else if (auto *For = llvm::dyn_cast<clang::ForStmt>(S))
      IsValue = Child == For->getCond();
    else if (auto *While = llvm::dyn_cast<clang::WhileStmt>(S))
      IsValue = Child == While->getCond();
    else if (auto *Do = llvm::dyn_cast<clang::DoStmt>(S))
      IsValue = Child == Do->getCond();
    else
      IsValue = llvm::isa<clang::ReturnStmt, clang::AsmStmt>(S);
    if (E && IsValue)
      value(E);
    else
      statement(Child);
  }
}

} // namespace

bool bankfix::mayChange(const clang::Stmt *S, const clang::VarDecl *V) {
  if (!S || isConstant(V))
    return false;
  if (V->getType()->isReferenceType())
    return true;
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
    return mayChange(L->getBody(), V);
  const clang::Expr *Read = nullptr;
  if (auto *C = llvm::dyn_cast<clang::ImplicitCastExpr>(S);
      C && C->getCastKind() == clang::CK_LValueToRValue)
    Read = C->getSubExpr();
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(S);
      C && C->getNumArgs() == 1 && C->getConstructor()->isTrivial())
    Read = C->getArg(0)->IgnoreImpCasts();
  while (auto *M = llvm::dyn_cast_or_null<clang::MemberExpr>(Read))
    Read = M->isArrow() ? nullptr : M->getBase()->IgnoreParenImpCasts();
  if (Read && namedVariable(Read))
    return false;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    if (const clang::VarDecl *Named = namedVariable(E))
      return Named->getCanonicalDecl() == V->getCanonicalDecl();
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return mayChange(Child, V);
  });
}

void bankfix::forEachClobbered(
    const clang::FunctionDecl *Of,
    llvm::function_ref<void(const clang::VarDecl *)> F) {
  ClobberedFinder Finder(F, dropsConst(Of));
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(Of))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      Finder.value(Init->getInit());
  Finder.statement(Of->getBody());
}

void bankfix::forEachClobbered(
    const clang::VarDecl *V,
    llvm::function_ref<void(const clang::VarDecl *)> F) {
  ClobberedFinder(F, /*DropsConst=*/true).initialized(V);
}
