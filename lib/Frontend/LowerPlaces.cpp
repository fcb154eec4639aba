//===- LowerPlaces.cpp - Pointers, and what lvalues name ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

namespace {
constexpr IntType Bytes64{64, true};

Pointer elsewhere() {
  Pointer P;
  P.Targets = {Elsewhere};
  return P;
}

Pointer startOf(ExprPool &Pool, unsigned Array) {
  Pointer P;
  P.Targets = {int(Array)};
  P.Offset = Pool.constant(0, Bytes64);
  return P;
}

/// The same whenever it is evaluated.
bool isFixed(const Expr &E) {
  if (E.kind() == ExprKind::Var ||
      (E.kind() == ExprKind::Opaque && !E.isUniform()))
    return false;
  for (unsigned I = 0; I < E.numOperands(); ++I)
    if (!isFixed(*E.operand(I)))
      return false;
  return true;
}
} // namespace

const Expr *Lowering::stable(const Expr *V) {
  return V && !isFixed(*V) ? temporary(V) : V;
}

Pointer Lowering::stable(Pointer P) {
  P.Offset = stable(P.Offset);
  P.Which = stable(P.Which);
  return P;
}

Place Lowering::stable(Place P) {
  P.At = stable(std::move(P.At));
  for (const Expr *&S : P.Subscripts)
    S = stable(S);
  return P;
}

Place Lowering::referent(const clang::Expr *E) {
  if (!E->isGLValue())
    return temporaryPlace(E, E);
  Place P = place(E);
  if (P.Direct) // Its uses name it again.
    P = placeAt(addressOf(P));
  return stable(std::move(P));
}

/// \p P, \p Index elements further (or back).
Pointer Lowering::moved(Pointer P, const Expr *Index, clang::QualType Pointee,
                        bool Back) {
  if (P.ToLocal && !(Index && Index->isConst(0))) {
    lose(*P.ToLocal);
    P.ToLocal.reset();
  }
  if (!P.Offset)
    return P;
  int64_t Size = 1;
  if (!Pointee->isVoidType() && !Pointee->isFunctionType() &&
      !Pointee->isIncompleteType() && !Pointee->isDependentType())
    Size = U.Context.getTypeSizeInChars(Pointee).getQuantity();
  if (!Index)
    Index = Pool.opaque("an offset", Bytes64);
  const Expr *By =
      Pool.mul(Pool.cast(Index, Bytes64), Pool.constant(Size, Bytes64));
  P.Offset = Pool.binary(Back ? Op::Sub : Op::Add, P.Offset, By);
  return P;
}

Pointer Lowering::choose(const Expr *Cond, const Pointer &A, const Pointer &B) {
  if (A.ToLocal && B.ToLocal && *A.ToLocal == *B.ToLocal)
    return A;
  for (const Pointer *P : {&A, &B})
    if (P->ToLocal)
      lose(*P->ToLocal);
  Pointer R;
  R.Targets = A.Targets;
  R.Targets.insert(B.Targets.begin(), B.Targets.end());
  auto Offset = [&](const Pointer &P) {
    return P.Offset ? P.Offset : Pool.constant(0, Bytes64);
  };
  auto Which = [&](const Pointer &P) {
    return P.Which ? P.Which : Pool.constant(*P.Targets.begin());
  };
  if (A.Offset || B.Offset)
    R.Offset = Pool.select(Cond, Offset(A), Offset(B));
  if (R.Targets.size() > 1)
    R.Which = Pool.select(Cond, Which(A), Which(B));
  return R;
}

Pointer Lowering::pointerSelect(const clang::AbstractConditionalOperator *E) {
  Pointer A, B;
  const Expr *C = branch(
      E, [&] { A = pointer(E->getTrueExpr()); },
      [&] { B = pointer(E->getFalseExpr()); });
  return choose(C, A, B);
}

