//===- LowerPlaces.cpp - What lvalues name --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementViews.h"
#include "Fingerprint/Fingerprint.h"
#include "Lower/Lowering.h"
#include "bankfix/Kernel/MacroPrefix.h"
#include "bankfix/Kernel/UsualConversions.h"

using namespace bankfix;

Place Lowering::referent(const clang::Expr *E) {
  if (!E->isGLValue())
    return temporaryPlace(E, E);
  return stable(named(E));
}

/// Where \p E is, for a reference or a pointer whose uses name it again.
Place Lowering::named(const clang::Expr *E) { return named(E, place(E)); }

/// The same for \p P, which is where \p E is.
Place Lowering::named(const clang::Expr *E, Place P) {
  if (!P.Direct)
    return P;
  locate(E, *P.Direct);
  if (std::string Text = textOf(E); hasFixMacroSubscript(Text))
    Indexed.try_emplace(P.Direct->Array, std::move(Text));
  bool WasTaken = U.Uses.of(P.Direct->Base).IsTaken;
  const clang::Expr *Base = P.Direct->Base;
  P = placeAt(addressOf(P));
  if (!WasTaken) // What is done with the reference says whether it is.
    U.Uses.at(Base).IsTaken = false;
  return P;
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
    U.Uses.at(E).IsFollowed = true;
    const SharedArray &A = U.SharedArrays[*Array];
    return placeAt(Pointer::startOf(Pool, *Array, A, A.IsArray ? 0 : 1));
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
    if (P.Kind != Place::Shared)
      return Place();
    clang::QualType Whole = P.Vector.isNull() ? Base->getType() : P.Vector;
    // What only optimisations find to be constant selects from the whole.
    bool IsOne = P.Vector.isNull() && Index && constantOf(E->getIdx());
    Place R = placeAt(IsOne ? moved(addressOf(P), Index, E->getType())
                            : addressOf(P));
    if (!IsOne)
      R.Vector = Whole;
    partOf(R, Whole);
    return R;
  }
  Pointer P = stable(pointer(Base));
  const Expr *Index = value(E->getIdx());
  Place R = placeAt(moved(P, Index, E->getType()));
  noteOutside(*this, E, Base, R, Index);
  return R;
}

Place Lowering::pointedPlace(const clang::UnaryOperator *E) {
  Place P = placeAt(pointer(E->getSubExpr()));
  noteOutside(*this, E, E->getSubExpr(), P, nullptr);
  return P;
}

/// An array in a shared struct, which is one of its own.
Place Lowering::memberArrayPlace(const clang::MemberExpr *E) {
  auto *F = llvm::cast<clang::FieldDecl>(E->getMemberDecl());
  U.Uses.at(E).IsFollowed = true;
  auto Start = [&](unsigned Array) {
    return placeAt(Pointer::startOf(Pool, Array, U.SharedArrays[Array], 0));
  };
  if (!E->isArrow())
    return Start(*U.membersOf(E).begin());
  Pointer Object = pointer(E->getBase());
  std::optional<unsigned> Struct = Object.array();
  for (const auto &[Key, Array] : U.Members)
    if (Struct && Key.second == F && U.Arrays.lookup(Key.first) == *Struct)
      return Start(Array);
  notUnderstood(E, Object, "it is not known which object it belongs to");
  return Place();
}

/// What is \p Offset bytes into \p P, as a part of the group that this is, or
/// is a part of itself.
static GroupPart partAt(const LoweredUnit &U, const Place &P, unsigned Offset) {
  if (P.Part)
    return {P.Part.Bytes, P.Part.Offset + Offset};
  if (!P.Direct || P.Direct->Elements == 1)
    return {};
  return {P.Direct->Elements * U.SharedArrays[P.Direct->Array].ElementBytes,
          P.Direct->MemberOffset + Offset};
}

Place Lowering::memberPlace(const clang::MemberExpr *E) {
  if (K && !U.membersOf(E).empty())
    return memberArrayPlace(E);
  const clang::Expr *Base = E->getBase();
  Place P;
  if (E->isArrow()) {
    P = placeAt(pointer(Base));
    noteOutside(*this, E, Base, P, nullptr);
  } else if (Base->isGLValue())
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
    P.Var = P.Var.member(Field);
    return P;
  }
  uint64_t Bits = U.Context.getFieldOffset(Field);
  // Indices into a member leave that of the element as it is; so does a member
  // of several elements that are seen as one.
  bool IsArray =
      P.Direct && (Field->getType()->isArrayType() || P.Direct->IsGrouped);
  bool WasTaken = IsArray && U.Uses.of(P.Direct->Base).IsTaken;
  if (IsArray)
    locate(Base->IgnoreParens(), *P.Direct);
  Place R = placeAt(into(addressOf(P), int64_t(Bits / 8)));
  R.Part = partAt(U, P, Bits / 8);
  if (IsArray && !WasTaken)
    U.Uses.at(P.Direct->Base).IsTaken = false;
  partOf(R, U.Context.getCanonicalTagType(Record));
  R.IsBitField = Field->isBitField();
  if (Record->isUnion() && K) {
    notUnderstood(E, R.At, "bankfix does not follow members of unions");
    return Place();
  }
  return R;
}

