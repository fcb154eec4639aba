//===- SizeQueries.cpp - Hosts that ask what a kernel takes ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cudaFuncGetAttributes(&a, scan);  ... a.sharedSizeBytes
//   cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan, 256, bytes);
//
// What the host is told goes wherever it likes, so a layout must not change it.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Host/HostRun.h"
#include "Uses/SharedReaches.h"

using namespace bankfix;

namespace {

/// The variable whose address \p E is, or null.
const clang::VarDecl *addressed(const clang::Expr *E) {
  auto *Of = llvm::dyn_cast<clang::UnaryOperator>(E->IgnoreParenCasts());
  return Of && Of->getOpcode() == clang::UO_AddrOf
             ? namedVariable(Of->getSubExpr())
             : nullptr;
}

/// The attributes that a query fills are used in \p In, and how much shared
/// memory there is is not among them.
bool isOfOtherAttributes(const clang::Expr *Filled,
                         const clang::FunctionDecl *In) {
  const clang::VarDecl *V = addressed(Filled);
  if (!V || !V->hasLocalStorage())
    return false;
  unsigned Names = 0, Known = 0;
  walk(In->getBody(), [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Names += Ref && Ref->getDecl() == V;
    if (auto *M = llvm::dyn_cast<clang::MemberExpr>(S))
      Known += namedVariable(M->getBase()) == V &&
               M->getMemberDecl()->getName() != "sharedSizeBytes" &&
               M->getMemberDecl()->getName() != "maxDynamicSharedSizeBytes";
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      Known += Call->getNumArgs() > 0 && addressed(Call->getArg(0)) == V &&
               Call->getDirectCallee() &&
               Call->getDirectCallee()->getName().contains("GetAttributes");
    return true;
  });
  return Names == Known;
}

/// An attribute by its name, unless that is one that does not depend on the
/// size.
bool isOfOtherAttribute(const clang::Expr *Which) {
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Which->IgnoreParenImpCasts());
  auto *E =
      Ref ? llvm::dyn_cast<clang::EnumConstantDecl>(Ref->getDecl()) : nullptr;
  return E && !E->getName().contains("SHARED");
}

bool asksForSize(const clang::CallExpr &Call, const clang::FunctionDecl *In) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() < 2)
    return false;
  llvm::StringRef Name = F->getName();
  if (!Name.consume_front("cuda") && !Name.consume_front("cu") &&
      !Name.consume_front("hip"))
    return false;
  if (Name == "FuncGetAttributes")
    return !isOfOtherAttributes(Call.getArg(0), In);
  if (Name == "FuncGetAttribute")
    return !isOfOtherAttribute(Call.getArg(1));
  return Name.starts_with("Occupancy") || Name.starts_with("ModuleOccupancy");
}

/// The kernels that \p Call names: all of the file's, where it may be any.
std::vector<const clang::FunctionDecl *>
kernelsOf(const JudgedUnit &U, const clang::CallExpr &Call) {
  std::vector<const clang::FunctionDecl *> Out, All;
  bool IsFunction = false;
  for (const clang::Expr *A : Call.arguments())
    walk(A, [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      auto *F =
          Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
      IsFunction |= F && isKernel(F);
      if (F && F->getDefinition() && U.Kernels.count(F->getDefinition()))
        Out.push_back(F->getDefinition());
      return true;
    });
  for (auto [F, Index] : U.Kernels)
    All.push_back(F);
  return IsFunction ? Out : All;
}

} // namespace

void bankfix::checkSizeQueries(JudgedUnit &U) {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
      if (!Call || !asksForSize(*Call, F))
        return true;
      for (const clang::FunctionDecl *Kernel : kernelsOf(U, *Call))
        for (unsigned Array : arraysReached(U, Kernel))
          U.obstruct(Array, ObstacleKind::SizeQuery, Call->getBeginLoc(),
                     U.Source.text(Call->getSourceRange()));
      return true;
    });
  });
}
