//===- SharedReaches.cpp - Shared memory that no array names --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   asm("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(64));   a constant
//   float *p = (float *)__cvta_shared_to_generic(0);      the first byte
//
// Whatever lies there moves with any layout of any array of the block. So all
// of them stay as they are, unless the address is known to be an array's: that
// array alone then is what such code depends on.
//
//===----------------------------------------------------------------------===//

#include "Uses/SharedReaches.h"
#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "PointsTo/SharedAssembly.h"
#include "Uses/JudgedUnit.h"
#include "llvm/ADT/SetVector.h"

using namespace bankfix;

/// The name of a function that the user did not write; empty for others.
static llvm::StringRef systemName(const JudgedUnit &U,
                                  const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  bool IsUsers = F && U.Source.isUserCode(F->getLocation()) &&
                 !F->getBuiltinID() && F->getDefinition();
  return F && F->getIdentifier() && !IsUsers ? F->getName() : "";
}

namespace {

using Functions = llvm::SetVector<const clang::FunctionDecl *>;

/// Every function that may run because some statement does.
class CalleeCollector {
public:
  explicit CalleeCollector(Functions &Into) : Into(Into) {}
  void visit(const clang::Stmt *S);

private:
  void add(const clang::Decl *D);
  void destructor(clang::QualType T);
  void named(const clang::ValueDecl *D);

  Functions &Into;
  llvm::DenseSet<const void *> Seen; ///< Initializers, and types.
};

void CalleeCollector::add(const clang::Decl *D) {
  auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(D);
  if (const clang::FunctionDecl *Body = F ? F->getDefinition() : nullptr)
    Into.insert(Body);
}

/// With those of all parts, which no text need name.
void CalleeCollector::destructor(clang::QualType T) {
  const clang::CXXRecordDecl *C =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!C || !C->hasDefinition() || !Seen.insert(C->getDefinition()).second)
    return;
  add(C->getDestructor());
  for (const clang::FieldDecl *F : C->getDefinition()->fields())
    destructor(F->getType());
  for (const clang::CXXBaseSpecifier &B : C->getDefinition()->bases())
    destructor(B.getType());
}

/// A function, or a variable of which what it began with may be one.
void CalleeCollector::named(const clang::ValueDecl *D) {
  add(D);
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  const clang::Expr *Init =
      V && V->hasGlobalStorage() ? V->getAnyInitializer() : nullptr;
  if (Init && Seen.insert(Init).second)
    visit(Init);
}

void CalleeCollector::visit(const clang::Stmt *S) {
  walk(S, [&](const clang::Stmt *Each) {
    if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Each))
      named(Ref->getDecl());
    else if (auto *M = llvm::dyn_cast<clang::MemberExpr>(Each))
      add(M->getMemberDecl());
    else if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(Each))
      add(Made->getConstructor());
    else if (auto *Of = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(Each))
      add(Of->getConstructor());
    else if (auto *A = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Each))
      visit(A->getExpr());
    else if (auto *I = llvm::dyn_cast<clang::CXXDefaultInitExpr>(Each))
      visit(I->getExpr());
    else if (auto *D = llvm::dyn_cast<clang::DeclStmt>(Each))
      for (const clang::Decl *Of : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Of))
          destructor(V->getType());
    if (auto *Made = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(Each))
      destructor(Made->getType());
    return true;
  });
}

/// \p Kernel and all that it may call; methods that are virtual may be called
/// wherever some method is.
Functions functionsReached(const JudgedUnit &U,
                           const clang::FunctionDecl *Kernel) {
  Functions Out;
  CalleeCollector Callees(Out);
  Out.insert(Kernel);
  for (unsigned I = 0; I < Out.size(); ++I) {
    const clang::FunctionDecl *F = Out[I];
    if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
      for (const clang::CXXCtorInitializer *Init : C->inits())
        Callees.visit(Init->getInit());
    Callees.visit(F->getBody());
    auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(F);
    if (M && M->isVirtual())
      forEachFunction(U, [&](const clang::FunctionDecl *Other) {
        auto *V = llvm::dyn_cast<clang::CXXMethodDecl>(Other);
        if (V && V->isVirtual())
          Out.insert(Other);
      });
  }
  return Out;
}

