//===- LowerStmt.cpp - Statements of a kernel -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Types.h"
#include "Fingerprint/Fingerprint.h"
#include "Lower/Lowering.h"
#include "clang/AST/StmtCXX.h"

using namespace bankfix;

/// A statement that is an expression. `a[i];` accesses nothing, but has to name
/// the element as accesses do.
void Lowering::discard(const clang::Expr *E) {
  if (!E->isGLValue()) {
    value(E);
  } else {
    Place P = place(E);
    if (P.Direct && U.match(E))
      locate(E->IgnoreParens(), *P.Direct);
  }
  countWork(E);
}

void Lowering::statement(const clang::Stmt *S) {
  if (!S)
    return;
  if (auto *E = llvm::dyn_cast<clang::Expr>(S))
    return discard(E);
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
    noteCounter(F);
    return loop(F->getConditionVariableDeclStmt(), F->getCond(), F->getBody(),
                F->getInc(), true);
  }
  if (auto *W = llvm::dyn_cast<clang::WhileStmt>(S))
    return loop(W->getConditionVariableDeclStmt(), W->getCond(), W->getBody(),
                nullptr, true);
  if (auto *D = llvm::dyn_cast<clang::DoStmt>(S))
    return loop(nullptr, D->getCond(), D->getBody(), nullptr, false);
  if (auto *W = llvm::dyn_cast<clang::SwitchStmt>(S))
    return switchStatement(W);
  if (auto *R = llvm::dyn_cast<clang::ReturnStmt>(S))
    return returnStatement(R, /*Tail=*/false);
  if (llvm::isa<clang::BreakStmt>(S))
    return emit({Jump{InSwitch ? JumpKind::Leave : JumpKind::Break}});
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
  if (llvm::isa<clang::SwitchCase>(S))
    return unsupported("a case label inside another statement");
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(S))
    return unsupported("a goto statement");
  if (auto *R = llvm::dyn_cast<clang::CXXForRangeStmt>(S))
    return rangeLoop(R);
  unsupported("a statement that bankfix does not follow, in line " +
              std::to_string(U.Source.place(S->getBeginLoc()).Line));
}

void Lowering::returnStatement(const clang::ReturnStmt *S, bool Tail) {
  const clang::Expr *E = S->getRetValue();
  if (E)
    countWork(E);
  if (Frames.size() < 2) {
    if (E)
      read(E);
    return emit({Jump{JumpKind::Return}});
  }
  Frame &Here = Frames.back();
  clang::QualType T = Here.F->getReturnType();
  if (E && T->isReferenceType()) {
    Place P = referent(E);
    // Of several, none is known.
    if (Here.Result && P.Kind == Place::Shared)
      notUnderstood(E, addressOf(P), "several returns lead to it");
    Here.Result = Here.Result ? Place() : std::move(P);
  } else if (E && !T->isVoidType()) {
    initialize(result(Here.F), T, E);
  } else if (E) {
    read(E);
  }
  if (Tail)
    return;
  ++Frames.back().Returns;
  emit({Jump{JumpKind::Return}});
}

/// True if no way through \p S leads to what follows it.
static bool alwaysReturns(const clang::Stmt *S) {
  if (llvm::isa_and_nonnull<clang::ReturnStmt>(S))
    return true;
  if (auto *C = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return !C->body_empty() && alwaysReturns(C->body_back());
  auto *I = llvm::dyn_cast_or_null<clang::IfStmt>(S);
  return I && I->getElse() && alwaysReturns(I->getThen()) &&
         alwaysReturns(I->getElse());
}

/// Statements with nothing behind them in their function: a return need not
/// jump, and what follows an `if` that returns is its `else`.
void Lowering::list(llvm::ArrayRef<const clang::Stmt *> Stmts) {
  for (; !Stmts.empty(); Stmts = Stmts.drop_front()) {
    const clang::Stmt *S = Stmts.front();
    if (Stmts.size() == 1)
      return tail(S);
    if (auto *R = llvm::dyn_cast<clang::ReturnStmt>(S))
      return returnStatement(R, /*Tail=*/true);
    auto *I = llvm::dyn_cast<clang::IfStmt>(S);
    if (I && (alwaysReturns(I->getThen()) || alwaysReturns(I->getElse())))
      return tailIf(I, Stmts.drop_front());
    statement(S);
  }
}

void Lowering::tailIf(const clang::IfStmt *S,
                      llvm::ArrayRef<const clang::Stmt *> Rest) {
  auto Branch = [&](const clang::Stmt *Own) {
    llvm::SmallVector<const clang::Stmt *, 8> All;
    if (Own)
      All.push_back(Own);
    if (!alwaysReturns(Own))
      All.append(Rest.begin(), Rest.end());
    list(All);
  };
  If I = ifHeader(S);
  I.Then = collect([&] { Branch(S->getThen()); });
  I.Else = collect([&] { Branch(S->getElse()); });
  endIf(std::move(I), S);
}

void Lowering::tail(const clang::Stmt *S) {
  if (auto *C = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return list({C->body_begin(), C->body_end()});
  if (auto *R = llvm::dyn_cast_or_null<clang::ReturnStmt>(S))
    return returnStatement(R, /*Tail=*/true);
  if (auto *I = llvm::dyn_cast_or_null<clang::IfStmt>(S))
    return tailIf(I, {});
  statement(S);
}

void Lowering::declaration(const clang::DeclStmt *S) {
  for (const clang::Decl *D : S->decls())
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D)) {
      variableDeclaration(V);
      if (V->hasInit())
        countWork(V->getInit());
    }
}

