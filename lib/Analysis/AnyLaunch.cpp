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
// last value that its steps reach. So does an access, of what it subscripts:
// behind `s[tx + 1]`, tx keeps `s` in mind.
//
//===----------------------------------------------------------------------===//

#include "AnyLaunch.h"
#include "LaneValue.h"
#include "LoopVariables.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <map>
#include <set>
#include <utility>

using namespace bankfix;

namespace {

ValueHull join(ValueHull A, ValueHull B) {
  return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
}

/// Of a hull: some thread has the value that an end is.
struct EndsMet {
  bool Low = true, High = true;

  /// Those of both hulls, \p A with these ends and \p B with \p Other.
  EndsMet joined(ValueHull A, EndsMet Other, ValueHull B) const {
    return {(A.Low <= B.Low && Low) || (B.Low <= A.Low && Other.Low),
            (A.High >= B.High && High) || (B.High >= A.High && Other.High)};
  }
};

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
  std::vector<EndsMet> Met;

  void join(const State &Other) {
    if (!Other.IsReached)
      return;
    if (!IsReached) {
      *this = Other;
      return;
    }
    for (auto [A, MetA, B, MetB] :
         llvm::zip_equal(Of, Met, Other.Of, Other.Met)) {
      MetA = MetA.joined(A, MetB, B);
      A = ::join(A, B);
    }
  }
};

class IntervalWalk {
public:
  using LastThreads = std::array<int64_t, 3>; ///< Indices, by axis.

  /// \p InArrays: of P's arrays; null where accesses may leave them.
  IntervalWalk(const Kernel &K, const LastThreads &Threads,
               const Program *InArrays, bool OnlyMet);
  std::vector<SiteHulls> run(const StmtList &Body);
  /// After a run: of all threads that come to an end.
  LastThreads threads() const;

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
  bool isOne(const Expr &E) const {
    const ValueHull R = range(E);
    return R.Low == R.High;
  }
  EndsMet ends(const Expr &E) const;
  void learn(const Expr &Cond, bool Holds);
  void narrow(const Expr &E, Op O, ValueHull By, bool IsMet);
  void narrowOperands(const Expr &E, Op O, ValueHull By, bool IsMet);
  void learnInside(const Access &A);
  void findCopies(const StmtList &Body);
  unsigned threadAt(unsigned Axis) const {
    return Types.size() - LaunchValues + 4 * unsigned(LaunchValue::ThreadIdx) +
           Axis;
  }
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
  const Program *InArrays;
  const bool OnlyMet;
  State Now, Start;
  State End; ///< Of the kernel, for all threads that come to it.
  Targets To;
  /// By variable: the index of a thread that it is, whenever it is set.
  std::map<unsigned, const Expr *> Copies;
  std::map<unsigned, Counter> Counters; ///< By variable; of loops around.
  std::vector<IntType> Types; ///< Of what State::Of has.
  std::vector<SiteHulls> Out;
  uint64_t Left = 1 << 17; ///< Statements; more is left to the analysis.
};

IntervalWalk::IntervalWalk(const Kernel &K, const LastThreads &Threads,
                           const Program *InArrays, bool OnlyMet)
    : K(K), InArrays(InArrays), OnlyMet(OnlyMet), Out(K.Sites.size()) {
  for (const Variable &V : K.Variables)
    Types.push_back(V.Type);
  for (const Parameter &P : K.Params)
    Types.push_back(P.Type);
  Types.resize(Types.size() + LaunchValues, IntType{64, false});
  Now.IsReached = true;
  for (IntType T : Types)
    Now.Of.push_back({T.min(), T.max()});
  Now.Met.resize(Types.size());
  ValueHull *Launch = Now.Of.data() + Now.Of.size() - LaunchValues;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Launch[4 * unsigned(LaunchValue::ThreadIdx) + Axis] = {0, Threads[Axis]};
    Launch[4 * unsigned(LaunchValue::BlockDim) + Axis] = {1, Threads[Axis] + 1};
    Launch[4 * unsigned(LaunchValue::GridDim) + Axis].Low = 1;
  }
  Start = Now;
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

