//===- LowerExpr.cpp - Expressions of a kernel ----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Fingerprint/Fingerprint.h"
#include "Lower/Lowering.h"
#include "llvm/ADT/ScopeExit.h"

using namespace bankfix;

const Expr *Lowering::pureValue(const clang::Expr *E) {
  const Expr *V = read(E);
  return V ? V : Pool.opaque(fingerprintText(U, E), Int32);
}

const Expr *Lowering::value(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (E->isGLValue()) {
    place(E);
    return nullptr;
  }
  if (const Expr *C = constantOf(E))
    return C;
  return prvalue(E);
}

/// The value of \p E, read if it is an lvalue.
const Expr *Lowering::read(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (!E->isGLValue())
    return value(E);
  if (const Expr *C = constantOf(E)) // As where it is a part of another value.
    return C;
  if (const clang::VarDecl *V = K ? nullptr : U.indexVariable(E))
    return toType(pureValue(V->getInit()), V->getType());
  if (const Expr *B = builtinValue(E))
    return B;
  // Each branch reads its own; only a struct is copied from either place.
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      C && (E->getType()->isScalarType() || E->getType()->isVectorType()))
    return selectValue(C);
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (B && B->getOpcode() == clang::BO_Comma) {
    value(B->getLHS());
    return read(B->getRHS());
  }
  // What was just assigned is not loaded again, unless that may be seen.
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  bool WasAssigned =
      (B && B->isAssignmentOp()) || (X && X->isIncrementDecrementOp());
  Place P = place(E);
  if (!WasAssigned || P.Kind != Place::Shared)
    return load(P, E);
  if (B && E->getType().isVolatileQualified())
    access(B->getLHS(), P, AccessOp::Load, E->getType());
  return unknown(E);
}

const Expr *Lowering::prvalue(const clang::Expr *E) {
  if (const Expr *B = builtinValue(E))
    return B;
  if (E->getType()->isPointerType() && K) {
    pointer(E);
    return nullptr;
  }
  if (E->getType()->isRecordType() && K && !llvm::isa<clang::LambdaExpr>(E)) {
    initializeRecord({E}, E->getType(), E);
    return nullptr;
  }
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E))
    return callValue(X);
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E))
    return castValue(X);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
    return unaryValue(X);
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E))
    return binaryValue(X);
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E))
    return selectValue(X);
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return value(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return value(X->getReplacement());
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return value(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return value(X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E))
    return value(X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::InitListExpr>(E);
      X && X->getNumInits() == 1 && integerType(U.Context, E->getType()))
    return value(X->getInit(0));
  if (auto *X = llvm::dyn_cast<clang::AsTypeExpr>(E)) {
    // The same bits.
    const Expr *V = read(X->getSrcExpr());
    V = toType(V, E->getType());
    return V ? V : unknown(E);
  }
  if (auto *X = llvm::dyn_cast<clang::StmtExpr>(E)) {
    lowerStatement(*this, X->getSubStmt());
    return unknown(E);
  }
  if (llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr>(E))
    return unknown(E); // Not run here, or not at all.
  visitChildren(E);
  return unknown(E);
}

/// Of an expression that is not understood: what it does with its operands is
/// not known either.
void Lowering::visitChildren(const clang::Stmt *S) {
  auto *Call = llvm::dyn_cast<clang::Expr>(S);
  if (Call && !isLibraryCall(U, Call))
    Call = nullptr;
  for (const clang::Stmt *C : S->children())
    if (auto *E = llvm::dyn_cast_or_null<clang::Expr>(C))
      give(E, Call);
}

const Expr *Lowering::castValue(const clang::CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  switch (C->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const Expr *V = read(Sub);
    return V ? V : unknown(C);
  }
  case clang::CK_NoOp:
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral: {
    const Expr *V = toType(value(Sub), C->getType());
    return V ? V : unknown(C);
  }
  case clang::CK_IntegralToBoolean:
    if (const Expr *V = value(Sub))
      return toType(Pool.binary(Op::Ne, V, Pool.constant(0, V->type())),
                    C->getType());
    return unknown(C);
  case clang::CK_PointerToBoolean: {
    Pointer P = pointer(Sub);
    return P.array() ? Pool.constant(1, IntType{8, false}) : unknown(C);
  }
  case clang::CK_ToVoid:
    value(Sub);
    return nullptr;
  default:
    give(Sub);
    return unknown(C);
  }
}

