//===- LowerAssign.cpp - Loads, stores and assignments --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Lower/Lowering.h"

using namespace bankfix;

/// What an expression without side effects has read before, it reads again.
const Expr *Lowering::load(const Place &P, const clang::Expr *E) {
  const Expr *V = loadAgain(P, E);
  if (!Loaded || !V || V->kind() != ExprKind::Opaque)
    return V;
  if (auto It = Loaded->Values.find(V); It != Loaded->Values.end())
    return It->second;
  return Emit == Loaded->At ? Loaded->Values[V] = temporary(V) : V;
}

const Expr *Lowering::loadAgain(const Place &P, const clang::Expr *E) {
  switch (P.Kind) {
  case Place::Local:
    return readInteger(P.Var, E->getType(), E);
  case Place::Shared:
    access(E, P, AccessOp::Load, E->getType());
    return unknown(E);
  case Place::Unknown:
    break;
  }
  if (const Expr *C = constantOf(E))
    return C;
  return Constants.value(E);
}

void Lowering::store(const Place &P, const clang::Expr *E, const Expr *V) {
  if (P.Kind != Place::Local)
    giveNumber(V, E);
  if (P.Kind == Place::Shared)
    return access(E, P, AccessOp::Store, E->getType());
  if (P.Kind == Place::Local && integerType(U.Context, E->getType()))
    writeInteger(P.Var, E->getType(), V);
}

/// The object that a trivial copy in \p E reads, if it is one.
static const clang::Expr *copiedFrom(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *F = llvm::dyn_cast<clang::FullExpr>(E))
    return copiedFrom(F->getSubExpr());
  if (auto *M = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return copiedFrom(M->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 &&
      C->getConstructor()->isCopyOrMoveConstructor() &&
      (C->getConstructor()->isTrivial() || isSixteenBitFloat(C->getType())))
    return copiedFrom(C->getArg(0));
  return E->isGLValue() ? E : nullptr;
}

/// Where a copy of \p E reads it; nowhere if an operator has just computed it,
/// which need not be read again.
Place Lowering::copiedPlace(const clang::Expr *E) {
  auto *Made =
      llvm::dyn_cast<clang::CXXOperatorCallExpr>(E->IgnoreParenImpCasts());
  bool IsAtHand = Made && isSixteenBitOperator(Made->getDirectCallee());
  Place P = place(E);
  return IsAtHand ? Place() : P;
}

/// `a = b` of structs and vectors, one access of the whole on each side.
void Lowering::storeRecord(const clang::Expr *To, const clang::Expr *From) {
  clang::QualType T = To->getType();
  Place Source;
  const clang::Expr *Object = copiedFrom(From);
  if (Object)
    Source = stable(copiedPlace(Object));
  else
    Source = temporaryPlace(From, From);
  if (Source.Kind == Place::Shared) {
    // What a copy makes first is whole.
    access(Object, Source, AccessOp::Load, T, /*IsAssigned=*/From->isGLValue());
    Source = Place();
  }
  Place Target = place(To);
  if (Target.Kind == Place::Local)
    return copy(Target.Var, Source, T, From);
  if (Source.Kind == Place::Local)
    escapeMembers(Source.Var, T, From);
  if (Target.Kind == Place::Shared)
    access(To, Target, AccessOp::Store, T, /*IsAssigned=*/true);
}

Place Lowering::assignment(const clang::BinaryOperator *E) {
  const clang::Expr *To = E->getLHS(), *From = E->getRHS();
  clang::QualType T = To->getType();
  if (T->isRecordType() || T->isVectorType()) {
    storeRecord(To, From);
    return Place(); // Read again only as a whole, which is rare.
  }
  Place Target;
  if (T->isPointerType() && K) {
    Pointer P = stable(pointer(From));
    Target = place(To);
    if (Target.Kind == Place::Local) {
      writePointer(Target.Var, P);
      return Target;
    }
    escape(P, From);
    store(Target, To, nullptr);
    return Target;
  }
  const Expr *V = value(From);
  StmtList Effects = collect([&] { Target = place(To); });
  V = keep(V, Effects);
  append(std::move(Effects));
  store(Target, To, V);
  return Target;
}

Place Lowering::compound(const clang::CompoundAssignOperator *E) {
  const clang::Expr *To = E->getLHS();
  const Expr *R = value(E->getRHS());
  Place Target;
  StmtList Effects = collect([&] { Target = place(To); });
  R = keep(R, Effects);
  append(std::move(Effects));
  if (Target.Kind == Place::Shared) {
    access(To, Target, AccessOp::Load, To->getType());
    access(To, Target, AccessOp::Store, To->getType());
  }
  if (Target.Kind != Place::Local)
    return Target;
  if (To->getType()->isPointerType()) {
    writePointer(Target.Var, moved(readPointer(Target.Var), R,
                                   To->getType()->getPointeeType(),
                                   E->getOpcode() == clang::BO_SubAssign));
    return Target;
  }
  if (!integerType(U.Context, To->getType())) {
    forget(Target.Var, To->getType());
    return Target;
  }
  auto Plain =
      clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  const Expr *L = toType(readInteger(Target.Var, To->getType(), To),
                         E->getComputationLHSType());
  writeInteger(Target.Var, To->getType(),
               L && R ? arithmetic(Plain, L, R) : nullptr);
  return Target;
}

/// `++x` and the like. \p Old and \p OldAt, if given, get the value before.
Place Lowering::step(const clang::UnaryOperator *E, const Expr **Old,
                     Pointer *OldAt) {
  const clang::Expr *To = E->getSubExpr();
  clang::QualType T = To->getType();
  Place Target = place(To);
  if (Target.Kind == Place::Shared) {
    access(To, Target, AccessOp::Load, T);
    access(To, Target, AccessOp::Store, T);
  }
  if (Target.Kind != Place::Local)
    return Target;
  if (T->isPointerType()) {
    Pointer P = readPointer(Target.Var);
    if (OldAt)
      *OldAt = P = stable(P);
    writePointer(Target.Var, moved(P, Pool.constant(1), T->getPointeeType(),
                                   E->isDecrementOp()));
    return Target;
  }
  if (!integerType(U.Context, T))
    return Target;
  const Expr *V = readInteger(Target.Var, T, To);
  if (Old)
    *Old = V = stable(V);
  writeInteger(Target.Var, T,
               Pool.binary(E->isIncrementOp() ? Op::Add : Op::Sub, V,
                           Pool.constant(1, V->type())));
  return Target;
}
