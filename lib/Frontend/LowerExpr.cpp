//===- LowerExpr.cpp - Expressions of a kernel ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Structure.h"

using namespace bankfix;

const Expr *Lowering::unknown(const clang::Expr *E, bool Uniform) {
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (!T)
    return nullptr;
  return Pool.opaque(structureText(U, E), *T, Uniform, T->min(), T->max(),
                     U.Source.text(E->getSourceRange()));
}

const Expr *Lowering::pureValue(const clang::Expr *E) {
  const Expr *V = value(E);
  return V ? V : Pool.opaque(structureText(U, E), Int32);
}

const Expr *Lowering::toType(const Expr *V, clang::QualType T) {
  std::optional<IntType> I = integerType(U.Context, T);
  return V && I ? Pool.cast(V, *I) : nullptr;
}

const Expr *Lowering::constantOf(const clang::Expr *E) {
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (!T || E->isValueDependent())
    return nullptr;
  clang::Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, U.Context, clang::Expr::SE_NoSideEffects))
    return nullptr;
  return Pool.constant(int64_t(R.Val.getInt().extOrTrunc(64).getZExtValue()),
                       *T);
}

const Expr *Lowering::value(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (E->isGLValue())
    return load(E);
  if (const Expr *C = constantOf(E))
    return C;
  return prvalue(E);
}

const Expr *Lowering::prvalue(const clang::Expr *E) {
  if (const Expr *B = builtinValue(E))
    return B;
  if (auto *X = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E))
    return operatorCall(X);
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E))
    return callValue(X);
  if (auto *X = llvm::dyn_cast<clang::CXXConstructExpr>(E)) {
    constructor(X);
    return nullptr;
  }
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
  if (auto *X = llvm::dyn_cast<clang::StmtExpr>(E)) {
    statement(X->getSubStmt());
    return unknown(E);
  }
  if (llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr>(E))
    return unknown(E); // Not run here, or not at all.
  visitChildren(E);
  return unknown(E);
}

/// An lvalue among the children is named, not read: a read is a cast around it.
void Lowering::visitChildren(const clang::Stmt *S) {
  for (const clang::Stmt *C : S->children())
    if (auto *E = llvm::dyn_cast_or_null<clang::Expr>(C))
      E->isGLValue() ? visitLValue(E) : void(value(E));
}

const Expr *Lowering::builtinValue(const clang::Expr *E) {
  auto [Variable, Member] = builtinVariable(E);
  if (Variable.empty() || Member.size() != 1)
    return nullptr;
  size_t Axis = llvm::StringRef("xyz").find(Member[0]);
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (Axis == llvm::StringRef::npos || !T)
    return nullptr;
  static constexpr std::pair<llvm::StringLiteral, LaunchValue> Names[] = {
      {"threadIdx", LaunchValue::ThreadIdx},
      {"blockIdx", LaunchValue::BlockIdx},
      {"blockDim", LaunchValue::BlockDim},
      {"gridDim", LaunchValue::GridDim}};
  for (auto [Name, Value] : Names)
    if (Name == Variable)
      return Pool.launchValue(Value, Axis, *T);
  return nullptr;
}

bool Lowering::isTracked(const clang::VarDecl *V) const {
  return V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
         !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType() &&
         integerType(U.Context, V->getType()) && !(Facts && Facts->escapes(V));
}

unsigned Lowering::numberOf(const clang::VarDecl *V, IntType T) {
  auto [It, New] = Numbers.try_emplace(V->getCanonicalDecl(), Numbers.size());
  if (New && K) {
    It->second = K->Variables.size();
    K->Variables.push_back({V->getNameAsString(), T});
  }
  return It->second;
}

const Expr *Lowering::variable(const clang::VarDecl *V) {
  IntType T = *integerType(U.Context, V->getType());
  if (auto It = Params.find(V->getCanonicalDecl());
      It != Params.end() && !Numbers.count(V->getCanonicalDecl()))
    return Pool.param(It->second, V->getName(), T);
  return Pool.var(numberOf(V, T), V->getName(), T);
}

