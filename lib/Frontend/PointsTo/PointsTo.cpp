//===- PointsTo.cpp - Which arrays an expression leads to -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/KnownCalls.h"
#include "PointsTo/Groups.h"

using namespace bankfix;

bool bankfix::mayShareLayout(const SharedArray &A, const SharedArray &B) {
  return A.IsArray && B.IsArray && A.Dims.size() == B.Dims.size() &&
         std::equal(A.Dims.begin() + 1, A.Dims.end(), B.Dims.begin() + 1) &&
         A.ElementBytes == B.ElementBytes;
}

void PointsToSet::join(const PointerUnit &U, const PointsToSet &More) {
  Arrays.insert(More.Arrays.begin(), More.Arrays.end());
  IsUnknown |= More.IsUnknown;
  if (Exact && More.Exact) {
    Derived &A = *Exact;
    const Derived &B = *More.Exact;
    IsUnknown |= A.Level != B.Level ||
                 !mayShareLayout(U.SharedArrays[A.Array], U.SharedArrays[B.Array]);
    A.AtStart &= B.AtStart;
    A.Array = std::min(A.Array, B.Array);
  } else if (More.Exact) {
    Exact = More.Exact;
  }
  if (IsUnknown)
    Exact.reset();
}

static PointsToSet unknownValue() {
  PointsToSet L;
  L.IsUnknown = true;
  return L;
}

static PointsToSet ofVariable(const PointerUnit &U,
                              const clang::DeclRefExpr *E) {
  if (std::optional<unsigned> Array = U.arrayOf(E)) {
    PointsToSet L;
    L.Arrays = {*Array};
    L.IsUnknown = !U.SharedArrays[*Array].IsArray;
    if (!L.IsUnknown)
      L.Exact = Derived{*Array, E->getType()->isPointerType() ? 1u : 0u, true};
    return L;
  }
  const auto *V = llvm::dyn_cast<clang::VarDecl>(E->getDecl());
  if (!V ||
      (!V->getType()->isPointerType() && !V->getType()->isReferenceType()))
    return unknownValue();
  return U.Leads.get(V);
}

/// \p L, in another way than its spelling tells.
static PointsToSet changed(PointsToSet L) {
  L.Exact.reset();
  L.IsUnknown |= !L.Arrays.empty();
  return L;
}

/// The pointer still counts the array's elements.
static bool keepsElements(const PointerUnit &U, const PointsToSet &L,
                          const clang::CastExpr *E) {
  return L.Exact && L.Exact->Level == 1 &&
         pointsToElements(U, E->getType(), L.Exact->Array) &&
         (U.Buffers.count(L.Exact->Array) ||
          pointsToElements(U, E->getSubExpr()->getType(), L.Exact->Array));
}

/// It leads where it led, as a pointer to elements or to groups.
static bool keepsPlace(const PointerUnit &U, const PointsToSet &L,
                       const clang::CastExpr *E) {
  if (!L.Exact || L.Exact->Level != 1 || !E->getType()->isPointerType())
    return false;
  const clang::QualType To = E->getType()->getPointeeType();
  return llvm::all_of(L.Arrays, [&](unsigned Array) {
    return isGroupOf(U, To, Array) ||
           (U.SharedArrays[Array].Dims.size() == 1 && !U.Buffers.count(Array) &&
            isElementOf(U, To, Array));
  });
}

/// `(T *)s` of rows of T: `&s[0][0]`.
static bool isRowsStart(const PointerUnit &U, const PointsToSet &L,
                        const clang::CastExpr *E) {
  const clang::QualType From = E->getSubExpr()->getType();
  return L.Exact && From->isPointerType() &&
         From->getPointeeType()->isArrayType() &&
         E->getType()->isPointerType() &&
         llvm::all_of(L.Arrays, [&](unsigned Array) {
           return U.SharedArrays[Array].IsArray &&
                  L.Exact->Level < U.SharedArrays[Array].Dims.size() &&
                  isElementOf(U, E->getType()->getPointeeType(), Array);
         });
}

static PointsToSet ofCast(const PointerUnit &U, const clang::CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_ArrayToPointerDecay: {
    PointsToSet L = pointsTo(U, Sub);
    if (L.Exact)
      *L.Exact = {L.Exact->Array, L.Exact->Level + 1, true};
    return L;
  }
  case clang::CK_LValueToRValue:
    return llvm::isa<clang::DeclRefExpr>(Sub->IgnoreParens()) ? pointsTo(U, Sub)
                                                              : unknownValue();
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_UserDefinedConversion: // Around the call of the operator.
    return pointsTo(U, Sub);
  case clang::CK_NullToPointer:
    return PointsToSet();
  case clang::CK_BitCast: {
    PointsToSet L = pointsTo(U, Sub);
    if (isRowsStart(U, L, E)) {
      L.Exact->Level = U.SharedArrays[L.Exact->Array].Dims.size();
      L.Exact->AtStart = true;
      return L;
    }
    return keepsElements(U, L, E) || keepsPlace(U, L, E)
               ? L
               : changed(std::move(L));
  }
  default:
    if (Sub->getType()->isPointerType() || Sub->isGLValue())
      return changed(pointsTo(U, Sub));
    return unknownValue();
  }
}

