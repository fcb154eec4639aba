//===- HostExpr.cpp - Values of host expressions --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/Types.h"
#include "Ast/VariableFacts.h"
#include "Host/ClobberedVariables.h"
#include "Host/HostArrays.h"
#include "Host/HostRun.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

HostRun::HostRun(const LoweredUnit &U,
                 const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
                 OnLaunch Callback)
    : HostRun(U, Launching, std::move(Callback), nullptr) {}

HostRun::HostRun(const LoweredUnit &U,
                 const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
                 OnLaunch Callback, OpenCLTexts *Texts)
    : U(U), Errors(U), Pool(U.Pool), Launching(Launching),
      Callback(std::move(Callback)), Texts(Texts),
      Globals(U, /*IsLibraryOpen=*/Texts != nullptr), Loose{{},
                                                            Globals.byUnseen()},
      OfKernels(Pool, [this] { return unknown(); }) {
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    auto Hold = [&](const clang::VarDecl *V) {
      Loose.Clobbered.insert(V->getCanonicalDecl());
    };
    forEachClobbered(F, Hold);
    forEachLooseArray(F, Hold);
    Errors.forEachLostVariable(F, Hold);
  });
  for (const clang::Decl *D :
       U.Context.getTranslationUnitDecl()->noload_decls())
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(D);
        V && U.Source.isUserCode(V->getLocation()))
      forEachClobbered(V, [&](const clang::VarDecl *Changed) {
        Loose.Clobbered.insert(Changed);
      });
}

HostRun::HostRun(const LoweredUnit &U,
                 const llvm::DenseSet<const clang::FunctionDecl *> &Launching,
                 OpenCLTexts &Texts)
    : HostRun(
          U, Launching, [](const FollowedLaunch &) {}, &Texts) {
  Loose.Clobbered.insert(Texts.Clobbered.begin(), Texts.Clobbered.end());
}

const Expr *HostRun::unknown() {
  return Pool.opaque("host value " + std::to_string(++Unknowns), HostInt,
                     /*Uniform=*/true);
}

/// \p E without what does not change an integer or a record.
static const clang::Expr *inner(const clang::Expr *E) {
  for (;;) {
    const clang::Expr *Next = E->IgnoreParenImpCasts();
    if (auto *F = llvm::dyn_cast<clang::FullExpr>(Next))
      Next = F->getSubExpr();
    else if (auto *M = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(Next))
      Next = M->getSubExpr();
    else if (auto *B = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(Next))
      Next = B->getSubExpr();
    else if (auto *N =
                 llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(Next))
      Next = N->getReplacement();
    else if (auto *D = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Next))
      Next = D->getExpr();
    else if (auto *D = llvm::dyn_cast<clang::CXXDefaultInitExpr>(Next))
      Next = D->getExpr();
    if (Next == E)
      return E;
    E = Next;
  }
}

std::optional<HostPlace> HostRun::place(const clang::Expr *E) {
  E = inner(E);
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()))
      return HostPlace{V->getCanonicalDecl()};
  if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return elementPlace(A);
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    auto *Field = llvm::dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    // What changes elements of an array in a struct is not looked for.
    if (!Field || M->isArrow() || Field->getType()->isArrayType())
      return std::nullopt;
    if (std::optional<HostPlace> Base = place(M->getBase()))
      return Base->member(Field);
  }
  return std::nullopt;
}

/// It may be any other value, too.
static bool isPossible(const Expr *Value) {
  return Value->kind() == ExprKind::Select &&
         Value->operand(0)->kind() == ExprKind::Opaque &&
         Value->operand(2)->kind() == ExprKind::Opaque;
}

/// Of a value that may have been set by somebody: what it was before.
static const Expr *beforeEscape(const Expr *Value) {
  return isPossible(Value) ? Value->operand(1) : Value;
}

