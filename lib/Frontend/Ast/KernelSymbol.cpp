//===- KernelSymbol.cpp - What linkers call a kernel -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/KernelSymbol.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"

using namespace bankfix;

std::string bankfix::kernelSymbol(clang::ASTContext &Context,
                                  const clang::FunctionDecl *F) {
  if (!F->isExternallyVisible() || F->isDependentContext())
    return "";
  std::unique_ptr<clang::MangleContext> Mangle(Context.createMangleContext());
  if (!Mangle->shouldMangleDeclName(F))
    return F->getNameAsString();
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  // That of the device: the host's is of a function that launches it.
  Mangle->mangleName(
      F->hasAttr<clang::CUDAGlobalAttr>()
          ? clang::GlobalDecl(F, clang::KernelReferenceKind::Kernel)
          : clang::GlobalDecl(F),
      OS);
  return Out;
}
