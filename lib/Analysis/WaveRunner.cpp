//===- WaveRunner.cpp - Runs the statements of one wave -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveRunner.h"
#include "Choices.h"
#include "LoopVariables.h"
#include "Reason.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

WaveRunner::WaveRunner(const Kernel &K, const RequestSlice &Slice,
                       const Program &P, const LaunchShape &Shape,
                       unsigned WaveSize, unsigned Wave, Recorder &Into,
                       uint64_t &Budget, const RunLimits &Limits)
    : K(K), Slice(Slice), P(P), Into(Into), Budget(Budget), Limits(Limits),
      Window(K, Into), Values(Slice, Shape, WaveSize, Wave),
      Active(Values.lanes()) {}

void WaveRunner::run() {
  Into.Intervals.startWave();
  if (Limits.Work)
    Limits.Work->startWave();
  runList(Slice.body());
  endMerging();
  if (Limits.Work)
    Limits.Work->endWave();
  Into.Intervals.endWave();
}

void WaveRunner::run(const Barrier &B) {
  if (!Silent && B.OfBlock)
    Into.Intervals.leave(&B);
  if (!Silent && Limits.Work)
    Limits.Work->barrier(B, times(), Here.OpenLoops);
  endMerging();
}

bool WaveRunner::exhausted() {
  if (Budget != 0) {
    --Budget;
    return false;
  }
  Active = 0;
  return true;
}

void WaveRunner::runList(llvm::ArrayRef<Stmt> L) {
  // Lanes that leave it early come back behind its end.
  within([&] {
    for (const Stmt &S : L) {
      if (!Active || exhausted())
        return;
      std::visit([&](const auto &Node) { run(Node); }, S.Node);
    }
  });
}

void WaveRunner::run(const Assign &A) {
  Values.assign(A.Var, Values.evaluate(*A.Value, Active), Active);
}

void WaveRunner::run(const Assume &A) { Values.learn(*A.Cond, true, Active); }

void WaveRunner::run(const Unsupported &U) {
  if (!Silent)
    Into.giveUpAll(U.Reason);
}

/// What holds for the lanes that stay while the active ones go to the end of
/// what began at \p O; nothing where it is decided which ones go.
std::optional<WaveRunner::Context>
WaveRunner::undecidedSince(const Origin &O) const {
  bool Within = Branches.size() > O.Branches;
  if (!Within && (!Here.Assumed || O.Assumed))
    return std::nullopt;
  Context C = Here;
  // Unless all go together, or none.
  C.MayBePartial |= Within && Active != Branches[O.Branches];
  return C;
}

void WaveRunner::run(const Jump &J) {
  auto From = [&] {
    if (J.Kind == JumpKind::Return)
      return InnerCall ? InnerCall->From : Origin();
    return J.Kind == JumpKind::Leave ? InnerBlock->From : InnerLoop->From;
  };
  std::optional<Context> Stays = undecidedSince(From());
  const LaneMask Doubtful = Active & (MayHaveJumped | MayHaveLeft);
  switch (J.Kind) {
  case JumpKind::Return:
    if (Doubtful) { // They may come back where those jumps lead.
      Stays = Stays.value_or(Here);
      Stays->Assumed = Stays->MayBePartial = true;
    }
    if (Stays)
      Function.include(*Stays);
    AssumedReturns += Stays.has_value();
    Returned |= Active & ~Doubtful;
    if (InnerCall)
      leave(*InnerCall, Stays.has_value());
    break;
  case JumpKind::Leave:
    leave(*InnerBlock, Stays.has_value());
    if (Stays) {
      InnerBlock->After.include(*Stays);
      MayHaveLeft |= Active;
    }
    break;
  case JumpKind::Continue:
    InnerLoop->Continued |= Active;
    [[fallthrough]];
  case JumpKind::Break:
    if (Stays) {
      MayHaveJumped |= Active;
      InnerLoop->After.include(*Stays);
      InnerLoop->Departures.push_back(
          {J.Kind, Active, Stays->MayBePartial,
           valuesOf(Slice.assignedIn(&InnerLoop->Of))});
    }
    InnerLoop->UndecidedBreak |= Stays && J.Kind == JumpKind::Break;
    break;
  }
  Active = 0;
}

