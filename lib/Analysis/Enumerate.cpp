//===- Enumerate.cpp - What a symbolic request can be
//----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumerate.h"
#include "Reason.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <set>

using namespace bankfix;

namespace {

/// The longest period of any target's bank pattern, in bytes: 64 banks of 4
/// bytes (gfx950), or 32 of 8 (Kepler's 8-byte mode).
constexpr uint64_t BankPeriod = 256;
/// Unknowns whose pattern repeats only after more values are not enumerated.
constexpr uint64_t MaxPeriod = uint64_t(1) << 16;
constexpr uint64_t MaxSmallValues = 4096;
constexpr uint64_t MaxAlternatives = uint64_t(1) << 14;

using Assignment = std::map<SymbolId, int64_t>;

/// How the address depends on one unknown.
struct Dependence {
  uint64_t Period = 1;   ///< Values that differ by it give the same banks.
  uint64_t Step = 0;     ///< Bytes per unit, where it only shifts.
  bool PureShift = true; ///< Moves all lanes alike.
};

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

/// Finds the unknowns of an address and the period of each.
class DependenceFinder {
public:
  DependenceFinder(const SymbolTable &Symbols, LaneMask Active)
      : Symbols(Symbols), Active(Active) {}

  std::map<SymbolId, Dependence> Unknowns;
  std::string Failure;

  /// \p V matters only modulo \p Modulus.
  void visit(const LaneValue &V, uint64_t Modulus, bool Nested);

private:
  void visitSymbol(SymbolId Id, uint64_t Modulus, uint64_t Step, bool Shift);
  void visitDerived(SymbolId Id, const Symbol &S, uint64_t Modulus);
  bool visitOperator(const Symbol &S, uint64_t Modulus);
  bool visitBits(Op O, const LaneVector &Known, const LaneValue &V,
                 uint64_t Modulus);
  void fail(std::string Why) {
    if (Failure.empty())
      Failure = std::move(Why);
  }

  const SymbolTable &Symbols;
  LaneMask Active;
  std::set<std::pair<SymbolId, uint64_t>> Visited;
};

void DependenceFinder::visit(const LaneValue &V, uint64_t Modulus,
                             bool Nested) {
  for (const Term &T : V.Terms) {
    if (!Failure.empty())
      return;
    uint64_t Step = 0;
    forEachLane(Active, [&](unsigned L) {
      Step = std::gcd(Step, uint64_t(std::abs(T.Coefficient[L])));
    });
    uint64_t Common = std::gcd(Modulus, Step);
    bool Alone = T.Symbols.size() == 1;
    bool Shift = !Nested && Alone && T.Coefficient.isSame(Active);
    if (T.Coefficient.isZero(Active))
      continue;
    for (SymbolId S : T.Symbols)
      visitSymbol(S, Modulus / Common, Step, Shift);
  }
}

void DependenceFinder::visitSymbol(SymbolId Id, uint64_t Modulus, uint64_t Step,
                                   bool Shift) {
  const Symbol &S = Symbols[Id];
  if (S.Kind == SymbolKind::PerLane)
    return fail(text(Reason::DataDependent, S.Name));
  if (S.Kind == SymbolKind::Derived && (S.LaneVarying || !Shift))
    return visitDerived(Id, S, Modulus);
  // A derived value that only shifts is as good as an unknown of its own.
  Dependence &D = Unknowns[Id];
  D.Period = std::lcm(D.Period, Modulus);
  D.Step = std::gcd(D.Step, Step);
  D.PureShift &= Shift;
  if (D.Period > MaxPeriod)
    fail(text(Reason::NonLinear, "*"));
}

void DependenceFinder::visitDerived(SymbolId Id, const Symbol &S,
                                    uint64_t Modulus) {
  if (!Visited.insert({Id, Modulus}).second)
    return; // Derived values share their operands.
  if (S.Derivation == DerivedKind::Select) {
    for (const LaneValue &V : S.Operands)
      visit(V, &V == &S.Operands[0] ? 1 : Modulus, true);
    return;
  }
  if (S.Derivation == DerivedKind::Operator && visitOperator(S, Modulus))
    return;
  // The same value for all lanes: take it for an unknown of any value.
  if (!S.LaneVarying) {
    Dependence &D = Unknowns[Id];
    D.Period = std::lcm(D.Period, isPredicate(S.Operator) ? 2 : Modulus);
    D.PureShift = false;
    return;
  }
  for (const LaneValue &V : S.Operands)
    visit(V, 1, true); // Data-dependence is the better reason.
  fail(text(Reason::NonLinear, S.Derivation == DerivedKind::Cast
                                   ? std::string("a narrowing cast")
                                   : spelling(S.Operator).str()));
}

/// Bit operators whose other operand is a known value in each lane: below some
/// power of two, so that they leave all higher bits alone.
bool DependenceFinder::visitBits(Op O, const LaneVector &Known,
                                 const LaneValue &V, uint64_t Modulus) {
  int64_t Low = 0, High = 0;
  forEachLane(Active, [&](unsigned L) {
    Low = std::min(Low, Known[L]);
    High = std::max(High, Known[L]);
  });
  if (Low < 0 || High > int64_t(MaxPeriod))
    return false;
  uint64_t Bits = llvm::PowerOf2Ceil(uint64_t(High) + 1);
  visit(V, O == Op::And ? Bits : std::lcm(Modulus, Bits), true);
  return true;
}

/// Operators that a constant makes periodic in the other operand.
bool DependenceFinder::visitOperator(const Symbol &S, uint64_t Modulus) {
  if (S.Operands.size() != 2)
    return false;
  bool Left = S.Operands[0].isConcrete();
  const LaneValue &C = S.Operands[Left ? 0 : 1], &V = S.Operands[Left ? 1 : 0];
  if (!C.isConcrete() || !Active)
    return false;
  if (S.Operator == Op::And || S.Operator == Op::Or || S.Operator == Op::Xor)
    return visitBits(S.Operator, C.Constant, V, Modulus);
  int64_t N = C.Constant[llvm::countr_zero(Active)];
  if (Left || !C.Constant.isSame(Active) || N < 0 || N > int64_t(MaxPeriod))
    return false;
  if (S.Operator == Op::Shr && N <= 16)
    visit(V, Modulus << N, true);
  else if (S.Operator == Op::Div && N != 0)
    visit(V, Modulus * N, true);
  else if (S.Operator == Op::Rem && N != 0)
    visit(V, N, true);
  else
    return false;
  return true;
}

/// Lane values under an assignment of the unknowns.
class Substitution {
public:
  Substitution(const SymbolTable &Symbols, const Assignment &Values)
      : Symbols(Symbols), Values(Values) {}

