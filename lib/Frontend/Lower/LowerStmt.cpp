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

namespace {

/// What stands behind one label of a switch.
struct SwitchPart {
  const Expr *Entered = nullptr; ///< Null: only by falling through.
  llvm::SmallVector<const clang::Stmt *, 8> Stmts;
};

/// Statements of the function that is being inlined.
class StatementLowering {
public:
  explicit StatementLowering(Lowering &L) : L(L), U(L.U), Pool(L.Pool) {}

  void statement(const clang::Stmt *S);
  /// Nothing in its function is behind \p S.
  void tail(const clang::Stmt *S);

private:
  void discard(const clang::Expr *E);
  void list(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void tailIf(const clang::IfStmt *S, llvm::ArrayRef<const clang::Stmt *> Rest);
  void returnStatement(const clang::ReturnStmt *S, bool Tail);
  void declaration(const clang::DeclStmt *S);
  void variableDeclaration(const clang::VarDecl *V);
  If ifHeader(const clang::IfStmt *S);
  void ifStatement(const clang::IfStmt *S);
  void endIf(If I, const clang::IfStmt *S);
  std::optional<std::vector<SwitchPart>>
  partsOf(const clang::CompoundStmt *Body, const Expr *Value);
  void switchStatement(const clang::SwitchStmt *S);
  void loop(const clang::DeclStmt *Declared, const clang::Expr *Cond,
            const clang::Stmt *Body, const clang::Stmt *Step, bool TestFirst);
  void rangeLoop(const clang::CXXForRangeStmt *S);
  bool isInSwitch() const {
    return !L.Frames.empty() && L.Frames.back().InSwitch;
  }
  /// Returns what was the case before.
  bool enterSwitch(bool Is) {
    return !L.Frames.empty() && std::exchange(L.Frames.back().InSwitch, Is);
  }

  Lowering &L;
  LoweredUnit &U;
  ExprPool &Pool;
};

} // namespace

/// A statement that is an expression. `a[i];` accesses nothing, but has to name
/// the element as accesses do.
void StatementLowering::discard(const clang::Expr *E) {
  if (!E->isGLValue()) {
    L.value(E);
  } else {
    Place P = L.place(E);
    if (P.Direct && U.match(E))
      L.locate(E->IgnoreParens(), *P.Direct);
  }
  countWork(L, E);
}

void StatementLowering::statement(const clang::Stmt *S) {
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
    noteCounter(L, F);
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
    return L.emit({Jump{isInSwitch() ? JumpKind::Leave : JumpKind::Break}});
  if (llvm::isa<clang::ContinueStmt>(S))
    return L.emit({Jump{JumpKind::Continue}});
  if (auto *A = llvm::dyn_cast<clang::AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (auto *X = llvm::dyn_cast<clang::LabelStmt>(S))
    return statement(X->getSubStmt()); // Only a goto makes it matter.
  if (auto *A = llvm::dyn_cast<clang::AsmStmt>(S))
    return lowerAssembly(L, A);
  if (llvm::isa<clang::NullStmt>(S))
    return;
  if (llvm::isa<clang::SwitchCase>(S))
    return L.unsupported("a case label inside another statement");
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(S))
    return L.unsupported("a goto statement");
  if (auto *R = llvm::dyn_cast<clang::CXXForRangeStmt>(S))
    return rangeLoop(R);
  L.unsupported("a statement that bankfix does not follow, in line " +
                std::to_string(U.Source.place(S->getBeginLoc()).Line));
}

void StatementLowering::returnStatement(const clang::ReturnStmt *S, bool Tail) {
  const clang::Expr *E = S->getRetValue();
  if (E)
    countWork(L, E);
  if (L.Frames.size() < 2) {
    if (E)
      L.read(E);
    return L.emit({Jump{JumpKind::Return}});
  }
  Frame &Here = L.Frames.back();
  clang::QualType T = Here.F->getReturnType();
  if (E && T->isReferenceType()) {
    Here.Results.emplace_back(E, L.referent(E));
  } else if (E && !T->isVoidType()) {
    L.initialize(L.result(Here.F), T, E);
  } else if (E) {
    L.read(E);
  }
  if (Tail)
    return;
  ++L.Frames.back().Returns;
  L.emit({Jump{JumpKind::Return}});
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
void StatementLowering::list(llvm::ArrayRef<const clang::Stmt *> Stmts) {
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

void StatementLowering::tailIf(const clang::IfStmt *S,
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
  I.Then = L.collect([&] { Branch(S->getThen()); });
  I.Else = L.collect([&] { Branch(S->getElse()); });
  endIf(std::move(I), S);
}

void StatementLowering::tail(const clang::Stmt *S) {
  if (auto *C = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return list({C->body_begin(), C->body_end()});
  if (auto *R = llvm::dyn_cast_or_null<clang::ReturnStmt>(S))
    return returnStatement(R, /*Tail=*/true);
  if (auto *I = llvm::dyn_cast_or_null<clang::IfStmt>(S))
    return tailIf(I, {});
  statement(S);
}

void StatementLowering::declaration(const clang::DeclStmt *S) {
  for (const clang::Decl *D : S->decls())
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D)) {
      variableDeclaration(V);
      if (V->hasInit())
        countWork(L, V->getInit());
    }
}

void StatementLowering::variableDeclaration(const clang::VarDecl *V) {
  if (isSharedArray(V) || !V->hasInit() || V->isStaticLocal())
    return;
  const clang::Expr *Init = V->getInit();
  if (V->getType()->isReferenceType()) {
    Place At = L.referent(Init);
    if (L.K)
      L.bindReference(V, std::move(At));
    return;
  }
  if (L.isFollowed(V))
    return L.initialize(L.object(V), V->getType(), Init);
  // What the initializer reads is known, whoever else changes the variable.
  if (V->getType()->isRecordType() && L.Flow && L.Flow->Lost.count(V)) {
    L.value(Init);
    return L.escapeMembers({Init->IgnoreParens()}, V->getType(), Init);
  }
  if (V->getType()->isPointerType() || V->getType()->isRecordType() ||
      V->getType()->isArrayType())
    return V->getType()->isPointerType() ? L.give(Init) : L.visitChildren(Init);
  L.read(Init);
}

If StatementLowering::ifHeader(const clang::IfStmt *S) {
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    declaration(S->getConditionVariableDeclStmt());
  If I;
  if (!S->getCond()) {
    L.unsupported("an if consteval statement");
    I.Cond = Pool.constant(1);
    return I;
  }
  I.Cond = L.condition(S->getCond());
  countWork(L, S->getCond());
  I.Text = U.Source.text(S->getCond()->getSourceRange());
  return I;
}

void StatementLowering::ifStatement(const clang::IfStmt *S) {
  If I = ifHeader(S);
  I.Then = L.collect([&] { statement(S->getThen()); });
  I.Else = L.collect([&] { statement(S->getElse()); });
  endIf(std::move(I), S);
}

/// Where one branch traps, whoever goes on came through the other.
void StatementLowering::endIf(If I, const clang::IfStmt *S) {
  bool Traps = endsInTrap(S->getThen());
  if (Traps == endsInTrap(S->getElse()))
    return L.emit({std::move(I)});
  L.emit({Assume{Traps ? Pool.unary(Op::LogNot, I.Cond) : I.Cond}});
  L.append(std::move(Traps ? I.Else : I.Then));
}

/// Each label opens a part that runs where its value was met, or where the
/// part before it ran and fell through. Nothing where a label is no constant.
std::optional<std::vector<SwitchPart>>
StatementLowering::partsOf(const clang::CompoundStmt *Body, const Expr *Value) {
  std::vector<SwitchPart> Parts(1);
  const Expr *Any = Pool.constant(0);
  int Default = -1;
  for (const clang::Stmt *Each : Body->body()) {
    auto *Label = llvm::dyn_cast<clang::SwitchCase>(Each);
    if (Label)
      Parts.emplace_back();
    for (; Label; Label = llvm::dyn_cast<clang::SwitchCase>(Each)) {
      const Expr *Is = nullptr;
      if (auto *Case = llvm::dyn_cast<clang::CaseStmt>(Label)) {
        const Expr *From = L.constantOf(Case->getLHS());
        const Expr *To =
            Case->getRHS() ? L.constantOf(Case->getRHS()) : nullptr;
        if (!From || (Case->getRHS() && !To))
          return std::nullopt;
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
  return Parts;
}

void StatementLowering::switchStatement(const clang::SwitchStmt *S) {
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    declaration(S->getConditionVariableDeclStmt());
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(S->getBody());
  const Expr *Value = L.read(S->getCond());
  if (!Body || !L.K)
    return L.unsupported("a switch without braces");
  Value = L.temporary(Value ? Value : Pool.opaque("a switch's value", Int32));

  std::optional<std::vector<SwitchPart>> Parts = partsOf(Body, Value);
  if (!Parts)
    return L.unsupported("a case that is not a constant");

  Scope Whole{ScopeKind::Block, {}};
  std::string Text = U.Source.text(S->getCond()->getSourceRange());
  bool Outer = enterSwitch(true);
  Whole.Body = L.collect([&] {
    const Expr *Running = L.temporary(Pool.constant(0));
    for (const SwitchPart &P : *Parts) {
      if (!P.Entered)
        continue;
      L.emit({Assign{Running->index(),
                     Pool.cast(Pool.binary(Op::LogOr, Running, P.Entered),
                               Running->type())}});
      StmtList Inner = L.collect([&] {
        for (const clang::Stmt *Each : P.Stmts)
          statement(Each);
      });
      L.emit({If{Running, "a case of " + Text, std::move(Inner), {}}});
    }
  });
  enterSwitch(Outer);
  L.emit({std::move(Whole)});
}

void StatementLowering::loop(const clang::DeclStmt *Declared,
                             const clang::Expr *Cond, const clang::Stmt *Body,
                             const clang::Stmt *Step, bool TestFirst) {
  Loop All;
  All.TestFirst = TestFirst;
  if (Cond) {
    All.Header = L.collect([&] {
      if (Declared)
        declaration(Declared);
      All.Cond = L.condition(Cond);
      countWork(L, Cond);
    });
    All.Text = U.Source.text(Cond->getSourceRange());
  }
  bool Outer = enterSwitch(false);
  All.Body = L.collect([&] { statement(Body); });
  All.Step = L.collect([&] { statement(Step); });
  enterSwitch(Outer);
  L.emit({std::move(All)});
}

/// `for (T x : range)` as the language writes it out. Of an array it is known
/// how often it runs, wherever the array lies.
void StatementLowering::rangeLoop(const clang::CXXForRangeStmt *S) {
  statement(S->getInit());
  declaration(S->getRangeStmt());
  declaration(S->getBeginStmt());
  declaration(S->getEndStmt());
  auto *Array = U.Context.getAsConstantArrayType(
      S->getRangeInit()->IgnoreParens()->getType());
  const Expr *Done = nullptr;
  if (Array && L.K)
    Done = L.temporary(Pool.constant(0));
  Loop All;
  All.Text = "the end of " + U.Source.text(S->getRangeInit()->getSourceRange());
  if (Done)
    All.Cond = Pool.binary(
        Op::Lt, Done, Pool.constant(int64_t(Array->getSize().getZExtValue())));
  else
    All.Header = L.collect([&] { All.Cond = L.condition(S->getCond()); });
  bool Outer = enterSwitch(false);
  All.Body = L.collect([&] {
    L.RangeText = U.Source.text(S->getRangeInit()->getSourceRange());
    declaration(S->getLoopVarStmt());
    statement(S->getBody());
  });
  All.Step = L.collect([&] { statement(S->getInc()); });
  enterSwitch(Outer);
  if (Done)
    All.Step.push_back(
        {Assign{Done->index(), Pool.add(Done, Pool.constant(1))}});
  L.emit({std::move(All)});
}

void bankfix::lowerStatement(Lowering &L, const clang::Stmt *S) {
  StatementLowering(L).statement(S);
}

void bankfix::lowerTail(Lowering &L, const clang::Stmt *S) {
  StatementLowering(L).tail(S);
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
    } else if (T->isRecordType() || T->isExtVectorType()) {
      parameterRecord(O, T);
    }
  }
  lowerStatement(*this, F->getBody());
}
