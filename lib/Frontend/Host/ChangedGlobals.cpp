//===- ChangedGlobals.cpp - What calls may do to a file's variables -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ChangedGlobals.h"
#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"

using namespace bankfix;

/// Callees that are looked at for all functions of a file.
static constexpr unsigned MostSteps = 200'000;

/// What is called is another function than this, or nobody knows which.
static bool isIndirect(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return !F || (Method && Method->isVirtual());
}

static const clang::FunctionDecl *body(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Defined = nullptr;
  return F && F->hasBody(Defined) ? Defined : nullptr;
}

/// Calls \p Visit for the functions of the host in \p Args, and the bodies of
/// lambdas there, which who gets them may call.
void ChangedGlobals::forEachHandedOn(
    llvm::ArrayRef<const clang::Expr *> Args,
    llvm::function_ref<void(const clang::FunctionDecl *)> Visit) const {
  llvm::DenseSet<const clang::Stmt *> Called;
  for (const clang::Expr *A : Args)
    walk(A, [&](const clang::Stmt *S) {
      if (auto *Inner = llvm::dyn_cast<clang::CallExpr>(S))
        Called.insert(Inner->getCallee()->IgnoreParenImpCasts());
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      auto *F = Ref && !Called.contains(Ref)
                    ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl())
                    : nullptr;
      if (F && !isKernel(F) && U.Source.isUserCode(F->getLocation()))
        Visit(F);
      if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(S))
        Visit(L->getCallOperator());
      return true;
    });
}

static std::vector<const clang::Expr *> argumentsOf(const clang::Expr *E) {
  std::vector<const clang::Expr *> Out;
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    llvm::append_range(Out, Call->arguments());
  if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    llvm::append_range(Out, Made->arguments());
  return Out;
}

bool ChangedGlobals::handsOnCode(const clang::Expr *Call) const {
  bool Does = false;
  forEachHandedOn(argumentsOf(Call),
                  [&](const clang::FunctionDecl *) { Does = true; });
  return Does;
}

/// Nobody knows what \p F does.
bool ChangedGlobals::isUnseen(const clang::FunctionDecl *F) const {
  if (!F)
    return true;
  if (F->isImplicit() || F->isDefaulted() || F->getBuiltinID())
    return false;
  // C++'s own may call what the types of their arguments say.
  const bool IsUser = U.Source.isUserCode(F->getLocation());
  if (!IsUser && F->getOverloadedOperator() == clang::OO_Call)
    return true; // `std::function`
  return IsUser ? !body(F) : IsLibraryOpen && !F->isExternC();
}

/// A call of a function, or a constructor, of the user's.
bool ChangedGlobals::isUserCall(const clang::Expr *E) const {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E);
  const clang::FunctionDecl *F = Call   ? Call->getDirectCallee()
                                 : Made ? Made->getConstructor()
                                        : nullptr;
  return F && (F->isImplicit() || F->isDefaulted() ||
               U.Source.isUserCode(F->getLocation()));
}

ChangedGlobals::Own ChangedGlobals::read(const clang::Stmt *Body) const {
  Own Out;
  VariableFacts Facts(Body);
  auto Callee = [&](const clang::FunctionDecl *F) {
    Out.IsOpen |= isUnseen(F);
    if (const clang::FunctionDecl *Defined = body(F))
      Out.Callees.insert(Defined);
  };
  walk(Body, [&](const clang::Stmt *S) {
    auto *E = llvm::dyn_cast<clang::Expr>(S);
    const clang::VarDecl *V = E ? namedVariable(E) : nullptr;
    if (V && V->hasGlobalStorage() &&
        (Facts.assignments(V) || Facts.escapes(V)))
      Out.May.insert(V->getCanonicalDecl());
    if (auto *Call = llvm::dyn_cast<clang::CallExpr>(S)) {
      // What a kernel does to variables, the host does not see.
      const bool IsLaunch = llvm::isa<clang::CUDAKernelCallExpr>(Call);
      Out.IsOpen |= !IsLaunch && (isIndirect(Call) || handsOnCode(Call));
      if (!IsLaunch && Call->getDirectCallee())
        Callee(Call->getDirectCallee());
    }
    if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S))
      Callee(Made->getConstructor());
    // Libraries may call what they get whenever they like.
    if (E && llvm::isa<clang::CallExpr, clang::CXXConstructExpr>(S) &&
        !isUserCall(E))
      forEachHandedOn(argumentsOf(E), [&](const clang::FunctionDecl *F) {
        if (const clang::FunctionDecl *Defined = body(F))
          Out.HandedOn.insert(Defined);
      });
    Out.IsOpen |= llvm::isa<clang::RecoveryExpr>(S); // Clang dropped a call.
    return true;
  });
  return Out;
}

