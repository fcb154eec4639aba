//===- HostStmt.cpp - Host statements -------------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/VariableFacts.h"
#include "Host/HostRun.h"

using namespace bankfix;

/// Statements followed in one file, and iterations of one loop, before the rest
/// counts as unknown.
static constexpr unsigned MaxSteps = 20'000, MaxIterations = 64;
/// Of a loop that launches nothing.
static constexpr unsigned MaxStepsAside = 512;

/// Keeps \p Other for the outcome true of \p Cond, and the state for false.
/// What one of them has not set is what the other says: a program that reads it
/// all the same means nothing.
void HostRun::merge(const Expr *Cond, HostState Other) {
  std::set<HostPlace> Places;
  for (const auto &[P, V] : State.Values)
    Places.insert(P);
  for (const auto &[P, V] : Other.Values)
    Places.insert(P);
  std::map<HostPlace, const Expr *> Merged;
  for (const HostPlace &P : Places) {
    const Expr *Here = read(P);
    std::swap(State, Other);
    const Expr *There = read(P);
    std::swap(State, Other);
    Merged[P] = Unset.contains(Here)    ? There
                : Unset.contains(There) ? Here
                                        : Pool.select(Cond, There, Here);
  }
  State.Values = std::move(Merged);
  State.IsSinceStart &= Other.IsSinceStart;
  State.MaybeSet.insert(Other.MaybeSet.begin(), Other.MaybeSet.end());
  std::erase_if(State.Facts, [&](const auto &Fact) {
    auto It = Other.Facts.find(Fact.first);
    return It == Other.Facts.end() || It->second != Fact.second;
  });
}

void HostRun::mergeAll(std::vector<HostState> &Others) {
  for (HostState &Other : Others)
    merge(unknown(), std::move(Other));
  Others.clear();
}

bool HostRun::outOfSteps() {
  Taken.Exhausted |= ++Taken.Steps > MaxSteps;
  return Taken.Exhausted;
}

/// \p E is a call of `exit` or the like.
static bool neverReturns(const clang::Expr *E) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E->IgnoreParenImpCasts());
  const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isNoReturn();
}

/// What stands behind an attribute, a `case` or a `default`; else null.
static const clang::Stmt *unmarked(const clang::Stmt *S) {
  if (auto *A = llvm::dyn_cast<clang::AttributedStmt>(S))
    return A->getSubStmt();
  auto *C = llvm::dyn_cast<clang::SwitchCase>(S);
  return C ? C->getSubStmt() : nullptr;
}

HostRun::Flow HostRun::statement(const clang::Stmt *S) {
  if (!S || outOfSteps())
    return Flow::Next;
  if (auto *C = llvm::dyn_cast<clang::CompoundStmt>(S)) {
    for (const clang::Stmt *Each : C->body())
      if (statement(Each) == Flow::Ends)
        return Flow::Ends;
    return Flow::Next;
  }
  if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Each : D->decls())
      if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each))
        declaration(V);
    return Flow::Next;
  }
  if (auto *E = llvm::dyn_cast<clang::Expr>(S)) {
    value(E);
    return neverReturns(E) ? Flow::Ends : Flow::Next;
  }
  if (auto *I = llvm::dyn_cast<clang::IfStmt>(S))
    return ifStatement(I);
  if (auto *W = llvm::dyn_cast<clang::SwitchStmt>(S))
    return switchStatement(W);
  if (auto *F = llvm::dyn_cast<clang::ForStmt>(S)) {
    statement(F->getInit());
    return loop(F->getCond(), F->getBody(), F->getInc(), true);
  }
  if (auto *W = llvm::dyn_cast<clang::WhileStmt>(S))
    return loop(W->getCond(), W->getBody(), nullptr, true);
  if (auto *D = llvm::dyn_cast<clang::DoStmt>(S))
    return loop(D->getCond(), D->getBody(), nullptr, false);
  if (auto *R = llvm::dyn_cast<clang::CXXForRangeStmt>(S)) {
    value(R->getRangeInit());
    return loop(nullptr, R->getBody(), nullptr, true);
  }
  if (auto *R = llvm::dyn_cast<clang::ReturnStmt>(S)) {
    returnValue(R->getRetValue());
    return Flow::Ends;
  }
  if (llvm::isa<clang::BreakStmt>(S) && !Leaving.Breaks.empty()) {
    Leaving.Breaks.back()->push_back(State);
    return Flow::Ends;
  }
  if (llvm::isa<clang::ContinueStmt>(S) && !Leaving.Continues.empty()) {
    Leaving.Continues.back()->push_back(State);
    return Flow::Ends;
  }
  if (const clang::Stmt *Inner = unmarked(S))
    return statement(Inner);
  if (auto *L = llvm::dyn_cast<clang::LabelStmt>(S)) {
    State = {}; // Anything may jump here.
    return statement(L->getSubStmt());
  }
  for (const clang::Stmt *Child : S->children())
    statement(Child);
  forget(S);
  return Flow::Next;
}