/// What a place holds that nothing in this function has set.
const Expr *HostRun::initial(const HostPlace &P) {
  auto *V = llvm::dyn_cast<clang::VarDecl>(P.Variable);
  const clang::Expr *Init =
      V && V->hasGlobalStorage() ? V->getAnyInitializer() : nullptr;
  if (!Init || Init->isValueDependent() || Errors.firstIn(Init))
    return unknown();
  clang::Expr::EvalResult R;
  const Expr *Value = nullptr;
  if (V->getType()->isRecordType() && !P.Path.isWhole()) {
    HostState Before = std::exchange(State, {});
    assignRecord({P.Variable}, Init);
    if (auto It = State.Values.find(P); It != State.Values.end())
      Value = It->second;
    State = std::move(Before);
  } else if (V->getType()->isIntegralOrEnumerationType() && P.Path.isWhole() &&
             Init->EvaluateAsInt(R, U.Context) &&
             (!Texts || isPortable(Init))) {
    Value = number(R.Val.getInt().getExtValue());
  }
  if (!Value && Texts && P.Path.isWhole() &&
      llvm::isa<clang::StringLiteral>(Init->IgnoreParenImpCasts()))
    Value = textOf(Init->IgnoreParenImpCasts());
  if (!Value)
    return unknown();
  const clang::CXXRecordDecl *Class = V->getType()->getAsCXXRecordDecl();
  if (V->getType().isConstQualified() && !(Class && Class->hasMutableFields()))
    return Value;
  const clang::Decl *Whole = V->getCanonicalDecl();
  const bool IsAtStart = State.IsSinceStart && !Globals.beforeMain(Whole) &&
                         !State.MaybeSet.contains(Whole);
  if (!Globals.contains(Whole) && !V->isExternallyVisible())
    return Value;
  return IsAtStart ? possible(Value) : guess(Value);
}

const Expr *HostRun::read(const HostPlace &P) {
  auto *V = llvm::dyn_cast<clang::ValueDecl>(P.Variable);
  if (Loose.Clobbered.contains(P.Variable) ||
      (V && V->getType().isVolatileQualified()))
    return unknown();
  auto It = State.Values.find(P);
  if (It == State.Values.end())
    if (const Expr *Some = OfKernels.some(State, P))
      return Some;
  if (It == State.Values.end()) {
    // What sets the whole, sets its members.
    const bool IsPartOfSet = llvm::any_of(
        llvm::make_range(State.Values.lower_bound({P.Variable}),
                         State.Values.lower_bound(P)),
        [&](const auto &Each) { return P.isWithin(Each.first); });
    It = State.Values.emplace(P, IsPartOfSet ? unknown() : initial(P)).first;
  }
  if (Loose.Captured.contains(P.Variable))
    It->second = escaped(It->second);
  return It->second;
}

/// \p Value, or whatever somebody has set.
const Expr *HostRun::guess(const Expr *Value) {
  const Expr *IsStill = unknown();
  Guesses.insert(IsStill);
  return Pool.select(IsStill, Value, unknown());
}

/// The value after somebody may have set it. Once more is no more than once,
/// but the value may be another.
const Expr *HostRun::escaped(const Expr *Value) {
  bool Decided = State.Facts.count(Value) != 0;
  const Expr *Before = Decided ? Value : beforeEscape(Value);
  return Before->kind() == ExprKind::Opaque ? unknown() : guess(Before);
}

static bool hasGlobalStorage(const HostPlace &P) {
  auto *V = llvm::dyn_cast<clang::VarDecl>(P.Variable);
  return V && V->hasGlobalStorage();
}

void HostRun::escapePlace(const HostPlace &P, bool IsSet) {
  auto First = State.Values.lower_bound(P);
  for (auto It = First;
       It != State.Values.end() && It->first.Variable == P.Variable; ++It)
    if (It->first.isWithin(P))
      It->second = IsSet ? unknown() : escaped(It->second);
  const bool MayHaveInitial = P.Path.isWhole() || hasGlobalStorage(P);
  if (MayHaveInitial && (First == State.Values.end() || First->first != P))
    State.Values.insert(First, {P, unknown()});
}