/// The indices of threads are all that \p E is made of, besides constants: it
/// is made of those of the axes in \p Axes.
static bool isOfThreads(const Expr &E, std::set<unsigned> &Axes) {
  if (E.kind() == ExprKind::LaunchValue &&
      E.launchValue() == LaunchValue::ThreadIdx)
    return Axes.insert(E.axis()).second; // Twice, it may cancel out.
  bool Is = E.isConst() || E.numOperands() != 0;
  for (unsigned I = 0; I < E.numOperands(); ++I)
    Is = Is && isOfThreads(*E.operand(I), Axes);
  return Is;
}

/// Which ends of range(E) some thread has. Where several values vary, their
/// extremes need not come together.
EndsMet IntervalWalk::ends(const Expr &E) const {
  if (std::optional<unsigned> At = place(E))
    return Now.Met[*At];
  auto Both = [](bool Are) { return EndsMet{Are, Are}; };
  const Expr *Varies = nullptr;
  for (unsigned I = 0; I < E.numOperands(); ++I) {
    if (isOne(*E.operand(I)))
      continue;
    std::set<unsigned> Axes;
    if (Varies)
      return Both(isOfThreads(E, Axes));
    Varies = E.operand(I);
  }
  if (!Varies)
    return Both(E.numOperands() != 0 || E.isConst());
  const EndsMet Of = ends(*Varies);
  const bool Grows = E.kind() == ExprKind::Cast ||
                     (E.kind() == ExprKind::Binary && E.op() == Op::Add) ||
                     (E.kind() == ExprKind::Binary && E.op() == Op::Sub &&
                      Varies == E.operand(0));
  return Grows ? Of : Both(Of.Low && Of.High);
}

/// `E O b` holds for some b in \p By, in the type of \p E; \p IsMet: the ends
/// of that are values that b has.
void IntervalWalk::narrow(const Expr &E, Op O, ValueHull By, bool IsMet) {
  if (std::optional<unsigned> At = place(E)) {
    ValueHull New = narrowed(Now.Of[*At], O, By);
    if (auto It = Counters.find(*At); It != Counters.end())
      New = It->second.steps(New);
    if (New.Low <= New.High) { // Else nothing gets here.
      ValueHull &Old = Now.Of[*At];
      EndsMet &Met = Now.Met[*At];
      Met = {New.Low == Old.Low ? Met.Low : IsMet,
             New.High == Old.High ? Met.High : IsMet};
      Old = New;
    }
    if (auto It = Copies.find(*At); It != Copies.end())
      narrow(*It->second, O, By, IsMet);
    return;
  }
  if (E.kind() == ExprKind::Cast) {
    const Expr &Inner = *E.operand(0);
    ValueHull R = range(Inner);
    if (R.Low >= E.type().min() && R.High <= E.type().max())
      return narrow(Inner, O, By, IsMet);
    // A negative number is a large one to an unsigned comparison.
    bool IsBelow = (O == Op::Lt || O == Op::Le) && By.High < INT32_MAX;
    if (IsBelow && !E.type().Signed && Inner.type().Signed &&
        E.type().Bits == Inner.type().Bits) {
      narrow(Inner, O, By, IsMet);
      narrow(Inner, Op::Ge, {0, 0}, IsMet);
    }
    return;
  }
  if (E.kind() == ExprKind::Binary)
    narrowOperands(E, O, By, IsMet);
}

