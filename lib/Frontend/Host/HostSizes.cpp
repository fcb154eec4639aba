//===- HostSizes.cpp - Where host code gives an array its bytes -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of dynamic memory can grow only if every place that says how large
// it is grows with it. So each place that names a kernel has to be a launch, or
// a call that is known; anything else may launch it, too.
//
//===----------------------------------------------------------------------===//

#include "Host/HostSizes.h"
#include "Arrays/Factors.h"
#include "Ast/Functions.h"
#include "Ast/KernelSymbol.h"
#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Host/DeviceLimits.h"
#include "Host/KernelCalls.h"
#include "Host/LaunchedElsewhere.h"
#include "Read/IncludedFiles.h"
#include "Text/ExplicitInstances.h"
#include "llvm/ADT/MapVector.h"

using namespace bankfix;

namespace {

/// One place that names a kernel.
struct KernelUse {
  const clang::FunctionDecl *In = nullptr;
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::DeclRefExpr *Ref = nullptr;
  const clang::Expr *Around = nullptr; ///< As in KernelCall.
  const clang::Expr *Bytes = nullptr;
  bool IsLaunch = false;
  bool TakesNone = false; ///< `k<<<grid, block>>>`: no dynamic memory.
};

class SizeLocator {
public:
  SizeLocator(const LoweredUnit &U, llvm::ArrayRef<Kernel> Kernels,
              const ParseOptions &Options)
      : U(U), Kernels(Kernels), Options(Options), Elsewhere(U), Calls(U) {}
  HostSizes run() &&;

private:
  const clang::FunctionDecl *kernelIn(const clang::Expr *E,
                                      const clang::DeclRefExpr *&Ref);
  bool isFollowed(const clang::FunctionDecl *F);
  const SharedArray &array(unsigned Index) const {
    const size_t Own = U.SharedArrays.size();
    return Index < Own ? U.SharedArrays[Index] : Out.Outside[Index - Own];
  }
  void obstruct(unsigned Array, ObstacleKind Kind, clang::SourceLocation Where,
                std::string Detail) {
    Out.Obstacles.push_back(
        {Array, {Kind, U.Source.place(Where), std::move(Detail)}});
  }
  const Obstacle *doubtAbout(const clang::FunctionDecl *Kernel) const;
  clang::SourceLocation launchedBy(const clang::FunctionDecl *Kernel);
  bool isSizedElsewhere(const clang::FunctionDecl *Kernel) const {
    return Options.Others &&
           Options.Others->Sized.count(kernelSymbol(U.Context, Kernel));
  }
  void collect(const clang::FunctionDecl *F);
  void add(KernelUse Use, const clang::Expr *Kernel);
  std::vector<unsigned> dynamicArrays(unsigned Kernel) const;
  void locate(unsigned Array, const clang::FunctionDecl *Kernel);
  void locate(unsigned Array, const KernelUse &Use);
  bool isLaunchedSo(const KernelUse &Use) const;
  void checkCalled(const clang::FunctionDecl *Kernel, unsigned Index);
  bool checkCalls(unsigned Array, const clang::FunctionDecl *Kernel);
  void checkNames(unsigned Array, const clang::FunctionDecl *Kernel);
  bool isResizedElsewhere(const clang::Expr *Bytes) const;
  bool refuseSize(unsigned Array, const KernelUse &Use);
  bool isOfDevice(const clang::Expr *Bytes);

  const LoweredUnit &U;
  llvm::ArrayRef<Kernel> Kernels;
  const ParseOptions &Options;
  HostSizes Out;
  LaunchedElsewhere Elsewhere;
  KernelCalls Calls;
  /// The arrays of kernels that other units define.
  llvm::MapVector<const clang::FunctionDecl *, unsigned> Outside;
  std::vector<KernelUse> Uses;
  std::vector<const clang::DeclRefExpr *> Called; ///< All that name kernels.
  /// Offsets in the main file of names that stand for something else.
  std::set<unsigned> Others;
  std::optional<DeviceLimits> Limits; ///< Made where one is asked for.
};

/// Another unit's kernel whose array is to be followed to here; adds it.
bool SizeLocator::isFollowed(const clang::FunctionDecl *F) {
  if (!isKernel(F) || F->getDefinition() || Options.Outside.empty())
    return false;
  auto It = Options.Outside.find(kernelSymbol(U.Context, F));
  if (It == Options.Outside.end())
    return false;
  const size_t Next = U.SharedArrays.size() + Out.Outside.size();
  if (Outside.try_emplace(F, Next).second) {
    Out.Outside.push_back(It->second.Array);
    Out.Outside.back().Obstacles.clear(); // They are in the other file.
  }
  return true;
}

const clang::FunctionDecl *
SizeLocator::kernelIn(const clang::Expr *E, const clang::DeclRefExpr *&Ref) {
  E = E->IgnoreParenCasts();
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
      X && X->getOpcode() == clang::UO_AddrOf)
    E = X->getSubExpr()->IgnoreParenCasts();
  Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  auto *F = Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
  if (F && F->getDefinition())
    F = F->getDefinition();
  else if (F)
    F = F->getCanonicalDecl();
  return F && (U.Kernels.count(F) || isFollowed(F)) ? F : nullptr;
}

