//===- Enumerate.cpp - What a symbolic request can be
//----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumerate.h"
#include "Choices.h"
#include "Dependence.h"
#include "Reason.h"
#include "Substitution.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <set>

using namespace bankfix;

namespace {

/// The longest period of any target's bank pattern, in bytes: 64 banks of 4
/// bytes (gfx950), or 32 of 8 (Kepler's 8-byte mode).
constexpr uint64_t BankPeriod = 256;

/// What moves all active lanes by the same unknown number of bytes: a multiple
/// of Step. Sums and products of unknowns are taken for one unknown.
struct CommonShift {
  std::vector<Term> Terms;
  uint64_t Step = 0;

  explicit operator bool() const { return !Terms.empty(); }
};

/// Splits off the common shift of \p Offset if it is more than one unknown on
/// its own, and no unknown in it does anything else to the address.
CommonShift splitCommonShift(LaneValue &Offset, const SymbolTable &Symbols,
                             LaneMask Active) {
  CommonShift Shift;
  std::set<SymbolId> InShift, Elsewhere;
  std::vector<Term> Rest;
  for (const Term &T : Offset.Terms) {
    bool Common = T.Coefficient.isSame(Active) &&
                  llvm::none_of(T.Symbols, [&](SymbolId S) {
                    return Symbols[S].LaneVarying || Symbols[S].TripCount;
                  });
    (Common ? InShift : Elsewhere).insert(T.Symbols.begin(), T.Symbols.end());
    (Common ? Shift.Terms : Rest).push_back(T);
    if (Common)
      Shift.Step = std::gcd(
          Shift.Step,
          uint64_t(std::abs(T.Coefficient[llvm::countr_zero(Active)])));
  }
  bool Simple = Shift.Terms.size() == 1 && Shift.Terms[0].Symbols.size() == 1;
  bool Apart = llvm::none_of(
      InShift, [&](SymbolId S) { return Elsewhere.count(S) != 0; });
  // A derived value elsewhere may hide one of them among its operands.
  for (SymbolId S : Elsewhere)
    Apart &= Symbols[S].Kind != SymbolKind::Derived;
  if (Simple || !Apart)
    return CommonShift();
  Offset.Terms = std::move(Rest);
  return Shift;
}

/// How far apart two lanes' addresses are at most, in units of the smallest
/// step an unknown moves them against each other.
uint64_t span(const LaneValue &V, const SymbolTable &Symbols, LaneMask Active) {
  int64_t Low = INT64_MAX, High = INT64_MIN;
  // What is computed from unknowns adds to the distance where they count for
  // themselves, too.
  LaneValue Known(V.Constant);
  bool Linear = false;
  for (const Term &T : V.Terms) {
    bool Derived = llvm::any_of(
        T.Symbols, [&](SymbolId S) { return Symbols[S].LaneVarying; });
    Linear |= !Derived && !T.Coefficient.isSame(Active);
    if (Derived)
      Known.Terms.push_back(T);
  }
  forEachLane(Active, [&](unsigned L) {
    ValueRange R = Linear ? Symbols.bounds(Known, L)
                          : ValueRange{V.Constant[L], V.Constant[L]};
    Low = std::min(Low, R.Low);
    High = std::max(High, R.High);
  });
  uint64_t Step = 0;
  for (const Term &T : V.Terms) {
    int64_t First = T.Coefficient[llvm::countr_zero(Active)];
    forEachLane(Active, [&](unsigned L) {
      Step = std::gcd(Step, uint64_t(std::abs(T.Coefficient[L] - First)));
    });
  }
  return (uint64_t(High) - uint64_t(Low)) / std::max<uint64_t>(Step, 1) + 1;
}

/// A value of an unknown and how often it occurs.
using Weighted = std::pair<int64_t, uint64_t>;

class RequestEnumerator {
public:
  RequestEnumerator(const SymbolicAccess &A, const SharedArray &Array,
                    const SymbolTable &Symbols, uint64_t MostAlternatives)
      : A(A), Array(Array), Symbols(Symbols),
        MostAlternatives(MostAlternatives), Offset(A.Offset),
        Shift(splitCommonShift(Offset, Symbols, A.Active)),
        Finder(Symbols, A.Active) {}

