//===- LowerStmt.cpp - Statements of a kernel, and its accesses ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Structure.h"
#include "clang/AST/StmtCXX.h"

using namespace bankfix;

llvm::SmallVector<const Expr *, 2>
Lowering::subscripts(const MatchedAccess &A) {
  llvm::SmallVector<const Expr *, 2> Out;
  for (const clang::Expr *E : A.Subscripts) {
    const Expr *V = nullptr;
    StmtList Effects = collect([&] { V = pureValue(E); });
    for (const Expr *&Before : Out)
      Before = keep(Before, Effects);
    append(std::move(Effects));
    Out.push_back(V);
  }
  return Out;
}

/// Why the hardware does not see \p E as one access; empty if it does.
static std::string whyNotOneAccess(const Unit &U, const clang::Expr *E,
                                   const MatchedAccess &A) {
  SourcePlace Place = U.Source.place(E->getBeginLoc());
  if (A.Bytes > 16 || !llvm::isPowerOf2_32(A.Bytes))
    return Obstacle{ObstacleKind::ElementType, Place,
                    U.Out.Prog.Arrays[A.Array].ElementType}
        .text();
  if (U.Context.getTypeAlignInChars(E->getType()).getQuantity() < A.Bytes)
    return Obstacle{ObstacleKind::SplitAccess, Place,
                    U.Source.text(E->getSourceRange())}
        .text();
  return "";
}

void Lowering::access(const clang::Expr *E, const MatchedAccess &A, AccessOp O,
                      llvm::ArrayRef<const Expr *> Subscripts) {
  if (!K)
    return;
  U.Understood.insert(A.Base);
  Site S;
  S.Array = A.Array;
  S.Op = O;
  S.Bytes = A.Bytes;
  S.Place = U.Source.place(E->getBeginLoc());
  S.Text = U.Source.text(E->getSourceRange());
  for (const clang::Expr *X : A.Subscripts)
    S.IndexText += "[" + U.Source.text(X->getSourceRange()) + "]";
  Access Stmt;
  Stmt.Site = K->Sites.size();
  Stmt.Subscripts.assign(Subscripts.begin(), Subscripts.end());
  Stmt.MemberOffset = A.MemberOffset;
  Stmt.Reason = whyNotOneAccess(U, E, A);
  K->Sites.push_back(std::move(S));
  emit({std::move(Stmt)});
  if (Located.insert(E).second)
    locateAccess(U, E, A);
}

/// A macro that \p L is an argument of and that skipped code defines, too: it
/// may use the argument in other ways. Empty if there is none.
static std::string otherwiseDefined(const Unit &U, clang::SourceLocation L) {
  for (; L.isMacroID(); L = U.Source.manager().getImmediateMacroCallerLoc(L)) {
    std::string Name = U.Source.macroName(L);
    for (const SkippedCode &S : U.Preprocessed.Skipped)
      if (S.InDefines.count(Name))
        return Name;
  }
  return "";
}

void bankfix::locateAccess(Unit &U, const clang::Expr *E,
                           const MatchedAccess &A) {
  AccessSource Source;
  Source.Array = A.Array;
  clang::SourceLocation L = E->getBeginLoc();
  std::string Text = U.Source.text(E->getSourceRange());
  std::optional<FileRange> Whole = U.Source.range(E->getSourceRange());
  if (Whole && U.Preprocessed.hasDirectiveIn(*Whole))
    U.obstruct(A.Array, ObstacleKind::DirectiveInside, L,
               U.Out.Prog.Arrays[A.Array].Name + "[...]");
  for (const clang::Expr *X : A.Subscripts) {
    std::optional<FileRange> R = U.Source.range(X->getSourceRange());
    if (!R)
      return U.obstruct(A.Array, ObstacleKind::MacroSubscript, L,
                        U.Source.macroName(X->getBeginLoc()));
    if (std::string M = otherwiseDefined(U, X->getBeginLoc()); !M.empty())
      U.obstruct(A.Array, ObstacleKind::MacroSubscript, L, M);
    if (hasSideEffects(X))
      U.obstruct(A.Array, ObstacleKind::SideEffect, L, Text);
    walk(X, [&](const clang::Stmt *S) {
      auto *Ref = llvm::dyn_cast<clang::Expr>(S);
      if (Ref && U.arrayOf(Ref))
        U.obstruct(A.Array, ObstacleKind::NestedAccess, L, Text);
      return true;
    });
    Source.Subscripts.push_back(*R);
  }
  U.Out.Map.Accesses.push_back(std::move(Source));
}

void Lowering::assign(const clang::VarDecl *V, const Expr *Value) {
  IntType T = *integerType(U.Context, V->getType());
  if (!Value)
    Value = Pool.opaque(V->getName(), T);
  if (V->getType()->isBooleanType() && rangeOf(*Value).High > 1)
    Value = Pool.binary(Op::Ne, Value, Pool.constant(0, Value->type()));
  emit({Assign{numberOf(V, T), Pool.cast(Value, T)}});
}