/// An integer whose value means nothing until it is set.
static bool isNumber(clang::QualType T) {
  return T->isIntegerType() && !T->isAnyCharacterType() &&
         !T.isVolatileQualified();
}

void HostRun::declaration(const clang::VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  HostPlace P{V->getCanonicalDecl()};
  if (V->isStaticLocal() || V->isInvalidDecl())
    return;
  std::erase_if(State.Values, [&](const auto &Old) {
    return Old.first.Variable == P.Variable;
  });
  if (!Init && isNumber(V->getType()) && V->hasLocalStorage())
    Unset.insert(State.Values[P] = unknown());
  if (!Init)
    return;
  if (V->getType()->isRecordType())
    return assignRecord(P, Init);
  if (declareArray(V))
    return;
  const Expr *Value = value(Init);
  if (V->getType()->isReferenceType())
    escape(Init);
  else if (Value)
    State.Values[P] = Value;
}

HostRun::Flow HostRun::ifStatement(const clang::IfStmt *S) {
  statement(S->getInit());
  if (S->getConditionVariableDeclStmt())
    statement(S->getConditionVariableDeclStmt());
  const Expr *Cond = condition(S->getCond());
  if (std::optional<int64_t> Known = State.evaluate(Cond))
    return statement(*Known ? S->getThen() : S->getElse());
  HostState Else = State;
  State.assume(Cond, true);
  Flow ThenFlow = statement(S->getThen());
  std::swap(State, Else); // Else now holds what the first branch left.
  State.assume(Cond, false);
  Flow ElseFlow = statement(S->getElse());
  if (ElseFlow == Flow::Ends)
    State = std::move(Else);
  else if (ThenFlow == Flow::Next)
    merge(Cond, std::move(Else));
  return ThenFlow == Flow::Ends && ElseFlow == Flow::Ends ? Flow::Ends
                                                          : Flow::Next;
}

namespace {

/// Statements of a switch from one label to the next.
struct SwitchPart {
  std::vector<const clang::Expr *> Labels;
  bool IsDefault = false;
  bool IsRange = false; ///< `case 1 ... 8`
  std::vector<const clang::Stmt *> Body;
};

std::vector<SwitchPart> partsOf(const clang::SwitchStmt *S) {
  std::vector<SwitchPart> Parts;
  auto *Body = llvm::dyn_cast<clang::CompoundStmt>(S->getBody());
  if (!Body)
    return Parts;
  for (const clang::Stmt *Each : Body->body()) {
    if (llvm::isa<clang::SwitchCase>(Each))
      Parts.emplace_back();
    while (auto *Label = llvm::dyn_cast<clang::SwitchCase>(Each)) {
      if (auto *Case = llvm::dyn_cast<clang::CaseStmt>(Label)) {
        Parts.back().IsRange |= Case->getRHS() != nullptr;
        Parts.back().Labels.push_back(Case->getLHS());
      } else
        Parts.back().IsDefault = true;
      Each = Label->getSubStmt();
    }
    if (!Parts.empty())
      Parts.back().Body.push_back(Each);
  }
  return Parts;
}

} // namespace