void Lowering::variableDeclaration(const clang::VarDecl *V) {
  if (isSharedArray(V) || !V->hasInit() || V->isStaticLocal())
    return;
  const clang::Expr *Init = V->getInit();
  if (V->getType()->isReferenceType()) {
    Place At = referent(Init);
    if (K)
      References.insert_or_assign(V->getCanonicalDecl(), std::move(At));
    return;
  }
  if (isFollowed(V))
    return initialize(object(V), V->getType(), Init);
  // What the initializer reads is known, whoever else changes the variable.
  if (V->getType()->isRecordType() && Flow && Flow->Lost.count(V)) {
    value(Init);
    return escapeMembers({Init->IgnoreParens(), ""}, V->getType(), Init);
  }
  if (V->getType()->isPointerType() || V->getType()->isRecordType() ||
      V->getType()->isArrayType())
    return V->getType()->isPointerType() ? give(Init) : visitChildren(Init);
  read(Init);
}

If Lowering::ifHeader(const clang::IfStmt *S) {
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    declaration(S->getConditionVariableDeclStmt());
  If I;
  if (!S->getCond()) {
    unsupported("an if consteval statement");
    I.Cond = Pool.constant(1);
    return I;
  }
  I.Cond = condition(S->getCond());
  countWork(S->getCond());
  I.Text = U.Source.text(S->getCond()->getSourceRange());
  return I;
}

void Lowering::ifStatement(const clang::IfStmt *S) {
  If I = ifHeader(S);
  I.Then = collect([&] { statement(S->getThen()); });
  I.Else = collect([&] { statement(S->getElse()); });
  endIf(std::move(I), S);
}

/// Where one branch traps, whoever goes on came through the other.
void Lowering::endIf(If I, const clang::IfStmt *S) {
  bool Traps = endsInTrap(S->getThen());
  if (Traps == endsInTrap(S->getElse()))
    return emit({std::move(I)});
  emit({Assume{Traps ? Pool.unary(Op::LogNot, I.Cond) : I.Cond}});
  append(std::move(Traps ? I.Else : I.Then));
}

/// Each label opens a part that runs where its value was met, or where the
/// part before it ran and fell through.
void Lowering::switchStatement(const clang::SwitchStmt *S) {
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    declaration(S->getConditionVariableDeclStmt());
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(S->getBody());
  const Expr *Value = read(S->getCond());
  if (!Body || !K)
    return unsupported("a switch without braces");
  Value = temporary(Value ? Value : Pool.opaque("a switch's value", Int32));

  struct Part {
    const Expr *Entered = nullptr; ///< Null: only by falling through.
    llvm::SmallVector<const clang::Stmt *, 8> Stmts;
  };
  std::vector<Part> Parts(1);
  const Expr *Any = Pool.constant(0);
  int Default = -1;
  for (const clang::Stmt *Each : Body->body()) {
    auto *Label = llvm::dyn_cast<clang::SwitchCase>(Each);
    if (Label)
      Parts.emplace_back();
    for (; Label; Label = llvm::dyn_cast<clang::SwitchCase>(Each)) {
      const Expr *Is = nullptr;
      if (auto *Case = llvm::dyn_cast<clang::CaseStmt>(Label)) {
        const Expr *From = constantOf(Case->getLHS());
        const Expr *To = Case->getRHS() ? constantOf(Case->getRHS()) : nullptr;
        if (!From || (Case->getRHS() && !To))
          return unsupported("a case that is not a constant");
        auto As = [&](const Expr *C) { return Pool.cast(C, Value->type()); };
        Is = To ? Pool.binary(Op::LogAnd, Pool.binary(Op::Ge, Value, As(From)),
                              Pool.binary(Op::Le, Value, As(To)))
                : Pool.binary(Op::Eq, Value, As(From));
        Any = Pool.binary(Op::LogOr, Any, Is);
      } else {
        Default = Parts.size() - 1;
      }
      const Expr *&Entered = Parts.back().Entered;
      if (Is)
        Entered = Entered ? Pool.binary(Op::LogOr, Entered, Is) : Is;
      Each = Label->getSubStmt();
    }
    Parts.back().Stmts.push_back(Each);
  }
  if (Default >= 0) {
    const Expr *Other = Pool.unary(Op::LogNot, Any);
    const Expr *&Entered = Parts[Default].Entered;
    Entered = Entered ? Pool.binary(Op::LogOr, Entered, Other) : Other;
  }

  Scope Whole{ScopeKind::Block, {}};
  std::string Text = U.Source.text(S->getCond()->getSourceRange());
  bool Outer = std::exchange(InSwitch, true);
  Whole.Body = collect([&] {
    const Expr *Running = temporary(Pool.constant(0));
    for (const Part &P : Parts) {
      if (!P.Entered)
        continue;
      emit({Assign{Running->index(),
                   Pool.cast(Pool.binary(Op::LogOr, Running, P.Entered),
                             Running->type())}});
      StmtList Inner = collect([&] {
        for (const clang::Stmt *Each : P.Stmts)
          statement(Each);
      });
      emit({If{Running, "a case of " + Text, std::move(Inner), {}}});
    }
  });
  InSwitch = Outer;
  emit({std::move(Whole)});
}