Pointer Lowering::addressOf(const Place &P) {
  if (P.Kind == Place::Local) {
    Pointer A = elsewhere();
    A.ToLocal = P.Var;
    return A;
  }
  if (P.Kind == Place::Unknown)
    return elsewhere();
  if (!P.Direct)
    return P.At;
  U.Taken.insert(P.Direct->Base);
  const SharedArray &Array = U.Out.Prog.Arrays[P.Direct->Array];
  Pointer A = startOf(Pool, P.Direct->Array);
  for (auto [I, S] : llvm::enumerate(P.Subscripts))
    A.Offset = Pool.add(
        A.Offset,
        Pool.mul(Pool.cast(S, Bytes64),
                 Pool.constant(Array.stride(I) * Array.ElementBytes, Bytes64)));
  A.Offset = Pool.add(A.Offset, Pool.constant(P.Direct->MemberOffset, Bytes64));
  return A;
}

Place Lowering::placeAt(const Pointer &P) {
  Place R;
  if (P.ToLocal) {
    R.Kind = Place::Local;
    R.Var = *P.ToLocal;
  } else if (P.mayBeShared()) {
    R.Kind = Place::Shared;
    R.At = P;
  }
  return R;
}

/// How far the base class lies in an object; nothing for a virtual base.
static std::optional<int64_t> baseOffset(const clang::ASTContext &C,
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

Pointer Lowering::castPointer(const clang::CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_ArrayToPointerDecay:
    return addressOf(place(Sub));
  case clang::CK_LValueToRValue: {
    if (std::optional<unsigned> Array = U.arrayOf(Sub->IgnoreParens())) {
      // An OpenCL kernel's argument.
      U.Followed.insert(llvm::cast<clang::DeclRefExpr>(Sub->IgnoreParens()));
      return startOf(Pool, *Array);
    }
    const clang::VarDecl *V = namedVariable(Sub);
    if (auto It = V ? BoundPointers.find(V) : BoundPointers.end();
        It != BoundPointers.end())
      return It->second;
    Place P = place(Sub);
    if (P.Kind == Place::Local)
      return readPointer(P.Var);
    if (P.Kind == Place::Shared)
      access(Sub, P, AccessOp::Load, Sub->getType());
    return elsewhere();
  }
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: {
    Pointer P = pointer(Sub);
    std::optional<int64_t> By =
        baseOffset(U.Context, E, Sub->getType()->getPointeeType());
    return By ? moved(P, Pool.constant(*By), U.Context.CharTy)
              : moved(P, nullptr, U.Context.CharTy);
  }
  case clang::CK_BitCast:
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion:
    if (Sub->getType()->isPointerType() && !Sub->isGLValue())
      return pointer(Sub);
    [[fallthrough]];
  default:
    if (Sub->isGLValue())
      place(Sub);
    else
      value(Sub);
    return elsewhere();
  }
}

Pointer Lowering::pointer(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (!K) {
    visitChildren(E);
    return elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E))
    return castPointer(X);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    if (X->getOpcode() == clang::UO_AddrOf)
      return addressOf(place(X->getSubExpr()));
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
    return P.Kind == Place::Local ? readPointer(P.Var) : elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    if (X->isAssignmentOp()) {
      Place P = assignment(X);
      return P.Kind == Place::Local ? readPointer(P.Var) : elsewhere();
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
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X))
    return pointerSelect(X);
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E)) {
    if (const clang::FunctionDecl *F = inlined(X))
      return readPointer(result(F));
    callValue(X);
    return elsewhere();
  }
  if (auto *X = llvm::dyn_cast<clang::CXXThisExpr>(E))
    return thisPointer(X);
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return pointer(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return pointer(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return pointer(X->getReplacement());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return pointer(X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E))
    return pointer(X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::InitListExpr>(E);
      X && X->getNumInits() == 1)
    return pointer(X->getInit(0));
  visitChildren(E);
  return elsewhere();
}

