//===- Choices.cpp - Where each lane of a request may go ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "LaneForms.h"
#include "Substitution.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace bankfix;

namespace {

using Offsets = std::vector<int64_t>;

/// Combinations of values that are tried one by one, for each lane.
constexpr uint64_t MaxTried = 4096;
/// What else takes time, in combinations that are tried: to begin with a
/// request, each way that its lanes compute the offset, each symbol that this is
/// computed from, so many offsets.
constexpr uint64_t CostOfRequest = 256, CostOfForm = 16, CostOfSymbol = 16,
                   OffsetsTried = 32;
/// So many places in each bank are as good as any number: one for each lane.
constexpr int64_t Enough = MaxLanes;

void reach(const LaneValue &V, const SymbolTable &Symbols, SymbolSet &Into);

/// Adds to \p Into the symbol, and what it depends on.
void reach(SymbolId S, const SymbolTable &Symbols, SymbolSet &Into) {
  if (Into.insert(S).second)
    for (const LaneValue &Operand : Symbols[S].Operands)
      reach(Operand, Symbols, Into);
}

/// The same of all symbols in \p V.
void reach(const LaneValue &V, const SymbolTable &Symbols, SymbolSet &Into) {
  for (const Term &T : V.Terms)
    for (SymbolId S : T.Symbols)
      reach(S, Symbols, Into);
}

SymbolSet operands(SymbolId Id, const SymbolTable &Symbols) {
  SymbolSet Out;
  for (const LaneValue &V : Symbols[Id].Operands)
    for (const Term &T : V.Terms)
      Out.insert(T.Symbols.begin(), T.Symbols.end());
  return Out;
}

/// The offsets that one request's lanes can have.
class ChoiceFinder {
public:
  ChoiceFinder(const SymbolicAccess &A, const LaneValue &Offset,
               const SharedArray &Array, const SymbolTable &Symbols)
      : A(A), Offset(Offset), Array(Array), Symbols(Symbols) {
    findForms();
  }

  /// Only offsets whose subscripts lie in their dimensions.
  bool InDimensions = false;
  /// Not clipped to the array: all lanes are yet to be moved.
  bool Movable = false;
  uint64_t Cost = 0; ///< See Choices.

  /// Nothing where a lane has no offset, or too many to be moved.
  std::optional<ChoiceRequest> run();

private:
  /// What is chosen to know the offset.
  struct Unknowns {
    std::vector<SymbolId> Leaves;     ///< What it is computed from, in the end.
    std::vector<SymbolId> Generators; ///< See generators.
  };

  void findForms();
  std::optional<Offsets> offsets(unsigned Lane);
  std::optional<Offsets> tried(unsigned Lane);
  std::optional<Offsets> ranged(unsigned Lane) const;
  Offsets inDimensions(unsigned Lane) const;
  Offsets clipped(ValueRange R, int64_t Start, int64_t Step) const;
  SymbolSet symbols() const;
  const Unknowns &unknowns(unsigned Lane);
  std::vector<SymbolId> leaves(unsigned Lane) const;
  std::vector<SymbolId> generators(unsigned Lane) const;
  bool areFew(llvm::ArrayRef<SymbolId> Of, unsigned Lane) const;
  void tryAll(llvm::ArrayRef<SymbolId> Left, unsigned Lane, Assignment &Values,
              Offsets &Into);
  bool isLegal(int64_t At, unsigned Lane, const Substitution &With) const;
  uint64_t step(const LaneValue &V, unsigned Lane) const;