/// Another file may set it.
static bool isOfOthers(const clang::Decl *D) {
  auto *V = llvm::dyn_cast<clang::VarDecl>(D);
  return V && V->isExternallyVisible() && !V->getType().isConstQualified();
}

/// What is not followed may have done all that \p By says.
void HostRun::escapeGlobals(const ChangedGlobals::Effects &By) {
  auto IsSet = [&](const clang::Decl *V) {
    return By.IsOpen ? Globals.contains(V) || isOfOthers(V)
                     : By.May.contains(V);
  };
  for (auto &[P, Value] : State.Values)
    if (IsSet(P.Variable))
      Value = escaped(Value);
  State.IsSinceStart &= !By.IsOpen;
  State.MaybeSet.insert(By.May.begin(), By.May.end());
}

/// What a function has done to variables of the file that was followed to
/// \p After. Nothing is proved by it: aliases are not followed.
void HostRun::takeGlobals(const HostState &After) {
  auto IsGlobal = [](const auto &Known) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(Known.first.Variable);
    return V && V->hasGlobalStorage();
  };
  std::erase_if(State.Values, IsGlobal);
  for (const auto &[P, Value] : After.Values)
    if (IsGlobal(std::pair(P, Value)))
      State.Values[P] = Globals.contains(P.Variable) && !isPossible(Value)
                            ? possible(Value)
                            : Value;
  State.IsSinceStart = After.IsSinceStart;
  State.MaybeSet = After.MaybeSet;
}

/// An argument through which a function may set a variable: it may, or not,
/// unless it is known to.
void HostRun::escape(const clang::Expr *Arg, HostEscape How) {
  const clang::Expr *E = inner(Arg);
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E))
    E = inner(C->getSubExpr());
  auto *X = llvm::dyn_cast<clang::UnaryOperator>(E);
  if (X && X->getOpcode() == clang::UO_AddrOf)
    E = X->getSubExpr();
  else if (!Arg->isGLValue())
    return escapeArray(Arg);
  std::optional<HostPlace> P = place(E);
  if (!P)
    return;
  if (How.IsKept)
    Loose.Captured.insert(P->Variable);
  escapePlace(*P, How.IsSet);
}

void HostRun::assign(const clang::Expr *To, const Expr *Value) {
  std::optional<HostPlace> P = place(To);
  if (P)
    OfKernels.store(State, *P, State.Values[*P] = known(Value));
  else if (std::optional<HostPlace> Array = forgetElements(To))
    OfKernels.store(State, Array->element(0), unknown());
  else
    value(To);
}

static bool isDim3(clang::QualType T) {
  const clang::RecordDecl *R = T->getAsRecordDecl();
  return R && R->getIdentifier() && R->getName() == "dim3";
}

/// Sets the members of a record from the parts of a list or a constructor.
void HostRun::fill(const HostPlace &To,
                   llvm::ArrayRef<const clang::Expr *> Parts,
                   clang::QualType T) {
  const clang::RecordDecl *R = T->getAsRecordDecl();
  const bool IsDim = isDim3(T);
  unsigned I = 0;
  if (!R || !R->getDefinition())
    return;
  auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R->getDefinition());
  bool IsPlain = !R->isUnion() && (!Class || Class->getNumBases() == 0);
  for (const clang::FieldDecl *Field : R->getDefinition()->fields()) {
    HostPlace Member = To.member(Field);
    if (Field->isUnnamedBitField())
      continue;
    const clang::Expr *Part = I < Parts.size() ? Parts[I++] : nullptr;
    if (!IsPlain)
      State.Values[Member] = unknown();
    else if (Part && Field->getType()->isRecordType())
      assignRecord(Member, Part);
    else if (Part)
      State.Values[Member] = known(value(Part));
    else
      State.Values[Member] = number(IsDim);
  }
}