/// What the source has of \p E, around which macros write parentheses:
/// `kernel<<<(grid), (block), (bytes)>>>` of hipLaunchKernelGGL.
static const clang::Expr *written(const LoweredUnit &U, const clang::Expr *E) {
  for (const clang::Expr *In = E; !U.Source.range(In->getSourceRange());) {
    auto *P = llvm::dyn_cast<clang::ParenExpr>(In->IgnoreImpCasts());
    if (!P)
      return E;
    In = P->getSubExpr();
    if (U.Source.range(In->getSourceRange()))
      return In;
  }
  return E;
}

void SizeLocator::add(KernelUse Use, const clang::Expr *Kernel) {
  const clang::VarDecl *V = namedVariable(Kernel->IgnoreParenCasts());
  const clang::Expr *Held = V ? Calls.heldBy(Use.In, V) : nullptr;
  Use.Kernel = kernelIn(Held ? Held : Kernel, Use.Ref);
  if (!Use.Kernel)
    return;
  if (Use.Bytes)
    Use.Bytes = written(U, Use.Bytes);
  if (llvm::isa_and_nonnull<clang::CXXDefaultArgExpr>(Use.Bytes)) {
    Use.Bytes = nullptr;
    Use.TakesNone = true;
  }
  Uses.push_back(Use);
}

void SizeLocator::collect(const clang::FunctionDecl *F) {
  walk(F->getBody(), [&](const clang::Stmt *S) {
    for (const KernelCall &C : Calls.at(F, S))
      add({F, nullptr, nullptr, C.Around, C.Bytes, C.IsLaunch}, C.Kernel);
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S)) {
      const clang::DeclRefExpr *Same;
      clang::SourceLocation L =
          U.Source.manager().getSpellingLoc(Ref->getLocation());
      if (kernelIn(Ref, Same))
        Called.push_back(Ref);
      else if (U.Source.manager().isInMainFile(L))
        Others.insert(U.Source.manager().getFileOffset(L));
    }
    return true;
  });
}

std::vector<unsigned> SizeLocator::dynamicArrays(unsigned Kernel) const {
  std::vector<unsigned> Arrays;
  for (const Site &S : Kernels[Kernel].Sites)
    if (array(S.Array).Space == MemorySpace::Dynamic &&
        !llvm::is_contained(Arrays, S.Array))
      Arrays.push_back(S.Array);
  return Arrays;
}

/// What may be set has to be what some launch near it takes: more may be more
/// than the device has.
bool SizeLocator::isLaunchedSo(const KernelUse &Use) const {
  std::string Text = U.Source.text(Use.Bytes->getSourceRange());
  return llvm::any_of(Uses, [&](const KernelUse &Other) {
    return Other.IsLaunch && Other.Kernel == Use.Kernel && Other.Bytes &&
           Other.In == Use.In &&
           U.Source.text(Other.Bytes->getSourceRange()) == Text;
  });
}

/// \p Bytes stands in the source of the header's unit, where it changes with
/// the header.
bool SizeLocator::isResizedElsewhere(const clang::Expr *Bytes) const {
  return Options.ResizesUnit && !Options.Within.empty() &&
         U.Source.isSpelled(Bytes->getSourceRange()) &&
         U.Source.place(Bytes->getBeginLoc()).File ==
             Options.Within.back().File;
}

/// \p Bytes may be all that the device has.
bool SizeLocator::isOfDevice(const clang::Expr *Bytes) {
  if (!Limits) {
    const clang::SourceManager &SM = U.Source.manager();
    std::vector<llvm::StringRef> Texts = {SM.getBufferData(SM.getMainFileID())};
    forEachOtherFile(SM, [&](clang::FileID File) {
      Texts.push_back(SM.getBufferData(File));
    });
    Limits.emplace(Texts);
  }
  return Limits->areIn(U.Source.text(Bytes->getSourceRange()));
}