/// The same for each operand of a sum or a product. One that may wrap around
/// says nothing of them.
void IntervalWalk::narrowOperands(const Expr &E, Op O, ValueHull By,
                                  bool IsMet) {
  constexpr int64_t Far = int64_t(1) << 40;
  auto IsNear = [](ValueHull H) {
    return H.Low > -Far && H.High < Far && H.Low <= H.High;
  };
  const Expr &A = *E.operand(0), &B = *E.operand(1);
  const ValueHull OfA = range(A), OfB = range(B);
  auto Fits = [&](int64_t Low, int64_t High) {
    return Low >= E.type().min() && High <= E.type().max();
  };
  By = {std::max(By.Low, 1 - Far), std::min(By.High, Far - 1)};
  if (!IsNear(OfA) || !IsNear(OfB) || !IsNear(By))
    return;
  if (E.op() == Op::Add && Fits(OfA.Low + OfB.Low, OfA.High + OfB.High)) {
    narrow(A, O, {By.Low - OfB.High, By.High - OfB.Low}, IsMet && isOne(B));
    narrow(B, O, {By.Low - OfA.High, By.High - OfA.Low}, IsMet && isOne(A));
  }
  if (E.op() == Op::Sub && Fits(OfA.Low - OfB.High, OfA.High - OfB.Low)) {
    narrow(A, O, {By.Low + OfB.Low, By.High + OfB.High}, IsMet && isOne(B));
    narrow(B, mirrored(O), {OfA.Low - By.High, OfA.High - By.Low},
           IsMet && isOne(A));
  }
  const bool IsBehind = B.isConst();
  const int64_t Factor = IsBehind ? OfB.Low : OfA.Low;
  const ValueHull Scaled = IsBehind ? OfA : OfB;
  auto IsSmall = [](int64_t V) { return V >= INT32_MIN && V <= INT32_MAX; };
  if (E.op() != Op::Mul || O == Op::Ne || !(IsBehind || A.isConst()) ||
      Factor <= 0 || !IsSmall(Factor) || !IsSmall(Scaled.Low) ||
      !IsSmall(Scaled.High) || !Fits(Scaled.Low * Factor, Scaled.High * Factor))
    return;
  if (O == Op::Lt)
    O = Op::Le, --By.High;
  if (O == Op::Gt)
    O = Op::Ge, ++By.Low;
  narrow(IsBehind ? A : B, O,
         {llvm::divideCeilSigned(By.Low, Factor),
          llvm::divideFloorSigned(By.High, Factor)},
         IsMet);
}

/// What is accessed lies in the array.
void IntervalWalk::learnInside(const Access &A) {
  const SharedArray &Array = InArrays->Arrays[K.Sites[A.Site].Array];
  if (Array.Space != MemorySpace::Static || !Array.hasKnownSize() ||
      A.Subscripts.size() != Array.Dims.size() || A.Subscripts.empty() ||
      A.Offset || A.Only || A.Targets != 1)
    return;
  constexpr int64_t Far = int64_t(1) << 31;
  ValueHull Rest = {0, 0}; // What other subscripts add, in elements.
  for (unsigned D = 1; D < A.Subscripts.size(); ++D) {
    const ValueHull R = range(*A.Subscripts[D]);
    const int64_t Stride = Array.stride(D);
    if (R.Low < -Far || R.High > Far || Stride > Far)
      return;
    Rest = {Rest.Low + R.Low * Stride, Rest.High + R.High * Stride};
  }
  const int64_t Row = Array.stride(0), Last = int64_t(Array.elements()) - 1;
  const Expr &First = *A.Subscripts.front();
  narrow(First, Op::Le, {0, llvm::divideFloorSigned(Last - Rest.Low, Row)},
         /*IsMet=*/false);
  narrow(First, Op::Ge, {llvm::divideCeilSigned(-Rest.High, Row), 0},
         /*IsMet=*/false);
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
  const ValueHull OfA = range(A), OfB = range(B);
  const EndsMet MetA = ends(A), MetB = ends(B);
  narrow(A, O, OfB, MetB.Low && MetB.High);
  narrow(B, mirrored(O), OfA, MetA.Low && MetA.High);
}