/// Nothing is known of the members of \p P.
void HostRun::reset(const HostPlace &P) {
  std::erase_if(State.Values,
                [&](const auto &Old) { return Old.first.isWithin(P); });
  if (hasGlobalStorage(P)) // Its members are not what they start as.
    State.Values[P] = unknown();
}

/// Members with initializers, of a class without a constructor.
void HostRun::assignDefaults(const HostPlace &To,
                             const clang::CXXRecordDecl *Class) {
  reset(To);
  for (const clang::FieldDecl *Field : Class->fields()) {
    const clang::Expr *Init = Field->getInClassInitializer();
    HostPlace Member = To.member(Field);
    if (!Init || Class->isUnion())
      continue;
    if (Field->getType()->isRecordType())
      assignRecord(Member, Init);
    else
      State.Values[Member] = known(value(Init));
  }
}

/// \p C makes what its only argument is.
static bool isCopy(const clang::CXXConstructExpr *C, bool IsDim) {
  return C->getNumArgs() == 1 && C->getArg(0)->getType()->isRecordType() &&
         (IsDim || C->getConstructor()->isTrivial());
}

/// The parameter of \p C's constructor that \p I hands on to a member; null
/// where it does more.
static const clang::ParmVarDecl *handedOn(const clang::CXXCtorInitializer *I) {
  const clang::Expr *Init = I->getInit()->IgnoreParenImpCasts();
  auto *Copy = llvm::dyn_cast<clang::CXXConstructExpr>(Init);
  if (Copy && isCopy(Copy, isDim3(Copy->getType())))
    Init = Copy->getArg(0)->IgnoreParenImpCasts();
  return llvm::dyn_cast_or_null<clang::ParmVarDecl>(namedVariable(Init));
}

/// `Shape(dim3 g, dim3 b) : grid(g), block(b) {}`: each member gets an
/// argument, and no more is done. False for all others.
bool HostRun::assignMembers(const HostPlace &To,
                            const clang::CXXConstructExpr *C) {
  const clang::FunctionDecl *Defined = nullptr;
  C->getConstructor()->hasBody(Defined);
  auto *F = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(Defined);
  auto *Body =
      F ? llvm::dyn_cast_or_null<clang::CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || !Body->body_empty() || F->getParent()->isUnion() ||
      F->getParent()->getNumBases() != 0)
    return false;
  std::set<const clang::ParmVarDecl *> Once;
  for (const clang::CXXCtorInitializer *I : F->inits()) {
    const clang::ParmVarDecl *P = handedOn(I);
    if (!I->isMemberInitializer() || !P || !Once.insert(P).second ||
        P->getFunctionScopeIndex() >= C->getNumArgs())
      return false;
  }
  reset(To);
  for (const clang::CXXCtorInitializer *I : F->inits()) {
    const clang::Expr *Part = C->getArg(handedOn(I)->getFunctionScopeIndex());
    const HostPlace Member = To.member(I->getMember());
    if (I->getMember()->getType()->isRecordType())
      assignRecord(Member, Part);
    else
      State.Values[Member] = known(value(Part));
  }
  for (const clang::ParmVarDecl *P : F->parameters())
    if (!Once.count(P) && P->getFunctionScopeIndex() < C->getNumArgs())
      value(C->getArg(P->getFunctionScopeIndex()));
  return true;
}

