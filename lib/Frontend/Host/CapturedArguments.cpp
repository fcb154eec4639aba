//===- CapturedArguments.cpp - Addresses that calls may keep --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/CapturedArguments.h"
#include "Ast/VariableFacts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace bankfix;

namespace {

/// How a function uses what a pointer or a reference that it gets leads to, or
/// (null) `this`.
class CapturedFinder {
public:
  explicit CapturedFinder(const clang::ParmVarDecl *P)
      : P(P), IsPointer(!P || P->getType()->isPointerType()) {}

  void add(const clang::Stmt *Body) {
    walk(Body, [&](const clang::Stmt *S) {
      if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
        Named += isIt(E);
        visit(E);
      }
      return true;
    });
  }
  bool mayKeep() const { return Harmless.size() != Named; }

private:
  bool isIt(const clang::Expr *E) const {
    auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
    return P ? R && R->getDecl() == P : llvm::isa<clang::CXXThisExpr>(E);
  }
  void visit(const clang::Expr *E);
  void harmless(const clang::Expr *Place);

  const clang::ParmVarDecl *P;
  bool IsPointer;
  unsigned Named = 0;
  llvm::DenseSet<const clang::Expr *> Harmless;
};

/// \p Place is set or copied, and is no more than a part of what P leads to.
void CapturedFinder::harmless(const clang::Expr *Place) {
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
      if (isIt(E) && IsBehind)
        Harmless.insert(E);
      return;
    }
  }
}

void CapturedFinder::visit(const clang::Expr *E) {
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
  auto *Method =
      O ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(O->getDirectCallee())
        : nullptr;
  if (Method && Method->isTrivial())
    for (const clang::Expr *A : O->arguments())
      harmless(A);
}

} // namespace

static bool isInSystemHeader(const clang::FunctionDecl *F) {
  return F->getASTContext().getSourceManager().isInSystemHeader(
      F->getLocation());
}

/// Functions of C and of CUDA do what they do at once.
static bool isOfSystem(const clang::FunctionDecl *F) {
  if (F->isInStdNamespace())
    return false;
  return F->getBuiltinID() ||
         (isInSystemHeader(F) &&
          (F->isExternC() ||
           (F->getIdentifier() && F->getName().starts_with("cu"))));
}

/// \p F, which has a body, may keep \p P, or (null) `this`.
static bool bodyKeeps(const clang::FunctionDecl *F,
                      const clang::ParmVarDecl *P) {
  CapturedFinder Finder(P);
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      Finder.add(Init->getInit());
  Finder.add(F->getBody());
  return Finder.mayKeep();
}

bool bankfix::mayKeep(const clang::FunctionDecl *F, unsigned Index) {
  if (isReadOnly(F, Index) || (F && isOfSystem(F)))
    return false;
  const clang::FunctionDecl *Defined = nullptr;
  if (!F || Index >= F->getNumParams() || isInSystemHeader(F) ||
      !F->hasBody(Defined))
    return true;
  return bodyKeeps(Defined, Defined->getParamDecl(Index));
}

bool bankfix::mayKeepThis(const clang::CXXMethodDecl *M) {
  if (M && (M->isConst() || M->isImplicit() || M->isDefaulted() ||
            isInSystemHeader(M)))
    return false;
  const clang::FunctionDecl *Defined = nullptr;
  return !M || !M->hasBody(Defined) || bodyKeeps(Defined, nullptr);
}

/// \p S is `*p = ..`, `*p /= ..` or `r = ..`, of the parameter \p P.
static bool assigns(const clang::Stmt *S, const clang::ParmVarDecl *P) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
  if (!B || !B->isAssignmentOp())
    return false;
  const clang::Expr *To = B->getLHS()->IgnoreParenCasts();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(To);
  if (X && X->getOpcode() == clang::UO_Deref)
    return namedVariable(X->getSubExpr()->IgnoreParenCasts()) == P;
  return P->getType()->isReferenceType() && namedVariable(To) == P;
}

/// Where it fails, what it was to set is not used.
static bool setsByName(llvm::StringRef Name) {
  static const llvm::StringSet<> Known = {"memcpy", "memmove", "memset",
                                          "fread",  "read",    "swap"};
  return Known.contains(Name) || Name.ends_with("scanf") ||
         (Name.starts_with("clGet") && Name.ends_with("Info"));
}

bool bankfix::surelySets(const clang::FunctionDecl *F, unsigned Index) {
  if (!F || Index >= F->getNumParams())
    return F && F->isVariadic() && F->getIdentifier() &&
           setsByName(F->getName());
  const clang::FunctionDecl *Defined = nullptr;
  if (isInSystemHeader(F) || !F->hasBody(Defined))
    return F->getIdentifier() && setsByName(F->getName());
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(Defined->getBody());
  return Body && llvm::any_of(Body->body(), [&](const clang::Stmt *S) {
           return assigns(S, Defined->getParamDecl(Index));
         });
}
