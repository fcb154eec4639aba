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

} // namespace

/// The variables of a function that hold a kernel and are only launched,
/// compared, set, or given to functions that do no more, so that it gets nowhere
/// else from there.
class bankfix::PlainPointers {
public:
  using IsOnlyLaunched =
      llvm::function_ref<bool(const clang::CallExpr *, unsigned)>;
  PlainPointers(const clang::FunctionDecl *F, IsOnlyLaunched Gets);
  bool contains(const clang::VarDecl *V) const {
    return V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
           V->getType()->isFunctionPointerType() && !Facts.escapes(V) &&
           Named.lookup(V) == Known.lookup(V);
  }

private:
  void use(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
    if (X && X->getOpcode() == clang::UO_Deref)
      E = X->getSubExpr()->IgnoreParenImpCasts();
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
        Ref && Seen.insert(Ref).second)
      ++Known[Ref->getDecl()];
  }

  void nest(const clang::Stmt *S) {
    if (llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(S))
      for (const clang::Stmt *Child : S->children())
        if (auto *E = llvm::dyn_cast_or_null<clang::Expr>(Child))
          Nested.insert(E->IgnoreParenImpCasts());
  }

  VariableFacts Facts;
  llvm::DenseSet<const clang::Stmt *> Seen;
  /// Whose value goes somewhere: of an assignment, that is the pointer.
  llvm::DenseSet<const clang::Stmt *> Nested;
  /// How often a variable is named, and how often in one of these ways.
  llvm::DenseMap<const clang::Decl *, unsigned> Named, Known;
};

PlainPointers::PlainPointers(const clang::FunctionDecl *F, IsOnlyLaunched Gets)
    : Facts(F->getBody()) {
  walk(F->getBody(), [&](const clang::Stmt *S) {
    nest(S);
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      ++Named[Ref->getDecl()];
    // A lambda's body is walked, and says what becomes of what it captures.
    if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
      for (auto [C, Init] : llvm::zip(L->captures(), L->capture_inits()))
        if (Init && !L->isInitCapture(&C))
          use(Init);
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && (B->isComparisonOp() ||
              (B->getOpcode() == clang::BO_Assign && !Nested.contains(B)))) {
      use(B->getLHS());
      if (B->isComparisonOp())
        use(B->getRHS());
    }
    if (auto *C = llvm::dyn_cast<clang::CastExpr>(S);
        C && C->getCastKind() == clang::CK_PointerToBoolean)
      use(C->getSubExpr());
    if (auto *E = llvm::dyn_cast<clang::Expr>(S))
      if (std::optional<LaunchSyntax> L = launchSyntax(E))
        use(L->Kernel->IgnoreParenCasts());
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      for (unsigned I = 0; I < Call->getNumArgs(); ++I)
        if (onlyAsksAbout(Call) || Gets(Call, I))
          use(Call->getArg(I)->IgnoreParenCasts());
    return true;
  });
}

LaunchGraph::~LaunchGraph() = default;

const PlainPointers &LaunchGraph::pointersOf(const LoweredUnit &U,
                                             const clang::FunctionDecl *F) {
  auto [It, IsNew] = Pointers.try_emplace(F);
  if (IsNew) {
    auto Made = std::make_unique<PlainPointers>(
        F, [&](const clang::CallExpr *Call, unsigned Index) {
          return isOnlyLaunched(U, Call, Index);
        });
    Pointers[F] = std::move(Made);
  }
  return *Pointers[F];
}

/// The function that \p Call may give argument \p Index, a kernel: it is followed
/// here, and only launches it.
bool LaunchGraph::isOnlyLaunched(const LoweredUnit &U,
                                 const clang::CallExpr *Call, unsigned Index) {
  const clang::FunctionDecl *F = definition(Call->getDirectCallee());
  if (!F || !F->hasBody() || !U.Source.isUserCode(F->getLocation()) ||
      llvm::isa<clang::CXXMethodDecl>(F) || Index >= F->getNumParams())
    return false;
  auto It = Pointers.find(F);
  if (It != Pointers.end() && !It->second)
    return false; // It calls itself.
  return pointersOf(U, F).contains(F->getParamDecl(Index));
}

void LaunchGraph::scan(const LoweredUnit &U, const clang::FunctionDecl *F) {
  const PlainPointers &Pointers = pointersOf(U, F);
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
            V && V->getInit() && Pointers.contains(V))
          Allow(V->getInit());
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && B->getOpcode() == clang::BO_Assign &&
        Pointers.contains(namedVariable(B->getLHS())))
      Allow(B->getRHS());
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && B->isComparisonOp())
      for (const clang::Expr *Side : {B->getLHS(), B->getRHS()})
        Allow(Side);
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
      for (unsigned I = 0; I < Call->getNumArgs(); ++I)
        if (onlyAsksAbout(Call) || isOnlyLaunched(U, Call, I))
          Allow(Call->getArg(I));
      if (Call->getDirectCallee())
        Allow(Call->getCallee());
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
  for (const clang::Decl *D : DC->noload_decls()) {
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
    scan(U, F);
  });
  for (size_t Before = 0; Before != Launching.size();) {
    Before = Launching.size();
    for (const clang::FunctionDecl *To : Functions)
      if (Launching.contains(To))
        for (const CallGraph::Call &C : U.Calls.callsOf(To))
          Launching.insert(C.Caller);
  }
}

bool LaunchGraph::isClosed(const LoweredUnit &U,
                         const clang::FunctionDecl *F) const {
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  if (U.Calls.callsOf(F).empty() || Named.contains(F) || F->isMain() ||
      (Method && Method->isVirtual()))
    return false;
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.Identifiers.count(F->getNameAsString()))
      return false;
  // Another unit's calls of an instance are those of its own.
  if (!F->isExternallyVisible() ||
      F->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation)
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
        !llvm::all_of(U.Calls.callsOf(F), [&](const CallGraph::Call &C) {
          return Run.visited(C.Site);
        }))
      Run.root(F);
  for (const clang::Expr *Launch : Graph.Launches)
    if (!Run.visited(Launch))
      Run.alone(Launch);
}