void Lowering::loop(const clang::DeclStmt *Declared, const clang::Expr *Cond,
                    const clang::Stmt *Body, const clang::Stmt *Step,
                    bool TestFirst) {
  Loop L;
  L.TestFirst = TestFirst;
  if (Cond) {
    L.Header = collect([&] {
      if (Declared)
        declaration(Declared);
      L.Cond = condition(Cond);
      countWork(Cond);
    });
    L.Text = U.Source.text(Cond->getSourceRange());
  }
  bool Outer = std::exchange(InSwitch, false);
  L.Body = collect([&] { statement(Body); });
  L.Step = collect([&] { statement(Step); });
  InSwitch = Outer;
  emit({std::move(L)});
}

/// `for (T x : range)` as the language writes it out. Of an array it is known
/// how often it runs, wherever the array lies.
void Lowering::rangeLoop(const clang::CXXForRangeStmt *S) {
  statement(S->getInit());
  declaration(S->getRangeStmt());
  declaration(S->getBeginStmt());
  declaration(S->getEndStmt());
  auto *Array = U.Context.getAsConstantArrayType(
      S->getRangeInit()->IgnoreParens()->getType());
  const Expr *Done = nullptr;
  if (Array && K)
    Done = temporary(Pool.constant(0));
  Loop L;
  L.Text = "the end of " + U.Source.text(S->getRangeInit()->getSourceRange());
  if (Done)
    L.Cond = Pool.binary(
        Op::Lt, Done, Pool.constant(int64_t(Array->getSize().getZExtValue())));
  else
    L.Header = collect([&] { L.Cond = condition(S->getCond()); });
  bool Outer = std::exchange(InSwitch, false);
  L.Body = collect([&] {
    RangeText = U.Source.text(S->getRangeInit()->getSourceRange());
    declaration(S->getLoopVarStmt());
    statement(S->getBody());
  });
  L.Step = collect([&] { statement(S->getInc()); });
  InSwitch = Outer;
  if (Done)
    L.Step.push_back({Assign{Done->index(), Pool.add(Done, Pool.constant(1))}});
  emit({std::move(L)});
}

void Lowering::function(const clang::FunctionDecl *F) {
  Frames.push_back(Frame());
  Frames.back().F = F;
  const VariableFacts &Facts = U.facts(F);
  Emit = &K->Body;
  for (const clang::ParmVarDecl *P : F->parameters()) {
    bool Fixed = Facts.assignments(P) == 0 && !Facts.escapes(P);
    Object O = object(P);
    clang::QualType T = P->getType();
    if (std::optional<IntType> I = integerType(U.Context, T)) {
      const Expr *Value = Pool.param(K->Params.size(), P->getName(), *I);
      K->Params.push_back(
          {P->getNameAsString(), *I, P->getFunctionScopeIndex()});
      if (Fixed)
        BoundIntegers[O.Of] = Value;
      else
        writeInteger(O, T, Value);
    } else if (std::optional<unsigned> Array = U.arrayOf(P);
               Array && U.Moved.contains(P->getCanonicalDecl())) {
      Pointer Start;
      Start.Targets = {int(*Array)};
      Start.Offset = Pool.constant(0, IntType{64, true});
      Start.Subscripts = {Start.Offset};
      Start.Level = 1;
      writePointer(O, Start);
    } else if (T->isRecordType()) {
      parameterRecord(O, T);
    }
  }
  statement(F->getBody());
}
