//===- AnyLaunch.cpp - What subscripts are, whatever the launch -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval analysis (Cousot and Cousot, 1976): each variable has a range at
// each statement; ranges join where paths do, and what grows from one iteration
// to the next is widened to all values of its type. Conditions narrow what they
// compare, so that a counter is bounded in the loop's body all the same: by the
// last value that its steps reach.
//
//===----------------------------------------------------------------------===//

#include "AnyLaunch.h"
#include "LaneValue.h"
#include "LoopVariables.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <utility>

using namespace bankfix;

namespace {

ValueHull join(ValueHull A, ValueHull B) {
  return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
}

/// `B mirrored(O) A` is `A O B`.
Op mirrored(Op O) {
  switch (O) {
  case Op::Lt:
    return Op::Gt;
  case Op::Le:
    return Op::Ge;
  case Op::Gt:
    return Op::Lt;
  case Op::Ge:
    return Op::Le;
  default:
    return O;
  }
}

bool isComparison(Op O) {
  return O == Op::Lt || O == Op::Le || O == Op::Gt || O == Op::Ge ||
         O == Op::Eq || O == Op::Ne;
}

/// What \p A can be where `A O b` holds for some b in \p B.
ValueHull narrowed(ValueHull A, Op O, ValueHull B) {
  switch (O) {
  case Op::Lt:
    A.High = std::min(A.High, B.High == INT64_MIN ? B.High : B.High - 1);
    break;
  case Op::Le:
    A.High = std::min(A.High, B.High);
    break;
  case Op::Gt:
    A.Low = std::max(A.Low, B.Low == INT64_MAX ? B.Low : B.Low + 1);
    break;
  case Op::Ge:
    A.Low = std::max(A.Low, B.Low);
    break;
  case Op::Eq:
    A = {std::max(A.Low, B.Low), std::min(A.High, B.High)};
    break;
  default: // Of Ne, an end may be left out.
    if (B.Low == B.High && A.Low == B.Low)
      ++A.Low;
    if (B.Low == B.High && A.High == B.Low)
      --A.High;
  }
  return A;
}

/// What a loop counts with: from one value on, by one step up or down.
struct Counter {
  int64_t Start, Step; ///< Step > 0.

  /// What of \p H it can be.
  ValueHull steps(ValueHull H) const {
    constexpr int64_t Far = int64_t(1) << 40;
    auto After = [&](int64_t V) { // Above the last of its values.
      return ((V - Start) % Step + Step) % Step;
    };
    if (H.Low > -Far && H.Low < Far && After(H.Low) != 0)
      H.Low += Step - After(H.Low);
    if (H.High > -Far && H.High < Far)
      H.High -= After(H.High);
    return H;
  }
};

/// The values of all variables, parameters and launch values.
struct State {
  bool IsReached = false;
  std::vector<ValueHull> Of;

  void join(const State &Other) {
    if (!Other.IsReached)
      return;
    if (!IsReached) {
      *this = Other;
      return;
    }
    for (auto [A, B] : llvm::zip_equal(Of, Other.Of))
      A = ::join(A, B);
  }
};

class IntervalWalk {
public:
  IntervalWalk(const Kernel &K, int64_t LastThread);
  std::vector<SiteHulls> run(const StmtList &Body);

private:
  void visit(const StmtList &L) {
    for (const Stmt &S : L) {
      if (!Now.IsReached || !Left)
        return;
      --Left;
      std::visit([&](const auto &Node) { visit(Node); }, S.Node);
    }
  }
  void visit(const Assign &A);
  void visit(const If &I);
  void visit(const Loop &L);
  void visit(const Scope &S);
  void visit(const Jump &J);
  void visit(const Access &A);
  void visit(const Assume &A) { learn(*A.Cond, true); }
  template <typename Other> void visit(const Other &) {}

  /// Where it is in State::Of; nothing for other expressions.
  std::optional<unsigned> place(const Expr &E) const;
  ValueHull range(const Expr &E) const;
  void learn(const Expr &Cond, bool Holds);
  void narrow(const Expr &E, Op O, ValueHull By);
  std::optional<Counter> counterOf(const Assign &Step) const;
  void iterate(const Loop &L, State &Exit);
  void test(const Loop &L, State &Exit);
  bool grow(State &Entry, bool Widens) const;

  /// Where jumps go.
  struct Targets {
    State *Break = nullptr, *Continue = nullptr, *Leave = nullptr,
          *Return = nullptr;
  };

