//===- Instances.cpp - Kernel templates that nothing instantiates ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Instances.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

/// In a template, types may still depend on its parameters.
static bool usesSharedMemory(const clang::FunctionDecl *F) {
  bool Found = false;
  auto Look = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    Found |= V && V->hasAttr<clang::CUDASharedAttr>();
  };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Look(Each);
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      Look(Ref->getDecl());
    return !Found;
  });
  return Found;
}

static bool isInstantiated(const clang::FunctionTemplateDecl *T) {
  return llvm::any_of(T->specializations(), [](const auto *S) {
    return S->doesThisDeclarationHaveABody() || S->getDefinition();
  });
}

/// The kernel templates with shared memory that nothing instantiates.
static void forEachUninstantiated(
    const Unit &U, const clang::DeclContext *DC,
    llvm::function_ref<void(const clang::FunctionTemplateDecl *)> F) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(D);
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D) ||
        (R && !R->isDependentContext()))
      forEachUninstantiated(U, llvm::cast<clang::DeclContext>(D), F);
    auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    if (T && isKernel(T->getTemplatedDecl()) &&
        T->isThisDeclarationADefinition() &&
        usesSharedMemory(T->getTemplatedDecl()) && !isInstantiated(T))
      F(T);
  }
}

static bool hasDefault(const clang::NamedDecl *P) {
  if (auto *T = llvm::dyn_cast<clang::TemplateTypeParmDecl>(P))
    return T->hasDefaultArgument() || T->isParameterPack();
  if (auto *N = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(P))
    return N->hasDefaultArgument() || N->isParameterPack();
  return false;
}

/// The arguments of \p T among \p Given; nothing where one lacks. Names that
/// lack go to \p Missing.
static std::optional<std::vector<std::string>>
argumentsOf(const clang::FunctionTemplateDecl *T,
            const TemplateArguments &Given, std::vector<std::string> &Missing) {
  std::vector<std::string> Out;
  bool ByDefault = false;
  for (const clang::NamedDecl *P : *T->getTemplateParameters()) {
    std::string Name = P->getNameAsString();
    auto It = std::find_if(Given.rbegin(), Given.rend(),
                           [&](const auto &G) { return G.first == Name; });
    if (It != Given.rend() && !ByDefault)
      Out.push_back(It->second);
    else if (hasDefault(P))
      ByDefault = true;
    else
      Missing.push_back(Name);
  }
  return Missing.empty() ? std::optional(Out) : std::nullopt;
}

Uninstantiated bankfix::findUninstantiated(const Unit &U,
                                           const TemplateArguments &Given) {
  Uninstantiated Out;
  unsigned Count = 0;
  auto Visit = [&](const clang::FunctionTemplateDecl *T) {
    std::vector<std::string> Missing;
    if (auto Args = argumentsOf(T, Given, Missing)) {
      Out.Declarations += "static auto bankfix_instance_" +
                          std::to_string(Count++) +
                          " = &::" + T->getQualifiedNameAsString() + "<" +
                          llvm::join(*Args, ", ") + ">;\n";
      return;
    }
    UnreadKernel New{T->getNameAsString(), U.Source.place(T->getLocation()),
                     "it is never instantiated here; give its arguments with "
                     "--assume=" +
                         llvm::join(Missing, "=..,") + "=.."};
    Out.Notes.push_back({Severity::Note, New.Place,
                         "template '" + New.Name + "' " +
                             llvm::StringRef(New.Reason).drop_front(3).str(),
                         /*Id=*/0, New.Name});
    Out.Names.insert(New.Name);
    // Those of headers are for the files that instantiate them.
    if (!U.Source.manager().isInMainFile(T->getLocation()))
      return;
    Out.Unread.push_back(std::move(New));
  };
  forEachUninstantiated(U, U.Context.getTranslationUnitDecl(), Visit);
  return Out;
}

std::vector<FileRange> bankfix::uninstantiatedRanges(const Unit &U) {
  std::vector<FileRange> Out;
  forEachUninstantiated(U, U.Context.getTranslationUnitDecl(),
                        [&](const clang::FunctionTemplateDecl *T) {
                          if (auto R = U.Source.range(T->getSourceRange()))
                            Out.push_back(*R);
                        });
  return Out;
}