  Enumeration run();
  /// Why the addresses cannot be enumerated; empty if they can.
  std::string prepare();

private:
  Enumeration bounded(std::string Reason);
  std::vector<Request> upperBounds() const;
  uint64_t times() const;
  std::vector<Weighted> valuesOf(SymbolId Id, const Dependence &D,
                                 uint64_t Small) const;
  void takeValues(SymbolId Id, const Dependence &D);
  ValueRange limits(SymbolId Id) const;
  std::vector<Weighted> iterationsOf(uint64_t Trips, const Dependence &D) const;
  /// The small values that can make lanes meet.
  uint64_t shapeValues(const Dependence &D) const {
    return D.Wraps ? D.Period
                   : span(Offset, Symbols, A.Active) + D.Period + D.Small;
  }
  uint64_t smallValues(const Dependence &D) const;
  std::optional<uint64_t> insideValues(SymbolId Id) const;
  std::vector<int64_t> shifts() const;
  /// Nothing where C leaves the address undefined.
  std::optional<Request> instantiate(const Assignment &Values,
                                     int64_t Shifted) const;
  bool isChosen(const LaneValue &V) const;
  void takeConditions();
  bool isPossible(const Substitution &With) const;
  void expand(llvm::ArrayRef<SymbolId> Left, Assignment &Values, uint64_t Count,
              llvm::function_ref<void(const Assignment &, uint64_t)> F) const;