/// Some `#if` has \p R, the size of \p Use, in a branch, and neither the
/// kernel's name nor what is set to it: other branches have another size.
static bool isBranchOf(const LoweredUnit &U, FileRange R,
                       const KernelUse &Use) {
  const std::optional<FileRange> Ref =
      Use.Ref ? U.Source.range(Use.Ref->getSourceRange()) : std::nullopt;
  return llvm::any_of(U.Preprocessed.Conditionals, [&](const FileRange &If) {
    if (If.Begin >= R.Begin || R.End >= If.End ||
        (Ref && If.Begin < Ref->Begin && Ref->End < If.End))
      return false;
    const clang::SourceManager &SM = U.Source.manager();
    llvm::StringRef Before =
        SM.getBufferData(SM.getMainFileID()).slice(If.Begin, R.Begin);
    llvm::StringRef Branch; // What stands behind the last directive.
    while (!Before.empty()) {
      auto [Line, Rest] = Before.split('\n');
      Branch = Line.ltrim().starts_with("#") ? Rest : Branch;
      Before = Rest;
    }
    return !Branch.contains('=');
  });
}

bool SizeLocator::refuseSize(unsigned Array, const KernelUse &Use) {
  const clang::Expr *E = Use.Bytes;
  std::optional<FileRange> R = U.Source.range(E->getSourceRange());
  const bool IsElsewhere = !R && isResizedElsewhere(E);
  if (const SourcePlace P = U.Source.place(E->getBeginLoc());
      !R && !IsElsewhere && !P.File.empty() && !E->getBeginLoc().isMacroID()) {
    obstruct(Array, ObstacleKind::SizeInOther, E->getBeginLoc(), P.File);
    return true;
  }
  bool InPlace = (IsElsewhere || (R && !U.Preprocessed.hasDirectiveIn(*R) &&
                                  !isBranchOf(U, *R, Use))) &&
                 !hasSideEffects(E) &&
                 integerType(U.Context, E->IgnoreParenImpCasts()->getType());
  if (!InPlace)
    obstruct(Array, ObstacleKind::SizeText, E->getBeginLoc(),
             U.Source.text(E->getSourceRange()));
  else if (isOfDevice(E))
    obstruct(Array, ObstacleKind::SizeDevice, E->getBeginLoc(),
             U.Source.text(E->getSourceRange()));
  else if (!Use.IsLaunch && !isLaunchedSo(Use)) {
    obstruct(Array, ObstacleKind::SizeLimit, E->getBeginLoc(),
             U.Source.text(E->getSourceRange()));
    clang::Expr::EvalResult Limit;
    if (!E->isValueDependent() && E->EvaluateAsInt(Limit, U.Context))
      Out.Obstacles.back().Why.Limit = Limit.Val.getInt().getLimitedValue();
  } else
    return false;
  return true;
}

/// `n` in `n * sizeof(T)` or `sizeof(T) * n`, where that is one element's size.
const clang::Expr *elementsIn(const LoweredUnit &U, const clang::Expr *Bytes,
                              unsigned ElementBytes) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(Bytes->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != clang::BO_Mul)
    return nullptr;
  auto IsSize = [&](const clang::Expr *E) {
    auto *T = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(
        E->IgnoreParenImpCasts());
    clang::Expr::EvalResult R;
    return T && T->getKind() == clang::UETT_SizeOf && !T->isValueDependent() &&
           T->EvaluateAsInt(R, U.Context) &&
           R.Val.getInt().getZExtValue() == ElementBytes;
  };
  const clang::Expr *N = IsSize(B->getRHS())   ? B->getLHS()
                         : IsSize(B->getLHS()) ? B->getRHS()
                                               : nullptr;
  bool Integer =
      N && integerType(U.Context, N->IgnoreParenImpCasts()->getType());
  return Integer ? N : nullptr;
}