Place Lowering::placeOf(const clang::DeclRefExpr *E) {
  if (std::optional<Place> P = captured(E))
    return *P;
  if (auto *B = llvm::dyn_cast<clang::BindingDecl>(E->getDecl());
      B && !B->getHoldingVar() && B->getBinding())
    return place(B->getBinding());
  auto *V = llvm::dyn_cast<clang::VarDecl>(E->getDecl());
  if (!V)
    return Place();
  V = V->getCanonicalDecl();
  if (V->getType()->isReferenceType()) {
    auto It = References.find(V);
    return It == References.end() ? Place() : It->second;
  }
  if (std::optional<unsigned> Array = U.arrayOf(E)) {
    U.Followed.insert(E);
    return placeAt(startOf(Pool, *Array));
  }
  Place P;
  if (isFollowed(V)) {
    P.Kind = Place::Local;
    P.Var = object(V);
  }
  return P;
}

Place Lowering::elementPlace(const clang::ArraySubscriptExpr *E) {
  const clang::Expr *Base = E->getBase();
  if (Base->getType()->isVectorType()) {
    Place P = Base->isGLValue() ? place(Base) : Place();
    const Expr *Index = value(E->getIdx());
    return P.Kind == Place::Shared
               ? placeAt(moved(addressOf(P), Index, E->getType()))
               : Place();
  }
  Pointer P = stable(pointer(Base));
  const Expr *Index = value(E->getIdx());
  return placeAt(moved(P, Index, E->getType()));
}

Place Lowering::memberPlace(const clang::MemberExpr *E) {
  const clang::Expr *Base = E->getBase();
  Place P;
  if (E->isArrow())
    P = placeAt(pointer(Base));
  else if (Base->isGLValue())
    P = place(Base);
  else
    P = temporaryPlace(Base, Base);
  auto *Field = llvm::dyn_cast<clang::FieldDecl>(E->getMemberDecl());
  if (!Field || Field->getType()->isReferenceType() || P.Kind == Place::Unknown)
    return Place();
  const clang::RecordDecl *Record = Field->getParent();
  if (P.Kind == Place::Local) {
    if (Record->isUnion() || Field->getType().isVolatileQualified() ||
        Field->isBitField() || Field->getType()->isArrayType())
      return Place();
    P.Var = P.Var.member(fieldName(Field));
    return P;
  }
  uint64_t Bits = U.Context.getFieldOffset(Field);
  Place R = placeAt(
      moved(addressOf(P), Pool.constant(int64_t(Bits / 8)), U.Context.CharTy));
  R.IsBitField = Field->isBitField();
  return R;
}

Place Lowering::componentPlace(const clang::ExtVectorElementExpr *E) {
  llvm::SmallVector<uint32_t, 4> Components;
  E->getEncodedElementAccess(Components);
  const clang::Expr *Base = E->getBase();
  Place P = E->isArrow()        ? placeAt(pointer(Base))
            : Base->isGLValue() ? place(Base)
                                : temporaryPlace(Base, Base);
  if (P.Kind == Place::Local) {
    if (Components.size() != 1)
      return Place();
    P.Var = P.Var.member(std::to_string(Components[0]));
    return P;
  }
  if (P.Kind != Place::Shared)
    return P;
  clang::QualType Element = E->getType();
  if (auto *V = Element->getAs<clang::VectorType>())
    Element = V->getElementType();
  unsigned Size = U.Context.getTypeSizeInChars(Element).getQuantity();
  Place R = placeAt(addressOf(P));
  if (Components.size() == 1)
    R.At = moved(R.At, Pool.constant(Components[0]), Element);
  else
    for (uint32_t C : Components)
      R.Components.push_back(C * Size);
  return R;
}

Place Lowering::conditionalPlace(const clang::AbstractConditionalOperator *E) {
  Place A, B;
  const Expr *C = branch(
      E, [&] { A = place(E->getTrueExpr()); },
      [&] { B = place(E->getFalseExpr()); });
  return placeAt(choose(C, addressOf(A), addressOf(B)));
}

