//===- Launches.cpp - Launch shapes that the source gives -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Launches.h"
#include "Ast/Functions.h"
#include "Ast/KernelSymbol.h"
#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Host/HiddenNames.h"
#include "Host/HostRun.h"
#include "Host/LaunchGraph.h"
#include "Host/LaunchedElsewhere.h"
#include "Host/LikelyLaunches.h"
#include "bankfix/Frontend/MemoryQueries.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace bankfix;

namespace {

/// More shapes of one launch, or of one kernel, are not told apart.
constexpr unsigned MaxShapesOfLaunch = 16, MaxShapesOfKernel = 12;

/// Many launches: values that differ among those of one block are not known.
void mergeMany(KernelLaunches &L) {
  if (L.Shapes.size() <= MaxShapesOfKernel)
    return;
  std::vector<LaunchShape> Merged;
  for (LaunchShape &S : L.Shapes) {
    auto It = llvm::find_if(
        Merged, [&](const LaunchShape &M) { return M.Block == S.Block; });
    if (It == Merged.end()) {
      Merged.push_back(std::move(S));
      continue;
    }
    if (It->DynamicBytes != S.DynamicBytes)
      It->DynamicBytes = std::nullopt;
    for (unsigned I = 0; I < It->Params.size(); ++I)
      if (It->Params[I] != S.Params[I])
        It->Params[I] = std::nullopt;
  }
  L.Shapes = std::move(Merged);
}

/// Where in \p Out launches of a kernel are kept that only other units can
/// define; null for other functions.
KernelLaunches *outsideLaunches(const LoweredUnit &U, FoundLaunches &Out,
                                const clang::FunctionDecl *F) {
  if (!F || !isKernel(F) || F->getDefinition())
    return nullptr;
  std::string Symbol = kernelSymbol(U.Context, F);
  return Symbol.empty() ? nullptr : &Out.OfOthers.Kernels[Symbol];
}

/// Finds calls, and then the names of functions in them, wherever they stand:
/// in a default argument, what a member starts with, an instance of a template.
class CallsAndNames : public clang::DynamicRecursiveASTVisitor {
public:
  using OnCall = llvm::function_ref<void(const clang::CallExpr *)>;
  using OnName = llvm::function_ref<void(const clang::DeclRefExpr *,
                                         const clang::FunctionDecl *)>;
  CallsAndNames(const LoweredUnit &U, OnCall Called, OnName Named)
      : Called(Called), Named(Named) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
    for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
      if (U.Source.isUserCode(D->getLocation()) ||
          llvm::isa<clang::LinkageSpecDecl>(D))
        TraverseDecl(D);
  }
  bool VisitCallExpr(clang::CallExpr *Call) override {
    Called(Call);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) override {
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()))
      Named(Ref, F);
    return true;
  }

private:
  OnCall Called;
  OnName Named;
};

/// \p Ref names \p F other than to launch it here.
void giveAway(const LoweredUnit &U, KernelLaunches &L,
              const clang::DeclRefExpr *Ref, const clang::FunctionDecl *F) {
  L.IsGivenAway = true;
  L.open({ObstacleKind::LaunchOtherwise, U.Source.place(Ref->getLocation()),
          F->getNameAsString()});
}

/// Collects the shapes of every kernel.
class LaunchFinder {
public:
  /// Adds to \p Out.
  LaunchFinder(const LoweredUnit &U, FoundLaunches &Out)
      : U(U), Out(Out), Graph(U),
        Run(U, Graph.Launching, [&](const FollowedLaunch &L) { launched(L); }) {
  }

  /// The kernels that are named other than to launch them.
  FunctionSet find();

private:
  void launched(const FollowedLaunch &L);
  void add(const FollowedLaunch &L, HostChoices &Choices);
  void openAll(const clang::Expr *Launch = nullptr);
  void openNamed();
  void openUnread();
  void call(const clang::CallExpr *Call);
  void askForAny(const clang::Expr *Asks);
  Obstacle asked(const clang::Expr *Asks) const {
    return {ObstacleKind::SizeQuery, U.Source.place(Asks->getBeginLoc()),
            U.Source.text(Asks->getSourceRange())};
  }
  void name(const clang::DeclRefExpr *Ref, const clang::FunctionDecl *F);
  KernelLaunches *launchesOf(const clang::FunctionDecl *F);

