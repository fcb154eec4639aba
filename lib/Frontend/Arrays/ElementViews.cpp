//===- ElementViews.cpp - Elements that are seen under another type -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   v = *(float4 *)&s[4 * i];   ->   v = *(float4 *)&s[MAP(4 * i)];
//
// What is accessed as one value lies side by side, from an element whose
// subscripts are written; these are edited as those of any other access. The
// hardware serves such accesses at multiples of their width alone, so a layout
// that moves groups of so many bytes as they are serves them all.
//
//===----------------------------------------------------------------------===//

#include "Arrays/ElementViews.h"
#include "bankfix/Target/Word.h"

using namespace bankfix;

bool bankfix::isPackable(const ArrayUnit &U, clang::QualType T) {
  if (T->isPointerType() || T->isReferenceType())
    T = T->getPointeeType();
  T = U.Context.getBaseElementType(T);
  return !T->isIncompleteType() && !T->isDependentType() &&
         !T->isPointerType() &&
         U.Context.getTypeAlignInChars(T).getQuantity() <= int64_t(WordBytes);
}

bool bankfix::staysPlace(const clang::Expr *Address, const clang::Stmt *P) {
  if (auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(P)) {
    auto *At = llvm::dyn_cast<clang::IntegerLiteral>(
        S->getIdx()->IgnoreParenImpCasts());
    return S->getBase() == Address && At && At->getValue() == 0;
  }
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(P))
    return M->isArrow();
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(P))
    return B->getOpcode() == clang::BO_Assign && B->getRHS() == Address;
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(P);
  return llvm::isa<clang::ParenExpr, clang::CastExpr, clang::DeclStmt,
                   clang::CallExpr>(P) ||
         (X && X->getOpcode() == clang::UO_Deref);
}

bool bankfix::viewElements(ArrayUnit &U, const std::set<unsigned> &Arrays,
                           unsigned MemberOffset, clang::QualType T) {
  return !T->isIncompleteType() && !T->isDependentType() &&
         viewElements(U, Arrays, MemberOffset,
                      U.Context.getTypeSizeInChars(T).getQuantity(),
                      U.Context.getTypeAlignInChars(T).getQuantity());
}

bool bankfix::viewElements(ArrayUnit &U, const std::set<unsigned> &Arrays,
                           unsigned MemberOffset, uint64_t Bytes,
                           uint64_t Aligned) {
  if (Arrays.empty())
    return false;
  constexpr uint64_t WidestAccess = 16;
  for (unsigned Array : Arrays) {
    const SharedArray &A = U.SharedArrays[Array];
    bool IsWhole = MemberOffset == 0 && Bytes % A.ElementBytes == 0 &&
                   Bytes == Aligned && Bytes <= WidestAccess;
    if (MemberOffset + Bytes > A.ElementBytes && !IsWhole)
      return false;
  }
  for (unsigned Array : Arrays) {
    SharedArray &A = U.SharedArrays[Array];
    A.ViewBytes = std::max(A.ViewBytes, unsigned(Aligned));
    U.Noted.insert(Array);
  }
  return true;
}
