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
#include "bankfix/Frontend/MemoryQueries.h"

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
  if (!V || !V->hasLocalStorage() || !In)
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

/// See memoryQuery; empty without a function.
llvm::StringRef queryName(const clang::FunctionDecl *F) {
  return memoryQuery(F && F->getIdentifier() ? F->getName() : "");
}

/// \p In: the function around the call, or null.
bool asksForSize(const clang::CallExpr &Call, const clang::FunctionDecl *In) {
  const llvm::StringRef Name = queryName(Call.getDirectCallee());
  if (Name.empty() || Call.getNumArgs() < 2)
    return false;
  if (Name == "FuncGetAttributes")
    return !isOfOtherAttributes(Call.getArg(0), In);
  if (Name.ends_with("GetAttribute"))
    return !isOfOtherAttribute(Call.getArg(1));
  return true;
}

/// The kernels that \p Asks names: all of the file's, where it may be any.
std::vector<const clang::FunctionDecl *> kernelsOf(const JudgedUnit &U,
                                                   const clang::Expr *Asks) {
  std::vector<const clang::FunctionDecl *> Out, All;
  bool IsFunction = false;
  walk(Asks, [&](const clang::Stmt *S) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    auto *F = Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
    IsFunction |= F && isKernel(F);
    if (F && F->getDefinition() && U.Kernels.count(F->getDefinition()))
      Out.push_back(F->getDefinition());
    return true;
  });
  for (auto [F, Index] : U.Kernels)
    All.push_back(F);
  return IsFunction ? Out : All;
}

/// Finds what asks, in all code that a host may run.
class QueryFinder {
public:
  explicit QueryFinder(JudgedUnit &U) : U(U) {}
  void visit(const clang::Stmt *S, const clang::FunctionDecl *In);
  void initializers(const clang::DeclContext *DC);

private:
  void refuse(const clang::Expr *Asks);

  JudgedUnit &U;
};

void QueryFinder::refuse(const clang::Expr *Asks) {
  for (const clang::FunctionDecl *Kernel : kernelsOf(U, Asks))
    for (unsigned Array : arraysReached(U, Kernel))
      U.obstruct(Array, ObstacleKind::SizeQuery, Asks->getBeginLoc(),
                 U.Source.text(Asks->getSourceRange()));
}

/// A function that is named and not called asks whatever its callers want.
void QueryFinder::visit(const clang::Stmt *S, const clang::FunctionDecl *In) {
  llvm::DenseSet<const clang::Expr *> Called;
  walk(S, [&](const clang::Stmt *Each) {
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Each);
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(Each)) {
      Called.insert(Call->getCallee()->IgnoreParenImpCasts());
      if (asksForSize(*Call, In))
        refuse(Call);
    } else if (Ref && !Called.contains(Ref) &&
               !queryName(llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()))
                    .empty()) {
      refuse(Ref);
    }
    return true;
  });
}

/// What variables, members and parameters begin with, outside of bodies.
void QueryFinder::initializers(const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (!U.Source.isUserCode(D->getLocation()) &&
        !llvm::isa<clang::LinkageSpecDecl>(D))
      continue;
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D); V && V->hasInit())
      visit(V->getInit(), nullptr);
    if (auto *F = llvm::dyn_cast<clang::FieldDecl>(D);
        F && F->hasInClassInitializer())
      visit(F->getInClassInitializer(), nullptr);
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
      for (const clang::ParmVarDecl *P : F->parameters())
        if (P->hasDefaultArg() && !P->hasUninstantiatedDefaultArg() &&
            !P->hasUnparsedDefaultArg())
          visit(P->getDefaultArg(), nullptr);
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                  clang::RecordDecl>(D))
      initializers(llvm::cast<clang::DeclContext>(D));
  }
}

} // namespace

void bankfix::checkSizeQueries(JudgedUnit &U) {
  QueryFinder Finder(U);
  Finder.initializers(U.Context.getTranslationUnitDecl());
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
      for (const clang::CXXCtorInitializer *I : C->inits())
        Finder.visit(I->getInit(), F);
    Finder.visit(F->getBody(), F);
  });
}
