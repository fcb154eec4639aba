//===- LowerPointers.cpp - Pointers ---------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Where a pointer leads is a byte offset, and subscripts as long as arithmetic
// keeps to the array's rows and elements.
//
//===----------------------------------------------------------------------===//

#include "Lower/Lowering.h"
#include "clang/AST/RecordLayout.h"

using namespace bankfix;

static constexpr IntType Bytes64{64, true};

Pointer Pointer::elsewhere() {
  Pointer P;
  P.Targets = {Elsewhere};
  return P;
}

/// \p Level is 1 for a pointer to the first of its parts.
Pointer Pointer::startOf(ExprPool &Pool, unsigned Array, const SharedArray &A,
                         unsigned Level) {
  Pointer P;
  P.Targets = {int(Array)};
  P.Offset = Pool.constant(0, Bytes64);
  P.Subscripts.assign(A.Dims.size(), P.Offset);
  P.Level = Level;
  return P;
}

/// Each has the others' rows.
bool Lowering::areAlike(const std::set<int> &Arrays) const {
  const SharedArray *First = nullptr;
  for (int I : Arrays) {
    if (I == Elsewhere)
      return false;
    const SharedArray &A = U.Out.Prog.Arrays[I];
    First = First ? First : &A;
    if (A.Dims.size() != First->Dims.size() ||
        A.ElementBytes != First->ElementBytes ||
        !std::equal(A.Dims.begin() + 1, A.Dims.end(), First->Dims.begin() + 1))
      return false;
  }
  return true;
}

/// \p E / \p By where the text says that this leaves no rest; else null.
static const Expr *divided(ExprPool &Pool, const Expr *E, int64_t By) {
  if (E->isConst())
    return E->value() % By == 0 ? Pool.constant(E->value() / By, E->type())
                                : nullptr;
  if (E->kind() != ExprKind::Binary || E->type().Bits != 64)
    return nullptr; // Narrower ones may have wrapped.
  const Expr *A = E->operand(0), *B = E->operand(1);
  if (E->op() == Op::Mul) {
    if (const Expr *Left = A->isConst() ? divided(Pool, A, By) : nullptr)
      return Pool.mul(Left, B);
    const Expr *Right = B->isConst() ? divided(Pool, B, By) : nullptr;
    return Right ? Pool.mul(A, Right) : nullptr;
  }
  if (E->op() != Op::Add && E->op() != Op::Sub)
    return nullptr;
  const Expr *Left = divided(Pool, A, By), *Right = divided(Pool, B, By);
  return Left && Right ? Pool.binary(E->op(), Left, Right) : nullptr;
}

/// \p P, \p Index steps of so many bytes further (or back), as subscripts;
/// nothing where these do not tell.
std::optional<Pointer> Lowering::movedSubscript(const Pointer &P,
                                                const Expr *Index,
                                                int64_t Bytes, bool Back) {
  if (P.Subscripts.empty())
    return std::nullopt;
  if (Index->isConst(0) || Bytes == 0)
    return P;
  Pointer Out = P;
  const SharedArray &A = U.Out.Prog.Arrays[*P.Targets.begin()];
  bool IsElement = P.Level != 0 && P.Level <= A.Dims.size();
  int64_t Step =
      IsElement ? int64_t(A.stride(P.Level - 1) * A.ElementBytes) : 0;
  if (IsElement && Step != 0 && Bytes % Step == 0 && Bytes != 0) {
    const Expr *&S = Out.Subscripts[P.Level - 1];
    const Expr *By = Pool.mul(Pool.cast(Index, Bytes64),
                              Pool.constant(Bytes / Step, Bytes64));
    S = Pool.binary(Back ? Op::Sub : Op::Add, Pool.cast(S, Bytes64), By);
    return Out;
  }
  if (const Expr *By = IsElement && Step % Bytes == 0 && !Index->isConst()
                           ? divided(Pool, Index, Step / Bytes)
                           : nullptr)
    return movedSubscript(P, By, Step, Back);
  if (!Index->isConst() || P.Level < A.Dims.size())
    return std::nullopt;
  int64_t To = int64_t(P.Member) + Index->value() * Bytes * (Back ? -1 : 1);
  if (To < 0)
    return std::nullopt;
  Out.Member = To % A.ElementBytes;
  if (int64_t Elements = To / A.ElementBytes)
    Out.Subscripts.back() = Pool.add(Pool.cast(Out.Subscripts.back(), Bytes64),
                                     Pool.constant(Elements, Bytes64));
  return Out;
}

/// What lies so many bytes behind the start of what \p P leads to, in it.
Pointer Lowering::into(Pointer P, int64_t Bytes) {
  // One step of so many bytes, which is no move to another element.
  std::optional<Pointer> At =
      movedSubscript(P, Pool.constant(1, Bytes64), Bytes, false);
  Pointer Out = moved(std::move(P), Pool.constant(Bytes), U.Context.CharTy);
  Out.Subscripts.clear();
  if (At) {
    Out.Subscripts = At->Subscripts;
    Out.Level = At->Level;
    Out.Member = At->Member;
  }
  return Out;
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
  std::optional<Pointer> At = movedSubscript(P, Index, Size, Back);
  if (At)
    P = *At;
  else
    P.Subscripts.clear();
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
  if (A.Subscripts.size() != B.Subscripts.size() || A.Level != B.Level ||
      A.Member != B.Member || !areAlike(R.Targets))
    return R;
  R.Level = A.Level;
  R.Member = A.Member;
  for (auto [X, Y] : llvm::zip_equal(A.Subscripts, B.Subscripts))
    R.Subscripts.push_back(
        Pool.select(Cond, Pool.cast(X, Bytes64), Pool.cast(Y, Bytes64)));
  return R;
}

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
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E)) {
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
    U.Followed.insert(llvm::cast<clang::DeclRefExpr>(E));
    return Pointer::startOf(Pool, *Array, U.Out.Prog.Arrays[*Array], 1);
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
