//===- Facts.cpp - What conditions say of unknown values ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where `d < 64` holds, d does. A fact bounds a sum of unknowns, lane by lane;
// the bounds of other sums follow where they hold that one. What was computed
// from unknowns keeps the range that it was made with, since it may be used
// again elsewhere: facts about its operands are looked up each time.
//
//===----------------------------------------------------------------------===//

#include "LaneValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

namespace {

/// More are not needed, and each bound asks them all.
constexpr size_t MaxFacts = 32;
/// With so many, none is added that proves nothing.
constexpr size_t MaxPresumed = 16;
/// Of a longer sum, nothing is concluded for its parts: each takes a look at
/// all others, in each lane.
constexpr size_t MaxParts = 8;
/// Operators through which a fact is looked for.
constexpr unsigned MaxDepth = 4;

using Wide = __int128;

int64_t saturate(Wide V) {
  return int64_t(std::clamp<Wide>(V, INT64_MIN, INT64_MAX));
}

bool isEmpty(ValueRange R) { return R.Low > R.High; }

ValueRange intersection(ValueRange A, ValueRange B) {
  return {std::max(A.Low, B.Low), std::min(A.High, B.High)};
}

/// Values times \p C, saturated.
ValueRange scaled(ValueRange R, int64_t C) {
  auto [Low, High] = std::minmax(Wide(R.Low) * C, Wide(R.High) * C);
  return {saturate(Low), saturate(High)};
}

ValueRange plus(ValueRange A, ValueRange B) {
  return {saturate(Wide(A.Low) + B.Low), saturate(Wide(A.High) + B.High)};
}

/// All X times Y with X in \p A and Y in \p B, saturated.
ValueRange product(ValueRange A, ValueRange B) {
  int64_t Corner[4];
  if (!llvm::MulOverflow(A.Low, B.Low, Corner[0]) &&
      !llvm::MulOverflow(A.Low, B.High, Corner[1]) &&
      !llvm::MulOverflow(A.High, B.Low, Corner[2]) &&
      !llvm::MulOverflow(A.High, B.High, Corner[3])) {
    auto [Low, High] = std::minmax_element(Corner, Corner + 4);
    return {*Low, *High};
  }
  auto [Low, High] = std::minmax({Wide(A.Low) * B.Low, Wide(A.Low) * B.High,
                                  Wide(A.High) * B.Low, Wide(A.High) * B.High});
  return {saturate(Low), saturate(High)};
}

int64_t floorDiv(int64_t A, int64_t B) {
  return A / B - (A % B != 0 && (A < 0) != (B < 0));
}

/// All X with X * C in \p R; what is saturated stays so.
ValueRange dividedBy(ValueRange R, int64_t C) {
  if (C < 0) {
    R = scaled(R, -1);
    C = -C;
  }
  return {R.Low == INT64_MIN ? INT64_MIN : -floorDiv(-R.Low, C),
          R.High == INT64_MAX ? INT64_MAX : floorDiv(R.High, C)};
}

/// Mostly one symbol, which costs less to compare than memory to call for.
bool sameSymbols(const Term &A, const Term &B) {
  return A.Symbols.size() == B.Symbols.size() && A.Symbols[0] == B.Symbols[0] &&
         (A.Symbols.size() == 1 || A.Symbols == B.Symbols);
}

const Term *find(const TermList &Terms, const Term &Like) {
  auto It =
      llvm::find_if(Terms, [&](const Term &T) { return sameSymbols(T, Like); });
  return It == Terms.end() ? nullptr : It;
}

/// By what to multiply \p F to get its first term as it stands in \p V; 0
/// where it does not.
int64_t factor(const Fact &F, const LaneValue &V, unsigned Lane) {
  int64_t Own = F.Terms.front().Coefficient[Lane];
  const Term *T = find(V.Terms, F.Terms.front());
  int64_t Has = T ? T->Coefficient[Lane] : 0;
  return Own != 0 && Has != 0 && Has % Own == 0 ? Has / Own : 0;
}

} // namespace

bool Fact::isAlike() const {
  return Low.isSame() && High.isSame() &&
         llvm::all_of(Terms,
                      [](const Term &T) { return T.Coefficient.isSame(); });
}

uint64_t Fact::reach() const {
  uint64_t Of = 0;
  for (const Term &T : Terms)
    for (SymbolId S : T.Symbols)
      Of |= bitOf(S);
  return Of;
}