HostRun::Flow HostRun::switchStatement(const clang::SwitchStmt *S) {
  const Expr *On = value(S->getCond());
  if (!On)
    On = unknown();
  std::optional<int64_t> Known = State.evaluate(On);
  const HostState Before = State;
  std::vector<HostState> Exits;
  Leaving.Breaks.push_back(&Exits);
  bool Live = false, HasDefault = false, Taken = false;
  for (const SwitchPart &Part : partsOf(S)) {
    HostState Entry = Before;
    bool Enters = !Known || Part.IsRange || (Part.IsDefault && !Taken);
    HasDefault |= Part.IsDefault;
    for (const clang::Expr *Label : Part.Labels) {
      const Expr *V = value(Label);
      std::optional<int64_t> N = V ? Before.evaluate(V) : std::nullopt;
      Enters |= Known && N == Known;
      Taken |= Known && N == Known;
      if (N && !Known && Part.Labels.size() == 1 && !Part.IsDefault &&
          !Part.IsRange)
        Entry.assume(Pool.binary(Op::Eq, On, number(*N)), true);
    }
    if (Enters && Live)
      merge(unknown(), std::move(Entry));
    else if (Enters)
      State = std::move(Entry);
    Live |= Enters;
    for (const clang::Stmt *Each : Part.Body)
      if (Live && statement(Each) == Flow::Ends)
        Live = false;
  }
  Leaving.Breaks.pop_back();
  if (!(Known ? Taken || HasDefault : HasDefault))
    Exits.push_back(Before);
  if (!Live) {
    if (Exits.empty())
      return Flow::Ends;
    State = std::move(Exits.back());
    Exits.pop_back();
  }
  mergeAll(Exits);
  return Flow::Next;
}

/// What gets a variable in C++ and did not resolve may take a reference.
void HostRun::escapeUnresolved(const clang::Stmt *S) {
  auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
  const bool IsInput =
      B && B->getType()->isDependentType() &&
      (B->getOpcode() == clang::BO_Shr || B->getOpcode() == clang::BO_And);
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  const bool IsCall = Call && !Call->getDirectCallee();
  if (!U.Context.getLangOpts().CPlusPlus ||
      !(IsInput || IsCall || llvm::isa<clang::RecoveryExpr>(S)))
    return;
  for (const clang::Stmt *Child : S->children())
    if (auto *E = llvm::dyn_cast_or_null<clang::Expr>(Child);
        E && E->isLValue() && !E->getType()->isArrayType() &&
        !E->getType().isConstQualified())
      if (std::optional<HostPlace> P = place(E))
        escapePlace(*P);
}

/// Forgets what \p Changes may assign.
void HostRun::forget(const clang::Stmt *Changes) {
  walk(Changes, [&](const clang::Stmt *S) {
    auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
    if (Call && !launchSyntax(Call))
      escapeCall(Call);
    if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S))
      escapeGlobals(Globals.of(Made->getConstructor()));
    if (Texts)
      escapeUnresolved(S);
    const clang::Expr *Target = nullptr;
    if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && B->isAssignmentOp())
      Target = B->getLHS();
    if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(S);
        O && O->isAssignmentOp())
      Target = O->getArg(0);
    if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(S);
        X &&
        (X->isIncrementDecrementOp() || X->getOpcode() == clang::UO_AddrOf))
      Target = X->getSubExpr();
    std::optional<HostPlace> P = Target ? place(Target) : std::nullopt;
    if (!P && Target)
      forgetElements(Target);
    if (!P)
      return true;
    for (auto &[Known, Value] : State.Values)
      if (Known.Variable == P->Variable)
        Value = unknown();
    State.Values[*P] = unknown();
    OfKernels.forget(State, *P);
    return true;
  });
}