  static constexpr unsigned LaunchValues = 4 * 4; ///< Kinds and axes.
  const Kernel &K;
  State Now;
  Targets To;
  std::map<unsigned, Counter> Counters; ///< By variable; of loops around.
  std::vector<IntType> Types; ///< Of what State::Of has.
  std::vector<SiteHulls> Out;
  uint64_t Left = 1 << 17; ///< Statements; more is left to the analysis.
};

IntervalWalk::IntervalWalk(const Kernel &K, int64_t LastThread)
    : K(K), Out(K.Sites.size()) {
  for (const Variable &V : K.Variables)
    Types.push_back(V.Type);
  for (const Parameter &P : K.Params)
    Types.push_back(P.Type);
  Types.resize(Types.size() + LaunchValues, IntType{64, false});
  Now.IsReached = true;
  for (IntType T : Types)
    Now.Of.push_back({T.min(), T.max()});
  ValueHull *Launch = Now.Of.data() + Now.Of.size() - LaunchValues;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Launch[4 * unsigned(LaunchValue::ThreadIdx) + Axis] = {0, LastThread};
    Launch[4 * unsigned(LaunchValue::BlockDim) + Axis] = {1, LastThread + 1};
    Launch[4 * unsigned(LaunchValue::GridDim) + Axis].Low = 1;
  }
}

std::optional<unsigned> IntervalWalk::place(const Expr &E) const {
  switch (E.kind()) {
  case ExprKind::Var:
    return E.index();
  case ExprKind::Param:
    return K.Variables.size() + E.index();
  case ExprKind::LaunchValue:
    return Types.size() - LaunchValues + 4 * unsigned(E.launchValue()) +
           E.axis();
  default:
    return std::nullopt;
  }
}

ValueHull IntervalWalk::range(const Expr &E) const {
  return rangeOf(E, [&](const Expr &Leaf) -> std::optional<ValueRange> {
    std::optional<unsigned> At = place(Leaf);
    if (!At)
      return std::nullopt;
    const auto [Low, High] = Now.Of[*At];
    return ValueRange{std::max(Low, Leaf.type().min()),
                      std::min(High, Leaf.type().max())};
  });
}

/// `E O b` holds for some b in \p By, in the type of \p E.
void IntervalWalk::narrow(const Expr &E, Op O, ValueHull By) {
  if (std::optional<unsigned> At = place(E)) {
    ValueHull New = narrowed(Now.Of[*At], O, By);
    if (auto It = Counters.find(*At); It != Counters.end())
      New = It->second.steps(New);
    if (New.Low <= New.High) // Else nothing gets here.
      Now.Of[*At] = New;
    return;
  }
  if (E.kind() == ExprKind::Cast) {
    const Expr &Inner = *E.operand(0);
    ValueHull R = range(Inner);
    if (R.Low >= E.type().min() && R.High <= E.type().max())
      return narrow(Inner, O, By);
    // A negative number is a large one to an unsigned comparison.
    bool IsBelow = (O == Op::Lt || O == Op::Le) && By.High < INT32_MAX;
    if (IsBelow && !E.type().Signed && Inner.type().Signed &&
        E.type().Bits == Inner.type().Bits) {
      narrow(Inner, O, By);
      narrow(Inner, Op::Ge, {0, 0});
    }
    return;
  }
  // A sum that may wrap around says nothing of its operands.
  if (E.kind() != ExprKind::Binary || !E.operand(1)->isConst() ||
      (E.op() != Op::Add && E.op() != Op::Sub))
    return;
  int64_t C =
      E.op() == Op::Add ? E.operand(1)->value() : -E.operand(1)->value();
  ValueHull R = range(*E.operand(0));
  constexpr int64_t Far = int64_t(1) << 40;
  auto IsNear = [](int64_t V) { return V > -Far && V < Far; };
  if (!IsNear(C) || !IsNear(R.Low) || !IsNear(R.High) || !IsNear(By.Low) ||
      !IsNear(By.High) || R.Low + C < E.type().min() ||
      R.High + C > E.type().max())
    return;
  narrow(*E.operand(0), O, {By.Low - C, By.High - C});
}

void IntervalWalk::learn(const Expr &Cond, bool Holds) {
  if (Cond.kind() == ExprKind::Cast)
    return learn(*Cond.operand(0), Holds);
  if (Cond.kind() == ExprKind::Unary && Cond.op() == Op::LogNot)
    return learn(*Cond.operand(0), !Holds);
  if (Cond.kind() != ExprKind::Binary)
    return;
  const Expr &A = *Cond.operand(0), &B = *Cond.operand(1);
  if (Cond.op() == (Holds ? Op::LogAnd : Op::LogOr)) {
    learn(A, Holds);
    learn(B, Holds);
    return;
  }
  if (!isComparison(Cond.op()))
    return;
  Op O = Holds ? Cond.op() : opposite(Cond.op());
  ValueHull OfA = range(A), OfB = range(B);
  narrow(A, O, OfB);
  narrow(B, mirrored(O), OfA);
}

void IntervalWalk::visit(const Assign &A) {
  ValueHull R = range(*A.Value);
  IntType T = Types[A.Var];
  bool Fits = R.Low >= T.min() && R.High <= T.max();
  Now.Of[A.Var] = Fits ? R : ValueHull{T.min(), T.max()};
}

void IntervalWalk::visit(const If &I) {
  State Before = Now;
  learn(*I.Cond, true);
  visit(I.Then);
  std::swap(Now, Before);
  learn(*I.Cond, false);
  visit(I.Else);
  Now.join(Before);
}

