//===- HostCalls.cpp - Calls in host code, and launches -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/VariableFacts.h"
#include "Host/CapturedArguments.h"
#include "Host/ClobberedVariables.h"
#include "Host/HostRun.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

/// Calls within calls that are followed.
static constexpr unsigned MaxDepth = 6;
/// Steps of one function that launches nothing, and of all of them.
static constexpr unsigned MaxStepsAside = 512, MaxStepsOfAll = 20'000;

static llvm::StringRef calleeName(const clang::CallExpr *Call) {
  const clang::FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : "";
}

std::optional<LaunchSyntax> bankfix::launchSyntax(const clang::Expr *E) {
  LaunchSyntax L;
  if (auto *Kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(E)) {
    const clang::CallExpr *Config = Kernel->getConfig();
    // In code for the device, such as lambdas, two more arguments come first.
    unsigned Grid = Config && calleeName(Config) == "cudaLaunchDevice" ? 2 : 0;
    if (!Config || Config->getNumArgs() < Grid + 2)
      return std::nullopt;
    L.Kernel = Kernel->getCallee();
    L.Block = Config->getArg(Grid + 1);
    L.Bytes =
        Config->getNumArgs() > Grid + 2 ? Config->getArg(Grid + 2) : nullptr;
    L.Args.assign(Kernel->arg_begin(), Kernel->arg_end());
    return L;
  }
  auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  if (!Call)
    return std::nullopt;
  llvm::StringRef Name = calleeName(Call);
  unsigned Count = Call->getNumArgs();
  if ((Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") &&
      Count >= 4) {
    L.Kernel = Call->getArg(0);
    L.Block = Call->getArg(2);
    L.Pointers = Call->getArg(3);
    L.Bytes = Count > 4 ? Call->getArg(4) : nullptr;
    return L;
  }
  if ((Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC") &&
      Count >= 2) {
    L.Config = Call->getArg(0);
    L.Kernel = Call->getArg(1);
    if (Name == "cudaLaunchKernelExC" && Count > 2)
      L.Pointers = Call->getArg(2);
    else
      L.Args.assign(Call->arg_begin() + 2, Call->arg_end());
    return L;
  }
  return std::nullopt;
}

const Expr *HostRun::numberOf(const clang::FunctionDecl *F) {
  if (const clang::FunctionDecl *Definition = F->getDefinition())
    F = Definition;
  auto It = llvm::find(Functions, F);
  if (It == Functions.end())
    It = Functions.insert(It, F);
  return number(It - Functions.begin());
}

const clang::FunctionDecl *HostRun::function(int64_t Number) const {
  bool Known = Number >= 0 && Number < int64_t(Functions.size());
  return Known ? Functions[Number] : nullptr;
}

const Expr *HostRun::extreme(const clang::CallExpr *E, Op O) {
  const Expr *A = value(E->getArg(0)), *B = value(E->getArg(1));
  return A && B ? Pool.binary(O, A, B) : nullptr;
}

/// Gives the parameters of \p F the values of the arguments.
void HostRun::bind(const clang::CallExpr *E, const clang::FunctionDecl *F) {
  unsigned Skip = llvm::isa<clang::CXXOperatorCallExpr>(E) &&
                          llvm::isa<clang::CXXMethodDecl>(F)
                      ? 1
                      : 0; // The object.
  if (Skip)
    value(E->getArg(0));
  else if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
    value(M->getImplicitObjectArgument());
  auto Given = [&](const clang::ParmVarDecl *P) {
    const unsigned I = P->getFunctionScopeIndex() + Skip;
    return I < E->getNumArgs() ? E->getArg(I) : nullptr;
  };
  auto IsRecord = [](const clang::ParmVarDecl *P) {
    return P->getType().getNonReferenceType()->isRecordType();
  };
  // All arguments first: they may call the same function.
  std::vector<const Expr *> Values;
  for (const clang::ParmVarDecl *P : F->parameters())
    Values.push_back(Given(P) && !IsRecord(P) ? value(Given(P)) : nullptr);
  for (const clang::ParmVarDecl *P : F->parameters()) {
    HostPlace To{P->getCanonicalDecl()};
    std::erase_if(State.Values, [&](const auto &Old) {
      return Old.first.Variable == To.Variable;
    });
    if (Given(P) && IsRecord(P))
      assignRecord(To, Given(P));
  }
  for (auto [P, V] : llvm::zip_equal(F->parameters(), Values))
    if (V)
      State.Values[HostPlace{P->getCanonicalDecl()}] = V;
}

/// The value of a function that is one `return`.
const Expr *HostRun::inlined(const clang::CallExpr *E,
                             const clang::FunctionDecl *F) {
  auto *Body = llvm::dyn_cast_or_null<clang::CompoundStmt>(F->getBody());
  auto *Return = Body && Body->size() == 1
                     ? llvm::dyn_cast<clang::ReturnStmt>(Body->body_front())
                     : nullptr;
  if (!Return || !Return->getRetValue() || !isFollowed(F) ||
      Stack.size() >= MaxDepth ||
      llvm::is_contained(Stack, F))
    return nullptr;
  bind(E, F);
  Stack.push_back(F);
  const Expr *V = value(Return->getRetValue());
  Stack.pop_back();
  return V;
}

/// Follows \p Body of \p F. Who asks gets the state wherever it is left.
void HostRun::within(const clang::FunctionDecl *F, const clang::Stmt *Body,
                     std::vector<HostState> *Returns) {
  Stack.push_back(F);
  Exits Outer = std::exchange(Leaving, {Returns});
  if (statement(Body) == Flow::Next && Returns)
    Returns->push_back(State);
  Leaving = std::move(Outer);
  Stack.pop_back();
}

/// The state behind the call \p E of \p F; nothing where it never returns.
/// The state is what it was.
std::optional<HostState> HostRun::followed(const clang::CallExpr *E,
                                           const clang::FunctionDecl *F) {
  HostState Before = State;
  reset(resultPlace());
  bind(E, F);
  std::vector<HostState> Returned;
  within(F, F->getBody(), &Returned);
  std::optional<HostState> After;
  if (!Returned.empty()) {
    State = std::move(Returned.back());
    Returned.pop_back();
    mergeAll(Returned);
    After = std::move(State);
  }
  State = std::move(Before);
  return After;
}

/// Follows a function that launches, or makes a kernel, which is its value.
const Expr *HostRun::enter(const clang::CallExpr *E,
                           const clang::FunctionDecl *F) {
  Visited.insert(E);
  std::optional<HostState> After = followed(E, F);
  auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  if ((Method && Method->isVirtual()) || !isFollowed(F)) {
    escapeGlobals(Globals.of(E));
    return nullptr;
  }
  if (!After)
    return nullptr;
  takeGlobals(*After);
  const bool IsMaker = Texts && F->getIdentifier() &&
                       Texts->Makers.count(F->getName().str()) &&
                       F->getReturnType().getAsString() == "cl_kernel";
  auto It = IsMaker ? After->Values.find(resultPlace()) : After->Values.end();
  return It == After->Values.end() ? nullptr : It->second;
}

/// What is evaluated before a call, for what it does.
void HostRun::arguments(const clang::CallExpr *E) {
  for (const clang::Expr *A : E->arguments())
    if (!A->getType()->isRecordType() || launches(A))
      value(A);
}

/// \p F launches nothing, and it is known what a call of it does.
bool HostRun::mayFollowAside(const clang::FunctionDecl *F) {
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return F && isFollowed(F) && !(Method && Method->isVirtual()) &&
         U.Source.isUserCode(F->getLocation()) && !Launching.contains(F) &&
         Taken.Aside <= MaxStepsOfAll &&
         !Taken.GivenUp.contains(F->getBody()) && Stack.size() < MaxDepth &&
         !llvm::is_contained(Stack, F) &&
         !F->getReturnType()->isReferenceType();
}

/// The same as followed, for a function that launches nothing; nothing, too,
/// where it takes many steps.
std::optional<HostState> HostRun::followedAside(const clang::CallExpr *E,
                                                const clang::FunctionDecl *F) {
  const unsigned StepsBefore = Taken.Steps;
  Taken.Aside += State.Values.size() / 8; // They are copied.
  std::optional<HostState> After = followed(E, F);
  const bool TooLong = Taken.Steps - StepsBefore > MaxStepsAside;
  if (TooLong)
    Taken.GivenUp.insert(F->getBody());
  Taken.Aside += Taken.Steps - StepsBefore;
  Taken.Steps = StepsBefore;
  return TooLong ? std::nullopt : std::move(After);
}

/// A function that launches nothing, and takes few steps, is followed to what
/// it returns: the members of \p To, which is forgotten if that fails.
bool HostRun::assignResult(const HostPlace &To, const clang::CallExpr *E) {
  const clang::FunctionDecl *F = E->getDirectCallee();
  F = F ? F->getDefinition() : nullptr;
  if (!mayFollowAside(F))
    return false;
  std::optional<HostState> After = followedAside(E, F);
  reset(To);
  HostPlace Result = resultPlace();
  if (!After) {
    arguments(E);
    escapeCall(E);
    return true;
  }
  takeGlobals(*After);
  for (const auto &[Known, Value] : After->Values)
    if (Known.isWithin(Result))
      State.Values[Known.moved(Result, To)] = Value;
  escapeArguments(E);
  return true;
}

/// What the function that is followed returns.
HostPlace HostRun::resultPlace() const { return partOfFile("result"); }

/// Leaves a function, whose result \p E, if it has one, may matter.
void HostRun::returnValue(const clang::Expr *E) {
  if (!Leaving.Returns) {
    if (E)
      value(E);
    return;
  }
  reset(resultPlace());
  if (E && E->getType()->isRecordType())
    assignRecord(resultPlace(), E);
  else if (E)
    State.Values[resultPlace()] = known(value(E));
  Leaving.Returns->push_back(State);
}

/// Follows the body of a lambda that launches, whenever it may be called.
void HostRun::lambda(const clang::LambdaExpr *L) {
  forget(L->getBody());
  if (!launches(L->getBody()) || Stack.size() >= MaxDepth)
    return;
  HostState Before = State;
  escapeAllGlobals();
  for (const clang::LambdaCapture &C : L->captures()) {
    auto *V = C.capturesVariable()
                  ? llvm::dyn_cast<clang::VarDecl>(C.getCapturedVar())
                  : nullptr;
    auto *Of = V ? llvm::dyn_cast_or_null<clang::FunctionDecl>(
                       V->getParentFunctionOrMethod())
                 : nullptr;
    if (V && V->isInitCapture())
      declaration(V);
    else if (V && C.getCaptureKind() == clang::LCK_ByRef &&
             (!Of || mayChange(Of->getBody(), V)))
      escapePlace({V->getCanonicalDecl()});
  }
  within(L->getCallOperator(), L->getBody());
  State = std::move(Before);
}

const Expr *HostRun::callValue(const clang::CallExpr *E) {
  if (std::optional<LaunchSyntax> L = launchSyntax(E)) {
    launch(E, *L);
    return nullptr;
  }
  if (Texts && isFollowedCall(E))
    return follow(E);
  if (const Expr *V = Texts ? textCall(E) : nullptr)
    return V;
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (F && F->getDefinition())
    F = F->getDefinition();
  llvm::StringRef Name = calleeName(E);
  bool IsUser = F && U.Source.isUserCode(F->getLocation());
  if (!IsUser && E->getNumArgs() == 2 &&
      E->getType()->isIntegralOrEnumerationType() &&
      (Name == "min" || Name == "max"))
    return extreme(E, Name == "min" ? Op::Min : Op::Max);
  if (auto *O = llvm::dyn_cast<clang::CXXOperatorCallExpr>(E);
      O && O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
    if (std::optional<HostPlace> P = place(O->getArg(0))) {
      assignRecord(*P, O->getArg(1));
      return nullptr;
    }
  bool HasBody = IsUser && F->doesThisDeclarationHaveABody();
  auto *Method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  bool IsKnown = HasBody && !(Method && Method->isVirtual());
  if (HasBody && Launching.contains(F) && !llvm::is_contained(Stack, F) &&
      Stack.size() < MaxDepth) {
    const Expr *V = enter(E, F);
    escapeArguments(E);
    return V;
  }
  if (IsKnown && !Launching.contains(F)) {
    if (const Expr *V = inlined(E, F)) {
      escapeArguments(E);
      return V;
    }
    const HostPlace To = partOfFile("value");
    if (E->getType()->isIntegralOrEnumerationType() && assignResult(To, E)) {
      const Expr *V = read(To);
      reset(To);
      return V;
    }
  }
  const ChangedGlobals::Effects &By = Globals.of(E);
  if (IsKnown && (By.IsOpen || !By.May.empty()) && mayFollowAside(F))
    if (std::optional<HostState> After = followedAside(E, F)) {
      takeGlobals(*After);
      escapeArguments(E);
      return nullptr;
    }
  arguments(E);
  escapeCall(E);
  return nullptr;
}

/// What a function may set that gets its address: it may, or not; and where it
/// keeps the address, so may anything that comes later.
void HostRun::escapeArguments(const clang::CallExpr *E) {
  const clang::FunctionDecl *F = E->getDirectCallee();
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (!isReadOnly(F, I))
      escape(E->getArg(I), {mayKeep(F, I), surelySets(F, I)});
  if (auto *M = llvm::dyn_cast<clang::CXXMemberCallExpr>(E))
    escape(M->getImplicitObjectArgument(),
           {mayKeepThis(M->getMethodDecl()), /*IsSet=*/false});
}

/// All that a call which is not followed may do.
void HostRun::escapeCall(const clang::CallExpr *E) {
  escapeArguments(E);
  escapeGlobals(Globals.of(E));
}

/// `args` of `void *args[] = {&a, &b}`: a, b.
static std::vector<const clang::Expr *> pointees(const clang::Expr *Pointers) {
  std::vector<const clang::Expr *> Out;
  const clang::VarDecl *V = namedVariable(Pointers->IgnoreParenCasts());
  auto *List = V && V->getInit()
                   ? llvm::dyn_cast<clang::InitListExpr>(V->getInit())
                   : nullptr;
  for (unsigned I = 0; List && I < List->getNumInits(); ++I) {
    auto *Of = llvm::dyn_cast<clang::UnaryOperator>(
        List->getInit(I)->IgnoreParenCasts());
    Out.push_back(Of && Of->getOpcode() == clang::UO_AddrOf ? Of->getSubExpr()
                                                            : nullptr);
  }
  return Out;
}

void HostRun::launch(const clang::Expr *E, const LaunchSyntax &L) {
  Visited.insert(E);
  HostPlace Block = partOfFile("block");
  FollowedLaunch Out{E, nullptr, {}, nullptr, {}, State, Guesses};
  if (L.Block) {
    assignRecord(Block, L.Block);
    Out.Bytes = L.Bytes ? value(L.Bytes) : number(0);
  } else if (L.Config) {
    auto *Of =
        llvm::dyn_cast<clang::UnaryOperator>(L.Config->IgnoreParenImpCasts());
    std::optional<HostPlace> P =
        place(Of && Of->getOpcode() == clang::UO_AddrOf ? Of->getSubExpr()
                                                        : L.Config);
    if (P) {
      Block = P->member("blockDim");
      Out.Bytes = read(P->member("dynamicSmemBytes"));
    } else {
      State.Values[Block.member("x")] = unknown();
    }
  }
  constexpr const char *Axes[] = {"x", "y", "z"};
  for (unsigned I = 0; I < 3; ++I)
    Out.Block[I] = read(Block.member(Axes[I]));
  Out.Kernel = value(L.Kernel);
  std::vector<const clang::Expr *> Args = L.Args;
  if (L.Pointers)
    Args = pointees(L.Pointers);
  for (const clang::Expr *A : Args)
    Out.Args.push_back(A ? value(A) : nullptr);
  Callback(Out);
}