void IntervalWalk::visit(const Assign &A) {
  ValueHull R = range(*A.Value);
  const EndsMet Met = ends(*A.Value);
  IntType T = Types[A.Var];
  bool Fits = R.Low >= T.min() && R.High <= T.max();
  Now.Of[A.Var] = Fits ? R : ValueHull{T.min(), T.max()};
  Now.Met[A.Var] = Fits ? Met : EndsMet{false, false};
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
  for (auto [Old, Met, New, NewMet, T] :
       llvm::zip_equal(Entry.Of, Entry.Met, Now.Of, Now.Met, Types)) {
    if (New.Low >= Old.Low && New.High <= Old.High)
      continue;
    Grows = true;
    if (New.Low < Old.Low) {
      Old.Low = Widens ? T.min() : New.Low;
      Met.Low = !Widens && NewMet.Low;
    }
    if (New.High > Old.High) {
      Old.High = Widens ? T.max() : New.High;
      Met.High = !Widens && NewMet.High;
    }
  }
  return Grows;
}

/// A signed one: others, and what conversions cut off, may wrap around to what
/// no step reaches.
std::optional<Counter> IntervalWalk::counterOf(const Assign &Step) const {
  const Expr *E = Step.Value;
  const ValueHull Start = Now.Of[Step.Var];
  if (E->kind() != ExprKind::Binary || Start.Low != Start.High ||
      !Types[Step.Var].Signed || E->type() != Types[Step.Var] ||
      (E->op() != Op::Add && E->op() != Op::Sub))
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
  (At ? *At : End).join(Now);
  Now.IsReached = false;
}

void IntervalWalk::visit(const Access &A) {
  SiteHulls &Of = Out[A.Site];
  auto Include = [&](ValueHull &Into, const Expr &E) {
    const ValueHull R = range(E);
    const EndsMet Met = OnlyMet ? ends(E) : EndsMet();
    Into = join(Into, {Met.Low ? R.Low : NoValue.Low,
                       Met.High ? R.High : NoValue.High});
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
  if (InArrays)
    learnInside(A);
}

/// Finds variables that are the index of a thread by another name.
void IntervalWalk::findCopies(const StmtList &Body) {
  std::set<unsigned> Seen;
  forEachStmt(Body, [&](const Stmt &S) {
    auto *A = std::get_if<Assign>(&S.Node);
    if (!A)
      return;
    const Expr *Value = A->Value;
    constexpr unsigned Enough = 32; // Bits: nothing of an index is cut off.
    bool IsWide = Types[A->Var].Bits >= Enough;
    for (; Value->kind() == ExprKind::Cast; Value = Value->operand(0))
      IsWide &= Value->type().Bits >= Enough;
    const bool IsThread = IsWide && Value->kind() == ExprKind::LaunchValue &&
                          Value->launchValue() == LaunchValue::ThreadIdx;
    if (Seen.insert(A->Var).second && IsThread)
      Copies[A->Var] = Value;
    else
      Copies.erase(A->Var);
  });
}

std::vector<SiteHulls> IntervalWalk::run(const StmtList &Body) {
  findCopies(Body);
  visit(Body);
  End.join(Now);
  return Left ? std::move(Out) : std::vector<SiteHulls>();
}

IntervalWalk::LastThreads IntervalWalk::threads() const {
  LastThreads Out;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    const State &Of = End.IsReached ? End : Start;
    Out[Axis] = std::max<int64_t>(0, Of.Of[threadAt(Axis)].High);
  }
  return Out;
}

} // namespace

std::vector<SiteHulls> bankfix::hullsOfAnyLaunch(const Program &P,
                                                 const Kernel &K,
                                                 const StmtList &Body,
                                                 const HullLimits &Limits) {
  IntervalWalk::LastThreads Threads;
  Threads.fill(Limits.LastThread);
  // Whoever takes a goto may come to none of the accesses that follow.
  bool IsFollowed = true;
  forEachNode<Unsupported>(K.Body,
                           [&](const Unsupported &) { IsFollowed = false; });
  const Program *InArrays = Limits.InArrays && IsFollowed ? &P : nullptr;
  IntervalWalk First(K, Threads, InArrays, Limits.OnlyMet);
  std::vector<SiteHulls> Out = First.run(Body);
  // What the end of the kernel says of all threads holds from its start.
  if (!InArrays || Out.empty() || First.threads() == Threads)
    return Out;
  return IntervalWalk(K, First.threads(), InArrays, Limits.OnlyMet).run(Body);
}
