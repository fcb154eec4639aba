//===- Launches.cpp - Block shapes that the source gives ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "VariableFacts.h"

using namespace bankfix;

namespace {

/// Evaluates what host code passes to a launch. Local variables count where
/// they are set once, where they are declared.
class HostConstants {
public:
  HostConstants(const clang::ASTContext &Context, const VariableFacts &Facts)
      : Context(Context), Facts(Facts) {}

  std::optional<int64_t> integer(const clang::Expr *E) const;
  /// A dim3, or an integer that becomes one.
  std::optional<std::array<unsigned, 3>> shape(const clang::Expr *E) const;

private:
  const clang::Expr *initialiser(const clang::Expr *E) const;
  std::optional<int64_t> binary(const clang::BinaryOperator *B) const;
  std::optional<std::array<unsigned, 3>>
  components(llvm::ArrayRef<const clang::Expr *> Args) const;

  const clang::ASTContext &Context;
  const VariableFacts &Facts;
};

/// What the variable named by \p E was set to, if nothing else sets it.
const clang::Expr *HostConstants::initialiser(const clang::Expr *E) const {
  const clang::VarDecl *V = namedVariable(E);
  if (!V || !V->hasInit() || llvm::isa<clang::ParmVarDecl>(V))
    return nullptr;
  bool Fixed = V->getType().isConstQualified() ||
               (V->isLocalVarDecl() && !V->isStaticLocal() &&
                Facts.assignments(V) == 0 && !Facts.escapes(V));
  return Fixed ? V->getInit() : nullptr;
}

std::optional<int64_t>
HostConstants::binary(const clang::BinaryOperator *B) const {
  std::optional<int64_t> L = integer(B->getLHS()), R = integer(B->getRHS());
  if (!L || !R)
    return std::nullopt;
  switch (B->getOpcode()) {
  case clang::BO_Add:
    return fold(Op::Add, {64, true}, *L, *R);
  case clang::BO_Sub:
    return fold(Op::Sub, {64, true}, *L, *R);
  case clang::BO_Mul:
    return fold(Op::Mul, {64, true}, *L, *R);
  case clang::BO_Div:
    return fold(Op::Div, {64, true}, *L, *R);
  case clang::BO_Shl:
    return fold(Op::Shl, {64, true}, *L, *R);
  case clang::BO_Shr:
    return fold(Op::Shr, {64, true}, *L, *R);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> HostConstants::integer(const clang::Expr *E) const {
  clang::Expr::EvalResult R;
  if (E->isValueDependent())
    return std::nullopt;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(R, Context))
    return R.Val.getInt().getExtValue();
  E = E->IgnoreParenImpCasts();
  if (auto *D = llvm::dyn_cast<clang::CXXDefaultArgExpr>(E))
    return integer(D->getExpr());
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E);
      C && C->getType()->isIntegerType())
    return integer(C->getSubExpr());
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E))
    return binary(B);
  if (!E->getType()->isIntegerType())
    return std::nullopt;
  const clang::Expr *Init = initialiser(E);
  return Init ? integer(Init) : std::nullopt;
}

std::optional<std::array<unsigned, 3>>
HostConstants::components(llvm::ArrayRef<const clang::Expr *> Args) const {
  std::array<unsigned, 3> Shape = {1, 1, 1};
  if (Args.size() > 3)
    return std::nullopt;
  for (auto [I, A] : llvm::enumerate(Args)) {
    std::optional<int64_t> N = integer(A);
    if (!N || *N < 1 || *N > 1024)
      return std::nullopt;
    Shape[I] = *N;
  }
  return Shape;
}

std::optional<std::array<unsigned, 3>>
HostConstants::shape(const clang::Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (auto *F = llvm::dyn_cast<clang::FullExpr>(E))
    return shape(F->getSubExpr());
  if (auto *M = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return shape(M->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E))
    return shape(C->getSubExpr());
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E)) {
    if (C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      return shape(C->getArg(0));
    return components({C->getArgs(), C->getNumArgs()});
  }
  if (auto *I = llvm::dyn_cast<clang::InitListExpr>(E))
    return components(I->inits());
  if (const clang::Expr *Init = initialiser(E))
    return shape(Init);
  if (std::optional<int64_t> N = integer(E); N && *N >= 1 && *N <= 1024)
    return std::array<unsigned, 3>{unsigned(*N), 1, 1};
  return std::nullopt;
}

/// The values of the kernel's integer parameters in one launch.
std::vector<std::optional<int64_t>>
paramValues(const Unit &U, const clang::CUDAKernelCallExpr *Call,
            const clang::FunctionDecl *F, const HostConstants &Host) {
  std::vector<std::optional<int64_t>> Values;
  for (const clang::ParmVarDecl *P : F->parameters()) {
    if (!integerType(U.Context, P->getType()))
      continue;
    unsigned I = P->getFunctionScopeIndex();
    // Only a constant is a fact; a variable may be set in another call.
    Values.push_back(I < Call->getNumArgs() ? Host.integer(Call->getArg(I))
                                            : std::nullopt);
  }
  return Values;
}