/// Lanes that may have jumped here have what they had then, or what the others
/// have: of variables that are not the same, nobody knows.
void WaveRunner::rejoin(JumpKind Kind) {
  std::vector<Departure> All = std::exchange(InnerLoop->Departures, {});
  for (Departure &D : All) {
    if (D.Kind != Kind) {
      InnerLoop->Departures.push_back(std::move(D));
      continue;
    }
    for (const auto &[V, Then] : D.Variables) {
      if (Then.equals(Values.Variables[V], D.Lanes))
        continue;
      bool Uniform = !D.MayBePartial && Values.Symbols.isUniform(Then) &&
                     Values.Symbols.isUniform(Values.Variables[V]);
      Values.assign(V, unknown(V, Uniform), D.Lanes);
    }
  }
}

void WaveRunner::leave(ScopeState &S, bool Unsure) {
  S.Left |= Active;
  // In a loop that is run once for all its iterations, lanes leave with the
  // values of one of them.
  S.Unsure |= Unsure || (Here.PerIteration && !S.From.PerIteration) ||
              Iterations.size() > S.From.Iterations;
}

void WaveRunner::run(const Scope &S) {
  bool IsCall = S.Kind == ScopeKind::Call;
  ScopeState State;
  State.From = origin();
  ScopeState *&Inner = IsCall ? InnerCall : InnerBlock;
  ScopeState *Outer = std::exchange(Inner, &State);
  Context Before = Here, OuterFunction = Function;
  LaneMask Entered = Active, OuterReturned = Returned;
  const LaneMask JumpedBefore = MayHaveJumped, LeftBefore = MayHaveLeft;
  if (IsCall) {
    Function = Context();
    Returned = MayHaveJumped = MayHaveLeft = 0;
  }
  runList(S.Body);
  Inner = Outer;
  Active |= State.Left;
  MayHaveLeft = LeftBefore;
  if (IsCall) {
    Function = OuterFunction;
    Returned = OuterReturned;
    MayHaveJumped = JumpedBefore;
    Active = Entered;
  }
  if (State.Unsure)
    for (unsigned V : Slice.assignedIn(&S))
      Values.assign(V, unknown(V, false), Active);
  Here = contextAfter(Before);
}

void WaveRunner::run(const Access &A) {
  if (Silent && !Probing)
    return;
  if (Limits.Work) {
    if (!Silent)
      Limits.Work->access(A.Site, K.Sites[A.Site], placeOf(A), times(),
                          Here.OpenLoops);
    return;
  }
  if (!Silent)
    Into.Intervals.access(K.Sites[A.Site], Active, times(), Here.PerIteration);
  if (!A.Reason.empty()) {
    if (!Probing)
      Into.giveUp(A.Site, A.Reason);
    return;
  }
  SymbolicAccess S = symbolic(A);
  if (!S.Active)
    return;
  const SharedArray &Array = P.Arrays[K.Sites[A.Site].Array];
  if (Probing)
    Unclear |=
        dependsOn(S.Offset, Values.Symbols,
                  [](const Symbol &S) { return S.TripCount.has_value(); }) &&
        !isEnumerable(S, Array, Values.Symbols);
  else
    recordAccess(S, A);
}

void WaveRunner::recordAccess(SymbolicAccess &S, const Access &A) {
  recordRows(A, S.Active);
  const Recorder::Recorded *Known = Into.record(S, A, Values.Symbols, Budget);
  Window.add(std::move(S), Known, Values.Symbols);
}

