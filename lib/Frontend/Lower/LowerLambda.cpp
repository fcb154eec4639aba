//===- LowerLambda.cpp - What lambdas take along --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A closure is a struct, whose members are what is captured by value. What is
// captured by reference is the variable itself.
//
//===----------------------------------------------------------------------===//

#include "Lower/Lowering.h"

using namespace bankfix;

/// In a lambda, that of the method around it.
Pointer Lowering::thisPointer(const clang::CXXThisExpr *E) {
  const clang::CXXRecordDecl *Class =
      E->getType()->getPointeeType()->getAsCXXRecordDecl();
  for (const Frame &F : llvm::reverse(Frames)) {
    auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F.F);
    if (M && F.This && declaresSameEntity(M->getParent(), Class))
      return addressOf(*F.This);
  }
  return Pointer::elsewhere();
}

/// What a lambda takes along by value is as it was then.
void Lowering::capture(const Object &O, const clang::LambdaExpr *L) {
  auto Field = L->getLambdaClass()->field_begin();
  for (auto [C, Init] : llvm::zip(L->captures(), L->capture_inits())) {
    const clang::FieldDecl *F = *Field++;
    if (C.capturesThis())
      continue; // See pointer.
    clang::QualType T = F->getType();
    auto *V = C.capturesVariable()
                  ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                  : nullptr;
    if (T->isReferenceType()) {
      if (V && V->isInitCapture())
        References.insert_or_assign(V->getCanonicalDecl(), referent(Init));
    } else if (isFollowable(U.Context, T)) {
      initialize(O.member(F), T, Init);
    } else {
      give(Init);
    }
  }
}

/// What \p E names in a lambda that took it along by value.
std::optional<Place> Lowering::captured(const clang::DeclRefExpr *E) {
  auto *M = Frames.empty()
                ? nullptr
                : llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Frames.back().F);
  if (!E->refersToEnclosingVariableOrCapture() || !M ||
      !M->getParent()->isLambda())
    return std::nullopt;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Fields;
  clang::FieldDecl *This = nullptr;
  M->getParent()->getCaptureFields(Fields, This);
  const clang::FieldDecl *F = Fields.lookup(E->getDecl());
  if (!F || F->getType()->isReferenceType())
    return std::nullopt;
  Place P;
  const std::optional<Place> &Closure = Frames.back().This;
  if (Closure && Closure->Kind == Place::Local &&
      isFollowable(U.Context, F->getType())) {
    P.Kind = Place::Local;
    P.Var = Closure->Var.member(F);
  }
  return P;
}

/// Who gets a closure may change what it refers to.
void Lowering::giveClosure(const clang::Expr *E) {
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  if (!R || !R->isLambda())
    return;
  for (const clang::LambdaCapture &C : R->captures())
    if (auto *V = C.capturesVariable() && C.getCaptureKind() == clang::LCK_ByRef
                      ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                      : nullptr)
      lose(object(V));
}