const Expr *Lowering::temporary(const Expr *Value) {
  if (!K)
    return Value;
  unsigned N = K->Variables.size();
  std::string Name = "$" + std::to_string(N);
  K->Variables.push_back({Name, Value->type()});
  emit({Assign{N, Value}});
  return Pool.var(N, Name, Value->type());
}

const Expr *Lowering::keep(const Expr *Value, const StmtList &Effects) {
  bool Changes = llvm::any_of(Effects, [](const Stmt &S) {
    return !std::holds_alternative<Access>(S.Node);
  });
  return Value && Changes && !Value->isConst() ? temporary(Value) : Value;
}

const Expr *Lowering::load(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const Expr *B = builtinValue(E))
    return B;
  if (std::optional<MatchedAccess> A = U.match(E)) {
    access(E, *A, AccessOp::Load, subscripts(*A));
    return unknown(E);
  }
  if (const clang::VarDecl *V = namedVariable(E)) {
    if (isTracked(V))
      return variable(V);
    if (const Expr *C = constantOf(E))
      return C;
    return unknown(E, V->hasAttr<clang::CUDAConstantAttr>() ||
                          V->getType().getAddressSpace() ==
                              clang::LangAS::opencl_constant);
  }
  if (auto *C = llvm::dyn_cast<clang::AbstractConditionalOperator>(E))
    return selectValue(C);
  if (auto *M = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CastExpr>(E);
      C && C->getCastKind() == clang::CK_NoOp)
    return load(C->getSubExpr());
  if (llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CallExpr>(
          E))
    return prvalue(E);
  visitLValue(E);
  return unknown(E);
}

/// Runs what the address of \p E needs, without touching what is there.
void Lowering::visitLValue(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    visitLValue(S->getBase()->IgnoreParenImpCasts());
    value(S->getIdx());
  } else if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    visitLValue(M->getBase()->IgnoreParenImpCasts());
  } else if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
             B && U.match(B->getLHS())) {
    value(B->getRHS()); // The element goes on as an lvalue: it escapes.
    visitLValue(B->getLHS());
  } else if (auto *S = llvm::dyn_cast<clang::UnaryOperator>(E);
             S && S->isIncrementDecrementOp() && U.match(S->getSubExpr())) {
    visitLValue(S->getSubExpr());
  } else if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
             B && B->getOpcode() == clang::BO_Comma) {
    value(B->getLHS());
    visitLValue(B->getRHS());
  } else if (llvm::isa<clang::BinaryOperator, clang::UnaryOperator,
                       clang::CallExpr, clang::MaterializeTemporaryExpr>(E) ||
             !E->isGLValue()) {
    prvalue(E);
  } else if (!llvm::isa<clang::DeclRefExpr>(E)) {
    visitChildren(E);
  }
}

const Expr *Lowering::castValue(const clang::CastExpr *C) {
  const clang::Expr *Sub = C->getSubExpr();
  switch (C->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const Expr *V = load(Sub);
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
  case clang::CK_ArrayToPointerDecay:
    visitLValue(Sub);
    return nullptr;
  default:
    value(Sub);
    return unknown(C);
  }
}