  const SymbolicAccess &A;
  const LaneValue &Offset;
  const SharedArray &Array;
  const SymbolTable &Symbols;
  LaneParts FormOf;   ///< Computes the offset alike, from as much knowledge.
  LaneParts Together; ///< Has the same offset, too.
  /// By which terms of the offset count: lanes mostly have the same.
  std::map<std::vector<bool>, Unknowns> KnownUnknowns;
};

/// All that the address and its subscripts are computed from.
SymbolSet ChoiceFinder::symbols() const {
  SymbolSet All;
  reach(Offset, Symbols, All);
  for (const LaneValue &S : A.Subscripts)
    reach(S, Symbols, All);
  return All;
}

const ChoiceFinder::Unknowns &ChoiceFinder::unknowns(unsigned Lane) {
  std::vector<bool> Counts;
  for (const Term &T : Offset.Terms)
    Counts.push_back(T.Coefficient[Lane] != 0);
  auto [It, New] = KnownUnknowns.try_emplace(std::move(Counts));
  if (New)
    It->second = {leaves(Lane), generators(Lane)};
  return It->second;
}

std::vector<SymbolId> ChoiceFinder::leaves(unsigned Lane) const {
  SymbolSet All;
  for (const Term &T : Offset.Terms)
    if (T.Coefficient[Lane] != 0)
      for (SymbolId S : T.Symbols)
        reach(S, Symbols, All);
  std::erase_if(All, [&](SymbolId S) {
    return Symbols[S].Kind == SymbolKind::Derived;
  });
  return {All.begin(), All.end()};
}

/// What has to be chosen to know the address: its symbols, where none of them
/// is computed from others of them.
std::vector<SymbolId> ChoiceFinder::generators(unsigned Lane) const {
  SymbolSet Out;
  for (const Term &T : Offset.Terms)
    if (T.Coefficient[Lane] != 0)
      Out.insert(T.Symbols.begin(), T.Symbols.end());
  for (bool Changed = true; Changed;) {
    Changed = false;
    // Operands are older: what is computed from one is replaced before it, so
    // that nothing comes back.
    for (SymbolId Id : llvm::reverse(Out)) {
      if (Symbols[Id].Kind != SymbolKind::Derived)
        continue;
      SymbolSet Below;
      for (const LaneValue &V : Symbols[Id].Operands)
        reach(V, Symbols, Below);
      if (llvm::none_of(Below, [&](SymbolId S) { return Out.count(S) != 0; }))
        continue;
      SymbolSet Operands = operands(Id, Symbols);
      Out.erase(Id);
      Out.insert(Operands.begin(), Operands.end());
      Changed = true;
      break;
    }
  }
  return {Out.begin(), Out.end()};
}

/// Their combinations of values can be tried one by one.
bool ChoiceFinder::areFew(llvm::ArrayRef<SymbolId> Of, unsigned Lane) const {
  uint64_t Product = 1;
  for (SymbolId Id : Of) {
    ValueRange R = Symbols.bounds(Id, Lane);
    uint64_t Values = Symbols[Id].Listed.empty()
                          ? uint64_t(R.High) - uint64_t(R.Low) + 1
                          : Symbols[Id].Listed.size();
    if (Values == 0 || Values > MaxTried || Product * Values > MaxTried)
      return false;
    Product *= Values;
  }
  return true;
}

bool ChoiceFinder::isLegal(int64_t At, unsigned Lane,
                           const Substitution &With) const {
  if (Movable)
    return true;
  if (At < 0 || (Array.hasKnownSize() && uint64_t(At) >= Array.bytes()))
    return false;
  if (!InDimensions || A.IsFlat)
    return true;
  for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
    int64_t V = With.value(S, Lane);
    bool Open = I == 0 && !Array.hasKnownSize();
    if (V < 0 || I >= Array.Dims.size() ||
        (!Open && uint64_t(V) >= Array.Dims[I]))
      return false;
  }
  return true;
}

void ChoiceFinder::tryAll(llvm::ArrayRef<SymbolId> Left, unsigned Lane,
                          Assignment &Values, Offsets &Into) {
  if (Left.empty()) {
    ++Cost;
    Substitution With(Symbols, Values);
    int64_t At = With.value(Offset, Lane);
    if (isLegal(At, Lane, With) && !With.isUndefined())
      Into.push_back(At);
    return;
  }
  const Symbol &S = Symbols[Left.front()];
  ValueRange R = Symbols.bounds(Left.front(), Lane);
  for (int64_t V : S.Listed) {
    if (V < R.Low || V > R.High)
      continue;
    Values[Left.front()] = V;
    tryAll(Left.drop_front(), Lane, Values, Into);
  }
  for (int64_t V = R.Low; S.Listed.empty() && V <= R.High; ++V) {
    Values[Left.front()] = V;
    tryAll(Left.drop_front(), Lane, Values, Into);
  }
}

/// Every value of the unknowns, where these are few.
std::optional<Offsets> ChoiceFinder::tried(unsigned Lane) {
  const Unknowns &U = unknowns(Lane);
  for (llvm::ArrayRef<SymbolId> Of : {U.Leaves, U.Generators}) {
    if (!areFew(Of, Lane))
      continue;
    Assignment Values;
    Offsets Out;
    tryAll(Of, Lane, Values, Out);
    llvm::sort(Out);
    Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
    return Out;
  }
  return std::nullopt;
}