  const LoweredUnit &U;
  FoundLaunches &Out;
  LaunchGraph Graph;
  HostRun Run;
  FunctionSet NamedHere; ///< Other than to launch them.
  llvm::DenseSet<const clang::Expr *> Launched; ///< The names of kernels.
  /// By name: calls that ask for what depends on the kernel's memory.
  llvm::DenseMap<const clang::Stmt *, const clang::CallExpr *> Asking;
};

/// Some kernel is launched in a way that is not understood.
void LaunchFinder::openAll(const clang::Expr *Launch) {
  for (auto [F, Kernel] : U.Kernels) {
    KernelLaunches &L = Out.OfKernels[Kernel];
    L.OthersPossible = true;
    if (Launch)
      L.open({ObstacleKind::LaunchAny, U.Source.place(Launch->getBeginLoc()),
              F->getNameAsString()});
  }
  Out.OfOthers.Open = {ObstacleKind::LaunchAny,
                       Launch ? U.Source.place(Launch->getBeginLoc())
                              : SourcePlace{"", 1, 1},
                       ""};
}

/// Where launches of \p F are kept: null where nobody asks for them.
KernelLaunches *LaunchFinder::launchesOf(const clang::FunctionDecl *F) {
  if (auto It = U.Kernels.find(F); It != U.Kernels.end())
    return &Out.OfKernels[It->second];
  return outsideLaunches(U, Out, F);
}

void LaunchFinder::launched(const FollowedLaunch &L) {
  HostChoices Choices(L.Guesses);
  for (unsigned Count = 0;; ++Count) {
    if (Count == MaxShapesOfLaunch)
      return openAll(L.Launch);
    add(L, Choices);
    if (!Choices.next())
      return;
  }
}

void LaunchFinder::add(const FollowedLaunch &L, HostChoices &Choices) {
  std::optional<int64_t> Number =
      L.Kernel ? L.State.evaluate(L.Kernel, &Choices) : std::nullopt;
  const clang::FunctionDecl *F = Number ? Run.function(*Number) : nullptr;
  if (!F)
    return openAll(L.Launch);
  KernelLaunches *Of = launchesOf(F);
  if (!Of)
    return;
  LaunchShape Shape;
  Shape.Origin = ShapeOrigin::Launch;
  Choices.haveGuessed(); // The kernel.
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    std::optional<int64_t> N = L.State.evaluate(L.Block[Axis], &Choices);
    if (!N || *N < 1 || *N > 1024) {
      addShapes(likelyLaunches(L, F, U.Context, Choices), Of->Likely);
      return Of->open({ObstacleKind::LaunchUnknown,
                       U.Source.place(L.Launch->getBeginLoc()),
                       F->getNameAsString()});
    }
    Shape.Block[Axis] = *N;
  }
  const bool IsLikely = Choices.haveGuessed();
  std::optional<int64_t> Bytes =
      L.Bytes ? L.State.evaluate(L.Bytes, &Choices) : std::nullopt;
  Shape.DynamicBytes = std::nullopt;
  if (Bytes && *Bytes >= 0)
    Shape.DynamicBytes = *Bytes;
  Shape.Params = toldParameters(L, F, U.Context, L.State, Choices);
  if (!IsLikely && !Choices.haveGuessed())
    return addShapes({Shape}, Of->Shapes);
  // That it is another is an outcome, too.
  Shape.Origin = ShapeOrigin::Assumed;
  if (IsLikely && isUsual(Shape.Block))
    addShapes({Shape}, Of->Likely);
}

FunctionSet LaunchFinder::find() {
  followLaunches(U, Graph, Run);
  for (auto [F, Kernel] : U.Kernels) {
    KernelLaunches &L = Out.OfKernels[Kernel];
    L.OthersPossible |= Run.exhausted() || Graph.Named.contains(F);
    mergeMany(L);
  }
  if (Run.exhausted())
    openAll();
  openNamed();
  for (auto &[Symbol, L] : Out.OfOthers.Kernels)
    mergeMany(L);
  return std::move(NamedHere);
}

/// It depends on the memory of the kernel that it gets.
bool asksForMemory(const clang::FunctionDecl *F) {
  return F && F->getIdentifier() && !memoryQuery(F->getName()).empty();
}

