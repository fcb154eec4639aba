//===- LowerCalls.cpp - Calls whose meaning is known ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementViews.h"
#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Lower/Lowering.h"

using namespace bankfix;

/// The axis that an OpenCL work-item function asks for, if it is a constant.
static std::optional<unsigned> axisOf(const clang::CallExpr *E,
                                      const clang::ASTContext &C) {
  clang::Expr::EvalResult R;
  if (E->getNumArgs() != 1 || E->getArg(0)->isValueDependent() ||
      !E->getArg(0)->EvaluateAsInt(R, C))
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
  case CallKind::GlobalSize:
    return Pool.mul(Read(LaunchValue::GridDim), Read(LaunchValue::BlockDim));
  default: // The global offset is zero unless the host says otherwise; it is
           // the same for all lanes, as the group id is.
    return Pool.add(
        Pool.mul(Read(LaunchValue::BlockIdx), Read(LaunchValue::BlockDim)),
        Read(LaunchValue::ThreadIdx));
  }
}

/// What the compiler is told to hold. Nothing in it is run.
void Lowering::assume(const clang::CallExpr *E) {
  if (E->getNumArgs() != 1 || hasSideEffects(E->getArg(0)))
    return;
  const Expr *C = nullptr;
  StmtList Effects = collect([&] { C = condition(E->getArg(0)); });
  if (!hasEffects(Effects))
    emit({Assume{C}});
}

/// Of OpenCL's sub-groups, which are the waves; 0 where the kernel asks for
/// others.
unsigned Lowering::subGroupSize() const {
  const unsigned Wave = U.Read.Gpu.WaveSize;
  auto *Asked =
      Frames.empty()
          ? nullptr
          : Frames.front().F->getAttr<clang::OpenCLIntelReqdSubGroupSizeAttr>();
  return Asked && Asked->getSubGroupSize() != Wave ? 0 : Wave;
}

const Expr *Lowering::groupCall(CallKind Kind, const clang::CallExpr *E) {
  const Expr *Size = blockThreads();
  if (Kind == CallKind::LinearId)
    return toType(linearThread(), E->getType());
  if (Kind == CallKind::LinearSize)
    return toType(Size, E->getType());
  const unsigned N =
      U.Context.getLangOpts().OpenCL ? subGroupSize() : tileSize(*E);
  if (N == 0)
    return unknown(E);
  const Expr *Tile = Pool.constant(N, UInt32), *V = Tile;
  if (Kind == CallKind::TileId)
    V = Pool.binary(Op::Rem, linearThread(), Tile);
  if (Kind == CallKind::TileIndex)
    V = Pool.binary(Op::Div, linearThread(), Tile);
  if (Kind == CallKind::TileCount)
    V = Pool.binary(Op::Div, Pool.add(Size, Pool.constant(N - 1, UInt32)),
                    Tile);
  return toType(V, E->getType());
}

/// The arguments of a function that nobody looks into: what it does with
/// addresses and references is unknown.
void Lowering::arguments(const clang::CallExpr *E) {
  const clang::FunctionDecl *F = E->getDirectCallee();
  F = F ? F->getDefinition() : nullptr;
  bool Recursive =
      F && U.Source.isUserCode(F->getLocation()) && U.Calls.isRecursive(F);
  std::string Outer =
      std::exchange(RecursiveCallee, Recursive ? F->getNameAsString() : "");
  for (const clang::Expr *A : E->arguments())
    give(A, isLibraryCall(U, E) ? E : nullptr);
  RecursiveCallee = std::move(Outer);
}

void Lowering::give(const clang::Expr *E, const clang::Expr *Around) {
  giveClosure(E);
  if (E->isGLValue())
    return escape(addressOf(place(E)), E, Around);
  if (E->getType()->isPointerType() && K)
    return escape(pointer(E), E, Around);
  giveNumber(value(E), E);
  escapeMembers({E->IgnoreParens()}, E->getType(), E, Around);
}

/// An operator or a conversion of 16-bit floats, which reads each operand once.
/// The place of the first, which is what assignments return; null for other
/// calls.
std::optional<Place> Lowering::sixteenBitOperator(const clang::CallExpr *E) {
  auto IsOperand = [](const clang::Expr *A) {
    return isSixteenBitFloat(A->getType());
  };
  auto Load = [&](const clang::Expr *A) {
    A = A->IgnoreParenImpCasts();
    Place P;
    if (!A->isGLValue() || !IsOperand(A))
      return give(A), P;
    P = stable(place(A));
    access(A, P, AccessOp::Load, A->getType());
    return P;
  };
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!K || !isSixteenBitOperator(F))
    return std::nullopt;
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
    return Load(M->getImplicitObjectArgument());
  auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
  if (!O)
    return std::nullopt;
  std::optional<Place> Target;
  for (const clang::Expr *A : O->arguments()) {
    bool IsOnlySet = !Target && O->getOperator() == clang::OO_Equal;
    Place P = IsOnlySet ? stable(place(A->IgnoreParenImpCasts())) : Load(A);
    if (!Target)
      Target = std::move(P);
  }
  const clang::Expr *To = O->getArg(0)->IgnoreParenImpCasts();
  if (changesOperand(O))
    access(To, *Target, AccessOp::Store, To->getType());
  return Target;
}