/// Some lanes go on, others leave.
void IntervalWalk::test(const Loop &L, State &Exit) {
  visit(L.Header);
  if (!L.Cond || !Now.IsReached)
    return;
  State Others = Now;
  learn(*L.Cond, true);
  std::swap(Now, Others);
  learn(*L.Cond, false);
  Exit.join(Now);
  std::swap(Now, Others);
}

void IntervalWalk::iterate(const Loop &L, State &Exit) {
  State Next;
  Targets Around = std::exchange(To, {&Exit, &Next, To.Leave, To.Return});
  if (L.TestFirst)
    test(L, Exit);
  visit(L.Body);
  Now.join(Next);
  To = Around;
  visit(L.Step);
  if (!L.TestFirst && Now.IsReached)
    test(L, Exit);
}

/// Adds to \p Entry what comes round; false where it has all of that.
bool IntervalWalk::grow(State &Entry, bool Widens) const {
  if (!Now.IsReached)
    return false;
  bool Grows = false;
  for (auto [Old, New, T] : llvm::zip_equal(Entry.Of, Now.Of, Types)) {
    if (New.Low >= Old.Low && New.High <= Old.High)
      continue;
    Grows = true;
    if (New.Low < Old.Low)
      Old.Low = Widens ? T.min() : New.Low;
    if (New.High > Old.High)
      Old.High = Widens ? T.max() : New.High;
  }
  return Grows;
}

/// A signed one: others may wrap around to what no step reaches.
std::optional<Counter> IntervalWalk::counterOf(const Assign &Step) const {
  const Expr *E = Step.Value;
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  const ValueHull Start = Now.Of[Step.Var];
  if (E->kind() != ExprKind::Binary || Start.Low != Start.High ||
      !Types[Step.Var].Signed || (E->op() != Op::Add && E->op() != Op::Sub))
    return std::nullopt;
  auto IsCounter = [&](const Expr &Of) {
    return Of.kind() == ExprKind::Var && Of.index() == Step.Var;
  };
  const ValueHull By = range(*E->operand(1));
  if (!IsCounter(*E->operand(0)) || By.Low != By.High || By.Low == 0 ||
      By.Low <= INT32_MIN || By.Low > INT32_MAX)
    return std::nullopt;
  return Counter{Start.Low, std::abs(By.Low)};
}

void IntervalWalk::visit(const Loop &L) {
  constexpr unsigned Rounds = 2; // Before what still grows is widened.
  std::vector<unsigned> Counted;
  for (const Assign *Step : plainStep(L))
    if (std::optional<Counter> C = counterOf(*Step);
        C && Counters.try_emplace(Step->Var, *C).second)
      Counted.push_back(Step->Var);
  State Entry = Now, Exit;
  for (unsigned Round = 0;; ++Round) {
    Exit = {};
    Now = Entry;
    iterate(L, Exit);
    if (!Left || !grow(Entry, Round >= Rounds))
      break;
  }
  for (unsigned Var : Counted)
    Counters.erase(Var);
  Now = std::move(Exit);
}

void IntervalWalk::visit(const Scope &S) {
  State Exit;
  Targets Around = To;
  (S.Kind == ScopeKind::Call ? To.Return : To.Leave) = &Exit;
  visit(S.Body);
  Now.join(Exit);
  To = Around;
}

void IntervalWalk::visit(const Jump &J) {
  State *At = J.Kind == JumpKind::Break      ? To.Break
              : J.Kind == JumpKind::Continue ? To.Continue
              : J.Kind == JumpKind::Leave    ? To.Leave
                                             : To.Return;
  if (At)
    At->join(Now);
  Now.IsReached = false;
}

void IntervalWalk::visit(const Access &A) {
  SiteHulls &Of = Out[A.Site];
  auto Include = [&](ValueHull &Into, const Expr &E) {
    Into = join(Into, range(E));
  };
  if (Of.Subscripts.size() < A.Subscripts.size())
    Of.Subscripts.resize(A.Subscripts.size(), NoValue);
  if (Of.Flat.size() < A.Flat.size())
    Of.Flat.resize(A.Flat.size());
  for (auto [I, E] : llvm::enumerate(A.Subscripts))
    Include(Of.Subscripts[I], *E);
  for (auto [I, F] : llvm::enumerate(A.Flat)) {
    Include(Of.Flat[I].Row, *F.Row);
    Include(Of.Flat[I].Length, *F.Length);
    Include(Of.Flat[I].Column, *F.Column);
  }
}

std::vector<SiteHulls> IntervalWalk::run(const StmtList &Body) {
  visit(Body);
  return Left ? std::move(Out) : std::vector<SiteHulls>();
}

} // namespace

std::vector<SiteHulls> bankfix::hullsOfAnyLaunch(const Kernel &K,
                                                 const StmtList &Body,
                                                 int64_t LastThread) {
  return IntervalWalk(K, LastThread).run(Body);
}