const Expr *Lowering::unaryValue(const clang::UnaryOperator *E) {
  if (E->isIncrementDecrementOp()) {
    const Expr *Old = nullptr;
    Place P = step(E, E->isPostfix() ? &Old : nullptr, nullptr);
    if (E->isPostfix())
      return Old ? Old : unknown(E);
    return P.Kind == Place::Local ? readInteger(P.Var, E->getType(), E)
                                  : unknown(E);
  }
  if (E->getOpcode() == clang::UO_AddrOf) {
    place(E->getSubExpr());
    return nullptr;
  }
  if (E->getOpcode() == clang::UO_LNot)
    return toType(Pool.unary(Op::LogNot, condition(E->getSubExpr())),
                  E->getType());
  const Expr *V = value(E->getSubExpr());
  if (!V)
    return unknown(E);
  switch (E->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return V;
  case clang::UO_Minus:
    return Pool.unary(Op::Neg, V);
  case clang::UO_Not:
    return Pool.unary(Op::BitNot, V);
  default:
    return unknown(E);
  }
}

/// By how many bits \p A is shifted: OpenCL C counts modulo its width (6.3.j),
/// others leave more than that undefined.
const Expr *Lowering::shiftCount(const Expr *A, const Expr *B) {
  int64_t Bits = A->type().Bits;
  if (!U.Context.getLangOpts().OpenCL ||
      (B->isConst() && B->value() >= 0 && B->value() < Bits))
    return B;
  return Pool.binary(Op::And, B, Pool.constant(Bits - 1, B->type()));
}

const Expr *Lowering::arithmetic(clang::BinaryOperatorKind O, const Expr *A,
                                 const Expr *B) {
  switch (O) {
  case clang::BO_Add:
    return Pool.binary(Op::Add, A, B);
  case clang::BO_Sub:
    return Pool.binary(Op::Sub, A, B);
  case clang::BO_Mul:
    return Pool.binary(Op::Mul, A, B);
  case clang::BO_Div:
    return Pool.binary(Op::Div, A, B);
  case clang::BO_Rem:
    return Pool.binary(Op::Rem, A, B);
  case clang::BO_Shl:
    return Pool.binary(Op::Shl, A, shiftCount(A, B));
  case clang::BO_Shr:
    return Pool.binary(Op::Shr, A, shiftCount(A, B));
  case clang::BO_And:
    return Pool.binary(Op::And, A, B);
  case clang::BO_Or:
    return Pool.binary(Op::Or, A, B);
  case clang::BO_Xor:
    return Pool.binary(Op::Xor, A, B);
  case clang::BO_LT:
    return Pool.binary(Op::Lt, A, B);
  case clang::BO_LE:
    return Pool.binary(Op::Le, A, B);
  case clang::BO_GT:
    return Pool.binary(Op::Gt, A, B);
  case clang::BO_GE:
    return Pool.binary(Op::Ge, A, B);
  case clang::BO_EQ:
    return Pool.binary(Op::Eq, A, B);
  case clang::BO_NE:
    return Pool.binary(Op::Ne, A, B);
  default:
    return nullptr;
  }
}

/// `p - q` of pointers to elements of one array, which has one dimension.
const Expr *Lowering::elementsBetween(const clang::BinaryOperator *E,
                                      const Pointer &A, const Pointer &B) {
  clang::QualType To = E->getLHS()->getType()->getPointeeType();
  bool AreElements = E->getOpcode() == clang::BO_Sub && A.Level == 1 &&
                     B.Level == 1 && A.Member == 0 && B.Member == 0 &&
                     A.Subscripts.size() == 1 && B.Subscripts.size() == 1 &&
                     !To->isVoidType() && !To->isIncompleteType() &&
                     U.Context.getTypeSizeInChars(To).getQuantity() ==
                         U.SharedArrays[*A.array()].ElementBytes;
  if (!AreElements)
    return nullptr;
  IntType T{64, true};
  return toType(Pool.binary(Op::Sub, Pool.cast(A.Subscripts[0], T),
                            Pool.cast(B.Subscripts[0], T)),
                E->getType());
}

/// `p < q`, `p - q`: offsets, where both lead to one array.
const Expr *Lowering::pointerArithmetic(const clang::BinaryOperator *E) {
  Pointer A = stable(pointer(E->getLHS()));
  Pointer B = pointer(E->getRHS());
  if (!A.array() || A.array() != B.array())
    return unknown(E);
  if (const Expr *D = elementsBetween(E, A, B))
    return D;
  const Expr *R = arithmetic(E->getOpcode(), A.Offset, B.Offset);
  if (R && E->getOpcode() == clang::BO_Sub) {
    clang::QualType To = E->getLHS()->getType()->getPointeeType();
    if (To->isVoidType() || To->isIncompleteType())
      return unknown(E);
    int64_t Size = U.Context.getTypeSizeInChars(To).getQuantity();
    R = Pool.binary(Op::Div, R, Pool.constant(Size, R->type()));
  }
  R = toType(R, E->getType());
  return R ? R : unknown(E);
}

