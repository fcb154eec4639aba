//===- Unresolved.cpp - Kernels that are not whole ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unresolved.h"
#include "VariableFacts.h"

using namespace bankfix;

/// Clang takes an unknown type for `int`, so an error in a typedef or a member
/// shows nowhere but in the declaration.
const clang::Decl *Unresolved::inType(clang::QualType T) {
  if (T.isNull())
    return nullptr;
  if (auto *Alias = T->getAs<clang::TypedefType>())
    if (const clang::Decl *Bad = inDecl(Alias->getDecl()))
      return Bad;
  if (auto *A = llvm::dyn_cast<clang::ArrayType>(T.getTypePtr()))
    return inType(A->getElementType());
  if (T->isPointerType() || T->isReferenceType())
    return inType(T->getPointeeType());
  if (const clang::RecordDecl *R = T->getAsRecordDecl())
    return inDecl(R);
  return nullptr;
}

const clang::Decl *Unresolved::inRecord(const clang::RecordDecl *R) {
  R = R->getDefinition();
  if (!R)
    return nullptr;
  if (auto *C = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : C->bases())
      if (const clang::Decl *Bad = inType(B.getType()))
        return Bad;
  for (const clang::FieldDecl *Field : R->fields()) {
    if (Field->isInvalidDecl())
      return Field;
    if (const clang::Decl *Bad = inType(Field->getType()))
      return Bad;
  }
  return nullptr;
}

const clang::Decl *Unresolved::inVariable(const clang::VarDecl *V) {
  if (V->isInvalidDecl() || (V->isFileVarDecl() && hasMessageIn(V)))
    return V;
  if (const clang::Decl *Bad = inType(V->getType()))
    return Bad;
  // Of a file's variables, only constants have the value that they start with.
  return V->getType().isConstQualified() ? inBody(V->getInit(), V) : nullptr;
}

const clang::Decl *Unresolved::inBody(const clang::Stmt *S,
                                      const clang::Decl *Of) {
  const clang::Decl *Bad = nullptr;
  auto Look = [&](const clang::Decl *At) { Bad = Bad ? Bad : At; };
  walk(S, [&](const clang::Stmt *Each) {
    if (Bad)
      return false;
    if (auto *E = llvm::dyn_cast<clang::Expr>(Each)) {
      if (E->containsErrors())
        Look(Of);
      else
        Look(inType(E->getType()));
    }
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Each))
      for (const clang::Decl *Local : D->decls())
        Look(Local->isInvalidDecl() ? Of : inDecl(Local));
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Each))
      Look(inDecl(Ref->getDecl()));
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Each))
      Look(inDecl(M->getMemberDecl()));
    if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(Each))
      Look(inDecl(C->getConstructor()));
    return !Bad;
  });
  return Bad;
}

const clang::Decl *Unresolved::inFunction(const clang::FunctionDecl *F) {
  if (const clang::FunctionDecl *Definition = F->getDefinition())
    F = Definition;
  if (F->isInvalidDecl())
    return F;
  if (const clang::Decl *Bad = inType(F->getReturnType()))
    return Bad;
  for (const clang::ParmVarDecl *P : F->parameters())
    if (P->isInvalidDecl() || inType(P->getType()))
      return F;
  if (!F->doesThisDeclarationHaveABody())
    return nullptr;
  if (const clang::Decl *Bad = inBody(F->getBody(), F))
    return Bad;
  return hasMessageIn(F) ? F : nullptr;
}

/// In C, Clang drops a statement with an error; only the message tells.
bool Unresolved::hasMessageIn(const clang::Decl *D) const {
  return !firstMessageIn(D).empty();
}

std::string Unresolved::firstMessageIn(const clang::Decl *D) const {
  SourcePlace Begin = U.Source.place(D->getBeginLoc());
  SourcePlace End = U.Source.place(D->getEndLoc());
  for (const FileDiagnostic &M : U.Out.Diagnostics)
    if (M.Level == Severity::Error && M.Place.File == Begin.File &&
        M.Place.Line >= Begin.Line && M.Place.Line <= End.Line)
      return M.Message;
  return "";
}

const clang::Decl *Unresolved::inDecl(const clang::Decl *D) {
  if (!D || !U.Source.isUserCode(D->getLocation()))
    return nullptr;
  auto [It, New] = Known.try_emplace(D->getCanonicalDecl(), nullptr);
  if (!New)
    return It->second;
  const clang::Decl *Bad = nullptr;
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
    Bad = inFunction(F);
  else if (auto *V = llvm::dyn_cast<clang::VarDecl>(D))
    Bad = inVariable(V);
  else if (auto *R = llvm::dyn_cast<clang::RecordDecl>(D))
    Bad = inRecord(R);
  else if (auto *T = llvm::dyn_cast<clang::TypedefNameDecl>(D))
    Bad = T->isInvalidDecl() ? D : inType(T->getUnderlyingType());
  else if (D->isInvalidDecl())
    Bad = D;
  return Known[D->getCanonicalDecl()] = Bad;
}

const clang::Decl *Unresolved::firstIn(const clang::FunctionDecl *F) {
  return inDecl(F);
}

FileDiagnostic Unresolved::note(const clang::FunctionDecl *F,
                                const clang::Decl *Culprit) const {
  std::string Why = firstMessageIn(Culprit);
  if (Why.empty())
    Why = "something in it could not be resolved";
  auto *Named = llvm::dyn_cast<clang::NamedDecl>(Culprit);
  if (Named && Culprit->getCanonicalDecl() != F->getCanonicalDecl())
    Why += ", in '" + Named->getNameAsString() + "' that it uses";
  return {Severity::Note, U.Source.place(F->getLocation()),
          "kernel '" + F->getNameAsString() + "' is skipped: " + Why};
}
