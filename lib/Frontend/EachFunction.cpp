//===- EachFunction.cpp - The functions that a file defines ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "llvm/ADT/DenseSet.h"

using namespace bankfix;

namespace {

/// Each function once: templates that are declared again share their
/// instances, and explicit specializations are declared by themselves, too.
class FunctionVisitor {
public:
  FunctionVisitor(const Unit &U,
                  llvm::function_ref<void(const clang::FunctionDecl *)> F)
      : U(U), F(F) {}

  void visit(const clang::DeclContext *DC);

private:
  void function(const clang::FunctionDecl *Fn) {
    if (Fn->doesThisDeclarationHaveABody() && Seen.insert(Fn).second)
      F(Fn);
  }

  const Unit &U;
  llvm::function_ref<void(const clang::FunctionDecl *)> F;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
};

void FunctionVisitor::visit(const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D)) {
      for (const clang::FunctionDecl *S : T->specializations())
        function(S);
    } else if (auto *C = llvm::dyn_cast<clang::ClassTemplateDecl>(D)) {
      for (const clang::ClassTemplateSpecializationDecl *S :
           C->specializations())
        visit(S);
    } else if (auto *Fn = llvm::dyn_cast<clang::FunctionDecl>(D)) {
      if (!Fn->isDependentContext())
        function(Fn);
    } else if (auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(D)) {
      if (!R->isDependentContext())
        visit(R);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D)) {
      visit(llvm::cast<clang::DeclContext>(D));
    }
  }
}

} // namespace

void bankfix::forEachFunction(
    const Unit &U, llvm::function_ref<void(const clang::FunctionDecl *)> F) {
  FunctionVisitor(U, F).visit(U.Context.getTranslationUnitDecl());
}