ChangedGlobals::Effects ChangedGlobals::withCallees(const Own &O) const {
  Effects Out = O;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  std::vector<const clang::FunctionDecl *> Work(O.Callees.begin(),
                                                O.Callees.end());
  while (!Work.empty()) {
    const clang::FunctionDecl *F = Work.back();
    Work.pop_back();
    ++Steps;
    auto It = OfFunctions.find(F);
    if (!Seen.insert(F).second || It == OfFunctions.end())
      continue; // Of a library.
    Out.IsOpen |= It->second.IsOpen;
    Out.May.insert(It->second.May.begin(), It->second.May.end());
    Work.insert(Work.end(), It->second.Callees.begin(),
                It->second.Callees.end());
  }
  return Out;
}

/// Calls \p Visit for the variables of the file that are no function's.
static void
forEachFileVariable(const LoweredUnit &U, const clang::DeclContext *DC,
                    llvm::function_ref<void(const clang::VarDecl *)> Visit) {
  for (const clang::Decl *D : DC->noload_decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                  clang::CXXRecordDecl>(D))
      forEachFileVariable(U, llvm::cast<clang::DeclContext>(D), Visit);
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D);
        V && U.Source.isUserCode(V->getLocation()))
      Visit(V);
  }
}

void ChangedGlobals::findBeforeMain() {
  auto Add = [&](const Effects &E) {
    BeforeMain.IsOpen |= E.IsOpen;
    BeforeMain.May.insert(E.May.begin(), E.May.end());
  };
  forEachFileVariable(U, U.Context.getTranslationUnitDecl(),
                      [&](const clang::VarDecl *V) {
                        const clang::Expr *Init = V->getInit();
                        if (Init && !Init->isValueDependent())
                          Add(withCallees(read(Init)));
                      });
  for (const auto &[F, O] : OfFunctions)
    if (F->hasAttr<clang::ConstructorAttr>())
      Add(of(F));
}

ChangedGlobals::Own ChangedGlobals::ownOf(const clang::FunctionDecl *F) const {
  Own O = read(F->getBody());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *Init : C->inits()) {
      Own More = read(Init->getInit());
      O.IsOpen |= More.IsOpen;
      O.May.insert(More.May.begin(), More.May.end());
      O.Callees.insert(More.Callees.begin(), More.Callees.end());
      O.HandedOn.insert(More.HandedOn.begin(), More.HandedOn.end());
    }
  return O;
}

ChangedGlobals::ChangedGlobals(const LoweredUnit &U, bool IsLibraryOpen)
    : U(U), IsLibraryOpen(IsLibraryOpen) {
  Own Unseen;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    Own O = ownOf(F);
    All.insert(O.May.begin(), O.May.end());
    if (llvm::isa<clang::CXXDestructorDecl>(F))
      Unseen.Callees.insert(F);
    OfFunctions.try_emplace(F, std::move(O));
  });
  // Methods of classes within functions, and friends.
  std::vector<const clang::FunctionDecl *> Left;
  auto AddCallees = [&](const Own &O) {
    for (const auto *Each : {&O.Callees, &O.HandedOn})
      for (const clang::FunctionDecl *F : *Each)
        if (!OfFunctions.count(F) && U.Source.isUserCode(F->getLocation()))
          Left.push_back(F);
    Unseen.Callees.insert(O.HandedOn.begin(), O.HandedOn.end());
  };
  for (const auto &[F, O] : OfFunctions)
    AddCallees(O);
  while (!Left.empty()) {
    const clang::FunctionDecl *F = Left.back();
    Left.pop_back();
    if (OfFunctions.count(F))
      continue;
    Own O = ownOf(F);
    All.insert(O.May.begin(), O.May.end());
    AddCallees(O);
    OfFunctions.try_emplace(F, std::move(O));
  }
  ByUnseen = withCallees(Unseen).May;
  findBeforeMain();
}

const ChangedGlobals::Effects &
ChangedGlobals::of(const clang::FunctionDecl *F) {
  if (isUnseen(F))
    return Anything;
  auto It = OfFunctions.find(body(F));
  if (It == OfFunctions.end())
    return Nothing;
  std::unique_ptr<Effects> &Of = Known[It->first];
  if (!Of && Steps > MostSteps)
    return Anything;
  if (!Of)
    Of = std::make_unique<Effects>(withCallees(It->second));
  return *Of;
}

const ChangedGlobals::Effects &ChangedGlobals::of(const clang::CallExpr *Call) {
  if (isIndirect(Call) || handsOnCode(Call))
    return Anything;
  return of(Call->getDirectCallee());
}