/// A kernel that is named other than to launch it may be launched anyhow.
void noteUse(Unit &U, const clang::DeclRefExpr *Ref) {
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl());
  F = F ? F->getDefinition() : nullptr;
  if (auto It = F ? U.Kernels.find(F) : U.Kernels.end(); It != U.Kernels.end())
    U.Out.Launches[It->second].OthersPossible = true;
}

/// Visits launches, and kernels named elsewhere, below \p S.
void visitHost(Unit &U, const clang::Stmt *S, const HostConstants &Host);

void addLaunch(Unit &U, const clang::CUDAKernelCallExpr *Call,
               const HostConstants &Host) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  F = F ? F->getDefinition() : nullptr;
  auto It = F ? U.Kernels.find(F) : U.Kernels.end();
  const clang::CallExpr *Config = Call->getConfig();
  if (It == U.Kernels.end() || !Config || Config->getNumArgs() < 2)
    return;
  std::optional<std::array<unsigned, 3>> Block = Host.shape(Config->getArg(1));
  if (!Block) {
    U.Out.Launches[It->second].OthersPossible = true;
    return;
  }
  LaunchShape Shape;
  Shape.Block = *Block;
  Shape.Origin = ShapeOrigin::Launch;
  Shape.Params = paramValues(U, Call, F, Host);
  if (Config->getNumArgs() > 2) {
    std::optional<int64_t> Bytes = Host.integer(Config->getArg(2));
    Shape.DynamicBytes = Bytes ? std::optional<uint64_t>(*Bytes) : std::nullopt;
  }
  std::vector<LaunchShape> &Known = U.Out.Launches[It->second].Shapes;
  if (!llvm::is_contained(Known, Shape))
    Known.push_back(std::move(Shape));
}

/// `reqd_work_group_size` fixes the shape, `__launch_bounds__` bounds it.
void addAttributes(Unit &U, const clang::FunctionDecl *F, unsigned Kernel) {
  KernelLaunches &L = U.Out.Launches[Kernel];
  HostConstants Constants(U.Context, VariableFacts(nullptr));
  if (auto *A = F->getAttr<clang::ReqdWorkGroupSizeAttr>()) {
    LaunchShape Shape;
    Shape.Origin = ShapeOrigin::Attribute;
    auto X = Constants.integer(A->getXDim()),
         Y = Constants.integer(A->getYDim()),
         Z = Constants.integer(A->getZDim());
    if (X && Y && Z && *X > 0 && *Y > 0 && *Z > 0) {
      Shape.Block = {unsigned(*X), unsigned(*Y), unsigned(*Z)};
      L.Shapes.push_back(Shape);
    }
  }
  if (auto *A = F->getAttr<clang::CUDALaunchBoundsAttr>())
    if (std::optional<int64_t> N = Constants.integer(A->getMaxThreads()))
      L.MaxThreads = *N > 0 ? *N : 0;
}

/// Launches that were not compiled, or stand in templates.
void noteHiddenUses(Unit &U) {
  for (auto [F, Kernel] : U.Kernels)
    for (const SkippedCode &S : U.Preprocessed.Skipped)
      U.Out.Launches[Kernel].OthersPossible |=
          S.Identifiers.count(F->getNameAsString()) != 0;
  for (const clang::Decl *D : U.Context.getTranslationUnitDecl()->decls()) {
    auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    if (T && U.Source.isUserCode(D->getLocation()))
      walk(T->getTemplatedDecl()->getBody(), [&](const clang::Stmt *S) {
        if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
          noteUse(U, Ref);
        return true;
      });
  }
}

void visitHost(Unit &U, const clang::Stmt *S, const HostConstants &Host) {
  walk(S, [&](const clang::Stmt *Each) {
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Each))
      noteUse(U, Ref);
    auto *Call = llvm::dyn_cast<clang::CUDAKernelCallExpr>(Each);
    if (!Call)
      return true;
    addLaunch(U, Call, Host);
    // All but the callee, which is named to be launched.
    if (!Call->getDirectCallee())
      visitHost(U, Call->getCallee(), Host);
    if (Call->getConfig())
      visitHost(U, Call->getConfig(), Host);
    for (const clang::Expr *A : Call->arguments())
      visitHost(U, A, Host);
    return false;
  });
}

} // namespace

void bankfix::findLaunches(Unit &U) {
  U.Out.Launches.resize(U.Out.Prog.Kernels.size());
  for (auto [F, Kernel] : U.Kernels)
    addAttributes(U, F, Kernel);
  noteHiddenUses(U);
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    VariableFacts Facts(F->getBody());
    visitHost(U, F->getBody(), HostConstants(U.Context, Facts));
  });
}