/// What divides every difference of two values of \p V in a lane.
uint64_t ChoiceFinder::step(const LaneValue &V, unsigned Lane) const {
  uint64_t Step = 0;
  for (const Term &T : V.Terms) {
    uint64_t Multiple = uint64_t(std::abs(T.Coefficient[Lane]));
    for (SymbolId S : T.Symbols)
      Multiple = std::min<uint64_t>(Multiple, 1 << 20) *
                 std::min<uint64_t>(Symbols[S].Alignment, 1 << 20);
    Step = std::gcd(Step, Multiple);
  }
  return std::max<uint64_t>(Step, 1);
}

/// The first number from \p Low on that is some steps away from \p Start.
int64_t firstFrom(int64_t Low, int64_t Start, int64_t Step) {
  int64_t Ahead = (Start % Step - Low % Step) % Step;
  return Low + (Ahead < 0 ? Ahead + Step : Ahead);
}

/// All values in \p R, some steps away from \p Start, that lie in the array.
Offsets ChoiceFinder::clipped(ValueRange R, int64_t Start, int64_t Step) const {
  int64_t Low = firstFrom(std::max<int64_t>(R.Low, 0), Start, Step);
  // More rows than lanes make no difference, nor where they lie.
  int64_t Most = Low + Step / std::gcd(Step, BankPeriod) * BankPeriod * Enough;
  int64_t High = std::min(
      R.High, Array.hasKnownSize() ? int64_t(Array.bytes()) - 1 : Most);
  Offsets Out;
  Out.reserve(Low > High ? 0 : (High - Low) / Step + 1);
  for (int64_t At = Low; At <= High; At += Step)
    Out.push_back(At);
  return Out;
}

/// The places of the array that the subscripts' ranges leave.
Offsets ChoiceFinder::inDimensions(unsigned Lane) const {
  int64_t Start = Offset.Constant[Lane]; // Of the member in its element.
  for (auto [I, S] : llvm::enumerate(A.Subscripts))
    Start -= S.Constant[Lane] * int64_t(Array.stride(I) * Array.ElementBytes);
  Offsets Out = {Start};
  for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
    ValueRange R = Symbols.bounds(S, Lane);
    int64_t Step = int64_t(step(S, Lane));
    int64_t Low =
        firstFrom(std::max<int64_t>(R.Low, 0), S.Constant[Lane], Step);
    int64_t High = std::min(R.High, int64_t(Array.Dims[I]) - 1);
    int64_t Bytes = int64_t(Array.stride(I) * Array.ElementBytes);
    Offsets Next;
    Next.reserve(Low > High ? 0 : Out.size() * ((High - Low) / Step + 1));
    for (int64_t Start : Out)
      for (int64_t V = Low; V <= High; V += Step)
        Next.push_back(Start + V * Bytes);
    Out = std::move(Next);
  }
  return Out;
}

std::optional<Offsets> ChoiceFinder::ranged(unsigned Lane) const {
  if (Movable)
    return std::nullopt;
  if (InDimensions && !A.IsFlat && Array.hasKnownSize() &&
      A.Subscripts.size() == Array.Dims.size())
    return inDimensions(Lane);
  return clipped(Symbols.bounds(Offset, Lane), Offset.Constant[Lane],
                 int64_t(step(Offset, Lane)));
}

std::optional<Offsets> ChoiceFinder::offsets(unsigned Lane) {
  std::optional<Offsets> Out = tried(Lane);
  if (!Out)
    Out = ranged(Lane);
  if (Out && Out->empty() && !InDimensions) // It cannot be active, if at all.
    return clipped({0, INT64_MAX}, 0, Array.ElementBytes);
  return Out && Out->empty() ? std::nullopt : Out;
}

void ChoiceFinder::findForms() {
  LaneForms Alike(Symbols, A.Active);
  SymbolSet All = symbols();
  Cost += All.size() * CostOfSymbol;
  FormOf = Alike.whole();
  Alike.splitByKnowledge(FormOf, All);
  Together = FormOf;
  Alike.split(FormOf, Offset, /*Equal=*/false);
  Alike.split(Together, Offset, /*Equal=*/true);
}