  const SymbolicAccess &A;
  const SharedArray &Array;
  const SymbolTable &Symbols;
  uint64_t MostAlternatives;
  LaneValue Offset; ///< A.Offset without the common shift.
  CommonShift Shift;
  DependenceFinder Finder;
  std::map<SymbolId, std::vector<Weighted>> Values;
  std::vector<SymbolId> Iterations, Others; ///< Of Finder.Unknowns.
  unsigned NumShaping = 0;  ///< Of Others: those that are no mere shifts.
  bool LacksValues = false; ///< See RequestGroup.
  /// Facts about what is computed from the unknowns.
  std::vector<Fact> Conditions;
};

uint64_t RequestEnumerator::smallValues(const Dependence &D) const {
  uint64_t Inside = Array.bytes() / std::max<uint64_t>(1, D.Step) + 1;
  uint64_t Small = D.PureShift ? Inside : shapeValues(D);
  return std::clamp<uint64_t>(Small, D.Period, MaxSmallValues);
}

/// How large \p Id can be at most, in either direction, with all lanes inside
/// the array; nothing where that is not easily said. What is only computed from
/// it does not count: it tells no more values apart than Dependence::Small.
std::optional<uint64_t> RequestEnumerator::insideValues(SymbolId Id) const {
  constexpr int64_t Far = int64_t(1) << 40;
  if (!Array.hasKnownSize())
    return std::nullopt;
  LaneVector Own; // Bytes per unit of it.
  LaneValue Rest(Offset.Constant), Apart(Offset.Constant);
  for (const Term &T : Offset.Terms) {
    bool Shifts = T.Coefficient.isSame(A.Active) &&
                  llvm::none_of(T.Symbols, [&](SymbolId S) {
                    return Symbols[S].LaneVarying;
                  });
    if (!llvm::is_contained(T.Symbols, Id)) {
      Rest.Terms.push_back(T);
      if (!Shifts)
        Apart.Terms.push_back(T);
    } else if (T.Symbols.size() == 1) {
      Own = T.Coefficient;
    } else {
      return std::nullopt;
    }
  }
  if (Own.isZero(A.Active))
    return 0;
  // A lane by itself: what else its address is made of is bounded. Two lanes:
  // how far apart they are.
  int64_t Most = Far, Low = INT64_MAX, High = INT64_MIN;
  ValueRange Steps{INT64_MAX, INT64_MIN};
  forEachLane(A.Active, [&](unsigned L) {
    ValueRange R = Symbols.bounds(Rest, L), D = Symbols.bounds(Apart, L);
    if (Own[L] != 0 && R.Low > -Far && R.High < Far)
      Most = std::min(Most, (int64_t(Array.bytes()) +
                             std::max(std::abs(R.Low), std::abs(R.High))) /
                                std::abs(Own[L]));
    Low = std::min(Low, D.Low);
    High = std::max(High, D.High);
    Steps = {std::min(Steps.Low, Own[L]), std::max(Steps.High, Own[L])};
  });
  if (Low > -Far && High < Far && Steps.Low < Steps.High)
    Most = std::min(Most, (int64_t(Array.bytes()) + High - Low) /
                              (Steps.High - Steps.Low));
  return Most < Far ? std::optional<uint64_t>(Most) : std::nullopt;
}

/// Fills Values. What the banks tell apart is enough for counts; a layout may
/// tell apart all that are inside the array.
void RequestEnumerator::takeValues(SymbolId Id, const Dependence &D) {
  constexpr uint64_t MostForLayouts = 2048;
  uint64_t Small = smallValues(D);
  bool Shapes = !Symbols[Id].TripCount && Symbols[Id].Listed.empty() &&
                !D.PureShift && !D.Wraps;
  if (Shapes) {
    std::optional<uint64_t> Inside = insideValues(Id);
    ValueRange R = limits(Id);
    uint64_t Least = std::max<int64_t>(R.Low, 0), Width = R.High - R.Low;
    bool All = Width < Small || (Inside && *Inside < MostForLayouts);
    if (All && Inside && *Inside >= Least)
      Small = std::max(Small, *Inside - Least + 1);
    LacksValues |= !All;
  }
  Values[Id] = valuesOf(Id, D, Small);
}

std::vector<Weighted> RequestEnumerator::valuesOf(SymbolId Id,
                                                  const Dependence &D,
                                                  uint64_t Small) const {
  const Symbol &S = Symbols[Id];
  if (S.TripCount)
    return iterationsOf(*S.TripCount, D);
  std::vector<Weighted> Out;
  ValueRange Range = limits(Id);
  auto Keep = [&](int64_t V) {
    if (V >= Range.Low && V <= Range.High)
      Out.push_back({V, 1});
  };
  for (int64_t V : S.Listed)
    Keep(V);
  if (!S.Listed.empty())
    return Out;
  // The small values, from the smallest that there is.
  int64_t Up = std::max<int64_t>(Range.Low, 0);
  int64_t Down = std::min<int64_t>(Range.High, 0);
  for (int64_t V = 0; V < int64_t(Small); ++V)
    Keep(Up + V);
  if (D.PureShift && Range.High >= 0)
    return Out;
  int64_t Large = llvm::alignTo(uint64_t(1) << 17, D.Period);
  for (int64_t R = 0; R < int64_t(D.Period); ++R)
    Keep(Large + R);
  for (int64_t V = Down == 0; V < int64_t(Small); ++V)
    Keep(Down - V);
  for (int64_t R = 0; R < int64_t(D.Period); ++R)
    Keep(-Large - R);
  return Out;
}

/// What it can be in some lane.
ValueRange RequestEnumerator::limits(SymbolId Id) const {
  ValueRange All{INT64_MAX, INT64_MIN};
  forEachLane(A.Active, [&](unsigned L) {
    ValueRange R = Symbols.bounds(Id, L);
    All = {std::min(All.Low, R.Low), std::max(All.High, R.High)};
  });
  return All;
}

/// All iterations of a loop, those of one residue taken together once they are
/// past the small values.
std::vector<Weighted>
RequestEnumerator::iterationsOf(uint64_t Trips, const Dependence &D) const {
  // Layout maps have longer periods than banks: 32 rows, or 32 x 32 elements.
  uint64_t Row = Array.Dims.size() > 1 ? Array.Dims.back() : 1;
  uint64_t Map = 32 * llvm::PowerOf2Ceil(std::max<uint64_t>(Row, 32));
  uint64_t Period = std::lcm(D.Period, Map);
  uint64_t Small = std::min(D.PureShift ? 0 : smallValues(D), Trips);
  std::vector<Weighted> Out;
  for (uint64_t V = 0; V < Small; ++V)
    Out.push_back({int64_t(V), 1});
  for (uint64_t V = Small; V < std::min(Trips, Small + Period); ++V)
    Out.push_back({int64_t(V), (Trips - V + Period - 1) / Period});
  return Out;
}

/// The bytes by which the common shift may move the lanes: every residue, and
/// every place in the array.
std::vector<int64_t> RequestEnumerator::shifts() const {
  if (!Shift)
    return {0};
  uint64_t Residues = BankPeriod / std::gcd(BankPeriod, Shift.Step);
  uint64_t Inside = Array.bytes() / std::max<uint64_t>(1, Shift.Step) + 1;
  std::vector<int64_t> Out;
  for (uint64_t I = 0; I < std::clamp(Inside, Residues, MaxSmallValues); ++I)
    Out.push_back(I * Shift.Step);
  return Out;
}

/// Values has all that \p V is computed from.
bool RequestEnumerator::isChosen(const LaneValue &V) const {
  return llvm::all_of(V.Terms, [&](const Term &T) {
    return llvm::all_of(T.Symbols, [&](SymbolId S) {
      bool IsDerived = Symbols[S].Kind == SymbolKind::Derived;
      return Values.count(S) ||
             (IsDerived &&
              llvm::all_of(Symbols[S].Operands, [&](const LaneValue &Operand) {
                return isChosen(Operand);
              }));
    });
  });
}

/// Those of an unknown by itself are in its limits already.
void RequestEnumerator::takeConditions() {
  for (const Fact &F : Symbols.facts()) {
    LaneValue Sum;
    Sum.Terms = F.Terms;
    bool Plain = F.Terms.size() == 1 && F.Terms[0].Symbols.size() == 1 &&
                 Values.count(F.Terms[0].Symbols[0]);
    if (!Plain && (F.Lanes & A.Active) == A.Active && isChosen(Sum))
      Conditions.push_back(F);
  }
}

/// What holds where the access stands holds of these values.
bool RequestEnumerator::isPossible(const Substitution &With) const {
  return llvm::all_of(Conditions, [&](const Fact &F) {
    LaneValue Sum;
    Sum.Terms = F.Terms;
    LaneMask Lanes = F.isAlike() && Symbols.isUniform(Sum)
                         ? A.Active & -A.Active
                         : A.Active;
    bool Holds = true;
    forEachLane(Lanes, [&](unsigned L) {
      int64_t V = With.value(Sum, L);
      Holds &= V >= F.Low[L] && V <= F.High[L];
    });
    return Holds;
  });
}

std::optional<Request> RequestEnumerator::instantiate(const Assignment &Values,
                                                      int64_t Shifted) const {
  Substitution With(Symbols, Values);
  if (!isPossible(With))
    return std::nullopt;
  Request R;
  R.Active = A.Active;
  forEachLane(A.Active, [&](unsigned L) {
    R.Offsets.push_back(With.value(Offset, L) + Shifted);
    if (Shift || A.Subscripts.empty()) {
      // The subscripts hold the unknowns themselves; a flat one is the offset.
      bool Flat = A.Subscripts.empty() || Array.Dims.size() == 1;
      R.InBounds &=
          Flat && R.Offsets.back() >= 0 &&
          (!Array.hasKnownSize() || uint64_t(R.Offsets.back()) < Array.bytes());
      return;
    }
    for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
      int64_t V = With.value(S, L);
      bool Open = I == 0 && !Array.hasKnownSize();
      R.InBounds &= V >= 0 && I < Array.Dims.size() &&
                    (Open || uint64_t(V) < Array.Dims[I]);
    }
  });
  if (With.isUndefined())
    return std::nullopt;
  return R;
}

