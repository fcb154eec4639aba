//===- LowerInline.cpp - Functions that a kernel calls --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is inlined where its body is in the user's code. What a parameter
// is bound to: an integer or a pointer to its value, a reference to a place.
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Fingerprint/Fingerprint.h"
#include "Lower/Lowering.h"
#include "bankfix/Kernel/MacroPrefix.h"

using namespace bankfix;

namespace {
/// Statements of one kernel, calls inlined: the most, and as many as it may
/// have even where the kernels of the file have more than that together.
constexpr unsigned MostOfKernel = 200'000, FewestOfKernel = 40'000,
                   MostOfFile = 600'000;
constexpr unsigned MaxDepth = 32;
} // namespace

bool Lowering::takesTooMuch() {
  unsigned Most = U.Statements <= MostOfFile ? MostOfKernel : FewestOfKernel;
  if (Statements <= Most && Frames.size() <= MaxDepth)
    return false;
  emit({Unsupported{"the functions that the kernel calls are larger than "
                    "bankfix is willing to follow"}});
  return true;
}

/// What \p Arg is when it is passed as \p P. With \p Early, more calls come
/// before the parameter may be set: one may be of the same function.
Lowering::Binding Lowering::argument(const clang::ParmVarDecl *P,
                                     const clang::Expr *Arg, bool Early) {
  Binding B{P};
  clang::QualType T = P->getType();
  if (T->isReferenceType()) {
    B.Referent = referent(Arg);
    return B;
  }
  auto *F = llvm::cast<clang::FunctionDecl>(P->getDeclContext());
  const VariableFacts &Facts = U.facts(F);
  bool Fixed = Facts.assignments(P) == 0 && !Facts.escapes(P);
  if (Fixed && T->isPointerType()) {
    if ((B.Constants = Constants.pointer(Arg)))
      for (const Expr *&V : B.Constants->At)
        V = stable(V);
    B.To = stable(pointer(Arg));
    return B;
  }
  if (std::optional<IntType> I = integerType(U.Context, T); Fixed && I) {
    const Expr *A = read(Arg);
    B.Value = stable(A ? Pool.cast(A, *I) : Pool.opaque(P->getName(), *I));
    return B;
  }
  if (Early)
    B.Copied = Object{Arg};
  initialize(B.Copied.value_or(object(P)), T, Arg);
  return B;
}

void Lowering::bind(Binding B) {
  const clang::VarDecl *V = B.P->getCanonicalDecl();
  Constants.bind(V, std::move(B.Constants));
  if (B.Referent)
    References.insert_or_assign(V, std::move(*B.Referent));
  else if (B.To)
    BoundPointers.insert_or_assign(V, std::move(*B.To));
  else if (B.Value)
    BoundIntegers[V] = B.Value;
  else if (B.Copied)
    assign(object(V), *B.Copied, V->getType());
}

void Lowering::bindAll(const clang::FunctionDecl *F,
                       llvm::ArrayRef<const clang::Expr *> Args) {
  bool Early = false;
  for (const clang::Expr *A : Args)
    walk(A, [&](const clang::Stmt *S) {
      auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
      auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S);
      Early |= (Call && U.Calls.isInlinable(Call->getDirectCallee())) ||
               (Made && U.Calls.isInlinable(Made->getConstructor()));
      return !Early;
    });
  llvm::SmallVector<Binding, 8> All;
  for (auto [P, A] : llvm::zip(F->parameters(), Args))
    All.push_back(argument(P, A, Early));
  for (Binding &B : All)
    bind(std::move(B));
}

void Lowering::enter(const clang::FunctionDecl *F, const clang::Expr *Call,
                     std::optional<Place> This) {
  U.Inlined.insert(F);
  forgetResult(F);
  Frame Inner;
  Inner.F = F;
  Inner.This = std::move(This);
  Inner.Path = "'" + F->getNameAsString() + instanceOf(F) +
               "', called in line " +
               std::to_string(U.Source.place(Call->getBeginLoc()).Line);
  if (!Frames.back().Path.empty())
    Inner.Path += " of " + Frames.back().Path;
  noteArguments(*this, Call, Inner);
  Frames.push_back(std::move(Inner));
  StmtList Body = collect([&] { body(F); });
  auto Results = std::move(Frames.back().Results);
  bool Jumps = Frames.back().Returns != 0;
  Frames.pop_back();
  if (Jumps)
    emit({Scope{ScopeKind::Call, std::move(Body)}});
  else
    append(std::move(Body));
  LastResult.reset();
  if (Results.size() == 1)
    LastResult = std::move(Results.front().second);
  if (Results.size() < 2)
    return;
  // Which one it is, is not known, whatever lanes come to which return.
  for (auto &[E, P] : Results)
    if (P.Kind == Place::Shared)
      notUnderstood(E, addressOf(P), "several returns lead to it");
  LastResult = Place();
}