/// The value of a call of which no more than its function is known.
const Expr *Lowering::userCall(const clang::CallExpr *E) {
  if (const Expr *V = indexFunction(E))
    return V;
  if (const clang::FunctionDecl *F = inlined(E)) {
    if (F->getReturnType()->isReferenceType() ||
        !integerType(U.Context, E->getType()))
      return nullptr;
    return temporary(readInteger(result(F), E->getType(), E));
  }
  if (sixteenBitOperator(E))
    return unknown(E);
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
    give(M->getImplicitObjectArgument(), E);
  else if (!E->getDirectCallee())
    give(E->getCallee());
  if (takesSharedAddress(*E))
    noteReach(E, isAddress(E->getArg(0)));
  arguments(E);
  if (waitsForOthers(*E))
    emit({Barrier{false}});
  return unknown(E);
}

/// `min(a, b)` and its like.
const Expr *Lowering::arithmeticCall(CallKind Kind, const clang::CallExpr *E) {
  llvm::SmallVector<const Expr *, 4> Args;
  for (const clang::Expr *A : E->arguments())
    Args.push_back(toType(read(A), E->getType().getNonReferenceType()));
  bool Known = llvm::all_of(Args, [](const Expr *A) { return A != nullptr; });
  bool Three = Kind == CallKind::MultiplyAdd || Kind == CallKind::Clamp;
  size_t Wanted = Kind == CallKind::Abs ? 1 : Three ? 3 : 2;
  if (!Known || Args.size() != Wanted)
    return unknown(E);
  switch (Kind) {
  case CallKind::Min:
    return Pool.binary(Op::Min, Args[0], Args[1]);
  case CallKind::Max:
    return Pool.binary(Op::Max, Args[0], Args[1]);
  case CallKind::Clamp:
    return Pool.binary(Op::Min, Pool.binary(Op::Max, Args[0], Args[1]),
                       Args[2]);
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

const Expr *Lowering::callValue(const clang::CallExpr *E) {
  CallKind Kind = classify(*E);
  if (Kind >= CallKind::LocalId && Kind < CallKind::LinearId)
    return launchCall(Kind, E);
  if (Kind >= CallKind::LinearId)
    return groupCall(Kind, E);
  if (Kind == CallKind::Atomic) {
    atomic(E);
    return unknown(E);
  }
  if (Kind == CallKind::Barrier || Kind == CallKind::WaveBarrier) {
    for (const clang::Expr *A : E->arguments())
      read(A);
    emit({Barrier{Kind == CallKind::Barrier}});
    return unknown(E);
  }
  if (Kind == CallKind::Assume)
    assume(E);
  if (Kind == CallKind::Nothing || Kind == CallKind::Assume)
    return unknown(E);
  if (Kind == CallKind::Address && E->getNumArgs() == 1 && K)
    return addressValue(E->getArg(0), E);
  if (std::optional<unsigned> Start = K ? std::nullopt : startNumber(U, E))
    return toType(startValue(U, *Start), E->getType());
  if (Kind == CallKind::MatrixLoad || Kind == CallKind::MatrixStore) {
    lowerMatrix(*this, Kind, E);
    return nullptr;
  }
  if (Kind == CallKind::AsyncCopy || Kind == CallKind::GroupCopy ||
      Kind == CallKind::VectorLoad || Kind == CallKind::VectorStore ||
      Kind == CallKind::WorkGroupCopy) {
    lowerCopy(*this, Kind, E);
    return unknown(E);
  }
  if (Kind == CallKind::Function)
    return functionValue(E);
  if (Kind == CallKind::Trap || Kind == CallKind::Address) {
    arguments(E);
    return unknown(E);
  }
  if (Kind == CallKind::Unknown)
    return userCall(E);
  return arithmeticCall(Kind, E);
}

/// What GPUs make of an atomic function on a \p To.
static AccessOp atomicKind(const clang::ASTContext &C, const clang::CallExpr *E,
                           clang::QualType To) {
  llvm::StringRef Name = E->getDirectCallee()->getName();
  To = To.getAtomicUnqualifiedType();
  if (Name.contains("CAS") || Name.contains("cmpxchg") ||
      Name.contains("compare_exchange"))
    return AccessOp::AtomicSwap;
  bool Adds = Name.contains_insensitive("add") || Name.ends_with("_inc");
  if (!Adds)
    return AccessOp::Atomic;
  std::optional<IntType> I = integerType(C, To);
  if (I && I->Bits < 32)
    return AccessOp::Atomic;
  return I && I->Bits == 32 ? AccessOp::AtomicAdd : AccessOp::AtomicSwap;
}

/// `atomicAdd(&a[i], v)`. Where the address is an element that the source
/// subscripts, the access can be edited.
void Lowering::atomic(const clang::CallExpr *E) {
  if (E->getNumArgs() == 0)
    return;
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    E->getArg(I)->getType()->isPointerType() ? give(E->getArg(I))
                                             : void(read(E->getArg(I)));
  clang::QualType To = E->getArg(0)->getType()->getPointeeType();
  if (To.isNull() || To->isIncompleteType() || !K) {
    give(E->getArg(0));
    return;
  }
  const clang::Expr *Element = namedElement(U, E->getArg(0));
  Place P = Element ? place(Element) : placeAt(pointer(E->getArg(0)));
  if (P.Kind == Place::Local)
    return lose(P.Var);
  // Through a wider pointer it is another access.
  if (P.Direct && U.Context.getTypeSizeInChars(To).getQuantity() !=
                      int64_t(P.Direct->Bytes))
    P = viewElements(U, {P.Direct->Array}, P.Direct->MemberOffset, To)
            ? named(Element->IgnoreParens(), P)
            : placeAt(addressOf(P));
  access(Element ? Element : E->getArg(0), P, atomicKind(U.Context, E, To), To);
}