std::optional<ChoiceRequest> ChoiceFinder::run() {
  ChoiceRequest R;
  R.Active = A.Active;
  Cost += CostOfRequest;
  std::array<unsigned, MaxLanes> ListOf; // By the first lane of a form.
  bool Failed = false;
  forEachLane(A.Active, [&](unsigned L) {
    if (FormOf[L] == L && !Failed) {
      std::optional<Offsets> At = offsets(L);
      Failed = !At;
      if (Failed)
        return;
      Cost += CostOfForm + At->size() / OffsetsTried;
      OffsetList List(std::move(*At));
      auto Old = llvm::find(R.Lists, List);
      ListOf[L] = Old - R.Lists.begin();
      if (Old == R.Lists.end())
        R.Lists.push_back(std::move(List));
    }
    R.ListOf.push_back(ListOf[FormOf[L]]);
    R.Together.push_back(Together[L]);
  });
  return Failed ? std::nullopt : std::optional(std::move(R));
}

/// The terms of \p V that move all lanes alike, by values that nothing else in
/// it depends on.
LaneValue takeShift(LaneValue &V, const SymbolTable &Symbols, LaneMask Active) {
  LaneValue Shift;
  TermList Rest;
  auto IsCommon = [&](const Term &T) {
    return T.Coefficient.isSame(Active) &&
           llvm::none_of(T.Symbols, [&](SymbolId S) {
             return Symbols[S].LaneVarying || Symbols[S].TripCount;
           });
  };
  for (const Term &T : V.Terms)
    (IsCommon(T) ? Shift.Terms : Rest).push_back(T);
  SymbolSet Of, Elsewhere;
  reach(Shift, Symbols, Of);
  LaneValue Others;
  Others.Terms = Rest;
  reach(Others, Symbols, Elsewhere);
  if (llvm::any_of(Of, [&](SymbolId S) { return Elsewhere.count(S) != 0; }))
    return LaneValue();
  V.Terms = std::move(Rest);
  return Shift;
}

/// The choices of \p A where an unknown value shifts them all; nothing if there
/// is none, or too much else is unknown. Adds to \p Cost.
std::vector<ChoiceRequest> shifted(const SymbolicAccess &A,
                                   const SharedArray &Array,
                                   const SymbolTable &Symbols,
                                   uint64_t &Cost) {
  LaneValue Offset = A.Offset;
  LaneValue Shift = takeShift(Offset, Symbols, A.Active);
  if (Shift.Terms.empty())
    return {};
  ChoiceFinder F(A, Offset, Array, Symbols);
  F.Movable = true;
  std::optional<ChoiceRequest> R = F.run();
  Cost += F.Cost;
  if (!R)
    return {};
  uint64_t Step = 0;
  for (const Term &T : Shift.Terms)
    Step = std::gcd(
        Step, uint64_t(std::abs(T.Coefficient[llvm::countr_zero(A.Active)])));
  std::vector<ChoiceRequest> Out;
  for (uint64_t By = 0, I = 0; I == 0 || By % BankPeriod != 0;
       By += Step, ++I) {
    Out.push_back(*R);
    for (OffsetList &List : Out.back().Lists)
      List.move(int64_t(By));
  }
  return Out;
}

} // namespace

bool bankfix::dependsOn(const LaneValue &V, const SymbolTable &Symbols,
                        llvm::function_ref<bool(const Symbol &)> F) {
  SymbolSet Of;
  reach(V, Symbols, Of);
  return llvm::any_of(Of, [&](SymbolId S) { return F(Symbols[S]); });
}

Choices bankfix::choices(const SymbolicAccess &A, const SharedArray &Array,
                         const SymbolTable &Symbols) {
  Choices Out;
  Out.Alternatives = shifted(A, Array, Symbols, Out.Cost);
  LaneValue Rest = A.Offset;
  if (!Out.Alternatives.empty())
    takeShift(Rest, Symbols, A.Active);
  Out.Independent = !dependsOn(Rest, Symbols, [](const Symbol &S) {
    return S.Kind == SymbolKind::Uniform ||
           (S.Kind == SymbolKind::PerLane && !S.Independent);
  });
  ChoiceFinder F(A, A.Offset, Array, Symbols);
  if (Out.Alternatives.empty())
    if (std::optional<ChoiceRequest> R = F.run())
      Out.Alternatives.push_back(std::move(*R));
  F.InDimensions = true;
  if (Array.hasKnownSize())
    Out.Bounded = F.run();
  Out.Cost += F.Cost;
  return Out;
}