/// Copies \p From, a dim3 or a struct of such, member by member.
void HostRun::assignRecord(const HostPlace &To, const clang::Expr *From) {
  From = inner(From);
  clang::QualType T = From->getType();
  if (T.isNull()) {
    value(From);
    return reset(To);
  }
  const bool IsDim = isDim3(T);
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(From))
    return assignRecord(To, C->getSubExpr());
  if (auto *I = llvm::dyn_cast<clang::InitListExpr>(From))
    return fill(To, I->inits(), T);
  if (auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(From)) {
    if (isCopy(C, IsDim))
      return assignRecord(To, C->getArg(0));
    if (IsDim)
      return fill(To, {C->getArgs(), C->getNumArgs()}, T);
    if (C->getNumArgs() == 0 && !C->getConstructor()->isUserProvided())
      return assignDefaults(To, C->getConstructor()->getParent());
    if (assignMembers(To, C))
      return;
    for (const clang::Expr *A : C->arguments())
      value(A);
    escapeGlobals(Globals.of(C->getConstructor()));
    return reset(To);
  }
  if (T->isIntegralOrEnumerationType()) { // An integer becomes a dim3.
    const Expr *X = value(From);
    State.Values[To.member("x")] = X ? X : unknown();
    State.Values[To.member("y")] = number(1);
    State.Values[To.member("z")] = number(1);
    return;
  }
  if (auto *Q = llvm::dyn_cast<clang::ConditionalOperator>(From)) {
    const Expr *Cond = condition(Q->getCond());
    HostState Before = State;
    assignRecord(To, Q->getTrueExpr());
    std::swap(State, Before);
    assignRecord(To, Q->getFalseExpr());
    return merge(Cond, std::move(Before));
  }
  std::optional<HostPlace> P = place(From);
  if (!P) {
    auto *Call = llvm::dyn_cast<clang::CallExpr>(From);
    if (Call && assignResult(To, Call))
      return;
    value(From);
    return reset(To);
  }
  HostState Old = State;
  reset(To);
  if (IsDim)
    for (const char *Axis : {"x", "y", "z"})
      State.Values[To.member(Axis)] = read(P->member(Axis));
  for (const auto &[Known, Value] : Old.Values)
    if (Known.isWithin(*P) && Known != *P &&
        !Loose.Clobbered.contains(P->Variable))
      State.Values[Known.moved(*P, To)] = Value;
}

const Expr *HostRun::operation(clang::BinaryOperatorKind O, const Expr *A,
                               const Expr *B) {
  static const std::map<int, Op> Known = {
      {clang::BO_Add, Op::Add},     {clang::BO_Sub, Op::Sub},
      {clang::BO_Mul, Op::Mul},     {clang::BO_Div, Op::Div},
      {clang::BO_Rem, Op::Rem},     {clang::BO_Shl, Op::Shl},
      {clang::BO_Shr, Op::Shr},     {clang::BO_And, Op::And},
      {clang::BO_Or, Op::Or},       {clang::BO_Xor, Op::Xor},
      {clang::BO_LT, Op::Lt},       {clang::BO_LE, Op::Le},
      {clang::BO_GT, Op::Gt},       {clang::BO_GE, Op::Ge},
      {clang::BO_EQ, Op::Eq},       {clang::BO_NE, Op::Ne},
      {clang::BO_LAnd, Op::LogAnd}, {clang::BO_LOr, Op::LogOr}};
  auto It = Known.find(O);
  if (It == Known.end() || !A || !B)
    return unknown();
  return wide(Pool.binary(It->second, A, B));
}

/// \p V as \p T holds it, where that may differ.
static const Expr *narrowed(ExprPool &Pool, const clang::ASTContext &C,
                            const Expr *V, clang::QualType T) {
  std::optional<IntType> Narrow = integerType(C, T);
  if (!V || !Narrow)
    return V;
  if (T->isBooleanType())
    return Pool.cast(Pool.binary(Op::Ne, V, Pool.constant(0, HostInt)),
                     HostInt);
  bool MayWrap = Narrow->Bits < 32 || (Narrow->Bits == 32 && !Narrow->Signed);
  return MayWrap ? Pool.cast(Pool.cast(V, *Narrow), HostInt) : V;
}