/// Of an access that is run once, or in each iteration at the same place.
std::optional<WorkLog::Place> WaveRunner::placeOf(const Access &A) {
  if (!A.Reason.empty())
    return std::nullopt;
  const SymbolicAccess S = symbolic(A);
  if (!S.Active)
    return std::nullopt;
  llvm::hash_code Shape = llvm::hash_value(S.Active);
  const LaneVector &At = S.Offset.Constant;
  const int64_t First = At[llvm::countr_zero(S.Active)];
  forEachLane(S.Active, [&](unsigned L) {
    Shape = llvm::hash_combine(Shape, At[L] - First);
  });
  // What only some lanes do, compilers leave behind its condition.
  bool IsKnown = S.Active == Values.lanes(), IsUniform = IsKnown, Moves = false;
  llvm::hash_code Steps = llvm::hash_value(K.Sites[A.Site].Array);
  for (const Term &T : S.Offset.Terms) {
    const bool Iterates = llvm::any_of(T.Symbols, [&](SymbolId Id) {
      return Values.Symbols[Id].IsIteration;
    });
    Moves |= Iterates;
    if (Iterates && T.Coefficient.isSame(S.Active)) { // All lanes go on alike.
      Steps = llvm::hash_combine(Steps, llvm::hash_combine_range(T.Symbols),
                                 T.Coefficient[llvm::countr_zero(S.Active)]);
      continue;
    }
    if (Iterates)
      return std::nullopt;
    IsKnown = false;
    IsUniform &= T.Coefficient.isSame(S.Active) &&
                 llvm::none_of(T.Symbols, [&](SymbolId Id) {
                   return Values.Symbols[Id].LaneVarying;
                 });
    Shape = llvm::hash_combine(Shape, llvm::hash_combine_range(T.Symbols));
    forEachLane(S.Active, [&](unsigned L) {
      Shape = llvm::hash_combine(Shape, T.Coefficient[L]);
    });
  }
  WorkLog::Place Out{std::nullopt, Shape,   llvm::hash_combine(Shape, Steps),
                     First,        IsKnown, IsUniform};
  if (!Moves)
    Out.Same = llvm::hash_combine(Shape, First, K.Sites[A.Site].Array);
  return Out;
}

uint64_t WaveRunner::times() const {
  uint64_t Times = Here.Repeats;
  for (SymbolId S : Iterations)
    Times *= *Values.Symbols[S].TripCount;
  return Times;
}

void WaveRunner::run(const Work &W) {
  if (Silent || !Limits.Work)
    return;
  Limits.Work->work(W, times(), Here.OpenLoops);
  for (const OutsideAccess &A : W.Outside) {
    std::optional<LaneValue> Index;
    if (A.Index)
      Index = Values.evaluate(*A.Index, Active);
    Limits.Work->outside(A, Index, Active, Values.Symbols, times(),
                         Here.OpenLoops);
  }
}

/// Compilers merge nothing across here.
void WaveRunner::endMerging() {
  if (Silent)
    return;
  if (Limits.Work)
    Limits.Work->endStretch(times(), Here.OpenLoops);
  else
    Window.close(Values.Symbols);
}

/// Says which rows and columns of a flat array are accessed.
void WaveRunner::recordRows(const Access &A, LaneMask Lanes) {
  auto ValueOf = [&](const Expr *E) { return Values.evaluate(*E, Lanes); };
  for (auto [Way, F] : llvm::enumerate(A.Flat))
    Into.recordRows(A.Site, Way, F,
                    {ValueOf(F.Row), ValueOf(F.Length), ValueOf(F.Column)},
                    Lanes, Values.Symbols);
}

