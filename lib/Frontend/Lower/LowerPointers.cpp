//===- LowerPointers.cpp - Pointers ---------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/Lowering.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

Pointer Lowering::pointerSelect(const clang::AbstractConditionalOperator *E) {
  auto Read = [&](const clang::Expr *From) {
    return From->isGLValue() ? readVariable(From) : pointer(From);
  };
  Pointer A, B;
  const Expr *C = branch(
      E, [&] { A = Read(E->getTrueExpr()); },
      [&] { B = Read(E->getFalseExpr()); });
  return choose(C, A, B);
}

/// How far the base class lies in an object; nothing for a virtual base.
std::optional<int64_t> bankfix::baseOffset(const clang::ASTContext &C,
                                           const clang::CastExpr *E,
                                           clang::QualType From) {
  const clang::CXXRecordDecl *Class = From->getAsCXXRecordDecl();
  int64_t Offset = 0;
  for (const clang::CXXBaseSpecifier *Step : E->path()) {
    const clang::CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    if (!Class || !Base || Step->isVirtual())
      return std::nullopt;
    Offset +=
        C.getASTRecordLayout(Class).getBaseClassOffset(Base).getQuantity();
    Class = Base;
  }
  return Offset;
}

/// `(T *)s` of an array of T, or of rows of them: how many dimensions
/// `&s[0][0]` has more than `s`. 0 for other casts.
static unsigned rowsEntered(const clang::ASTContext &C,
                            const clang::CastExpr *E) {
  const clang::QualType To = E->getType()->getPointeeType();
  clang::QualType T = E->getSubExpr()->getType()->getPointeeType();
  unsigned Levels = 0;
  for (; !T.isNull() && T->isArrayType(); ++Levels)
    T = C.getAsArrayType(T)->getElementType();
  return !T.isNull() && !To.isNull() && C.hasSameUnqualifiedType(T, To) ? Levels
                                                                        : 0;
}

Pointer Lowering::castPointer(const clang::CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_IntegralToPointer:
    if (isSharedPointer(E->getType()))
      noteReach(E, isAddress(Sub));
    value(Sub);
    return Pointer::elsewhere();
  case clang::CK_ArrayToPointerDecay: {
    Pointer P = addressOf(place(Sub));
    P.Level += !P.Subscripts.empty();
    return P;
  }
  case clang::CK_LValueToRValue:
    return readVariable(Sub);
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: {
    Pointer P = pointer(Sub);
    std::optional<int64_t> By =
        baseOffset(U.Context, E, Sub->getType()->getPointeeType());
    return By ? into(P, *By) : moved(P, nullptr, U.Context.CharTy);
  }
  case clang::CK_BitCast:
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion:
    if (Sub->getType()->isPointerType() && !Sub->isGLValue()) {
      Pointer P = pointer(Sub);
      if (E->getCastKind() == clang::CK_BitCast && !P.Subscripts.empty())
        P.Level += rowsEntered(U.Context, E);
      if (E->getCastKind() == clang::CK_AddressSpaceConversion &&
          isSharedPointer(E->getType()))
        noteReach(E, !P.Targets.count(Elsewhere));
      return P;
    }
    [[fallthrough]];
  default:
    if (Sub->isGLValue())
      place(Sub);
    else
      value(Sub);
    return Pointer::elsewhere();
  }
}

/// The expression whose value \p E is, whatever that is; or null.
static const clang::Expr *standsFor(const clang::Expr *E) {
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return X->getSubExpr();
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return X->getSubExpr();
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return X->getReplacement();
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return X->getExpr();
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E))
    return X->getExpr();
  auto *X = llvm::dyn_cast<clang::InitListExpr>(E);
  return X && X->getNumInits() == 1 ? X->getInit(0) : nullptr;
}

Pointer Lowering::binaryPointer(const clang::BinaryOperator *X) {
  if (X->isAssignmentOp()) {
    Place P = assignment(X);
    return P.Kind == Place::Local ? readPointer(P.Var) : Pointer::elsewhere();
  }
  if (X->getOpcode() == clang::BO_Comma) {
    read(X->getLHS());
    return pointer(X->getRHS());
  }
  bool Left = X->getLHS()->getType()->isPointerType();
  const clang::Expr *To = Left ? X->getLHS() : X->getRHS();
  Pointer P = stable(pointer(To));
  const Expr *Index = value(Left ? X->getRHS() : X->getLHS());
  return moved(P, Index, To->getType()->getPointeeType(),
               X->getOpcode() == clang::BO_Sub);
}

Pointer Lowering::pointer(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (!K) {
    visitChildren(E);
    return Pointer::elsewhere();
  }
  if (U.Sums.contains(E) && U.match(E))
    return addressOf(named(E));
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E))
    return castPointer(X);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    if (X->getOpcode() == clang::UO_AddrOf)
      return addressOf(named(X->getSubExpr()));
    if (X->isIncrementDecrementOp()) {
      Pointer Old;
      Place P = step(X, nullptr, &Old);
      return X->isPostfix() || P.Kind != Place::Local ? Old
                                                      : readPointer(P.Var);
    }
    return pointer(X->getSubExpr());
  }
  if (auto *X = llvm::dyn_cast<clang::CompoundAssignOperator>(E)) {
    Place P = compound(X);
    return P.Kind == Place::Local ? readPointer(P.Var) : Pointer::elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E))
    return binaryPointer(X);
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X))
    return pointerSelect(X);
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E)) {
    if (const clang::FunctionDecl *F = inlined(X))
      return readPointer(result(F));
    callValue(X);
    return Pointer::elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::CXXNewExpr>(E)) {
    // Where it is made is known; what its constructor does there is not.
    auto IsPlace = [&](const clang::Expr *Each) {
      return llvm::is_contained(X->placement_arguments(), Each);
    };
    for (const clang::Stmt *C : X->children())
      if (auto *Each = llvm::dyn_cast_or_null<clang::Expr>(C))
        give(Each, IsPlace(Each) ? X : nullptr);
    return Pointer::elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::CXXThisExpr>(E))
    return thisPointer(X);
  if (const clang::Expr *Same = standsFor(E))
    return pointer(Same);
  visitChildren(E);
  return Pointer::elsewhere();
}

/// A pointer that a variable holds, or something in memory.
Pointer Lowering::readVariable(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (std::optional<unsigned> Array = U.arrayOf(E)) {
    // An OpenCL kernel's argument.
    U.Uses.at(llvm::cast<clang::DeclRefExpr>(E)).IsFollowed = true;
    return Pointer::startOf(Pool, *Array, U.SharedArrays[*Array], 1);
  }
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      C && !llvm::isa<clang::BinaryConditionalOperator>(C))
    return pointerSelect(C);
  const clang::VarDecl *V = namedVariable(E);
  if (auto It = V ? BoundPointers.find(V) : BoundPointers.end();
      It != BoundPointers.end())
    return It->second;
  Place P = place(E);
  if (P.Kind == Place::Local)
    return readPointer(P.Var);
  if (P.Kind == Place::Shared)
    access(E, P, AccessOp::Load, E->getType());
  return Pointer::elsewhere();
}