void SizeLocator::locate(unsigned Array, const KernelUse &Use) {
  if (!Use.Bytes) {
    // Of no bytes, nothing is accessed, and no layout needs some.
    if (Use.IsLaunch && !Use.TakesNone)
      obstruct(Array, ObstacleKind::SizeText, Use.Around->getBeginLoc(),
               U.Source.text(Use.Around->getSourceRange()));
    return;
  }
  if (refuseSize(Array, Use))
    return;
  // One configuration may be for several kernels.
  auto [It, New] = Out.Bytes.try_emplace(Use.Bytes, Array);
  if (!New && It->second != Array)
    for (unsigned Each : {Array, It->second})
      obstruct(Each, ObstacleKind::SizeText, Use.Bytes->getBeginLoc(),
               U.Source.text(Use.Bytes->getSourceRange()));
  if (!New || isResizedElsewhere(Use.Bytes))
    return;
  HostSizeSource S;
  S.Array = Array;
  S.Whole = S.Range = *U.Source.range(Use.Bytes->getSourceRange());
  S.Place = U.Source.place(Use.Bytes->getBeginLoc());
  S.Text = U.Source.text(Use.Bytes->getSourceRange());
  S.Factors = factorSources(U, Use.Bytes);
  const clang::Expr *N = elementsIn(U, Use.Bytes, array(Array).ElementBytes);
  if (auto R = N ? U.Source.range(N->getSourceRange()) : std::nullopt) {
    S.Range = *R;
    S.CountsElements = true;
  }
  auto IsSame = [&](const HostSizeSource &Old) {
    return Old.Range.Begin == S.Range.Begin;
  };
  // Once for all instances of a template.
  if (llvm::none_of(Out.Sources, IsSame))
    Out.Sources.push_back(S);
}

/// Why the launches of other units, which are known, stand against another
/// size; null where they do not.
const Obstacle *
SizeLocator::doubtAbout(const clang::FunctionDecl *Kernel) const {
  if (Outside.count(Kernel) || !Options.Others || U.isOpen() ||
      isSizedElsewhere(Kernel))
    return nullptr;
  auto It = Options.Others->Launches.find(kernelSymbol(U.Context, Kernel));
  return It != Options.Others->Launches.end() && It->second.Doubt
             ? &*It->second.Doubt
             : nullptr;
}

/// Where other units are known to launch \p Kernel, or where it is declared for
/// them, if they are not known.
clang::SourceLocation
SizeLocator::launchedBy(const clang::FunctionDecl *Kernel) {
  if (Outside.count(Kernel))
    return {};
  if (!Options.Others || U.isOpen())
    return Elsewhere.declaration(Kernel);
  auto It = Options.Others->Launches.find(kernelSymbol(U.Context, Kernel));
  if (It == Options.Others->Launches.end())
    return Elsewhere.declaration(Kernel);
  const KernelLaunches &There = It->second;
  const bool IsLaunched = There.OthersPossible || !There.Shapes.empty();
  return IsLaunched && !isSizedElsewhere(Kernel) ? Kernel->getLocation()
                                                 : clang::SourceLocation();
}

/// All that names the kernel, in whatever file, has to be a use that is known;
/// true where something is not.
bool SizeLocator::checkCalls(unsigned Array,
                             const clang::FunctionDecl *Kernel) {
  for (const clang::DeclRefExpr *Ref : Called)
    if (Ref->getDecl()->getCanonicalDecl() == Kernel->getCanonicalDecl() &&
        llvm::none_of(Uses,
                      [&](const KernelUse &Use) { return Use.Ref == Ref; })) {
      obstruct(Array, ObstacleKind::LaunchOtherwise, Ref->getLocation(),
               Kernel->getNameAsString());
      return true;
    }
  return false;
}

/// Where the text of the main file declares \p Kernel, or another function of
/// its name beside it, which the arguments of a launch tell apart.
static std::vector<clang::SourceLocation>
declarations(const LoweredUnit &U, const clang::FunctionDecl *Kernel) {
  std::vector<clang::SourceLocation> Out;
  const clang::FunctionDecl *Pattern =
      Kernel->getTemplateInstantiationPattern();
  for (const clang::FunctionDecl *F : {Kernel, Pattern})
    if (F)
      for (const clang::FunctionDecl *D : F->redecls())
        if (U.Source.inMainFile(D->getLocation()))
          Out.push_back(D->getLocation());
  for (const clang::NamedDecl *Each :
       Kernel->getDeclContext()->getRedeclContext()->lookup(
           Kernel->getDeclName()))
    if (const clang::FunctionDecl *F = Each->getAsFunction())
      for (const clang::FunctionDecl *D : F->redecls())
        // What a macro is given for it may be a use elsewhere.
        if (D->getLocation().isFileID() &&
            U.Source.inMainFile(D->getLocation()))
          Out.push_back(D->getLocation());
  return Out;
}

