//===- LowerObjects.cpp - Local variables and their members ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each integer and pointer in a local variable is a variable of the kernel, or
// two: a pointer's offset, and which array it leads to.
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Lower/Lowering.h"

using namespace bankfix;

void Lowering::copy(const Object &To, const Place &From, clang::QualType T,
                    const clang::Expr *E) {
  if (!K)
    return;
  if (From.Kind == Place::Shared)
    access(E, From, AccessOp::Load, T);
  if (From.Kind != Place::Local)
    return forget(To, T);
  assign(To, From.Var, T);
}

/// `make_int2(a, b)`, `{a, b}`: one part for each member, in order.
bool Lowering::initializeParts(const Object &O, clang::QualType T,
                               llvm::ArrayRef<const clang::Expr *> Parts) {
  std::vector<std::pair<Object, clang::QualType>> Members;
  if (auto *V = T->getAs<clang::ExtVectorType>()) {
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      Members.push_back({O.component(I), V->getElementType()});
  } else if (const clang::RecordDecl *R = T->getAsRecordDecl();
             R && !R->isUnion()) {
    if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R);
        C && C->getNumBases() != 0)
      return false;
    for (const clang::FieldDecl *F : R->fields())
      Members.push_back({O.member(F), F->getType()});
  }
  if (Members.empty() || Members.size() != Parts.size())
    return false;
  for (auto [Member, Part] : llvm::zip(Members, Parts))
    initialize(Member.first, Member.second, Part);
  return true;
}

bool Lowering::builtinTriple(const Object &O, clang::QualType T,
                             const clang::Expr *E) {
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    if (std::optional<LaunchValue> V = launchTripleOf(*Call))
      return launchTriple(O, T, *V);
  return false;
}

void Lowering::initialize(const Object &O, clang::QualType T,
                          const clang::Expr *Init) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (integerType(U.Context, T))
    return writeInteger(O, T, read(Init));
  if (T->isPointerType() && K)
    return writePointer(O, pointer(Init));
  if (T->isRecordType() || T->isExtVectorType())
    return initializeRecord(O, T, Init);
  // What a member refers to is not followed through it.
  T->isReferenceType() ? give(Init) : void(read(Init));
}

/// False where nothing is known of the constructor.
bool Lowering::initializeByConstructor(const Object &O, clang::QualType T,
                                       const clang::CXXConstructExpr *X) {
  const clang::CXXConstructorDecl *C = X->getConstructor();
  if (C->isCopyOrMoveConstructor() && X->getNumArgs() >= 1 &&
      (C->isTrivial() || C->isImplicit() || isSixteenBitFloat(T))) {
    initializeRecord(O, T, X->getArg(0));
    return true;
  }
  if (C->isTrivial() && X->getNumArgs() == 0) {
    if (X->requiresZeroInitialization())
      clear(O, T);
    return true;
  }
  if (C->getParent()->getName() == "dim3" &&
      initializeParts(O, T, {X->getArgs(), X->getNumArgs()}))
    return true;
  return inlinedConstructor(X, O);
}

void Lowering::initializeByCall(const Object &O, clang::QualType T,
                                const clang::CallExpr *X) {
  const clang::FunctionDecl *Callee = X->getDirectCallee();
  if (Callee && Callee->getIdentifier() &&
      Callee->getName().starts_with("make_") &&
      !U.Source.isUserCode(Callee->getLocation()) &&
      initializeParts(O, T, {X->getArgs(), X->getNumArgs()}))
    return;
  if (const clang::FunctionDecl *F = inlined(X)) {
    Place Result;
    Result.Kind = Place::Local;
    Result.Var = result(F);
    return copy(O, Result, T, X);
  }
  callValue(X);
  forget(O, T);
}

/// What \p E has the value of.
static const clang::Expr *standsFor(const clang::Expr *E) {
  if (auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return X->getSubExpr();
  if (auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return X->getSubExpr();
  if (auto *X = llvm::dyn_cast<clang::CompoundLiteralExpr>(E))
    return X->getInitializer();
  if (auto *X = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return X->getExpr();
  auto *X = llvm::dyn_cast<clang::CXXDefaultInitExpr>(E);
  return X ? X->getExpr() : nullptr;
}

void Lowering::initializeRecord(const Object &O, clang::QualType T,
                                const clang::Expr *Init) {
  Init = Init->IgnoreParens();
  if (builtinTriple(O, T, Init))
    return;
  if (const clang::Expr *Same = standsFor(Init))
    return initializeRecord(O, T, Same);
  if (Init->isGLValue())
    return copy(O, copiedPlace(Init), T, Init);
  if (auto *X = llvm::dyn_cast<clang::CastExpr>(Init)) {
    const clang::Expr *Sub = X->getSubExpr();
    bool Same = U.Context.hasSameUnqualifiedType(Sub->getType(), T);
    if (X->getCastKind() == clang::CK_LValueToRValue ||
        (Same && !Sub->isGLValue()))
      return initializeRecord(O, T, Sub);
    if (X->getCastKind() == clang::CK_ConstructorConversion ||
        X->getCastKind() == clang::CK_UserDefinedConversion)
      return initializeRecord(O, T, Sub);
  }
  if (auto *X = llvm::dyn_cast<clang::InitListExpr>(Init))
    if (initializeParts(O, T, X->inits()))
      return;
  if (auto *X = llvm::dyn_cast<clang::BinaryOperator>(Init)) {
    if (X->isAssignmentOp()) { // C's; its value is hardly ever used.
      assignment(X);
      return forget(O, T);
    }
    if (X->getOpcode() == clang::BO_Comma) {
      read(X->getLHS());
      return initializeRecord(O, T, X->getRHS());
    }
  }
  if (auto *X = llvm::dyn_cast<clang::AbstractConditionalOperator>(Init);
      X && !llvm::isa<clang::BinaryConditionalOperator>(X)) {
    branch(
        X, [&] { initialize(O, T, X->getTrueExpr()); },
        [&] { initialize(O, T, X->getFalseExpr()); });
    return;
  }
  if (auto *X = llvm::dyn_cast<clang::CXXConstructExpr>(Init))
    if (initializeByConstructor(O, T, X))
      return;
  if (auto *X = llvm::dyn_cast<clang::CallExpr>(Init))
    return initializeByCall(O, T, X);
  if (llvm::isa<clang::AsTypeExpr>(Init)) {
    value(Init);
    return forget(O, T);
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(Init))
    return clear(O, T);
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(Init))
    return capture(O, L);
  visitChildren(Init);
  forget(O, T);
}