void Lowering::store(const clang::Expr *LValue, const Expr *V) {
  LValue = LValue->IgnoreParens();
  if (std::optional<MatchedAccess> A = U.match(LValue))
    return access(LValue, *A, AccessOp::Store, subscripts(*A));
  const clang::VarDecl *Var = namedVariable(LValue);
  if (Var && isTracked(Var) && Emit)
    return assign(Var, V);
  visitLValue(LValue);
}

void Lowering::unsupported(std::string What) {
  emit({Unsupported{"the kernel contains " + std::move(What)}});
}

void Lowering::statement(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    return void(value(E));
  if (auto *C = llvm::dyn_cast<clang::CompoundStmt>(S)) {
    for (const clang::Stmt *Each : C->body())
      statement(Each);
    return;
  }
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
    return declaration(D);
  if (auto *I = llvm::dyn_cast<clang::IfStmt>(S))
    return ifStatement(I);
  if (auto *F = llvm::dyn_cast<clang::ForStmt>(S)) {
    statement(F->getInit());
    if (F->getConditionVariableDeclStmt())
      return unsupported("a variable declared in a loop's condition");
    return loop(F->getCond(), F->getBody(), F->getInc(), true);
  }
  if (auto *W = llvm::dyn_cast<clang::WhileStmt>(S)) {
    if (W->getConditionVariableDeclStmt())
      return unsupported("a variable declared in a loop's condition");
    return loop(W->getCond(), W->getBody(), nullptr, true);
  }
  if (auto *D = llvm::dyn_cast<clang::DoStmt>(S))
    return loop(D->getCond(), D->getBody(), nullptr, false);
  if (auto *R = llvm::dyn_cast<clang::ReturnStmt>(S)) {
    if (R->getRetValue())
      value(R->getRetValue());
    return emit({Jump{JumpKind::Return}});
  }
  if (llvm::isa<clang::BreakStmt>(S))
    return emit({Jump{JumpKind::Break}});
  if (llvm::isa<clang::ContinueStmt>(S))
    return emit({Jump{JumpKind::Continue}});
  if (auto *A = llvm::dyn_cast<clang::AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (auto *L = llvm::dyn_cast<clang::LabelStmt>(S))
    return statement(L->getSubStmt()); // Only a goto makes it matter.
  if (auto *A = llvm::dyn_cast<clang::AsmStmt>(S))
    return assembly(A);
  if (llvm::isa<clang::NullStmt>(S))
    return;
  if (llvm::isa<clang::SwitchStmt>(S))
    return unsupported("a switch statement");
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(S))
    return unsupported("a goto statement");
  if (llvm::isa<clang::CXXForRangeStmt>(S))
    return unsupported("a range-based for loop");
  unsupported("a statement that bankfix does not follow, in line " +
              std::to_string(U.Source.place(S->getBeginLoc()).Line));
}

void Lowering::declaration(const clang::DeclStmt *S) {
  for (const clang::Decl *D : S->decls()) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!V || isSharedArray(V) || !V->hasInit() || V->isStaticLocal())
      continue;
    const clang::Expr *Init = V->getInit();
    if (V->getType()->isReferenceType()) {
      if (!U.match(Init->IgnoreParens()))
        visitLValue(Init);
      continue;
    }
    const Expr *Value = value(Init);
    if (isTracked(V))
      assign(V, Value);
  }
}

void Lowering::ifStatement(const clang::IfStmt *S) {
  statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    return unsupported("a variable declared in a condition");
  if (!S->getCond())
    return unsupported("an if consteval statement");
  const Expr *C = condition(S->getCond());
  If I;
  I.Cond = C;
  I.Text = U.Source.text(S->getCond()->getSourceRange());
  I.Then = collect([&] { statement(S->getThen()); });
  I.Else = collect([&] { statement(S->getElse()); });
  emit({std::move(I)});
}

void Lowering::loop(const clang::Expr *Cond, const clang::Stmt *Body,
                    const clang::Stmt *Step, bool TestFirst) {
  Loop L;
  L.TestFirst = TestFirst;
  if (Cond) {
    L.Header = collect([&] { L.Cond = condition(Cond); });
    L.Text = U.Source.text(Cond->getSourceRange());
  }
  L.Body = collect([&] { statement(Body); });
  L.Step = collect([&] { statement(Step); });
  emit({std::move(L)});
}

/// What assembly writes is unknown; addresses that it gets are found where uses
/// are checked.
void Lowering::assembly(const clang::AsmStmt *S) {
  auto Named = [&](const clang::Expr *E) {
    return E->isGLValue() && !namedVariable(E);
  };
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    Named(S->getInputExpr(I)) ? visitLValue(S->getInputExpr(I))
                              : void(value(S->getInputExpr(I)));
  for (unsigned I = 0; I < S->getNumOutputs(); ++I)
    Named(S->getOutputExpr(I)) ? visitLValue(S->getOutputExpr(I))
                               : store(S->getOutputExpr(I), nullptr);
}