SymbolicAccess WaveRunner::symbolic(const Access &A) {
  const SharedArray &Array = P.Arrays[K.Sites[A.Site].Array];
  SymbolicAccess S;
  S.Site = A.Site;
  S.Active = Active;
  S.IsFlat = K.Sites[A.Site].IsFlat;
  S.MayBePartial = Here.MayBePartial;
  S.Assumed = Here.Assumed;
  S.PerIteration = Here.PerIteration;
  S.Trips = Here.Trips;
  S.Iterations = Iterations;
  S.Offset = LaneValue(int64_t(A.MemberOffset));
  for (auto [I, E] : llvm::enumerate(A.Subscripts)) {
    S.Subscripts.push_back(Values.evaluate(*E, Active));
    int64_t Stride = Array.stride(I) * Array.ElementBytes;
    S.Offset = add(S.Offset, multiply(S.Subscripts.back(), LaneValue(Stride)));
  }
  if (A.Offset)
    S.Offset = add(S.Offset, Values.evaluate(*A.Offset, Active));
  if (!A.Only)
    return S;
  Truth T = Values.test(*A.Only, Active);
  S.Active = T.True | T.Unknown;
  S.Assumed |= T.Unknown != 0;
  // All to this array, or none; else the others' place decides, too.
  if (S.Active == Active && (!T.Unknown || (!T.True && T.UniformUnknown)))
    return S;
  S.MayBePartial |= T.Unknown != 0;
  S.Arrays = A.Targets;
  return S;
}

void WaveRunner::run(const If &I) {
  if (I.Then.empty() && I.Else.empty())
    return endMerging(); // Compilers may branch; see RequestSlice::Body.
  Truth T = Values.test(*I.Cond, Active);
  if (T.Unknown)
    return runBoth(I, T);
  // What compilers decide leaves no branch.
  const bool IsBranch = !isMadeOf(*I.Cond, Slice.constants());
  auto Branch = [&] {
    if (IsBranch)
      endMerging();
  };
  Branch();
  Active = T.True;
  runList(I.Then);
  Branch();
  LaneMask AfterThen = Active;
  Active = T.False;
  runList(I.Else);
  Branch();
  Active |= AfterThen;
}

WaveRunner::Context WaveRunner::contextAfter(const Context &Before) const {
  Context C = Before;
  C.include(Function);
  if (InnerLoop)
    C.include(InnerLoop->After);
  if (InnerBlock)
    C.include(InnerBlock->After);
  return C;
}

/// Learns that \p Cond holds or fails, and returns what was new in that.
std::vector<Fact> WaveRunner::learned(const Expr &Cond, bool Holds) {
  size_t Known = Values.Symbols.facts().size();
  Values.learn(Cond, Holds, Active);
  return Values.Symbols.facts().drop_front(Known).vec();
}

void WaveRunner::runBoth(const If &I, const Truth &T) {
  ++Undecided;
  Context Before = Here;
  LaneValue Condition = Values.evaluate(*I.Cond, Active);
  ValuesOf Start = valuesOf(Slice.restoredIn(I));
  const std::vector<LaneMask> GivenBefore = Values.Given;
  Here.Assumed = true;
  Here.MayBePartial |= !T.UniformUnknown;

  LaneMask ReturnedBefore = Returned;
  endMerging();
  // Undecided lanes join, as one, those of which the branch is certain.
  Context Branch = Here;
  Branches.push_back(Active);
  Here.MayBePartial |= T.True != 0;
  Active = T.True | T.Unknown;
  std::vector<Fact> Holds, Fails;
  within([&] {
    Holds = learned(*I.Cond, true);
    runList(I.Then);
  });
  endMerging();
  LaneMask AfterThen = Active;
  LaneMask ReturnedThen = std::exchange(Returned, ReturnedBefore);
  ValuesOf Then = valuesOf(Slice.assignedIn(&I));
  const std::vector<LaneMask> GivenThen =
      std::exchange(Values.Given, GivenBefore);
  for (auto &[V, Value] : Start)
    Values.Variables[V] = std::move(Value);

  Here = Branch;
  Here.MayBePartial |= T.False != 0;
  Active = T.False | T.Unknown;
  within([&] {
    Fails = learned(*I.Cond, false);
    runList(I.Else);
  });
  endMerging();
  Branches.pop_back();
  LaneMask AfterElse = Active;
  // An undecided lane has only left for certain if both branches return.
  Returned = (Returned & (ReturnedThen | T.False)) | (ReturnedThen & T.True);

  join(T, Condition, AfterThen, AfterElse, Then, GivenThen);
  Active = AfterThen | AfterElse;
  if (!AfterThen || !AfterElse)
    Values.Symbols.addFacts(AfterThen ? Holds : Fails);
  Here = contextAfter(Before);
  if (Silent)
    return;
  bool ThenLeft = T.Unknown & ~AfterThen, ElseLeft = T.Unknown & ~AfterElse;
  if (hasNode<Access>(I.Then) || (ElseLeft && !ThenLeft))
    Into.assume(I.Text + " holds for every lane");
  if (hasNode<Access>(I.Else) || (ThenLeft && !ElseLeft))
    Into.assume(I.Text + " fails for every lane");
}