/// A part of something wider than the elements: it is aligned as the whole is,
/// which layouts keep together where all of it is elements.
void Lowering::partOf(Place &P, clang::QualType Whole) {
  if (P.Kind != Place::Shared || P.At.Subscripts.empty())
    return;
  const unsigned Array = *P.At.Targets.begin();
  if (U.Context.getTypeSizeInChars(Whole).getQuantity() >
          int64_t(U.SharedArrays[Array].ElementBytes) &&
      !viewElements(U, {Array}, /*MemberOffset=*/0, Whole))
    P.At.Subscripts.clear();
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
    P.Var = P.Var.component(Components[0]);
    return P;
  }
  if (P.Kind != Place::Shared)
    return P;
  clang::QualType Element = E->getType();
  if (auto *V = Element->getAs<clang::VectorType>())
    Element = V->getElementType();
  unsigned Size = U.Context.getTypeSizeInChars(Element).getQuantity();
  bool IsElement = P.Direct && !U.Uses.of(P.Direct->Base).IsTaken;
  bool IsPart = IsElement && P.Direct->IsGrouped && Components.size() == 1;
  if (IsPart)
    locate(Base->IgnoreParens(), *P.Direct);
  Place R = placeAt(addressOf(P));
  clang::QualType Whole =
      E->isArrow() ? Base->getType()->getPointeeType() : Base->getType();
  if (IsPart)
    U.Uses.at(P.Direct->Base).IsTaken = false;
  partOf(R, Whole);
  for (uint32_t C : Components) // `v.zw.x` is `v.z`.
    R.Components.push_back(P.Components.empty() ? C * Size : P.Components[C]);
  if (Components.size() == 1) {
    const unsigned Offset = R.Components.pop_back_val();
    R.At = into(R.At, Offset);
    R.Part = partAt(U, P, Offset);
    return R;
  }
  R.Vector = P.Vector.isNull() ? Whole : P.Vector;
  if (IsElement) { // All of it is accessed, which can be edited as such.
    U.Uses.at(P.Direct->Base).IsTaken = false;
    R.Direct = P.Direct;
  }
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
  P.Var = {Of};
  initialize(P.Var, Of->getType(), Init);
  return P;
}

Place Lowering::matchedPlace(const clang::Expr *E, MatchedAccess A) {
  Place P;
  P.Kind = Place::Shared;
  P.At.Targets = {int(A.Array)};
  if (K && A.isThroughVariable(U)) {
    bool IsPointer = A.Base->getType()->isPointerType();
    Pointer Start = IsPointer ? readVariable(A.Base) : place(A.Base).At;
    Start.Targets.erase(Elsewhere); // All else that it can be is null.
    if (!Start.Targets.empty() && areAlike(Start.Targets)) {
      P.At = stable(std::move(Start));
    } else {
      notUnderstood(E, P.At, "bankfix does not follow where its pointer leads");
      P.Kind = Place::Unknown;
    }
  }
  P.At.Subscripts.clear();
  for (const clang::Expr *S : A.Subscripts) {
    const Expr *V = nullptr;
    StmtList Effects = collect([&] { V = pureValue(S); });
    for (const Expr *&Before : P.At.Subscripts)
      Before = keep(Before, Effects);
    append(std::move(Effects));
    P.At.Subscripts.push_back(V);
  }
  if (A.Elements != 1 && !A.Inner)
    P.At.Subscripts.back() =
        usualBinary(Pool, Op::Mul, Pool.constant(A.Elements, Int32),
                    asOperand(U, A.Subscripts.back(), P.At.Subscripts.back()));
  if (K)
    U.Uses.at(A.Base).IsFollowed = true;
  if (P.Kind == Place::Unknown)
    return Place();
  P.At.Offset = nullptr;
  P.At.Level = A.Subscripts.size();
  P.At.Member = A.MemberOffset;
  P.Direct = std::move(A);
  return P;
}

