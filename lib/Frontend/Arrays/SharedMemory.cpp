//===- SharedMemory.cpp - What lies in shared memory, by its type ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/SharedMemory.h"
#include "Ast/Functions.h"

using namespace bankfix;

bool bankfix::isLocalPointer(const clang::VarDecl *V) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(V->getDeclContext());
  return llvm::isa<clang::ParmVarDecl>(V) && F && isKernel(F) &&
         V->getType()->isPointerType() &&
         V->getType()->getPointeeType().getAddressSpace() ==
             clang::LangAS::opencl_local;
}

bool bankfix::isInSharedMemory(const clang::VarDecl *V) {
  return V->hasAttr<clang::CUDASharedAttr>() ||
         V->getType().getAddressSpace() == clang::LangAS::opencl_local;
}

/// `cuda::barrier` and the like: one address each.
static bool isLibraryObject(const clang::VarDecl *V) {
  const clang::CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl();
  for (const clang::DeclContext *C = R ? R->getParent() : nullptr; C;
       C = C->getParent())
    if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(C);
        N && N->getName() == "cuda")
      return true;
  return false;
}

bool bankfix::isSharedArray(const clang::VarDecl *V) {
  if (isLibraryObject(V))
    return false;
  bool IsWhole = V->getType()->isArrayType() || V->getType()->isRecordType();
  return (isInSharedMemory(V) && IsWhole) || isLocalPointer(V);
}

const clang::VarDecl *bankfix::sharedDeclaration(const clang::VarDecl *V) {
  auto IsInKernel = [](const clang::VarDecl *D) {
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D->getLexicalDeclContext());
    return D->isLocalExternDecl() && F && isKernel(F);
  };
  if (!llvm::all_of(V->redecls(), IsInKernel))
    return V->getCanonicalDecl();
  const clang::VarDecl *Own = V;
  for (auto *D = V->getPreviousDecl(); D; D = D->getPreviousDecl())
    if (D->getLexicalDeclContext() == V->getLexicalDeclContext())
      Own = D;
  return Own;
}

bool bankfix::isSharedPointer(clang::QualType T) {
  if (!T->isPointerType())
    return false;
  constexpr unsigned SharedOfTargets = 3; // NVPTX's and AMDGPU's.
  clang::LangAS Space = T->getPointeeType().getAddressSpace();
  return Space == clang::LangAS::opencl_local ||
         Space == clang::LangAS::cuda_shared ||
         (clang::isTargetAddressSpace(Space) &&
          clang::toTargetAddressSpace(Space) == SharedOfTargets);
}

bool bankfix::takesSharedAddress(const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() && !F->getDefinition() &&
         F->getName().contains("shared_to_generic") && Call.getNumArgs() == 1;
}