bool Fact::names(llvm::function_ref<bool(SymbolId)> Those) const {
  return llvm::any_of(
      Terms, [&](const Term &T) { return llvm::any_of(T.Symbols, Those); });
}

void SymbolTable::factsChanged() {
  ++Version;
  FactsReach = 0;
  for (const Fact &F : Facts)
    FactsReach |= F.reach();
}

void SymbolTable::addFacts(llvm::ArrayRef<Fact> Known) {
  Facts.insert(Facts.end(), Known.begin(), Known.end());
  factsChanged();
}

std::vector<Fact> SymbolTable::takeFacts() {
  std::vector<Fact> Taken = std::exchange(Facts, {});
  factsChanged();
  return Taken;
}

void SymbolTable::putFacts(std::vector<Fact> Taken) {
  Facts = std::move(Taken);
  factsChanged();
}

void SymbolTable::dropFacts(size_t DownTo) {
  if (Facts.size() == DownTo)
    return;
  Facts.resize(DownTo);
  factsChanged();
}

bool SymbolTable::isAlike(const LaneValue &V, LaneMask Lanes) const {
  return isUniform(V) && llvm::all_of(Facts, [&](const Fact &F) {
           return F.IsPresumed || ((F.Lanes & Lanes) == Lanes && F.isAlike());
         });
}

