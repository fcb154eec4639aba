//===- LaunchGraph.cpp - Who calls what launches --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LaunchGraph.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "Host/HostRun.h"

using namespace bankfix;

const clang::FunctionDecl *
bankfix::definition(const clang::FunctionDecl *F) {
  return F && F->getDefinition() ? F->getDefinition() : F;
}

namespace {

/// A function that gets a kernel and does not launch it.
bool onlyAsksAbout(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  llvm::StringRef Name = F && F->getIdentifier() ? F->getName() : "";
  return Name.starts_with("cudaFunc") || Name.starts_with("cudaOccupancy");
}

/// A variable that holds the kernel and is only launched, compared or set.
bool isPlainPointer(const clang::VarDecl *V, const VariableFacts &Facts) {
  return V && V->isLocalVarDecl() && !V->isStaticLocal() &&
         V->getType()->isFunctionPointerType() && !Facts.escapes(V);
}

} // namespace

void LaunchGraph::scan(const clang::FunctionDecl *F) {
  VariableFacts Facts(F->getBody());
  llvm::DenseSet<const clang::Stmt *> Harmless;
  auto Allow = [&](const clang::Expr *E) {
    E = E->IgnoreParenCasts();
    if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
      E = X->getSubExpr()->IgnoreParenCasts();
    Harmless.insert(E);
  };
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
            V && V->getInit() && isPlainPointer(V, Facts))
          Allow(V->getInit());
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && B->getOpcode() == clang::BO_Assign &&
        isPlainPointer(namedVariable(B->getLHS()), Facts))
      Allow(B->getRHS());
    if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
      if (std::optional<LaunchSyntax> L = launchSyntax(E)) {
        Launches.push_back(E);
        Launching.insert(F);
        Allow(L->Kernel);
      } else if (isFollowedCall(E)) {
        Launches.push_back(E);
        Launching.insert(F);
      }
    }
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S)) {
      if (onlyAsksAbout(Call))
        for (const clang::Expr *A : Call->arguments())
          Allow(A);
      if (const clang::FunctionDecl *To = definition(Call->getDirectCallee())) {
        Calls[To].push_back({Call, F});
        Allow(Call->getCallee());
      }
    }
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
    if (auto *To =
            Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr)
      if (!Harmless.contains(Ref))
        Named.insert(definition(To));
    return true;
  });
}

/// What the file's variables start with may name a kernel, too.
void LaunchGraph::scanVariables(const LoweredUnit &U,
                              const clang::DeclContext *DC) {
  for (const clang::Decl *D : DC->decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D))
      scanVariables(U, llvm::cast<clang::DeclContext>(D));
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!V || !U.Source.isUserCode(V->getLocation()))
      continue;
    walk(V->getInit(), [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      if (auto *F = Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl())
                        : nullptr)
        Named.insert(definition(F));
      return true;
    });
  }
}

LaunchGraph::LaunchGraph(const LoweredUnit &U) {
  scanVariables(U, U.Context.getTranslationUnitDecl());
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    Functions.push_back(F);
    HasMain |= F->isMain();
    scan(F);
  });
  for (size_t Before = 0; Before != Launching.size();) {
    Before = Launching.size();
    for (const auto &[To, Sites] : Calls)
      for (const Call &C : Sites)
        if (Launching.contains(To))
          Launching.insert(C.Caller);
  }
}

bool LaunchGraph::isClosed(const LoweredUnit &U,
                         const clang::FunctionDecl *F) const {
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  if (!Calls.count(F) || Named.contains(F) || F->isMain() ||
      (Method && Method->isVirtual()))
    return false;
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.Identifiers.count(F->getNameAsString()))
      return false;
  if (!F->isExternallyVisible())
    return true;
  // Beside main, a function that no header declares is called here alone.
  return HasMain && llvm::all_of(F->redecls(), [&](const auto *D) {
           return U.Source.inMainFile(D->getLocation());
         });
}

void bankfix::followLaunches(const LoweredUnit &U, const LaunchGraph &Graph,
                             HostRun &Run) {
  for (const clang::FunctionDecl *F : Graph.Functions)
    if (Graph.Launching.contains(F) && !Graph.isClosed(U, F))
      Run.root(F);
  // A function with a call that was not followed is called in any way.
  for (const clang::FunctionDecl *F : Graph.Functions)
    if (Graph.Launching.contains(F) && Graph.isClosed(U, F) &&
        !llvm::all_of(Graph.Calls.lookup(F), [&](const LaunchGraph::Call &C) {
          return Run.visited(C.Site);
        }))
      Run.root(F);
  for (const clang::Expr *Launch : Graph.Launches)
    if (!Run.visited(Launch))
      Run.alone(Launch);
}