void Lowering::function(const clang::FunctionDecl *F) {
  Facts.emplace(F->getBody());
  Emit = &K->Body;
  for (const clang::ParmVarDecl *P : F->parameters()) {
    std::optional<IntType> T = integerType(U.Context, P->getType());
    if (!T)
      continue;
    unsigned Index = K->Params.size();
    K->Params.push_back({P->getNameAsString(), *T});
    Params[P->getCanonicalDecl()] = Index;
    if (isTracked(P) && Facts->assignments(P))
      emit({Assign{numberOf(P, *T), Pool.param(Index, P->getName(), *T)}});
  }
  statement(F->getBody());
}

/// Text of a function's template arguments: "<float, 32>".
std::string bankfix::instanceOf(const clang::FunctionDecl *F) {
  const clang::TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  if (!Args)
    return "";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  clang::printTemplateArgumentList(OS, Args->asArray(),
                                   F->getASTContext().getPrintingPolicy());
  return Text;
}

/// True if something in \p F could not be resolved.
static bool hasErrors(const clang::FunctionDecl *F) {
  bool Found = F->isInvalidDecl();
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *E = llvm::dyn_cast<clang::Expr>(S))
      Found |= E->containsErrors();
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Found |= Each->isInvalidDecl();
    return !Found;
  });
  return Found;
}

/// Adds the arrays that \p F declares or uses; returns whether there are any.
static bool addArraysOf(Unit &U, const clang::FunctionDecl *F) {
  bool Any = false;
  auto Add = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!V || !isSharedArray(V) || V->getType()->isDependentType())
      return;
    addSharedArray(U, V);
    Any = true;
  };
  for (const clang::ParmVarDecl *P : F->parameters())
    Add(P);
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        Add(Each);
    if (auto *R = llvm::dyn_cast<clang::DeclRefExpr>(S))
      Add(R->getDecl());
    return true;
  });
  return Any;
}

/// Shared memory of \p F, and of what it calls, that is not in its own arrays.
static std::optional<uint64_t>
otherSharedBytes(const Unit &U, const clang::FunctionDecl *F,
                 std::set<const clang::FunctionDecl *> &Seen) {
  std::optional<uint64_t> Sum = 0;
  bool Outer = Seen.empty();
  walk(F->getBody(), [&](const clang::Stmt *S) {
    if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *Each : D->decls())
        if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
            Sum && V && isInSharedMemory(V) && !V->hasExternalStorage() &&
            !(Outer && isSharedArray(V)) && !V->getType()->isIncompleteType())
          *Sum += U.Context.getTypeSizeInChars(V->getType()).getQuantity() +
                  U.Context.getDeclAlign(V).getQuantity() - 1;
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
    if (!To || !U.Source.isUserCode(To->getLocation()))
      return true;
    const clang::FunctionDecl *Body = To->getDefinition();
    if (Body && Seen.insert(Body).second) {
      std::optional<uint64_t> Inner = otherSharedBytes(U, Body, Seen);
      Sum = Sum && Inner ? std::optional(*Sum + *Inner) : std::nullopt;
    }
    if (!Body && !To->getBuiltinID() && !To->isImplicit())
      Sum.reset();
    return true;
  });
  return Sum;
}

/// The note on a kernel that is not whole. It names the first error in it.
static FileDiagnostic skipped(const Unit &U, const clang::FunctionDecl *F) {
  SourcePlace Begin = U.Source.place(F->getBeginLoc());
  SourcePlace End = U.Source.place(F->getEndLoc());
  std::string Why = "something in it could not be resolved";
  for (const FileDiagnostic &D : llvm::reverse(U.Out.Diagnostics))
    if (D.Place.File == Begin.File && D.Place.Line >= Begin.Line &&
        D.Place.Line <= End.Line)
      Why = D.Message;
  return {Severity::Note, U.Source.place(F->getLocation()),
          "kernel '" + F->getNameAsString() + "' is skipped: " + Why};
}

void bankfix::lowerKernels(Unit &U) {
  std::vector<const clang::FunctionDecl *> Kernels;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    bool Whole = !hasErrors(F);
    if (isKernel(F) && !Whole)
      U.Out.Diagnostics.push_back(skipped(U, F));
    if (Whole && addArraysOf(U, F) && isKernel(F))
      Kernels.push_back(F);
  });
  for (const clang::FunctionDecl *F : Kernels) {
    Kernel K;
    K.Name = F->getNameAsString();
    K.Instance = instanceOf(F);
    K.Place = U.Source.place(F->getLocation());
    std::set<const clang::FunctionDecl *> Seen;
    K.OtherSharedBytes = otherSharedBytes(U, F, Seen);
    Lowering(U, &K).function(F);
    U.Kernels[F] = U.Out.Prog.Kernels.size();
    U.Out.Prog.Kernels.push_back(std::move(K));
  }
}