void RequestEnumerator::expand(
    llvm::ArrayRef<SymbolId> Left, Assignment &Chosen, uint64_t Count,
    llvm::function_ref<void(const Assignment &, uint64_t)> F) const {
  if (Left.empty())
    return F(Chosen, Count);
  for (auto [V, Times] : Values.at(Left.front())) {
    Chosen[Left.front()] = V;
    expand(Left.drop_front(), Chosen, Count * Times, F);
  }
}

std::string RequestEnumerator::prepare() {
  Finder.visit(Offset, BankPeriod, false);
  if (!Finder.Failure.empty())
    return Finder.Failure;

  std::string Shaping;
  unsigned Unlisted = 0;
  uint64_t Product = shifts().size();
  for (const auto &[Id, D] : Finder.Unknowns) {
    bool IsIteration = Symbols[Id].TripCount.has_value();
    (IsIteration ? Iterations : Others).push_back(Id);
    if (!IsIteration && !D.PureShift) {
      ++NumShaping;
      Unlisted += Symbols[Id].Listed.empty();
      const std::string &Name = Symbols[Id].Name;
      Shaping += (Shaping.empty() ? "" : ", ") +
                 (Name.empty() ? "an expression" : "'" + Name + "'");
      if (Symbols[Id].Listed.empty() && shapeValues(D) > MaxSmallValues)
        return text(Reason::Budget);
    }
    takeValues(Id, D);
    Product *= std::max<size_t>(1, Values[Id].size());
  }
  takeConditions();
  // Several unknown pitches may cancel anywhere; no finite set covers that.
  if (NumShaping > 1 && Unlisted > 0)
    return text(Reason::TwoUnknowns, Shaping);
  return Product > MostAlternatives ? text(Reason::Budget) : "";
}

/// Times that the access is executed with each address.
uint64_t RequestEnumerator::times() const {
  uint64_t Alike = 1;
  for (SymbolId Id : A.Iterations)
    if (!Finder.Unknowns.count(Id))
      Alike *= *Symbols[Id].TripCount;
  return Alike;
}