/// Every place that spells the kernel's name has to be one of its declarations,
/// a use that is known, or to mean something else.
void SizeLocator::checkNames(unsigned Array,
                             const clang::FunctionDecl *Kernel) {
  const clang::SourceManager &SM = U.Source.manager();
  std::set<unsigned> Known = Others;
  auto Add = [&](clang::SourceLocation L) {
    Known.insert(SM.getFileOffset(SM.getSpellingLoc(L)));
  };
  for (clang::SourceLocation L : declarations(U, Kernel))
    Add(L);
  // Others get an instance that is declared: what they launch has to be known.
  if (Options.Others && !U.isOpen())
    for (unsigned Offset :
         explicitInstances(SM.getBufferData(SM.getMainFileID()),
                           U.Context.getLangOpts(), Kernel->getNameAsString()))
      Known.insert(Offset);
  if (const Obstacle *Why = doubtAbout(Kernel))
    return Out.Obstacles.push_back({Array, *Why});
  if (clang::SourceLocation L = launchedBy(Kernel); L.isValid())
    return obstruct(Array, ObstacleKind::LaunchElsewhere, L,
                    Kernel->getNameAsString());
  for (const KernelUse &Use : Uses)
    Add(Use.Ref->getLocation());
  if (checkCalls(Array, Kernel))
    return;
  std::string Name = Kernel->getNameAsString();
  for (unsigned Offset : spellings(SM, U.Context.getLangOpts(), Name,
                                   {0, SM.getFileIDSize(SM.getMainFileID())}))
    if (!Known.count(Offset) && !U.Preprocessed.isSkipped(Offset))
      return obstruct(
          Array, ObstacleKind::LaunchOtherwise,
          SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset),
          Name);
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.Identifiers.count(Name)) {
      Out.Obstacles.push_back(
          {Array, {ObstacleKind::SkippedCode, {S.File, S.Line, 1}, Name}});
      return;
    }
}

void SizeLocator::locate(unsigned Array, const clang::FunctionDecl *Kernel) {
  bool Launched = false;
  for (const KernelUse &Use : Uses)
    if (Use.Kernel == Kernel) {
      Launched |= Use.IsLaunch;
      locate(Array, Use);
    }
  const size_t Before = Out.Obstacles.size();
  checkNames(Array, Kernel);
  if (Launched || isSizedElsewhere(Kernel) || doubtAbout(Kernel) ||
      Outside.count(Kernel))
    return;
  obstruct(Array, ObstacleKind::NoLaunch, Kernel->getLocation(),
           Kernel->getNameAsString());
  // The first reason is told: a name that may lead to a launch says more.
  auto Names = Out.Obstacles.begin() + Before;
  if (Names->Why.Kind != ObstacleKind::LaunchOtherwise)
    std::rotate(Names, std::prev(Out.Obstacles.end()), Out.Obstacles.end());
}

/// An OpenCL kernel that is called like a function gets other arrays, too.
void SizeLocator::checkCalled(const clang::FunctionDecl *Kernel,
                              unsigned Index) {
  for (const Site &S : Kernels[Index].Sites)
    if (array(S.Array).Space == MemorySpace::Argument)
      for (const clang::DeclRefExpr *Ref : Called)
        if (Ref->getDecl()->getCanonicalDecl() == Kernel->getCanonicalDecl())
          obstruct(S.Array, ObstacleKind::LaunchOtherwise, Ref->getLocation(),
                   Kernel->getNameAsString());
}

HostSizes SizeLocator::run() && {
  bool Any = !Options.Outside.empty();
  for (const SharedArray &A : U.SharedArrays)
    Any |= A.Space != MemorySpace::Static;
  if (!Any)
    return std::move(Out);
  forEachFunction(U, [&](const clang::FunctionDecl *F) { collect(F); });
  std::vector<const clang::FunctionDecl *> InOrder(U.Kernels.size());
  for (auto [F, Kernel] : U.Kernels)
    InOrder[Kernel] = F; // In the order of the source.
  for (auto [Kernel, F] : llvm::enumerate(InOrder)) {
    checkCalled(F, Kernel);
    std::vector<unsigned> Arrays = dynamicArrays(Kernel);
    for (unsigned A : Arrays)
      for (unsigned B : Arrays)
        if (A != B)
          obstruct(A, ObstacleKind::SameMemory, F->getLocation(),
                   array(B).Name);
    for (unsigned A : Arrays)
      locate(A, F);
  }
  for (auto [F, Array] : Outside)
    locate(Array, F);
  return std::move(Out);
}

} // namespace

HostSizes bankfix::locateHostSizes(const LoweredUnit &U,
                                   llvm::ArrayRef<Kernel> Kernels,
                                   const ParseOptions &Options) {
  return SizeLocator(U, Kernels, Options).run();
}
