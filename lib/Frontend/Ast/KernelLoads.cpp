//===- KernelLoads.cpp - Kernels that are loaded by their names -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/KernelLoads.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// Each gets the handle's address, what the kernel is in, and its name.
static constexpr llvm::StringLiteral Loaders[] = {
    "cuModuleGetFunction", "cuLibraryGetKernel", "cudaLibraryGetKernel"};

const clang::ValueDecl *bankfix::kernelHandle(const clang::Expr *E) {
  const clang::ValueDecl *D = nullptr;
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    D = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
  else if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
    D = M->getMemberDecl();
  const clang::QualType T = D ? D->getType() : clang::QualType();
  const clang::RecordDecl *R = !T.isNull() && T->isPointerType()
                                   ? T->getPointeeType()->getAsRecordDecl()
                                   : nullptr;
  const bool IsHandle =
      R && R->getIdentifier() &&
      llvm::is_contained({"CUfunc_st", "CUkern_st"}, R->getName());
  return IsHandle ? llvm::cast<clang::ValueDecl>(D->getCanonicalDecl())
                  : nullptr;
}

llvm::StringRef bankfix::nameOfCudas(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  const bool IsTheirs =
      F && F->getIdentifier() && !F->getDefinition() &&
      F->getDeclContext()->getRedeclContext()->isTranslationUnit();
  return IsTheirs ? F->getName() : "";
}

std::optional<KernelLoad> bankfix::kernelLoad(const clang::CallExpr *Call) {
  if (Call->getNumArgs() != 3 ||
      !llvm::is_contained(Loaders, nameOfCudas(Call)))
    return std::nullopt;
  auto *Of = llvm::dyn_cast<clang::UnaryOperator>(
      Call->getArg(0)->IgnoreParenImpCasts());
  KernelLoad L;
  if (Of && Of->getOpcode() == clang::UO_AddrOf)
    L.Handle = Of->getSubExpr()->IgnoreParens();
  L.Name = llvm::dyn_cast<clang::StringLiteral>(
      Call->getArg(2)->IgnoreParenImpCasts());
  return L.Handle && L.Name && L.Name->isOrdinary() && kernelHandle(L.Handle)
             ? std::optional(L)
             : std::nullopt;
}