/// Where several unknowns are multiplied with known values only: all residues
/// of each, so far apart that lanes meet only if their addresses are one
/// expression. Other values make more lanes meet, which costs no more. Nothing
/// where that does not cover all.
std::vector<Request> RequestEnumerator::upperBounds() const {
  constexpr int64_t Apart[] = {int64_t(1) << 26, int64_t(1) << 45};
  bool Plain =
      Iterations.empty() && !Shift && Others.size() == 2 &&
      llvm::all_of(Offset.Terms, [&](const Term &T) {
        return T.Symbols.size() == 1 && !Symbols[T.Symbols[0]].LaneVarying;
      });
  uint64_t Product = 1;
  for (SymbolId Id : Others)
    Product *= Finder.Unknowns.at(Id).Period;
  if (!Plain || Product > MostAlternatives / 2)
    return {};
  for (const Term &T : Offset.Terms)
    for (unsigned L = 0; L < MaxLanes; ++L)
      if (std::abs(T.Coefficient[L]) > 1 << 16)
        return {};
  std::vector<Request> Out;
  Assignment Full;
  for (uint64_t I = 0; I < Finder.Unknowns.at(Others[0]).Period; ++I)
    for (uint64_t J = 0; J < Finder.Unknowns.at(Others[1]).Period; ++J) {
      Full[Others[0]] = Apart[0] + int64_t(I);
      Full[Others[1]] = Apart[1] + int64_t(J);
      if (std::optional<Request> R = instantiate(Full, 0))
        Out.push_back(std::move(*R));
    }
  return Out;
}

Enumeration RequestEnumerator::bounded(std::string Reason) {
  RequestGroup G;
  G.MayBePartial = A.MayBePartial;
  G.Count = 1;
  for (SymbolId Id : A.Iterations)
    G.Count *= *Symbols[Id].TripCount;
  if (NumShaping == 2)
    G.Alternatives = upperBounds();
  G.UpperBounds = !G.Alternatives.empty();
  Choices C = choices(A, Array, Symbols);
  if (!G.UpperBounds)
    G.Choices = std::move(C.Alternatives);
  G.BoundedChoices = std::move(C.Bounded);
  if (!G.isWorstCase())
    return {{}, std::move(Reason)};
  return {{std::move(G)}, std::move(Reason), C.Independent};
}

Enumeration RequestEnumerator::run() {
  std::string Reason = prepare();
  if (!Reason.empty())
    return bounded(std::move(Reason));
  Enumeration Out;
  Assignment Chosen;
  std::vector<int64_t> Shifts = shifts();
  expand(Iterations, Chosen, times(),
         [&](const Assignment &Fixed, uint64_t Count) {
           RequestGroup G;
           G.Count = Count;
           G.MayBePartial = A.MayBePartial;
           G.LacksValues = LacksValues;
           Assignment All = Fixed;
           expand(Others, All, 1, [&](const Assignment &Full, uint64_t) {
             for (int64_t Shifted : Shifts)
               if (std::optional<Request> R = instantiate(Full, Shifted))
                 G.Alternatives.push_back(std::move(*R));
           });
           if (!G.Alternatives.empty())
             Out.Groups.push_back(std::move(G));
         });
  return Out;
}

/// The request of an access without unknowns.
Enumeration known(const SymbolicAccess &A, const SharedArray &Array) {
  Request R;
  R.Active = A.Active;
  forEachLane(A.Active, [&](unsigned L) {
    R.Offsets.push_back(A.Offset.Constant[L]);
    for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
      int64_t V = S.Constant[L];
      bool Open = I == 0 && !Array.hasKnownSize();
      R.InBounds &= V >= 0 && I < Array.Dims.size() &&
                    (Open || uint64_t(V) < Array.Dims[I]);
    }
    if (A.Subscripts.empty() && Array.hasKnownSize())
      R.InBounds &=
          R.Offsets.back() >= 0 && uint64_t(R.Offsets.back()) < Array.bytes();
  });
  RequestGroup G;
  G.Count = 1;
  G.MayBePartial = A.MayBePartial;
  G.Alternatives.push_back(std::move(R));
  Enumeration Out;
  Out.Groups.push_back(std::move(G));
  return Out;
}

} // namespace

Enumeration bankfix::enumerate(const SymbolicAccess &A,
                               const SharedArray &Array,
                               const SymbolTable &Symbols,
                               uint64_t MostAlternatives) {
  auto IsConcrete = [](const LaneValue &V) { return V.isConcrete(); };
  if (A.Offset.isConcrete() && A.Iterations.empty() &&
      llvm::all_of(A.Subscripts, IsConcrete))
    return known(A, Array);
  return RequestEnumerator(A, Array, Symbols, MostAlternatives).run();
}

bool bankfix::isEnumerable(const SymbolicAccess &A, const SharedArray &Array,
                           const SymbolTable &Symbols) {
  return RequestEnumerator(A, Array, Symbols, MaxAlternatives)
      .prepare()
      .empty();
}