WaveRunner::ValuesOf
WaveRunner::valuesOf(llvm::ArrayRef<unsigned> Those) const {
  ValuesOf Out;
  for (unsigned V : Those)
    Out.emplace_back(V, Values.Variables[V]);
  return Out;
}

LaneValue WaveRunner::unknown(unsigned Var, bool Uniform) {
  IntType T = K.Variables[Var].Type;
  return Values.Symbols.value(
      Values.Symbols.fresh(Uniform ? SymbolKind::Uniform : SymbolKind::PerLane,
                           K.Variables[Var].Name, T.min(), T.max()));
}

/// What lane by lane decides which value variable \p Var has.
LaneValue WaveRunner::decision(unsigned Var) {
  return Values.Symbols.value(
      Values.Symbols.fresh(SymbolKind::PerLane, K.Variables[Var].Name, 0, 1));
}

/// Merges the variables of both branches. Values.Variables holds those of the
/// else branch. What only one branch gives a value has that one, also where the
/// lane's branch is not known: to read it after the other is undefined.
void WaveRunner::join(const Truth &T, const LaneValue &Condition,
                      LaneMask InThen, LaneMask InElse,
                      const ValuesOf &AfterThen,
                      llvm::ArrayRef<LaneMask> GivenThen) {
  // What depends on more outcomes costs more than it tells. Of lanes that
  // decide one by one, the outcomes multiply.
  const unsigned TooDeep = T.UniformUnknown ? 32 : 3;
  for (const auto &[V, Then] : AfterThen) {
    LaneValue Else = Values.Variables[V];
    const LaneMask GivenElse =
        std::exchange(Values.Given[V], Values.Given[V] | GivenThen[V]);
    LaneMask Both = InThen & InElse & T.Unknown;
    if (Then.equals(Else, InThen | InElse))
      continue;
    Values.assign(V, Then, InThen & ~InElse);
    if (!T.UniformUnknown) { // Else, the condition tells where it is read.
      if (LaneMask ThenAlone = Both & GivenThen[V] & ~GivenElse)
        Values.assign(V, Then, ThenAlone);
      Both &= GivenThen[V] & GivenElse;
    }
    if (!Both || Then.equals(Else, Both)) {
      Values.assign(V, Then, Both);
      continue;
    }
    if (std::max(Values.Symbols.nesting(Then), Values.Symbols.nesting(Else)) >=
        TooDeep) {
      bool Uniform = T.UniformUnknown && Values.Symbols.isUniform(Then) &&
                     Values.Symbols.isUniform(Else);
      Values.assign(V, unknown(V, Uniform), Both);
      continue;
    }
    Symbol S;
    S.Derivation = DerivedKind::Select;
    S.OperandType = K.Variables[V].Type;
    // Lanes that decide one by one have nothing in common but the outcomes.
    S.Operands = {T.UniformUnknown ? Condition : decision(V), Then, Else};
    spend(4);
    Values.assign(V, Values.derive(std::move(S)), Both);
  }
}