const Expr *HostRun::unaryValue(const clang::UnaryOperator *E) {
  if (E->isIncrementDecrementOp()) {
    const Expr *Old = value(E->getSubExpr());
    if (Texts && E->getType()->isAnyPointerType())
      Old = nullptr; // What is behind a text is another.
    const Expr *New = operation(
        E->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, Old, number(1));
    if (Texts)
      New = narrowed(Pool, U.Context, New, E->getType());
    assign(E->getSubExpr(), New);
    return E->isPrefix() ? New : Old;
  }
  if (E->getOpcode() == clang::UO_AddrOf) {
    const clang::Expr *Of = inner(E->getSubExpr());
    auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Of);
    if (Ref && llvm::isa<clang::FunctionDecl>(Ref->getDecl()))
      return value(Of);
    escape(E);
    return Texts ? number(OpenCLTexts::Address) : nullptr;
  }
  const Expr *V = E->getOpcode() == clang::UO_LNot
                      ? condition(E->getSubExpr())
                      : value(E->getSubExpr());
  if (!V)
    return nullptr;
  switch (E->getOpcode()) {
  case clang::UO_Plus:
    return V;
  case clang::UO_Minus:
    return Pool.unary(Op::Neg, V);
  case clang::UO_Not:
    return Pool.unary(Op::BitNot, V);
  case clang::UO_LNot:
    return wide(Pool.unary(Op::LogNot, V));
  case clang::UO_Deref: // Of a function.
    return E->getType()->isFunctionType() ? V : nullptr;
  default:
    return nullptr;
  }
}

/// Both operands are.
static bool areIntegers(const clang::BinaryOperator *E) {
  return E->getLHS()->getType()->isIntegralOrEnumerationType() &&
         E->getRHS()->getType()->isIntegralOrEnumerationType();
}

/// The second operand of `&&` or `||`, which may not be evaluated.
const Expr *HostRun::second(const clang::BinaryOperator *E, const Expr *First) {
  if (!hasSideEffects(E->getRHS()))
    return value(E->getRHS());
  std::optional<int64_t> Known =
      First ? State.evaluate(First) : std::optional<int64_t>();
  if (Known && bool(*Known) == (E->getOpcode() == clang::BO_LOr))
    return number(*Known);
  HostState Without = State;
  const Expr *V = value(E->getRHS());
  if (!Known)
    merge(unknown(), std::move(Without));
  return V;
}

const Expr *HostRun::binaryValue(const clang::BinaryOperator *E) {
  if (E->getOpcode() == clang::BO_Comma) {
    value(E->getLHS());
    return value(E->getRHS());
  }
  if (E->getOpcode() == clang::BO_Assign) {
    std::optional<HostPlace> P = place(E->getLHS());
    if (P && E->getType()->isRecordType()) {
      assignRecord(*P, E->getRHS());
      return nullptr;
    }
    const Expr *V = value(E->getRHS());
    assign(E->getLHS(), V);
    return V;
  }
  const Expr *L = value(E->getLHS()),
             *R = E->isLogicalOp() ? second(E, L) : value(E->getRHS());
  if (Texts && !areIntegers(E))
    L = R = nullptr; // Addresses are not compared, nor what follows them.
  if (E->isCompoundAssignmentOp()) {
    const Expr *V = operation(
        clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode()), L,
        R);
    if (Texts)
      V = narrowed(Pool, U.Context, V, E->getType());
    assign(E->getLHS(), V);
    return V;
  }
  if (!Texts)
    return operation(E->getOpcode(), L, R);
  std::optional<IntType> T = integerType(U.Context, E->getLHS()->getType());
  if (L && R && T && T->Bits == 64 && !T->Signed) { // Not as HostInt does.
    L = Pool.cast(L, *T);
    R = E->isShiftOp() ? R : Pool.cast(R, *T);
  }
  const Expr *V = operation(E->getOpcode(), L, R);
  return narrowed(Pool, U.Context, V, E->getType());
}

const Expr *HostRun::value(const clang::Expr *E) {
  const Expr *V = computed(E);
  if (E->getType().isNull())
    return nullptr; // Clang gives arguments in parentheses none, on errors.
  bool Wanted = (Texts && E->getType()->isAnyPointerType()) ||
                E->getType()->isIntegralOrEnumerationType() ||
                E->getType()->isFunctionType() ||
                E->getType()->isFunctionPointerType() ||
                E->getType()->isMemberFunctionPointerType();
  if (!V && Wanted)
    return unknown();
  return V;
}