void Lowering::body(const clang::FunctionDecl *F) {
  if (auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
    for (const clang::CXXCtorInitializer *I : C->inits()) {
      std::optional<Place> &This = Frames.back().This;
      const clang::FieldDecl *Field = I->getMember();
      bool Followed = Field && This && This->Kind == Place::Local &&
                      !Field->getType()->isReferenceType();
      if (Followed)
        initialize(This->Var.member(Field), Field->getType(), I->getInit());
      else if (!Field && This && This->Kind == Place::Local)
        // A base class, or another constructor of the same.
        initialize(Object(This->Var), I->getInit()->getType(), I->getInit());
      else if (I->getInit())
        give(I->getInit());
    }
  lowerTail(*this, F->getBody());
}

/// What such a function returns; null for others.
static const clang::Expr *indexResult(const clang::FunctionDecl *F) {
  F = F && F->getIdentifier() && isFixFunction(F->getName())
          ? F->getDefinition()
          : nullptr;
  auto *Body =
      F ? llvm::dyn_cast_or_null<clang::CompoundStmt>(F->getBody()) : nullptr;
  auto *Return = Body && Body->size() == 1
                     ? llvm::dyn_cast<clang::ReturnStmt>(Body->body_front())
                     : nullptr;
  bool Takes = Return && F->getNumParams() == 1 &&
               F->getParamDecl(0)->getType()->isIntegerType() &&
               F->getReturnType()->isIntegerType();
  const clang::Expr *Result = Takes ? Return->getRetValue() : nullptr;
  return Result && !hasSideEffects(Result) ? Result : nullptr;
}

bool bankfix::isIndexFunction(const clang::Expr *E) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E->IgnoreParenImpCasts());
  return Call && indexResult(Call->getDirectCallee());
}

/// What it computes of its argument's value, where nothing is inlined.
const Expr *Lowering::indexFunction(const clang::CallExpr *E) {
  const clang::Expr *Result = indexResult(E->getDirectCallee());
  if (!Result || K)
    return nullptr;
  const clang::ParmVarDecl *P =
      E->getDirectCallee()->getDefinition()->getParamDecl(0);
  const clang::Expr *Argument = E->getArg(0);
  const Expr *V =
      toType(asOperand(U, Argument, pureValue(Argument)), P->getType());
  BoundIntegers[P->getCanonicalDecl()] = V;
  const Expr *Out = toType(pureValue(Result), E->getType());
  BoundIntegers.erase(P->getCanonicalDecl());
  return Out;
}

const clang::FunctionDecl *Lowering::inlined(const clang::CallExpr *Call) {
  LastResult.reset();
  const clang::FunctionDecl *F = Call->getDirectCallee();
  if (!K || Frames.empty() || !U.Calls.isInlinable(F) ||
      classify(*Call) != CallKind::Unknown || takesTooMuch())
    return nullptr;
  F = F->getDefinition();
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  std::optional<Place> This;
  unsigned First = 0;
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(Call)) {
    const clang::Expr *O = M->getImplicitObjectArgument();
    This = O->getType()->isPointerType() ? stable(placeAt(pointer(O)))
                                         : referent(O);
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(Call) && Method) {
    const clang::Expr *O = Call->getArg(0);
    First = 1;
    if (!Method->isStatic())
      This = referent(O);
  }
  llvm::SmallVector<const clang::Expr *, 8> Args(Call->arguments());
  bindAll(F, llvm::ArrayRef(Args).drop_front(First));
  enter(F, Call, std::move(This));
  return F;
}

bool Lowering::inlinedConstructor(const clang::CXXConstructExpr *E,
                                  const Object &O) {
  const clang::FunctionDecl *F = E->getConstructor();
  // `using Base::Base;`: the parameters go on without a word.
  if (E->getConstructor()->isInheritingConstructor())
    return false;
  if (!K || Frames.empty() || !U.Calls.isInlinable(F) || takesTooMuch())
    return false;
  F = F->getDefinition();
  llvm::SmallVector<const clang::Expr *, 8> Args(E->arguments());
  bindAll(F, Args);
  Place This;
  This.Kind = Place::Local;
  This.Var = O;
  enter(F, E, std::move(This));
  return true;
}