/// Notes in Asking what \p Call gets, if it asks.
void LaunchFinder::call(const clang::CallExpr *Call) {
  if (!asksForMemory(Call->getDirectCallee()))
    return;
  bool IsNamed = false;
  for (const clang::Expr *A : Call->arguments())
    walk(A, [&](const clang::Stmt *Below) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Below);
      auto *F =
          Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
      IsNamed |= F && isKernel(F);
      Asking[Below] = Call;
      return true;
    });
  Asking[Call->getCallee()->IgnoreParenImpCasts()] = Call;
  if (!IsNamed)
    askForAny(Call);
}

/// \p Asks asks about a kernel that it does not name.
void LaunchFinder::askForAny(const clang::Expr *Asks) {
  if (!Out.OfOthers.AsksForAny)
    Out.OfOthers.AsksForAny = asked(Asks);
}

/// What is not found may launch any kernel.
void LaunchFinder::openUnread() {
  const std::vector<FileDiagnostic> &Missing = U.Preprocessed.MissingHeaders;
  UnitLaunches &Says = Out.OfOthers;
  if (Missing.empty() || Says.Open)
    return;
  Says.Open = {ObstacleKind::LaunchUnread, Missing.front().Place, ""};
  for (const FileDiagnostic &D : Missing)
    Says.Lacks.push_back(D.Subject);
  if (llvm::is_contained(Says.Lacks, "")) // It does not compile, either.
    Says.Lacks.clear();
}

/// Other units may launch a kernel that is named here other than to launch it,
/// whatever becomes of the name; and what was not resolved may do it here.
void LaunchFinder::openNamed() {
  openUnread();
  for (const clang::Expr *E : Graph.Launches)
    if (std::optional<LaunchSyntax> L = launchSyntax(E)) {
      const clang::Expr *K = L->Kernel->IgnoreParenCasts();
      if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(K))
        K = X->getSubExpr()->IgnoreParenCasts();
      Launched.insert(K);
    }
  CallsAndNames(
      U, [&](const clang::CallExpr *Call) { call(Call); },
      [&](const clang::DeclRefExpr *Ref, const clang::FunctionDecl *F) {
        if (isKernel(F))
          name(Ref, F);
        else if (asksForMemory(F) && !Asking.count(Ref))
          askForAny(Ref); // Whatever its callers want.
      });
  if (Out.OfOthers.AsksForAny)
    for (auto &[Symbol, L] : Out.OfOthers.Kernels)
      if (!L.Asked)
        L.Asked = Out.OfOthers.AsksForAny;
}

/// One place that names the kernel \p F.
void LaunchFinder::name(const clang::DeclRefExpr *Ref,
                        const clang::FunctionDecl *F) {
  const bool IsHarmless =
      Launched.contains(Ref) || Graph.Harmless.contains(Ref);
  KernelLaunches *Of = outsideLaunches(U, Out, F);
  if (!Of && !IsHarmless)
    NamedHere.insert(definition(F));
  auto Own = U.Kernels.find(definition(F));
  KernelLaunches *Opened =
      Own != U.Kernels.end() ? &Out.OfKernels[Own->second] : Of;
  if (Opened && !IsHarmless)
    giveAway(U, *Opened, Ref, F);
  if (!Of)
    return;
  if (const clang::CallExpr *Call = Asking.lookup(Ref); Call && !Of->Asked)
    Of->Asked = asked(Call);
}

/// `reqd_work_group_size` fixes the shape, `__launch_bounds__` bounds it.
void addAttributes(const LoweredUnit &U, const clang::FunctionDecl *F,
                   KernelLaunches &L) {
  auto Integer = [&](const clang::Expr *E) -> std::optional<int64_t> {
    clang::Expr::EvalResult R;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(R, U.Context))
      return std::nullopt;
    return R.Val.getInt().getExtValue();
  };
  if (auto *A = F->getAttr<clang::ReqdWorkGroupSizeAttr>()) {
    LaunchShape Shape;
    Shape.Origin = ShapeOrigin::Attribute;
    auto X = Integer(A->getXDim()), Y = Integer(A->getYDim()),
         Z = Integer(A->getZDim());
    if (X && Y && Z && *X > 0 && *Y > 0 && *Z > 0) {
      Shape.Block = {unsigned(*X), unsigned(*Y), unsigned(*Z)};
      L.Shapes.push_back(Shape);
    }
  }
  if (auto *A = F->getAttr<clang::CUDALaunchBoundsAttr>())
    if (std::optional<int64_t> N = Integer(A->getMaxThreads()))
      L.MaxThreads = *N > 0 ? *N : 0;
}

