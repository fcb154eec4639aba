//===- StructTypes.cpp - Types that a struct is a part of -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/StructTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool StructTypes::isSame(const clang::RecordDecl *D) const {
  return D && D->getCanonicalDecl() == R->getCanonicalDecl();
}

bool StructTypes::isIt(clang::QualType T) const {
  return !T.isNull() && isSame(T->getAsRecordDecl());
}

bool StructTypes::involve(llvm::ArrayRef<clang::TemplateArgument> Args) const {
  return llvm::any_of(Args, [&](const clang::TemplateArgument &A) {
    switch (A.getKind()) {
    case clang::TemplateArgument::Type:
      return involve(A.getAsType());
    case clang::TemplateArgument::Declaration:
      return involve(A.getAsDecl()->getType());
    case clang::TemplateArgument::Pack:
      return involve(A.getPackAsArray());
    case clang::TemplateArgument::StructuralValue:
      return involve(A.getStructuralValueType());
    default:
      return false;
    }
  });
}

bool StructTypes::involve(clang::QualType T) const {
  if (T.isNull())
    return false;
  T = T.getCanonicalType();
  if (isIt(T))
    return true;
  if (const auto *P = T->getAs<clang::PointerType>())
    return involve(P->getPointeeType());
  if (const auto *Ref = T->getAs<clang::ReferenceType>())
    return involve(Ref->getPointeeType());
  if (const auto *M = T->getAs<clang::MemberPointerType>())
    return involve(M->getPointeeType()) ||
           isSame(M->getMostRecentCXXRecordDecl());
  if (const auto *A = T->getAsArrayTypeUnsafe())
    return involve(A->getElementType());
  if (const auto *F = T->getAs<clang::FunctionType>()) {
    if (const auto *P = llvm::dyn_cast<clang::FunctionProtoType>(F))
      for (clang::QualType Each : P->param_types())
        if (involve(Each))
          return true;
    return involve(F->getReturnType());
  }
  if (const auto *A = T->getAs<clang::AtomicType>())
    return involve(A->getValueType());
  if (const auto *B = T->getAs<clang::BlockPointerType>())
    return involve(B->getPointeeType());
  if (const auto *S = T->getAs<clang::TemplateSpecializationType>())
    return involve(S->template_arguments());
  auto *Of = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  return Of && involve(Of->getTemplateArgs().asArray());
}