  int64_t value(const LaneValue &V, unsigned Lane) const {
    int64_t Sum = V.Constant[Lane];
    for (const Term &T : V.Terms) {
      int64_t Product = T.Coefficient[Lane];
      for (SymbolId S : T.Symbols)
        Product *= symbol(S, Lane);
      Sum += Product;
    }
    return Sum;
  }

private:
  int64_t symbol(SymbolId Id, unsigned Lane) const {
    if (auto It = Values.find(Id); It != Values.end())
      return It->second;
    auto [It, New] = Known.try_emplace({Id, Lane}, 0);
    if (New) {
      int64_t V = compute(Id, Lane);
      Known[{Id, Lane}] = V;
      return V;
    }
    return It->second;
  }

  int64_t compute(SymbolId Id, unsigned Lane) const {
    const Symbol &S = Symbols[Id];
    if (S.Kind != SymbolKind::Derived)
      return S.Low; // Does not matter: multiplied by zero.
    auto Operand = [&](unsigned I) {
      return S.OperandType.wrap(value(S.Operands[I], Lane));
    };
    if (S.Derivation == DerivedKind::Cast)
      return Operand(0);
    if (S.Derivation == DerivedKind::Select)
      return value(S.Operands[0], Lane) ? Operand(1) : Operand(2);
    int64_t B = S.Operands.size() > 1 ? Operand(1) : 0;
    return fold(S.Operator, S.OperandType, Operand(0), B).value_or(0);
  }

  /// Derived values share their operands.
  mutable std::map<std::pair<SymbolId, unsigned>, int64_t> Known;
  const SymbolTable &Symbols;
  const Assignment &Values;
};

/// How far apart two lanes' addresses are at most, in units of the smallest
/// step an unknown moves them against each other.
uint64_t span(const LaneValue &V, LaneMask Active) {
  int64_t Low = INT64_MAX, High = INT64_MIN;
  forEachLane(Active, [&](unsigned L) {
    Low = std::min(Low, V.Constant[L]);
    High = std::max(High, V.Constant[L]);
  });
  uint64_t Step = 0;
  for (const Term &T : V.Terms) {
    int64_t First = T.Coefficient[llvm::countr_zero(Active)];
    forEachLane(Active, [&](unsigned L) {
      Step = std::gcd(Step, uint64_t(std::abs(T.Coefficient[L] - First)));
    });
  }
  return uint64_t(High - Low) / std::max<uint64_t>(Step, 1) + 1;
}

/// A value of an unknown and how often it occurs.
using Weighted = std::pair<int64_t, uint64_t>;

class RequestEnumerator {
public:
  RequestEnumerator(const SymbolicAccess &A, const SharedArray &Array,
                    const SymbolTable &Symbols)
      : A(A), Array(Array), Symbols(Symbols), Offset(A.Offset),
        Shift(splitCommonShift(Offset, Symbols, A.Active)),
        Finder(Symbols, A.Active) {}

  Enumeration run();

private:
  std::vector<Weighted> valuesOf(SymbolId Id, const Dependence &D) const;
  std::vector<Weighted> iterationsOf(uint64_t Trips, const Dependence &D) const;
  /// The small values that can make lanes meet.
  uint64_t shapeValues(const Dependence &D) const {
    return span(Offset, A.Active) + D.Period;
  }
  uint64_t smallValues(const Dependence &D) const;
  std::vector<int64_t> shifts() const;
  Request instantiate(const Assignment &Values, int64_t Shifted) const;
  void expand(llvm::ArrayRef<SymbolId> Left, Assignment &Values, uint64_t Count,
              llvm::function_ref<void(const Assignment &, uint64_t)> F) const;