/// What \p S can be in one lane, from what its operands can be.
ValueRange SymbolTable::derivedRange(const Symbol &S, unsigned Lane,
                                     Look How) const {
  IntType T = S.OperandType;
  ValueRange Full{T.min(), T.max()};
  // The polynomial of an operand that may wrap around lies.
  auto Operand = [&](unsigned I) {
    ValueRange R = bounds(S.Operands[I], Lane, How);
    return R.Low >= T.min() && R.High <= T.max() ? R : Full;
  };
  switch (S.Derivation) {
  case DerivedKind::Cast:
    return Operand(0);
  case DerivedKind::Select: {
    ValueRange A = Operand(1), B = Operand(2);
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  case DerivedKind::Operator:
    break;
  }
  if (isPredicate(S.Operator))
    return {0, 1};
  return rangeOf(S.Operator, T, Operand(0),
                 Operand(S.Operands.size() == 2 ? 1 : 0));
}

/// The same, remembered.
ValueRange SymbolTable::knownRange(SymbolId Id, unsigned Lane, Look How) const {
  constexpr size_t Kept = 1 << 12; // More than those of one value's lanes.
  if (Ranges.empty())
    Ranges.resize(Kept);
  const size_t At = llvm::hash_combine(Id, Lane, How.Depth) % Kept;
  if (const KnownRange &K = Ranges[At]; K.Version == Version && K.Of == Id &&
                                        K.Lane == Lane && K.How == How)
    return K.Range;
  const ValueRange R = derivedRange(Symbols[Id], Lane, How);
  Ranges[At] = {Version, Id, Lane, How, R};
  return R;
}

ValueRange SymbolTable::bounds(SymbolId Id, unsigned Lane, Look How) const {
  const Symbol &S = Symbols[Id];
  bool IsDerived = S.Kind == SymbolKind::Derived;
  ValueRange R = IsDerived ? ValueRange{S.Lows[Lane], S.Highs[Lane]}
                           : ValueRange{S.Low, S.High};
  if (How.Depth == 0 || !(S.Reach & FactsReach))
    return R;
  if (IsDerived && How.Depth > 1)
    if (ValueRange Now = intersection(R, knownRange(Id, Lane, How.deeper()));
        !isEmpty(Now))
      R = Now;
  for (const Fact &F : Facts) {
    int64_t C = F.Terms.size() == 1 && How.takes(F, Lane) &&
                        F.Terms[0].Symbols.size() == 1 &&
                        F.Terms[0].Symbols[0] == Id
                    ? F.Terms[0].Coefficient[Lane]
                    : 0;
    if (C == 0)
      continue;
    ValueRange Now = intersection(R, dividedBy({F.Low[Lane], F.High[Lane]}, C));
    if (!isEmpty(Now)) // Else nothing gets here.
      R = Now;
  }
  return R;
}

/// \p Coefficient times the product of \p Of.
ValueRange SymbolTable::times(int64_t Coefficient, llvm::ArrayRef<SymbolId> Of,
                              unsigned Lane, Look How) const {
  ValueRange Product{Coefficient, Coefficient};
  if (Coefficient == 0)
    return Product;
  for (SymbolId S : Of)
    Product = product(Product, bounds(S, Lane, How));
  return Product;
}

/// Of \p V less \p By times the terms of \p F, without a look at other facts.
ValueRange SymbolTable::boundsWithout(const LaneValue &V, const Fact &F,
                                      int64_t By, unsigned Lane) const {
  Wide Low = V.Constant[Lane], High = Low;
  auto Add = [&](const Term &T, uint64_t Coefficient) {
    ValueRange R = times(int64_t(Coefficient), T.Symbols, Lane, Look());
    Low += R.Low;
    High += R.High;
  };
  auto Taken = [&](const Term *T) {
    return T ? uint64_t(By) * uint64_t(T->Coefficient[Lane]) : 0;
  };
  for (const Term &T : V.Terms)
    Add(T, uint64_t(T.Coefficient[Lane]) - Taken(find(F.Terms, T)));
  for (const Term &T : F.Terms)
    if (!find(V.Terms, T))
      Add(T, -Taken(&T));
  return {saturate(Low), saturate(High)};
}

ValueRange SymbolTable::bounds(const LaneValue &V, unsigned Lane,
                               Look How) const {
  if (V.isConcrete())
    return {V.Constant[Lane], V.Constant[Lane]};
  Wide Low = V.Constant[Lane], High = Low;
  for (const Term &T : V.Terms) {
    ValueRange Product = times(T.Coefficient[Lane], T.Symbols, Lane, How);
    Low += Product.Low;
    High += Product.High;
  }
  ValueRange Out{saturate(Low), saturate(High)};
  if (How.Depth == 0)
    return Out;
  for (const Fact &F : Facts) {
    int64_t By =
        F.Terms.size() > 1 && How.takes(F, Lane) ? factor(F, V, Lane) : 0;
    if (By == 0)
      continue;
    ValueRange Rest = boundsWithout(V, F, By, Lane);
    ValueRange Now =
        intersection(Out, plus(Rest, scaled({F.Low[Lane], F.High[Lane]}, By)));
    if (!isEmpty(Now))
      Out = Now;
  }
  return Out;
}

ValueRange SymbolTable::bounds(const LaneValue &V, unsigned Lane) const {
  return bounds(V, Lane, Look{Facts.empty() ? 0 : MaxDepth});
}

ValueRange SymbolTable::meantBounds(const LaneValue &V, unsigned Lane) const {
  return bounds(V, Lane, Look{MaxDepth, /*Presumes=*/true});
}

/// By what to multiply \p F to get all terms of \p V as they stand there; 0
/// where it has not all of them.
static int64_t factorOfAll(const Fact &F, const LaneValue &V, unsigned Lane) {
  int64_t Times = 0;
  for (const Term &T : V.Terms) {
    const Term *Own = find(F.Terms, T);
    const int64_t Of = Own ? Own->Coefficient[Lane] : 0;
    const int64_t Has = T.Coefficient[Lane];
    if (Of == 0 || Has % Of != 0 || (Times != 0 && Has / Of != Times))
      return 0;
    Times = Has / Of;
  }
  return Times;
}

LaneMask SymbolTable::limited(const LaneValue &V, LaneMask Lanes,
                              bool FromAbove) const {
  LaneMask Out = 0;
  for (const Fact &F : Facts) {
    if (F.Terms.size() <= V.Terms.size())
      continue;
    LaneMask Here = 0;
    std::optional<Wide> Limit; // But for the unknowns.
    bool IsOne = true;
    forEachLane(Lanes & F.Lanes, [&](unsigned L) {
      const int64_t Times = factorOfAll(F, V, L);
      const int64_t End = FromAbove == (Times > 0) ? F.High[L] : F.Low[L];
      if (Times == 0 || End == INT64_MIN || End == INT64_MAX)
        return;
      const Wide Own = Wide(End) * Times + V.Constant[L];
      IsOne &= !Limit || *Limit == Own;
      Limit = Own;
      Here |= LaneMask(1) << L;
    });
    Out |= IsOne ? Here : 0;
  }
  return Out;
}

ValueRange SymbolTable::bounds(SymbolId Id, unsigned Lane) const {
  return bounds(Id, Lane, Look{Facts.empty() ? 0 : MaxDepth});
}

/// Of a sum that is bounded, each unknown is, by what the others can be.
void SymbolTable::learnOfParts(const Fact &F) {
  for (const Term &T : F.Terms) {
    if (T.Symbols.size() != 1)
      continue;
    LaneValue Others;
    for (const Term &O : F.Terms)
      if (&O != &T)
        Others.Terms.push_back(O);
    Fact Part;
    Part.Terms.push_back(T);
    Part.Lanes = F.Lanes;
    Part.IsPresumed = F.IsPresumed;
    auto BoundsOf = [&](const LaneValue &V, unsigned L) {
      return F.IsPresumed ? meantBounds(V, L) : bounds(V, L);
    };
    bool Useful = false;
    auto Range = [&](unsigned L) {
      ValueRange Rest = scaled(BoundsOf(Others, L), -1);
      ValueRange Own{F.Low[L], F.High[L]}, R = plus(Own, Rest);
      // What is saturated on either side is no bound.
      if (Own.Low == INT64_MIN || Rest.Low <= -INT64_MAX)
        R.Low = INT64_MIN;
      if (Own.High == INT64_MAX || Rest.High == INT64_MAX)
        R.High = INT64_MAX;
      ValueRange Known = scaled(bounds(T.Symbols[0], L), T.Coefficient[L]);
      Useful |= R.Low > Known.Low || R.High < Known.High;
      return R;
    };
    std::array<ValueRange, MaxLanes> Of;
    bool Alike = !F.IsPresumed && F.isAlike() && isAlike(Others, F.Lanes);
    Of.fill(Alike ? Range(llvm::countr_zero(F.Lanes))
                  : ValueRange{INT64_MIN, INT64_MAX});
    if (!Alike)
      forEachLane(F.Lanes, [&](unsigned L) { Of[L] = Range(L); });
    if (!Useful || Facts.size() >= MaxFacts)
      continue;
    Part.Low = Of[0].Low;
    Part.High = Of[0].High;
    if (!Alike) {
      Part.Low = LaneVector::perLane([&](unsigned L) { return Of[L].Low; });
      Part.High = LaneVector::perLane([&](unsigned L) { return Of[L].High; });
    }
    addFacts(Part);
  }
}

void SymbolTable::learn(const LaneValue &V, const LaneVector &Low,
                        const LaneVector &High, LaneMask Lanes) {
  learn(V, Low, High, Lanes, /*IsPresumed=*/false);
}

void SymbolTable::learn(const LaneValue &V, const LaneVector &Low,
                        const LaneVector &High, LaneMask Lanes,
                        bool IsPresumed) {
  if (V.isConcrete() || !Lanes ||
      Facts.size() >= (IsPresumed ? MaxPresumed : MaxFacts))
    return;
  auto Less = [](int64_t Bound, int64_t Constant) {
    bool Open = Bound == INT64_MIN || Bound == INT64_MAX;
    return Open ? Bound : saturate(Wide(Bound) - Constant);
  };
  Fact F;
  F.Terms = V.Terms;
  F.Low = zip(Low, V.Constant, Less);
  F.High = zip(High, V.Constant, Less);
  F.Lanes = Lanes;
  F.IsPresumed = IsPresumed;
  addFacts(F);
  if (F.Terms.size() > 1 && F.Terms.size() <= MaxParts)
    learnOfParts(F);
}

Op bankfix::opposite(Op O) {
  switch (O) {
  case Op::Lt:
    return Op::Ge;
  case Op::Le:
    return Op::Gt;
  case Op::Gt:
    return Op::Le;
  case Op::Ge:
    return Op::Lt;
  case Op::Eq:
    return Op::Ne;
  default:
    return Op::Eq;
  }
}

/// A condition, or nothing where \p V is none in some of \p Lanes.
std::optional<SymbolId> SymbolTable::predicate(const LaneValue &V,
                                               LaneMask Lanes) const {
  if (V.Terms.size() != 1 || V.Terms[0].Symbols.size() != 1 ||
      !V.Constant.isZero(Lanes) || !V.Terms[0].Coefficient.equals(1, Lanes))
    return std::nullopt;
  const Symbol &S = Symbols[V.Terms[0].Symbols[0]];
  bool Is = S.Kind == SymbolKind::Derived &&
            S.Derivation == DerivedKind::Operator && isPredicate(S.Operator);
  return Is ? std::optional(V.Terms[0].Symbols[0]) : std::nullopt;
}

/// What \p V is in the first iteration of loops that run who knows how often.
LaneValue SymbolTable::atStart(const LaneValue &V) const {
  LaneValue Out(V.Constant);
  for (const Term &T : V.Terms)
    if (llvm::none_of(T.Symbols, [&](SymbolId S) {
          return Symbols[S].IsIteration && !Symbols[S].TripCount;
        }))
      Out.Terms.push_back(T);
  return Out;
}

std::optional<LaneValue>
SymbolTable::inSecondIteration(const LaneValue &V) const {
  LaneValue Out(V.Constant);
  for (const Term &T : V.Terms) {
    const Symbol &S = Symbols[T.Symbols.front()];
    if (T.Symbols.size() > 1 || !S.IsIteration || S.TripCount)
      return std::nullopt;
    Out = add(Out, LaneValue(T.Coefficient));
  }
  return Out;
}

void SymbolTable::learn(Op O, IntType T, const LaneValue &A, const LaneValue &B,
                        LaneMask Lanes) {
  if (O == Op::Gt || O == Op::Ge)
    return learn(O == Op::Gt ? Op::Lt : Op::Le, T, B, A, Lanes);
  bool IsOrder = O == Op::Lt || O == Op::Le;
  if (!IsOrder && B.isConcrete() && B.Constant.isZero(Lanes) &&
      predicate(A, Lanes))
    return learn(A, O == Op::Ne, Lanes);
  bool Alike = isAlike(A, Lanes) && isAlike(B, Lanes);
  auto All = [&](auto Holds) {
    bool Every = true;
    forEachLane(Alike ? Lanes & -Lanes : Lanes,
                [&](unsigned L) { Every = Every && Holds(L); });
    return Every;
  };
  auto IsIn = [&](const LaneValue &V, unsigned L, Wide Low, Wide High) {
    ValueRange R = bounds(V, L);
    return R.Low >= Low && R.High <= High;
  };
  // Operands that may wrap around are not what their polynomials say. Where
  // they are signed, counting up to there is undefined.
  auto Fits = [&](const LaneValue &V, unsigned L) {
    return IsIn(T.Signed ? atStart(V) : V, L, T.min(), T.max());
  };
  LaneValue D = subtract(A, B);
  int64_t Most = O == Op::Lt ? -1 : 0;
  if (All([&](unsigned L) { return Fits(A, L) && Fits(B, L); })) {
    if (IsOrder)
      return learn(D, INT64_MIN, Most, Lanes);
    if (O == Op::Eq)
      return learn(D, 0, 0, Lanes);
    if (All([&](unsigned L) { return IsIn(D, L, 0, INT64_MAX); }))
      return learn(D, 1, INT64_MAX, Lanes);
    if (All([&](unsigned L) { return IsIn(D, L, INT64_MIN, 0); }))
      return learn(D, INT64_MIN, -1, Lanes);
    return;
  }
  // A negative number is a large one to an unsigned comparison.
  Wide Half = Wide(1) << (T.Bits - 1);
  if (!T.Signed && IsOrder && All([&](unsigned L) {
        return IsIn(A, L, -Half, 2 * Half - 1) && IsIn(B, L, 0, Half - 1);
      })) {
    learn(A, 0, INT64_MAX, Lanes);
    learn(D, INT64_MIN, Most, Lanes);
    return;
  }
  if (IsOrder || O == Op::Eq)
    learn(D, IsOrder ? INT64_MIN : 0, IsOrder ? Most : 0, Lanes,
          /*IsPresumed=*/true);
}

void SymbolTable::learn(const LaneValue &V, bool Holds, LaneMask Lanes) {
  std::optional<SymbolId> Id = predicate(V, Lanes);
  if (!Id)
    return learn(Holds ? Op::Ne : Op::Eq, IntType{64, true}, V, LaneValue(0),
                 Lanes);
  Symbol S = Symbols[*Id];
  if (S.Operator == Op::LogNot)
    return learn(S.Operands[0], !Holds, Lanes);
  if (S.Operator != Op::LogAnd && S.Operator != Op::LogOr)
    return learn(Holds ? S.Operator : opposite(S.Operator), S.OperandType,
                 S.Operands[0], S.Operands[1], Lanes);
  // Both hold, or both fail; else one may be known to decide nothing.
  bool Both = (S.Operator == Op::LogAnd) == Holds;
  auto Decided = [&](const LaneValue &V) {
    return V.isConcrete() &&
           (Holds ? V.Constant.isZero(Lanes) : V.Constant.equals(1, Lanes));
  };
  if (Both || Decided(S.Operands[1]))
    learn(S.Operands[0], Holds, Lanes);
  if (Both || Decided(S.Operands[0]))
    learn(S.Operands[1], Holds, Lanes);
}