const Expr *Lowering::unaryValue(const clang::UnaryOperator *E) {
  if (E->isIncrementDecrementOp())
    return stepValue(E);
  if (E->getOpcode() == clang::UO_AddrOf) {
    if (!U.match(E->getSubExpr()))
      visitLValue(E->getSubExpr());
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

/// What `++` or `+=` does to its target: an element is loaded and stored; a
/// variable whose value is tracked is returned, for the caller to set.
const clang::VarDecl *Lowering::updated(const clang::Expr *Target) {
  if (std::optional<MatchedAccess> A = U.match(Target)) {
    auto Subs = subscripts(*A);
    access(Target, *A, AccessOp::Load, Subs);
    access(Target, *A, AccessOp::Store, Subs);
    return nullptr;
  }
  const clang::VarDecl *V = namedVariable(Target);
  if (V && isTracked(V) && Emit)
    return V;
  visitLValue(Target);
  return nullptr;
}

/// `++x` and the like.
const Expr *Lowering::stepValue(const clang::UnaryOperator *E) {
  const clang::VarDecl *V = updated(E->getSubExpr()->IgnoreParens());
  if (!V)
    return unknown(E);
  const Expr *Old = E->isPostfix() ? temporary(variable(V)) : variable(V);
  const Expr *One = Pool.constant(1, Old->type());
  assign(V, Pool.binary(E->isIncrementOp() ? Op::Add : Op::Sub, Old, One));
  return E->isPostfix() ? Old : variable(V);
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
    return Pool.binary(Op::Shl, A, B);
  case clang::BO_Shr:
    return Pool.binary(Op::Shr, A, B);
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

const Expr *Lowering::binaryValue(const clang::BinaryOperator *E) {
  if (auto *C = llvm::dyn_cast<clang::CompoundAssignOperator>(E))
    return compoundValue(C);
  if (E->isAssignmentOp())
    return assignValue(E);
  if (E->isLogicalOp())
    return logicalValue(E);
  const Expr *A = value(E->getLHS()), *B = nullptr;
  StmtList Effects = collect([&] { B = value(E->getRHS()); });
  A = keep(A, Effects);
  append(std::move(Effects));
  if (E->getOpcode() == clang::BO_Comma)
    return B;
  const Expr *R = A && B ? arithmetic(E->getOpcode(), A, B) : nullptr;
  R = toType(R, E->getType());
  return R ? R : unknown(E);
}

const Expr *Lowering::assignValue(const clang::BinaryOperator *E) {
  const Expr *V = value(E->getRHS());
  store(E->getLHS(), V);
  const clang::VarDecl *Target = namedVariable(E->getLHS());
  if (Target && isTracked(Target) && Emit)
    return variable(Target); // Not V: it may read what was just changed.
  return V && (V->isConst() || !Emit) ? V : unknown(E);
}

const Expr *Lowering::compoundValue(const clang::CompoundAssignOperator *E) {
  const Expr *R = value(E->getRHS());
  const clang::VarDecl *V = updated(E->getLHS()->IgnoreParens());
  if (!V)
    return unknown(E);
  auto Plain =
      clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  const Expr *L = toType(variable(V), E->getComputationLHSType());
  const Expr *Sum = L && R ? arithmetic(Plain, L, R) : nullptr;
  assign(V, Sum);
  return variable(V);
}

/// A value that is only tested: conversions to and from `bool` are left out.
const Expr *Lowering::condition(const clang::Expr *E) {
  const Expr *V = value(E);
  if (!V)
    return Pool.opaque(structureText(U, E), IntType{8, false}, false, 0, 1);
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
  if (!Late.empty() && Emit) {
    A = temporary(A); // What b does must not change what a was.
    emit({If{IsAnd ? A : Pool.unary(Op::LogNot, A),
             U.Source.text(E->getLHS()->getSourceRange()),
             std::move(Late),
             {}}});
  }
  const Expr *R = Pool.binary(IsAnd ? Op::LogAnd : Op::LogOr, A, B);
  return toType(R, E->getType());
}

const Expr *Lowering::selectValue(const clang::AbstractConditionalOperator *E) {
  if (auto *Short = llvm::dyn_cast<clang::BinaryConditionalOperator>(E)) {
    value(Short->getCommon());
    StmtList Else = collect([&] { value(E->getFalseExpr()); });
    if (!Else.empty())
      emit({If{Pool.opaque(structureText(U, E), IntType{8, false}, false, 0, 1),
               U.Source.text(E->getCond()->getSourceRange()),
               std::move(Else),
               {}}});
    return unknown(E);
  }
  const Expr *C = condition(E->getCond()), *A = nullptr, *B = nullptr;
  StmtList Then = collect([&] { A = value(E->getTrueExpr()); });
  StmtList Else = collect([&] { B = value(E->getFalseExpr()); });
  if (!Then.empty() || !Else.empty()) {
    if (Emit)
      C = temporary(C);
    emit({If{C, U.Source.text(E->getCond()->getSourceRange()), std::move(Then),
             std::move(Else)}});
  }
  A = toType(A, E->getType());
  B = toType(B, E->getType());
  return A && B ? Pool.select(C, A, B) : unknown(E);
}