  const SymbolicAccess &A;
  const SharedArray &Array;
  const SymbolTable &Symbols;
  LaneValue Offset; ///< A.Offset without the common shift.
  CommonShift Shift;
  DependenceFinder Finder;
  std::map<SymbolId, std::vector<Weighted>> Values;
};

uint64_t RequestEnumerator::smallValues(const Dependence &D) const {
  uint64_t Inside = Array.bytes() / std::max<uint64_t>(1, D.Step) + 1;
  uint64_t Small = D.PureShift ? Inside : shapeValues(D);
  return std::clamp<uint64_t>(Small, D.Period, MaxSmallValues);
}

std::vector<Weighted> RequestEnumerator::valuesOf(SymbolId Id,
                                                  const Dependence &D) const {
  const Symbol &S = Symbols[Id];
  if (S.TripCount)
    return iterationsOf(*S.TripCount, D);
  std::vector<Weighted> Out;
  auto Keep = [&](int64_t V) {
    if (V >= S.Low && V <= S.High)
      Out.push_back({V, 1});
  };
  int64_t Small = smallValues(D);
  for (int64_t V = 0; V < Small; ++V)
    Keep(V);
  if (D.PureShift)
    return Out;
  int64_t Large = llvm::alignTo(uint64_t(1) << 17, D.Period);
  for (int64_t R = 0; R < int64_t(D.Period); ++R)
    Keep(Large + R);
  for (int64_t V = 1; V < Small; ++V)
    Keep(-V);
  for (int64_t R = 0; R < int64_t(D.Period); ++R)
    Keep(-Large - R);
  return Out;
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

Request RequestEnumerator::instantiate(const Assignment &Values,
                                       int64_t Shifted) const {
  Substitution With(Symbols, Values);
  Request R;
  R.Active = A.Active;
  forEachLane(A.Active, [&](unsigned L) {
    R.Offsets.push_back(With.value(Offset, L) + Shifted);
    if (Shift || A.Subscripts.empty()) {
      // The subscripts hold the unknowns themselves; a flat one is the offset.
      bool Flat = A.Subscripts.empty() || Array.Dims.size() == 1;
      R.InBounds &= Flat && R.Offsets.back() >= 0 &&
                    (!Array.hasKnownSize() ||
                     uint64_t(R.Offsets.back()) < Array.bytes());
      return;
    }
    for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
      int64_t V = With.value(S, L);
      bool Open = I == 0 && !Array.hasKnownSize();
      R.InBounds &= V >= 0 && I < Array.Dims.size() &&
                    (Open || uint64_t(V) < Array.Dims[I]);
    }
  });
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

Enumeration RequestEnumerator::run() {
  Finder.visit(Offset, BankPeriod, false);
  if (!Finder.Failure.empty())
    return {{}, Finder.Failure};

  std::vector<SymbolId> Iterations, Others;
  std::string Shaping;
  unsigned NumShaping = 0;
  uint64_t Product = 1;
  for (const auto &[Id, D] : Finder.Unknowns) {
    bool IsIteration = Symbols[Id].TripCount.has_value();
    (IsIteration ? Iterations : Others).push_back(Id);
    if (!IsIteration && !D.PureShift) {
      ++NumShaping;
      const std::string &Name = Symbols[Id].Name;
      Shaping += (Shaping.empty() ? "" : ", ") +
                 (Name.empty() ? "an expression" : "'" + Name + "'");
    }
    if (!IsIteration && !D.PureShift && shapeValues(D) > MaxSmallValues)
      return {{}, text(Reason::Budget)};
    Values[Id] = valuesOf(Id, D);
    Product *= std::max<size_t>(1, Values[Id].size());
  }
  // Several unknown pitches may cancel anywhere; no finite set covers that.
  if (NumShaping > 1)
    return {{}, text(Reason::TwoUnknowns, Shaping)};
  std::vector<int64_t> Shifts = shifts();
  if (Product * Shifts.size() > MaxAlternatives)
    return {{}, text(Reason::Budget)};

  uint64_t Alike = 1; // Iterations that the address does not depend on.
  for (SymbolId Id : A.Iterations)
    if (!Finder.Unknowns.count(Id))
      Alike *= *Symbols[Id].TripCount;

  Enumeration Out;
  Assignment Chosen;
  expand(Iterations, Chosen, Alike,
         [&](const Assignment &Fixed, uint64_t Count) {
           RequestGroup G;
           G.Count = Count;
           G.MayBePartial = A.MayBePartial;
           Assignment All = Fixed;
           expand(Others, All, 1, [&](const Assignment &Full, uint64_t) {
             for (int64_t Shifted : Shifts)
               G.Alternatives.push_back(instantiate(Full, Shifted));
           });
           Out.Groups.push_back(std::move(G));
         });
  return Out;
}

} // namespace

Enumeration bankfix::enumerate(const SymbolicAccess &A,
                               const SharedArray &Array,
                               const SymbolTable &Symbols) {
  return RequestEnumerator(A, Array, Symbols).run();
}