/// A launch, or a call of a function that launches, is in \p S.
bool HostRun::launches(const clang::Stmt *S) {
  auto [It, New] = LaunchesIn.try_emplace(S, false);
  if (!New)
    return It->second;
  bool Found = false;
  walk(S, [&](const clang::Stmt *Each) {
    auto *Call = llvm::dyn_cast<clang::CallExpr>(Each);
    const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (F && F->getDefinition())
      F = F->getDefinition();
    Found |= Call && (launchSyntax(Call) || isFollowedCall(Call) ||
                      Launching.contains(F));
    return !Found;
  });
  return LaunchesIn[S] = Found;
}

/// Options are read by loops that may find none: what is not known is maybe
/// what it was on \p Entry.
void HostRun::guessNoIteration(HostState Entry) {
  for (auto &[P, Value] : State.Values) {
    if (Value->kind() != ExprKind::Opaque)
      continue;
    std::swap(State, Entry);
    const Expr *Before = read(P);
    std::swap(State, Entry);
    if (Before->kind() != ExprKind::Opaque)
      Value = guess(Before);
  }
}

/// Runs a loop while its condition is decided; the rest once, for any
/// iteration. Loops that fill and compare arrays take many steps for nothing:
/// one without a launch is given up soon, and for good.
HostRun::Flow HostRun::loop(const clang::Expr *Cond, const clang::Stmt *Body,
                            const clang::Stmt *Step, bool TestFirst) {
  std::vector<HostState> Left, Next;
  Leaving.Breaks.push_back(&Left);
  Leaving.Continues.push_back(&Next);
  unsigned Before = Taken.Steps;
  bool Decided = Cond != nullptr && !Taken.GivenUp.contains(Body),
       Ended = false;
  for (unsigned I = 0; Decided && !Ended; ++I) {
    bool Aside = !launches(Body);
    bool TooLong =
        I >= MaxIterations || (Aside && Taken.Steps - Before > MaxStepsAside);
    if (TooLong && Aside) {
      Taken.GivenUp.insert(Body);
      Taken.Steps = Before;
    }
    if (TooLong || I != 0 || TestFirst) {
      const Expr *C = TooLong ? nullptr : condition(Cond);
      std::optional<int64_t> Known = C ? State.evaluate(C) : std::nullopt;
      Decided = Known.has_value();
      if (!Decided || !*Known)
        break;
    }
    Ended = statement(Body) == Flow::Ends;
    if (Ended && !Next.empty()) {
      State = std::move(Next.back());
      Next.pop_back();
      Ended = false;
    }
    mergeAll(Next);
    if (!Ended)
      statement(Step);
  }
  if (!Decided) {
    const HostState Entry = State;
    for (const clang::Stmt *Part :
         {static_cast<const clang::Stmt *>(Cond), Body, Step})
      forget(Part);
    HostState AnyIteration = State;
    OfKernels.enterLoop();
    if (Cond)
      State.assume(condition(Cond), true);
    statement(Body);
    OfKernels.leaveLoop(AnyIteration, Entry);
    State = std::move(AnyIteration);
    if (TestFirst && !launches(Body))
      guessNoIteration(Entry);
  }
  Leaving.Breaks.pop_back();
  Leaving.Continues.pop_back();
  if (Ended && Left.empty())
    return Flow::Ends;
  if (Ended) {
    State = std::move(Left.back());
    Left.pop_back();
  }
  mergeAll(Left);
  return Flow::Next;
}

void HostRun::root(const clang::FunctionDecl *F) {
  State = {};
  State.IsSinceStart = F->isMain();
  Stack = {F};
  statement(F->getBody());
  Stack.clear();
}

void HostRun::alone(const clang::Expr *Launch) {
  State = {};
  if (std::optional<LaunchSyntax> L = launchSyntax(Launch))
    launch(Launch, *L);
  else if (Texts)
    value(Launch);
}