const Expr *Lowering::binaryValue(const clang::BinaryOperator *E) {
  if (E->isAssignmentOp()) { // C's; those of C++ are lvalues.
    auto *C = llvm::dyn_cast<clang::CompoundAssignOperator>(E);
    Place P = C ? compound(C) : assignment(E);
    return P.Kind == Place::Local ? readInteger(P.Var, E->getType(), E)
                                  : unknown(E);
  }
  if (E->isLogicalOp())
    return logicalValue(E);
  if (E->getOpcode() == clang::BO_Comma) {
    value(E->getLHS());
    return value(E->getRHS());
  }
  if (E->isPtrMemOp()) {
    visitChildren(E);
    return unknown(E);
  }
  if (E->getLHS()->getType()->isPointerType() &&
      E->getRHS()->getType()->isPointerType()) {
    if (K)
      return pointerArithmetic(E);
    if (const clang::VarDecl *V = placeTakenOf(U, E))
      return toType(bankfix::placeOf(U, V), E->getType());
  }
  const Expr *A = value(E->getLHS()), *B = nullptr;
  StmtList Effects = collect([&] { B = value(E->getRHS()); });
  A = keep(A, Effects);
  append(std::move(Effects));
  const Expr *R = A && B ? arithmetic(E->getOpcode(), A, B) : nullptr;
  R = toType(R, E->getType());
  return R ? R : unknown(E);
}

/// A value that is only tested: conversions to and from `bool` are left out.
const Expr *Lowering::condition(const clang::Expr *E) {
  const Expr *V = read(E);
  if (!V)
    return Pool.opaque(fingerprintText(U, E), IntType{8, false}, false, 0, 1);
  const Expr *Inner = V;
  while (Inner->kind() == ExprKind::Cast)
    Inner = Inner->operand(0);
  bool Operator =
      Inner->kind() == ExprKind::Binary || Inner->kind() == ExprKind::Unary;
  return Operator && isPredicate(Inner->op()) ? Inner : V;
}

/// `a && b`: b's accesses happen only where a decides so.
const Expr *Lowering::logicalValue(const clang::BinaryOperator *E) {
  bool IsAnd = E->getOpcode() == clang::BO_LAnd;
  const Expr *A = condition(E->getLHS()), *B = nullptr;
  StmtList Late = collect([&] { B = condition(E->getRHS()); });
  if (!hasEffects(Late)) {
    append(std::move(Late));
  } else if (Emit) {
    A = temporary(A); // What b does must not change what a was.
    emit({If{IsAnd ? A : Pool.unary(Op::LogNot, A),
             U.Source.text(E->getLHS()->getSourceRange()),
             std::move(Late),
             {}}});
  }
  const Expr *R = Pool.binary(IsAnd ? Op::LogAnd : Op::LogOr, A, B);
  return toType(R, E->getType());
}

const Expr *Lowering::branch(const clang::AbstractConditionalOperator *E,
                             llvm::function_ref<void()> Then,
                             llvm::function_ref<void()> Else) {
  const Expr *C = condition(E->getCond());
  StmtList WhenTrue = collect(Then), WhenFalse = collect(Else);
  bool Traps = endsInTrap(E->getTrueExpr());
  if (Traps != endsInTrap(E->getFalseExpr())) { // `assert`
    emit({Assume{Traps ? Pool.unary(Op::LogNot, C) : C}});
    append(std::move(Traps ? WhenFalse : WhenTrue));
    return C;
  }
  if (!hasEffects(WhenTrue) && !hasEffects(WhenFalse)) {
    append(std::move(WhenTrue));
    append(std::move(WhenFalse));
    return C;
  }
  if (Emit)
    C = temporary(C);
  emit({If{C, U.Source.text(E->getCond()->getSourceRange()),
           std::move(WhenTrue), std::move(WhenFalse)}});
  return C;
}

const Expr *Lowering::selectValue(const clang::AbstractConditionalOperator *E) {
  if (auto *Short = llvm::dyn_cast<clang::BinaryConditionalOperator>(E)) {
    value(Short->getCommon());
    StmtList Else = collect([&] { value(E->getFalseExpr()); });
    if (hasEffects(Else))
      emit({If{
          Pool.opaque(fingerprintText(U, E), IntType{8, false}, false, 0, 1),
          U.Source.text(E->getCond()->getSourceRange()),
          std::move(Else),
          {}}});
    return unknown(E);
  }
  // `in[i] < 0 ? 0 : in[i] > 9 ? 9 : in[i]` is clamped.
  LoadedValues Own;
  Own.At = Emit;
  const bool IsWhole = !Loaded && Emit && !E->HasSideEffects(U.Context);
  if (IsWhole)
    Loaded = &Own;
  auto Ends = llvm::scope_exit([&] { Loaded = IsWhole ? nullptr : Loaded; });
  const Expr *A = nullptr, *B = nullptr;
  const Expr *C = branch(
      E, [&] { A = read(E->getTrueExpr()); },
      [&] { B = read(E->getFalseExpr()); });
  A = toType(A, E->getType());
  B = toType(B, E->getType());
  return A && B ? Pool.select(C, A, B) : unknown(E);
}