/// Reads one kernel and what it calls.
class ReachChecker {
public:
  ReachChecker(JudgedUnit &U, const clang::FunctionDecl *Kernel)
      : U(U), Known(U.Reaches[Kernel]), Arrays(arraysReached(U, Kernel)) {}

  void visit(const clang::Stmt *S);
  void visitAll(const clang::FunctionDecl *Kernel);

private:
  void assembly(const clang::GCCAsmStmt *S);
  void call(const clang::CallExpr *E);
  void undefined(const clang::CallExpr *E);
  bool isPun(const clang::CastExpr *E) const;
  void cast(const clang::CastExpr *E);
  void taken(const clang::UnaryOperator *E);
  void reach(const clang::Stmt *S, clang::SourceLocation L, std::string Text);
  void refuse(ObstacleKind Kind, clang::SourceLocation L, std::string Text);

  JudgedUnit &U;
  const std::map<const clang::Stmt *, bool> &Known;
  std::set<unsigned> Arrays;
  std::set<const clang::Expr *> Compared; ///< Null pointers, to compare with.
};

void ReachChecker::refuse(ObstacleKind Kind, clang::SourceLocation L,
                          std::string Text) {
  for (unsigned Array : Arrays)
    U.obstruct(Array, Kind, L, Text);
}

/// \p S uses an address in shared memory.
void ReachChecker::reach(const clang::Stmt *S, clang::SourceLocation L,
                         std::string Text) {
  auto It = Known.find(S);
  if (It == Known.end() || !It->second)
    refuse(ObstacleKind::UnnamedAddress, L, std::move(Text));
}

void ReachChecker::assembly(const clang::GCCAsmStmt *S) {
  SharedAssembly Text = readAssembly(S->getAsmString());
  auto First = llvm::find_if(
      Text.Instructions, [](const auto &I) { return !I.Addresses.empty(); });
  if (First != Text.Instructions.end())
    reach(S, S->getAsmLoc(), First->Text);
  else if (!Text.ByDescriptor.empty())
    reach(S, S->getAsmLoc(), Text.ByDescriptor.front());
  if (!Text.SizeRegister.empty())
    refuse(ObstacleKind::SizeRegister, S->getAsmLoc(), Text.SizeRegister);
}

/// A function of another unit may declare the same memory: that of arrays that
/// a launch sizes, or that other units can name.
void ReachChecker::undefined(const clang::CallExpr *E) {
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!F || F->getDefinition() || F->getBuiltinID() ||
      !F->isExternallyVisible() || !U.Source.isUserCode(F->getLocation()))
    return;
  for (const auto &[V, Array] : U.Arrays)
    if (Arrays.count(Array) && !llvm::isa<clang::ParmVarDecl>(V) &&
        (V->isFileVarDecl() || V->hasExternalStorage()))
      U.obstruct(Array, ObstacleKind::UndefinedFunction, E->getBeginLoc(),
                 F->getNameAsString());
}

void ReachChecker::call(const clang::CallExpr *E) {
  undefined(E);
  llvm::StringRef Name = systemName(U, *E);
  if (Name.empty())
    return;
  std::string Text = U.Source.text(E->getSourceRange());
  if (Name.contains("dynamic_smem_size") || Name.contains("total_smem_size") ||
      Name.contains("aggr_smem_size") || Name.contains("groupstaticsize"))
    refuse(ObstacleKind::SizeRegister, E->getBeginLoc(), Text);
  bool GetsPointer = llvm::any_of(E->arguments(), [](const clang::Expr *A) {
    return A->getType()->isPointerType();
  });
  if (takesSharedAddress(*E) || (isSharedPointer(E->getType()) && !GetsPointer))
    reach(E, E->getBeginLoc(), Text);
}

/// `(T *)0`, as the source has it.
static bool isWrittenNull(const clang::CastExpr *E) {
  if (!llvm::isa<clang::ExplicitCastExpr>(E))
    return false;
  auto *Part = llvm::dyn_cast<clang::ImplicitCastExpr>(E->getSubExpr());
  return (Part && Part->isPartOfExplicitCast() ? Part : E)->getCastKind() ==
         clang::CK_NullToPointer;
}

