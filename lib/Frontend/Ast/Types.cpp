//===- Types.cpp - Types, and how they are written ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"

using namespace bankfix;

std::optional<IntType> bankfix::integerType(const clang::ASTContext &C,
                                            clang::QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *E = T->getAs<clang::EnumType>()) {
    T = E->getDecl()->getIntegerType();
    if (T.isNull())
      return std::nullopt;
  }
  if (!T->isIntegerType() || T->isDependentType() || !T->isScalarType())
    return std::nullopt;
  if (T->isBooleanType())
    return IntType{8, false};
  uint64_t Bits = C.getIntWidth(T);
  if (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64)
    return std::nullopt;
  return IntType{uint8_t(Bits), T->isSignedIntegerType()};
}

static bool declaresSizes(clang::QualType T, bool MayPoint) {
  if (MayPoint && (T->isPointerType() || T->isReferenceType()))
    T = T->getPointeeType();
  return T->isArrayType();
}

clang::TypeLoc
bankfix::writtenType(clang::TypeLoc L, bool MayPoint,
                     llvm::function_ref<void(clang::TypedefTypeLoc)> Passed) {
  for (;;) {
    L = L.getUnqualifiedLoc().IgnoreParens();
    auto Name = L.getAs<clang::TypedefTypeLoc>();
    if (auto Attributed = L.getAs<clang::AttributedTypeLoc>()) {
      L = Attributed.getModifiedLoc();
    } else if (Name && declaresSizes(L.getType(), MayPoint) &&
               Name.getDecl()->getTypeSourceInfo()) {
      Passed(Name);
      L = Name.getDecl()->getTypeSourceInfo()->getTypeLoc();
    } else {
      return L;
    }
  }
}

void bankfix::forEachDeclaration(
    const clang::VarDecl *V,
    llvm::function_ref<void(const clang::VarDecl *)> F) {
  auto *P = llvm::dyn_cast<clang::ParmVarDecl>(V);
  auto *Of =
      P ? llvm::dyn_cast<clang::FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!Of)
    return F(V);
  for (const clang::FunctionDecl *Each : Of->redecls())
    F(Each->getParamDecl(P->getFunctionScopeIndex()));
  // Instances of a template have no declarations but their own.
  const clang::FunctionDecl *Pattern = Of->getTemplateInstantiationPattern();
  if (!Pattern)
    return;
  for (const clang::FunctionDecl *Each : Pattern->redecls())
    if (P->getFunctionScopeIndex() < Each->getNumParams())
      F(Each->getParamDecl(P->getFunctionScopeIndex()));
}