const Expr *HostRun::conditional(const clang::AbstractConditionalOperator *E) {
  const Expr *Cond = condition(E->getCond());
  if (std::optional<int64_t> Known = State.evaluate(Cond))
    return value(*Known ? E->getTrueExpr() : E->getFalseExpr());
  HostState Else = State;
  const Expr *A = value(E->getTrueExpr());
  std::swap(State, Else);
  const Expr *B = value(E->getFalseExpr());
  merge(Cond, std::move(Else));
  return A && B ? Pool.select(Cond, A, B) : nullptr;
}

/// The value of \p E whatever was assigned, or of a text or an element; else
/// null.
const Expr *HostRun::constant(const clang::Expr *E) {
  if (const Expr *Value = Texts ? textOf(E) : nullptr)
    return Value;
  if (!E->getType()->isIntegralOrEnumerationType())
    return nullptr;
  auto [It, New] = Constants.try_emplace(E, nullptr);
  clang::Expr::EvalResult R;
  if (New && E->EvaluateAsInt(R, U.Context) && !Errors.firstIn(E) &&
      (!Texts || isPortable(E)))
    It->second = number(R.Val.getInt().getExtValue());
  return It->second;
}

/// What a cast makes of \p V, the value of \p From; null where it is not known.
static const Expr *converted(ExprPool &Pool, const clang::ASTContext &C,
                             const Expr *V, const clang::Expr *From,
                             clang::QualType To) {
  const bool Integer = From->getType()->isIntegralOrEnumerationType();
  if (Integer != To->isIntegralOrEnumerationType())
    return nullptr;
  return Integer ? narrowed(Pool, C, V, To) : V;
}

const Expr *HostRun::computed(const clang::Expr *E) {
  // A launch is seen even where something of it, as its grid, is not known.
  bool HasErrors =
      E->containsErrors() && !llvm::isa<clang::CUDAKernelCallExpr>(E);
  if (HasErrors) {
    // An argument of what is not known may be a launch.
    for (const clang::Stmt *Child : E->children())
      if (Child && launches(Child))
        statement(Child);
    forget(E);
    escapeAllGlobals();
  }
  if (HasErrors || E->isValueDependent())
    return nullptr;
  if (const Expr *Value = constant(E))
    return Value;
  clang::QualType T = E->getType();
  const clang::Expr *Plain = inner(E);
  if (Plain != E)
    return converted(Pool, U.Context, value(Plain), Plain, T);
  if (auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()))
      return numberOf(F);
    std::optional<HostPlace> P = place(E);
    return P && !T->isRecordType() ? read(*P) : nullptr;
  }
  if (auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
    if (std::optional<HostPlace> P = place(M))
      return T->isRecordType() ? nullptr : read(*P);
    value(M->getBase());
    return nullptr;
  }
  if (auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
      A && T->isIntegralOrEnumerationType())
    if (std::optional<HostPlace> P = elementPlace(A))
      return read(*P);
  if (auto *C = llvm::dyn_cast<clang::ExplicitCastExpr>(E))
    return converted(Pool, U.Context, value(C->getSubExpr()), C->getSubExpr(),
                     T);
  if (auto *X = llvm::dyn_cast<clang::UnaryOperator>(E))
    return unaryValue(X);
  if (auto *B = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    const Expr *V = binaryValue(B);
    return T->isFloatingType() ? nullptr : V;
  }
  if (auto *Q = llvm::dyn_cast<clang::AbstractConditionalOperator>(E))
    return conditional(Q);
  if (auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
    return callValue(Call);
  if (auto *L = llvm::dyn_cast<clang::LambdaExpr>(E)) {
    lambda(L);
    return nullptr;
  }
  for (const clang::Stmt *Child : E->children())
    statement(Child);
  if (auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E))
    escapeGlobals(Globals.of(Made->getConstructor()));
  return nullptr;
}