/// A pointer to shared memory is read from where a number may have been
/// written: from a union or, in CUDA, where only casts make such pointers, from
/// any memory.
bool ReachChecker::isPun(const clang::CastExpr *E) const {
  if (E->getCastKind() != clang::CK_LValueToRValue)
    return false;
  const clang::Expr *From = E->getSubExpr()->IgnoreParens();
  auto *M = llvm::dyn_cast<clang::MemberExpr>(From);
  auto *F = M ? llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  return (F && F->getParent()->isUnion()) ||
         (!U.Context.getLangOpts().OpenCL &&
          !llvm::isa<clang::DeclRefExpr>(From));
}

/// A number, or a pointer that may lead anywhere, becomes one to shared memory.
void ReachChecker::cast(const clang::CastExpr *E) {
  if (!isSharedPointer(E->getType()))
    return;
  clang::CastKind Kind = E->getCastKind();
  if (isPun(E) || (isWrittenNull(E) && !Compared.count(E)) ||
      Kind == clang::CK_IntegralToPointer ||
      Kind == clang::CK_LValueToRValueBitCast ||
      Kind == clang::CK_AddressSpaceConversion)
    reach(E, E->getBeginLoc(), U.Source.text(E->getSourceRange()));
}

/// `&p` of a pointer to shared memory, in CUDA: who gets it may write a number.
void ReachChecker::taken(const clang::UnaryOperator *E) {
  const clang::Expr *Of = E->getSubExpr();
  if (E->getOpcode() == clang::UO_AddrOf && isSharedPointer(Of->getType()) &&
      !U.Context.getLangOpts().OpenCL)
    reach(E, E->getBeginLoc(), U.Source.text(E->getSourceRange()));
}

void ReachChecker::visit(const clang::Stmt *S) {
  walk(S, [&](const clang::Stmt *Each) {
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(Each);
        B && B->isEqualityOp())
      for (const clang::Expr *Side : {B->getLHS(), B->getRHS()})
        Compared.insert(Side->IgnoreParenImpCasts());
    if (auto *A = llvm::dyn_cast<clang::GCCAsmStmt>(Each))
      assembly(A);
    else if (auto *Call = llvm::dyn_cast<clang::CallExpr>(Each))
      call(Call);
    else if (auto *C = llvm::dyn_cast<clang::CastExpr>(Each))
      cast(C);
    else if (auto *A = llvm::dyn_cast<clang::UnaryOperator>(Each))
      taken(A);
    return true;
  });
}

void ReachChecker::visitAll(const clang::FunctionDecl *Kernel) {
  for (const clang::FunctionDecl *F : functionsReached(U, Kernel)) {
    if (!U.Source.isUserCode(F->getLocation()))
      continue; // Its arguments are not followed into it.
    if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
      for (const clang::CXXCtorInitializer *I : C->inits())
        visit(I->getInit());
    visit(F->getBody());
  }
}

} // namespace

std::set<unsigned> bankfix::arraysReached(const JudgedUnit &U,
                                          const clang::FunctionDecl *Kernel) {
  std::set<unsigned> Out;
  auto Add = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!V)
      return;
    if (std::optional<unsigned> Array = U.arrayOf(V))
      Out.insert(*Array);
    for (const auto &[Key, Array] : U.Members)
      if (Key.first == V->getCanonicalDecl())
        Out.insert(Array);
  };
  for (const clang::FunctionDecl *F : functionsReached(U, Kernel)) {
    for (const clang::ParmVarDecl *P : F->parameters())
      Add(P);
    walk(F->getBody(), [&](const clang::Stmt *S) {
      if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
        for (const clang::Decl *Each : D->decls())
          Add(Each);
      if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
        Add(Ref->getDecl());
      return true;
    });
  }
  return Out;
}

void bankfix::checkReaches(JudgedUnit &U) {
  for (auto [F, Index] : U.Kernels)
    ReachChecker(U, F).visitAll(F);
  checkSizeQueries(U);
}
