//===- LowerCalls.cpp - Calls in a kernel ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace bankfix;

/// The axis that an OpenCL work-item function asks for, if it is a constant.
static std::optional<unsigned> axisOf(const clang::CallExpr *E,
                                      const clang::ASTContext &C) {
  clang::Expr::EvalResult R;
  if (E->getNumArgs() != 1 || !E->getArg(0)->EvaluateAsInt(R, C))
    return std::nullopt;
  uint64_t Axis = R.Val.getInt().getZExtValue();
  return Axis < 3 ? std::optional(unsigned(Axis)) : std::nullopt;
}

const Expr *Lowering::launchCall(CallKind Kind, const clang::CallExpr *E) {
  std::optional<unsigned> Axis = axisOf(E, U.Context);
  std::optional<IntType> T = integerType(U.Context, E->getType());
  if (!Axis || !T)
    return unknown(E);
  auto Read = [&](LaunchValue V) { return Pool.launchValue(V, *Axis, *T); };
  switch (Kind) {
  case CallKind::LocalId:
    return Read(LaunchValue::ThreadIdx);
  case CallKind::LocalSize:
    return Read(LaunchValue::BlockDim);
  case CallKind::GroupId:
    return Read(LaunchValue::BlockIdx);
  case CallKind::GroupCount:
    return Read(LaunchValue::GridDim);
  default: // The global offset is zero unless the host says otherwise; it is
           // the same for all lanes, as the group id is.
    return Pool.add(
        Pool.mul(Read(LaunchValue::BlockIdx), Read(LaunchValue::BlockDim)),
        Read(LaunchValue::ThreadIdx));
  }
}

const Expr *Lowering::callValue(const clang::CallExpr *E) {
  CallKind Kind = classify(*E);
  if (Kind >= CallKind::LocalId)
    return launchCall(Kind, E);
  if (Kind == CallKind::Atomic) {
    atomic(E);
    return unknown(E);
  }
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
    visitLValue(M->getImplicitObjectArgument());
  llvm::SmallVector<const Expr *, 4> Args;
  for (const clang::Expr *A : E->arguments())
    if (Kind == CallKind::Unknown && A->isGLValue())
      visitLValue(A); // What the function does with the reference is unknown.
    else
      Args.push_back(toType(value(A), E->getType()));
  bool Known = llvm::all_of(Args, [](const Expr *A) { return A != nullptr; });
  size_t Wanted = Kind == CallKind::Abs           ? 1
                  : Kind == CallKind::MultiplyAdd ? 3
                                                  : 2;
  if (Kind == CallKind::Barrier)
    emit({Barrier{}});
  if (!Known || Args.size() != Wanted)
    return unknown(E);
  switch (Kind) {
  case CallKind::Min:
    return Pool.binary(Op::Min, Args[0], Args[1]);
  case CallKind::Max:
    return Pool.binary(Op::Max, Args[0], Args[1]);
  case CallKind::Abs:
    return Pool.binary(Op::Max, Args[0], Pool.unary(Op::Neg, Args[0]));
  case CallKind::Multiply:
    return Pool.mul(Args[0], Args[1]);
  case CallKind::MultiplyAdd:
    return Pool.add(Pool.mul(Args[0], Args[1]), Args[2]);
  default:
    return unknown(E);
  }
}

/// `atomicAdd(&a[i], v)`: any other address is followed by nobody, and is
/// reported where uses are checked.
void Lowering::atomic(const clang::CallExpr *E) {
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    value(E->getArg(I));
  if (E->getNumArgs() == 0)
    return;
  const clang::Expr *Address = E->getArg(0)->IgnoreParenCasts();
  auto *Of = llvm::dyn_cast<clang::UnaryOperator>(Address);
  std::optional<MatchedAccess> A;
  if (Of && Of->getOpcode() == clang::UO_AddrOf)
    A = U.match(Of->getSubExpr());
  // Through a wider pointer it is another access.
  clang::QualType To = E->getArg(0)->getType()->getPointeeType();
  if (A && (To.isNull() || To->isIncompleteType() ||
            U.Context.getTypeSizeInChars(To).getQuantity() != A->Bytes))
    A.reset();
  if (!A) {
    value(E->getArg(0));
    return;
  }
  access(Of->getSubExpr()->IgnoreParens(), *A, AccessOp::Atomic,
         subscripts(*A));
}

/// Struct assignment: `tile[i] = v`, one access of the whole element.
const Expr *Lowering::operatorCall(const clang::CXXOperatorCallExpr *E) {
  auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(E->getDirectCallee());
  bool Plain = E->getOperator() == clang::OO_Equal && M && M->isTrivial();
  if (!Plain) {
    for (const clang::Expr *A : E->arguments())
      A->isGLValue() ? visitLValue(A) : void(value(A));
    return unknown(E);
  }
  value(E->getArg(1));
  store(E->getArg(0), nullptr);
  return nullptr;
}

/// A trivial copy reads the whole element; other constructors get references.
void Lowering::constructor(const clang::CXXConstructExpr *E) {
  bool Copies = E->getConstructor()->isCopyOrMoveConstructor() &&
                E->getConstructor()->isTrivial();
  for (const clang::Expr *A : E->arguments())
    A->isGLValue() && !Copies ? visitLValue(A) : void(value(A));
}
