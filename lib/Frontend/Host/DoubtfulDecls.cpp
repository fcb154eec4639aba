//===- DoubtfulDecls.cpp - What flags may change, as declarations ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/DoubtfulDecls.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "Host/HostRun.h"

using namespace bankfix;

std::pair<size_t, size_t> bankfix::rangeOf(const SourceText &Source,
                                           clang::SourceRange R) {
  const clang::SourceManager &SM = Source.manager();
  clang::SourceLocation Begin = SM.getExpansionLoc(R.getBegin());
  clang::SourceLocation End = SM.getExpansionRange(R.getEnd()).getEnd();
  if (Begin.isInvalid() || End.isInvalid() || !SM.isInMainFile(Begin))
    return {0, 0};
  return {SM.getFileOffset(Begin), SM.getFileOffset(End) + 1};
}

/// What \p D declares is; bodies of methods say nothing of their class.
bool DoubtfulDecls::isInDoubt(const clang::Decl *D) const {
  auto [Begin, End] = rangeOf(U.Source, D->getSourceRange());
  if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
    return (F->getIdentifier() && Doubts.names(F->getName())) ||
           Doubts.isIn(Begin, End);
  auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(D);
  if (!Class || !Class->hasDefinition())
    return Doubts.isIn(Begin, End);
  for (const clang::Decl *Member : Class->decls()) {
    auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(Member);
    auto *F =
        T ? T->getTemplatedDecl() : llvm::dyn_cast<clang::FunctionDecl>(Member);
    if (!F || F->isImplicit() || !F->doesThisDeclarationHaveABody())
      continue;
    auto [First, Last] = rangeOf(U.Source, F->getSourceRange());
    if (First < Begin || First == Last)
      continue;
    if (Doubts.isIn(Begin, First))
      return true;
    Begin = Last;
  }
  return Doubts.isIn(Begin, End);
}

/// All that uses a name which is declared with what is in doubt is so, too.
bool DoubtfulDecls::addNamesOf(const clang::Decl *D) {
  bool Changed = false;
  auto Add = [&](const clang::Decl *Each) {
    auto *Named = llvm::dyn_cast<clang::NamedDecl>(Each);
    if (Named && Named->getIdentifier())
      Changed |= Doubts.add(Named->getName().str());
  };
  if (!isInDoubt(D))
    return false;
  Add(D);
  if (auto *Of = llvm::dyn_cast<clang::DeclContext>(D);
      Of && llvm::isa<clang::TagDecl>(D))
    for (const clang::Decl *Member : Of->decls())
      Add(Member);
  return Changed;
}

bool DoubtfulDecls::addNames(const clang::DeclContext *DC) {
  bool Changed = false;
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()))
      continue;
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D))
      Changed |= addNames(llvm::cast<clang::DeclContext>(D));
    else if (!llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(D))
      Changed |= addNamesOf(D);
  }
  return Changed;
}

void DoubtfulDecls::addFunctions() {
  std::vector<const clang::FunctionDecl *> Work;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (isInDoubt(F) && Functions.insert(F).second)
      Work.push_back(F);
  });
  while (!Work.empty()) { // What they give to others is not known either.
    const clang::FunctionDecl *F = Work.back();
    Work.pop_back();
    forEachCallee(F, [&](const clang::FunctionDecl *To) {
      if (U.Source.isUserCode(To->getLocation()) && Functions.insert(To).second)
        Work.push_back(To);
    });
  }
}

void DoubtfulDecls::addVariables(const clang::FunctionDecl *F) {
  auto Hold = [&](const clang::Expr *E) {
    E = E->IgnoreParenCasts();
    if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
      E = X->getSubExpr()->IgnoreParenCasts();
    while (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      E = M->getBase()->IgnoreParenCasts();
    if (const clang::VarDecl *V = namedVariable(E))
      Variables.insert(V->getCanonicalDecl());
  };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    auto *V = Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    bool IsOfPlatform = V && V->getType()->isIntegerType() &&
                        !isPortable(V->getType().getUnqualifiedType());
    if (V && V->getIdentifier() &&
        (IsOfPlatform || Doubts.names(V->getName())))
      Variables.insert(V->getCanonicalDecl());
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
    To = To ? To->getDefinition() : nullptr;
    if (To && Functions.contains(To))
      for (const clang::Expr *A : Call->arguments())
        if (A->getType()->isAnyPointerType() || A->isGLValue())
          Hold(A); // It may keep the address.
    return true;
  });
}

DoubtfulDecls::DoubtfulDecls(const Unit &U, HostDoubts Found)
    : U(U), Doubts(std::move(Found)) {
  while (addNames(U.Context.getTranslationUnitDecl()))
    ;
  addFunctions();
  forEachFunction(U,
                  [&](const clang::FunctionDecl *F) { addVariables(F); });
}