Place Lowering::castPlace(const clang::CastExpr *X) {
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
  bool IsView = K && X->getCastKind() == clang::CK_LValueBitCast;
  Place P = IsView ? named(Sub) : place(Sub);
  bool SameType =
      U.Context.hasSameUnqualifiedType(X->getType(), Sub->getType());
  if (P.Kind == Place::Shared && !SameType) {
    std::optional<int64_t> By = baseOffset(U.Context, X, Sub->getType());
    return placeAt(By ? into(addressOf(P), *By)
                      : moved(addressOf(P), nullptr, U.Context.CharTy));
  }
  if (P.Kind == Place::Local && X->getCastKind() == clang::CK_LValueBitCast) {
    lose(P.Var);
    return Place();
  }
  return P;
}

Place Lowering::binaryPlace(const clang::BinaryOperator *X) {
  if (X->isAssignmentOp())
    return assignment(X);
  if (X->isPtrMemOp()) {
    visitChildren(X);
    return Place();
  }
  value(X->getLHS()); // Nothing is loaded of an lvalue that nobody wants.
  return X->getRHS()->isGLValue() ? place(X->getRHS()) : Place();
}

/// What sets the object that \p E makes; null if it makes none.
static const clang::Expr *temporaryIn(const clang::Expr *E) {
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return X->getSubExpr();
  auto *X = llvm::dyn_cast<clang::CompoundLiteralExpr>(E);
  return X ? X->getInitializer() : nullptr;
}

/// What a call returns, if that is a reference that is followed.
Place Lowering::returnedPlace(const clang::CallExpr *E) {
  if (auto *X = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      X && isTrivialAssignment(X)) {
    storeRecord(X->getArg(0), X->getArg(1));
    return Place();
  }
  if (K && inlined(E))
    return std::exchange(LastResult, {}).value_or(Place());
  if (std::optional<Place> P = sixteenBitOperator(E))
    return *P;
  callValue(E);
  return Place();
}

/// \p A, which \p E names, where the pointer behind it leads; nothing where the
/// text of \p E does not say how.
std::optional<Place> Lowering::pointedElement(const clang::Expr *E,
                                              const MatchedAccess &A) {
  const clang::Expr *Named = E->IgnoreParenNoopCasts(U.Context);
  auto *Of = llvm::dyn_cast<clang::ArraySubscriptExpr>(Named);
  auto *At = llvm::dyn_cast<clang::UnaryOperator>(Named);
  auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(Named);
  auto *Member = llvm::dyn_cast<clang::MemberExpr>(Named);
  auto *Component = llvm::dyn_cast<clang::ExtVectorElementExpr>(Named);
  if (!Of && !At && !Sum && !Member && !Component)
    return std::nullopt;
  // Of E; `&p[n]` in it, and what it is a member of, are none.
  const bool IsPart = A.Inner || Member || Component;
  const AccessUse Was = U.Uses.of(A.Base);
  if (A.Inner)
    U.Uses.at(A.Base).Located = E;
  Place P = Of       ? elementPlace(Of)
            : At     ? pointedPlace(At)
            : Sum    ? placeAt(binaryPointer(Sum))
            : Member ? memberPlace(Member)
                     : componentPlace(Component);
  if (IsPart)
    (U.Uses.at(A.Base) = Was).IsFollowed = true;
  if (P.Kind == Place::Shared && !P.At.Subscripts.empty() && P.At.array())
    P.Direct = A;
  return P;
}

Place Lowering::place(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (llvm::isa<clang::PseudoObjectExpr>(E))
    return Place(); // threadIdx.x and its like.
  if (std::optional<MatchedAccess> A = U.match(E)) {
    if (!A->isPlaced(U) && !A->isRow(U))
      return matchedPlace(E, std::move(*A));
    if (std::optional<Place> P = pointedElement(E, *A))
      return *P;
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
      return pointedPlace(X);
    return X->isIncrementDecrementOp() ? step(X, nullptr, nullptr)
                                       : place(X->getSubExpr());
  }
  if (auto *X = llvm::dyn_cast<clang::CompoundAssignOperator>(E))
    return compound(X);
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E))
    return binaryPlace(X);
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E))
    return castPlace(X);
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X))
    return conditionalPlace(X);
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E))
    return returnedPlace(X);
  if (const clang::Expr *Init = temporaryIn(E))
    return temporaryPlace(E, Init);
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return place(X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E);
      X && X->getReplacement()->isGLValue())
    return place(X->getReplacement());
  visitChildren(E);
  return Place();
}