/// A new object that \p Init sets.
Place Lowering::temporaryPlace(const clang::Expr *Of, const clang::Expr *Init) {
  Place P;
  if (!K) {
    read(Init);
    return P;
  }
  P.Kind = Place::Local;
  P.Var = {Of, ""};
  initialize(P.Var, Of->getType(), Init);
  return P;
}

Place Lowering::place(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (llvm::isa<clang::PseudoObjectExpr>(E))
    return Place(); // threadIdx.x and its like.
  if (std::optional<MatchedAccess> A = U.match(E)) {
    Place P;
    P.Kind = Place::Shared;
    P.At.Targets = {int(A->Array)};
    for (const clang::Expr *S : A->Subscripts) {
      const Expr *V = nullptr;
      StmtList Effects = collect([&] { V = pureValue(S); });
      for (const Expr *&Before : P.Subscripts)
        Before = keep(Before, Effects);
      append(std::move(Effects));
      P.Subscripts.push_back(V);
    }
    if (K)
      U.Followed.insert(A->Base);
    P.Direct = std::move(A);
    return P;
  }
  if (auto *X = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return placeOf(X);
  if (auto *X = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return elementPlace(X);
  if (auto *X = llvm::dyn_cast<clang::MemberExpr>(E))
    return memberPlace(X);
  if (auto *X = llvm::dyn_cast<clang::ExtVectorElementExpr>(E))
    return componentPlace(X);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    if (X->getOpcode() == clang::UO_Deref)
      return placeAt(pointer(X->getSubExpr()));
    if (X->isIncrementDecrementOp())
      return step(X, nullptr, nullptr);
    return place(X->getSubExpr());
  }
  if (auto *X = llvm::dyn_cast<clang::CompoundAssignOperator>(E))
    return compound(X);
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    if (X->isAssignmentOp())
      return assignment(X);
    if (X->isPtrMemOp()) {
      visitChildren(X);
      return Place();
    }
    read(X->getLHS());
    return X->getRHS()->isGLValue() ? place(X->getRHS()) : Place();
  }
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E)) {
    const clang::Expr *Sub = X->getSubExpr();
    bool SamePlace = X->getCastKind() == clang::CK_NoOp ||
                     X->getCastKind() == clang::CK_LValueBitCast ||
                     X->getCastKind() == clang::CK_DerivedToBase ||
                     X->getCastKind() == clang::CK_UncheckedDerivedToBase ||
                     X->getCastKind() == clang::CK_AddressSpaceConversion;
    if (!SamePlace || !Sub->isGLValue()) {
      Sub->isGLValue() ? void(place(Sub)) : void(value(Sub));
      return Place();
    }
    Place P = place(Sub);
    bool SameType =
        U.Context.hasSameUnqualifiedType(X->getType(), Sub->getType());
    if (P.Kind == Place::Shared && !SameType) {
      std::optional<int64_t> By = baseOffset(U.Context, X, Sub->getType());
      return placeAt(moved(addressOf(P), By ? Pool.constant(*By) : nullptr,
                           U.Context.CharTy));
    }
    if (P.Kind == Place::Local && X->getCastKind() == clang::CK_LValueBitCast) {
      lose(P.Var);
      return Place();
    }
    return P;
  }
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X))
    return conditionalPlace(X);
  if (auto *X = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      X && isTrivialAssignment(X)) {
    storeRecord(X->getArg(0), X->getArg(1));
    return Place();
  }
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E)) {
    if (K && inlined(X)) {
      std::optional<Place> R = std::move(LastResult);
      return R ? *R : Place();
    }
    callValue(X);
    return Place();
  }
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return temporaryPlace(X, X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return place(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E);
      X && X->getReplacement()->isGLValue())
    return place(X->getReplacement());
  if (auto *X = llvm::dyn_cast<clang::CompoundLiteralExpr>(E))
    return temporaryPlace(X, X->getInitializer());
  visitChildren(E);
  return Place();
}
