//===- Sums.cpp - Elements that are named by sums of pointers -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   *(s + i)            ->   *(s + MAP(i))
//   *(s + W * y + x)    ->   *(s + MAP(W * y + x))
//   atomicAdd(s + i, v) ->   atomicAdd(s + MAP(i), v)
//
// C calls `s[i]` a way to write `*(s + i)`. Of several terms, the index is their
// sum, which the tree lacks, as each is added to a pointer. It is made in the
// type that the text has by itself: modulo that type it is the number of
// elements that the pointer moves, and an index that lies in an array is the
// same in each type that holds it.
//
//===----------------------------------------------------------------------===//

#include "PointsTo/PointerUnit.h"

using namespace bankfix;

const clang::BinaryOperator *bankfix::sumIn(const clang::Expr *E) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(E->IgnoreParenCasts());
  return B && B->isAdditiveOp() && B->getType()->isPointerType() &&
                 B->getLHS()->getType()->isPointerType()
             ? B
             : nullptr;
}

/// The type that integers of both are added in, once each is promoted.
static clang::QualType commonType(const clang::ASTContext &C, clang::QualType A,
                                  clang::QualType B) {
  A = A.getCanonicalType().getUnqualifiedType();
  B = B.getCanonicalType().getUnqualifiedType();
  for (clang::QualType T : {A, B})
    if (!T->isBuiltinType() || !T->isIntegerType() ||
        C.isPromotableIntegerType(T))
      return clang::QualType();
  if (A == B)
    return A;
  if (uint64_t X = C.getTypeSize(A), Y = C.getTypeSize(B); X != Y)
    return X > Y ? A : B;
  // `long` and `long long`, which the text alone decides between.
  if (A->isSignedIntegerType() == B->isSignedIntegerType())
    return clang::QualType();
  return A->isUnsignedIntegerType() ? A : B;
}

static clang::Expr *converted(const clang::ASTContext &C, const clang::Expr *E,
                              clang::QualType To) {
  auto *Same = const_cast<clang::Expr *>(E);
  if (C.hasSameUnqualifiedType(E->getType(), To))
    return Same;
  return clang::ImplicitCastExpr::Create(C, To, clang::CK_IntegralCast, Same,
                                         nullptr, clang::VK_PRValue,
                                         clang::FPOptionsOverride());
}

/// `First + Sum's own index`; null where it has no type.
static const clang::Expr *indexOf(const PointerUnit &U,
                                  const clang::Expr *First,
                                  const clang::BinaryOperator *Sum) {
  auto [It, IsNew] = U.MadeIndices.try_emplace(Sum, nullptr);
  if (!IsNew)
    return It->second;
  const clang::Expr *Last = Sum->getRHS();
  clang::QualType T = commonType(U.Context, First->getType(), Last->getType());
  if (T.isNull())
    return nullptr;
  It->second = clang::BinaryOperator::Create(
      U.Context, converted(U.Context, First, T), converted(U.Context, Last, T),
      Sum->getOpcode(), T, clang::VK_PRValue, clang::OK_Ordinary,
      Sum->getOperatorLoc(), clang::FPOptionsOverride());
  return It->second;
}

std::optional<SubscriptStep>
bankfix::sumStep(const PointerUnit &U, const clang::BinaryOperator *Sum) {
  if (!Sum->getRHS()->getType()->isIntegerType())
    return std::nullopt;
  // Only what stands without parentheses is one text with the terms behind it.
  auto *Inner = llvm::dyn_cast<clang::BinaryOperator>(Sum->getLHS());
  if (!Inner || !Inner->isAdditiveOp() ||
      !Inner->getLHS()->getType()->isPointerType()) {
    if (Sum->getOpcode() != clang::BO_Add)
      return std::nullopt;
    return SubscriptStep{Sum->getLHS(), Sum->getRHS(), Sum->getOperatorLoc()};
  }
  std::optional<SubscriptStep> First = sumStep(U, Inner);
  const clang::Expr *Index = First ? indexOf(U, First->Index, Sum) : nullptr;
  return Index ? std::optional(SubscriptStep{First->Of, Index, First->At})
               : std::nullopt;
}

const clang::Expr *bankfix::groupIndex(const PointerUnit &U,
                                       const clang::Expr *Of,
                                       const clang::Expr *First,
                                       unsigned Elements,
                                       const clang::Expr *Last) {
  auto [It, IsNew] = U.MadeIndices.try_emplace(Of, nullptr);
  if (!IsNew)
    return It->second;
  clang::ASTContext &C = U.Context;
  const clang::QualType Scaled = commonType(C, C.IntTy, Last->getType());
  const clang::QualType T =
      Scaled.isNull() ? Scaled : commonType(C, First->getType(), Scaled);
  if (T.isNull())
    return nullptr;
  auto Binary = [&](const clang::Expr *X, clang::BinaryOperatorKind Op,
                    const clang::Expr *Y, clang::QualType As) {
    return clang::BinaryOperator::Create(
        C, converted(C, X, As), converted(C, Y, As), Op, As, clang::VK_PRValue,
        clang::OK_Ordinary, Last->getBeginLoc(), clang::FPOptionsOverride());
  };
  const clang::Expr *Factor = clang::IntegerLiteral::Create(
      C, llvm::APInt(C.getIntWidth(C.IntTy), Elements), C.IntTy,
      Last->getBeginLoc());
  const clang::Expr *Groups = Binary(Factor, clang::BO_Mul, Last, Scaled);
  It->second = Binary(First, clang::BO_Add, Groups, T);
  return It->second;
}

std::optional<SubscriptStep> bankfix::innerStep(const PointerUnit &U,
                                                const clang::Expr *Inner) {
  Inner = Inner->IgnoreParens();
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(Inner);
  if (auto *S = X && X->getOpcode() == clang::UO_AddrOf
                    ? llvm::dyn_cast<clang::ArraySubscriptExpr>(
                          X->getSubExpr()->IgnoreParens())
                    : nullptr)
    return S->getLHS() == S->getBase()
               ? std::optional(SubscriptStep{S->getBase(), S->getIdx(),
                                             S->getRBracketLoc()})
               : std::nullopt;
  auto *Sum = llvm::dyn_cast<clang::BinaryOperator>(Inner);
  return Sum && sumIn(Sum) == Sum && !U.Sums.contains(Sum) ? sumStep(U, Sum)
                                                           : std::nullopt;
}