static PointsToSet ofOperator(const PointerUnit &U,
                              const clang::BinaryOperator *E) {
  if (E->isCompoundAssignmentOp() || E->getOpcode() == clang::BO_Assign)
    return pointsTo(U, E->getLHS());
  if (E->getOpcode() == clang::BO_Comma)
    return pointsTo(U, E->getRHS());
  if (!E->isAdditiveOp())
    return unknownValue();
  bool Left = E->getLHS()->getType()->isPointerType();
  PointsToSet L = pointsTo(U, Left ? E->getLHS() : E->getRHS());
  if (L.Exact)
    L.Exact->AtStart = false;
  return L;
}

/// `row` in `&row[0]`, the start of a row of an array of several dimensions.
static const clang::Expr *rowStart(const PointerUnit &U,
                                   const clang::UnaryOperator *E) {
  auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(
      E->getSubExpr()->IgnoreParens());
  if (E->getOpcode() != clang::UO_AddrOf || !S || !isZero(S->getIdx()))
    return nullptr;
  const PointsToSet L = pointsTo(U, S->getBase());
  return L.Exact && L.Exact->Level > 1 &&
                 L.Exact->Level == U.SharedArrays[L.Exact->Array].Dims.size()
             ? S->getBase()
             : nullptr;
}

static PointsToSet ofUnary(const PointerUnit &U,
                           const clang::UnaryOperator *E) {
  if (const clang::Expr *Row = rowStart(U, E))
    return pointsTo(U, Row);
  PointsToSet L = pointsTo(U, E->getSubExpr());
  switch (E->getOpcode()) {
  case clang::UO_AddrOf:
    if (L.Exact && L.Exact->Level == 0)
      return changed(std::move(L));
    [[fallthrough]];
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec:
  case clang::UO_Deref:
    if (L.Exact)
      L.Exact->AtStart = false;
    return L;
  case clang::UO_Extension:
    return L;
  default:
    return unknownValue();
  }
}

PointsToSet bankfix::pointsTo(const PointerUnit &U, const clang::Expr *E) {
  E = E->IgnoreParens();
  // Where a header is missing, a part may have no type at all.
  if (E->getType().isNull() || E->getType()->isDependentType())
    return unknownValue();
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(E))
    return ofCast(U, X);
  if (auto *X = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return ofVariable(U, X);
  if (auto *X = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
    PointsToSet L = pointsTo(U, X->getBase());
    if (X->getBase()->getType()->isVectorType())
      return changed(std::move(L));
    if (L.Exact)
      L.Exact->AtStart = false;
    return L;
  }
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
    return ofUnary(U, X);
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(E))
    return ofOperator(U, X);
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(E)) {
    PointsToSet L = pointsTo(U, X->getTrueExpr());
    L.join(U, pointsTo(U, X->getFalseExpr()));
    return L;
  }
  if (std::set<unsigned> Named = U.membersOf(E); !Named.empty()) {
    PointsToSet L;
    L.Arrays = Named;
    L.Exact = Derived{*Named.begin(), 0, true};
    return L;
  }
  if (auto *X = llvm::dyn_cast<clang::MemberExpr>(E))
    return changed(pointsTo(U, X->getBase()));
  if (auto *X = llvm::dyn_cast<clang::ExtVectorElementExpr>(E))
    return changed(pointsTo(U, X->getBase()));
  if (auto *X = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      X && isTrivialAssignment(X))
    return pointsTo(U, X->getArg(0));
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(E)) {
    const clang::FunctionDecl *F = X->getDirectCallee();
    return F && isFollowedInto(U, F) ? U.Leads.get(F) : unknownValue();
  }
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return pointsTo(U, X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return pointsTo(U, X->getSubExpr());
  if (auto *X = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return pointsTo(U, X->getReplacement());
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return pointsTo(U, X->getExpr());
  if (auto *X = llvm::dyn_cast<clang::InitListExpr>(E);
      X && X->getNumInits() == 1)
    return pointsTo(U, X->getInit(0));
  if (llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(E))
    return PointsToSet();
  return unknownValue();
}