/// What other units say of the launches of \p L counts as what this one does.
/// False where that is not known.
bool join(KernelLaunches &L, const OtherUnits &Others) {
  auto It = Others.Launches.find(L.Symbol);
  if (It == Others.Launches.end())
    return false;
  if (It->second.OthersPossible) {
    L.OthersPossible = true;
    if (!L.Doubt)
      L.Doubt = It->second.Doubt;
  }
  L.Asked = It->second.Asked;
  addShapes(It->second.Shapes, L.Shapes);
  addShapes(It->second.Likely, L.Likely);
  mergeMany(L);
  return true;
}

/// Names the kernels as linkers do, and adds what other units are known to do.
/// \p Named: those that are named other than to launch them.
void joinOthers(const LoweredUnit &U, llvm::ArrayRef<Kernel> Kernels,
                const FunctionSet &Named,
                const std::optional<OtherUnits> &Others, FoundLaunches &Out) {
  LaunchedElsewhere Elsewhere(U);
  for (auto [F, Kernel] : U.Kernels) {
    KernelLaunches &L = Out.OfKernels[Kernel];
    L.Symbol = kernelSymbol(U.Context, F);
    const clang::SourceLocation Shared = Elsewhere.declarationForUnseen(F);
    L.IsShared = Shared.isValid();
    const bool IsKnown = Others && !U.isOpen() &&
                         U.Source.inMainFile(F->getLocation()) &&
                         join(L, *Others);
    // Another unit may have got the name.
    L.OthersPossible |= Named.contains(F);
    if (L.IsShared && !IsKnown)
      L.open({ObstacleKind::LaunchElsewhere, U.Source.place(Shared),
              F->getNameAsString()});
    if (L.Asked)
      for (const Site &S : Kernels[Kernel].Sites)
        Out.Obstacles.push_back({S.Array, *L.Asked});
  }
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    if (std::string Symbol = isKernel(F) ? kernelSymbol(U.Context, F) : "";
        !Symbol.empty())
      Out.OfOthers.Defined.insert(std::move(Symbol));
  });
  if (Others || U.Context.getLangOpts().OpenCL)
    return;
  HiddenNames Hidden = findHiddenNames(U);
  Out.OfOthers.Skipped = std::move(Hidden.Skipped);
  Out.OfOthers.Dropped = std::move(Hidden.Dropped);
}

/// Launches that were not compiled, or stand in templates.
void noteHiddenUses(const LoweredUnit &U, FoundLaunches &Out) {
  for (auto [F, Kernel] : U.Kernels) {
    const std::string Name = F->getNameAsString();
    for (const SkippedCode &S : U.Preprocessed.Skipped)
      if (S.Identifiers.count(Name))
        Out.OfKernels[Kernel].open(
            {ObstacleKind::LaunchSkipped, {S.File, S.Line, 1}, Name});
  }
  for (const clang::Decl *D :
       U.Context.getTranslationUnitDecl()->noload_decls()) {
    auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    // One of this file is followed where it is instantiated.
    if (!T || !U.Source.isUserCode(D->getLocation()) ||
        (U.Source.inMainFile(D->getLocation()) &&
         !T->specializations().empty()))
      continue;
    walk(T->getTemplatedDecl()->getBody(), [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S);
      auto *F =
          Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
      auto It = U.Kernels.find(definition(F));
      KernelLaunches *L = It != U.Kernels.end() ? &Out.OfKernels[It->second]
                                                : outsideLaunches(U, Out, F);
      if (L)
        giveAway(U, *L, Ref, F);
      return true;
    });
  }
}

} // namespace

FoundLaunches bankfix::findLaunches(const LoweredUnit &U,
                                    llvm::ArrayRef<Kernel> Kernels,
                                    const std::optional<OtherUnits> &Others) {
  FoundLaunches Out;
  Out.OfKernels.resize(Kernels.size());
  for (auto [F, Kernel] : U.Kernels)
    addAttributes(U, F, Out.OfKernels[Kernel]);
  noteHiddenUses(U, Out);
  const FunctionSet Named = LaunchFinder(U, Out).find();
  joinOthers(U, Kernels, Named, Others, Out);
  return Out;
}
