//===- Enumerate.cpp - What a symbolic request can be ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Enumerate.h"
#include "Choices.h"
#include "Reason.h"
#include "RequestEnumerator.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace bankfix;

CommonShift bankfix::splitCommonShift(LaneValue &Offset,
                                      const SymbolTable &Symbols,
                                      LaneMask Active) {
  CommonShift Shift;
  std::set<SymbolId> InShift, Elsewhere;
  TermVector Rest;
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
  bool Apart = llvm::none_of(
      InShift, [&](SymbolId S) { return Elsewhere.count(S) != 0; });
  // A derived value elsewhere may hide one of them among its operands.
  for (SymbolId S : Elsewhere)
    Apart &= Symbols[S].Kind != SymbolKind::Derived;
  if (!Apart)
    return CommonShift();
  Offset.Terms = std::move(Rest);
  return Shift;
}

RequestEnumerator::RequestEnumerator(const SymbolicAccess &A,
                                     const SharedArray &Array,
                                     const SymbolTable &Symbols,
                                     uint64_t MostAlternatives)
    : A(A), Array(Array), Symbols(Symbols), MostAlternatives(MostAlternatives),
      Offset(A.Offset), Shift(splitCommonShift(Offset, Symbols, A.Active)),
      BySubscript(A, Array, Symbols, Shift), Finder(Symbols, A.Active) {
  // One unknown is tried itself, unless it moves one subscript.
  if (const Symbol *Only = Shift.only(Symbols);
      Only && (BySubscript.Values.empty() || !Only->Listed.empty())) {
    Offset = A.Offset;
    Shift = CommonShift();
  }
}

/// By how much the common shift may move the lanes: in each dimension, where
/// that is told; else every residue, and every place in the array.
std::vector<ShiftValue> RequestEnumerator::shifts() const {
  if (!Shift)
    return {ShiftValue()};
  if (!BySubscript.Values.empty())
    return BySubscript.Values;
  uint64_t Residues = BankPeriod / std::gcd<uint64_t>(BankPeriod, Shift.Step);
  uint64_t Inside = Array.bytes() / std::max<uint64_t>(1, Shift.Step) + 1;
  std::vector<ShiftValue> Out;
  for (uint64_t I = 0; I < std::clamp(Inside, Residues, MaxSmallValues); ++I)
    Out.push_back({int64_t(I * Shift.Step), {}});
  return Out;
}

std::optional<Request>
RequestEnumerator::instantiate(const Assignment &Values,
                               const ShiftValue &Moved) const {
  Substitution With(Symbols, Values);
  Request R;
  R.Active = A.Active;
  forEachLane(A.Active, [&](unsigned L) {
    R.Offsets.push_back(With.value(Offset, L) + Moved.Bytes);
    const bool IsTold = !Moved.Subscripts.empty();
    if ((Shift && !IsTold) || A.Subscripts.empty() || A.IsFlat) {
      // The subscripts hold the unknowns themselves; a flat one is the offset.
      bool Flat =
          A.Subscripts.empty() || A.IsFlat || Array.Dims.size() == 1;
      R.InBounds &=
          Flat && R.Offsets.back() >= 0 &&
          (!Array.hasKnownSize() || uint64_t(R.Offsets.back()) < Array.bytes());
      return;
    }
    for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
      int64_t V = IsTold
                      ? With.value(BySubscript.Rest[I], L) + Moved.Subscripts[I]
                      : With.value(S, L);
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
      if (std::optional<Request> R = instantiate(Full))
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
    return {{}, std::move(Reason), false, C.Cost};
  return {{std::move(G)}, std::move(Reason), C.Independent, C.Cost};
}

Enumeration RequestEnumerator::run() {
  std::string Reason = prepare();
  if (!Reason.empty())
    return bounded(std::move(Reason));
  Enumeration Out;
  Assignment Chosen;
  std::vector<ShiftValue> Shifts = shifts();
  LacksValues |= BySubscript.IsPart && !BySubscript.Values.empty();
  expand(Iterations, Chosen, times(),
         [&](const Assignment &Fixed, uint64_t Count) {
           RequestGroup G;
           G.Count = Count;
           G.MayBePartial = A.MayBePartial;
           G.LacksValues = LacksValues;
           Assignment All = Fixed;
           expand(Others, All, 1, [&](const Assignment &Full, uint64_t) {
             for (const ShiftValue &Moved : Shifts)
               if (std::optional<Request> R = instantiate(Full, Moved))
                 G.Alternatives.push_back(std::move(*R));
           });
           if (!G.Alternatives.empty())
             Out.Groups.push_back(std::move(G));
         });
  if (!LacksValues)
    return Out;
  Choices C = choices(A, Array, Symbols);
  for (RequestGroup &G : Out.Groups)
    G.BoundedChoices = C.Bounded;
  Out.Cost = C.Cost;
  return Out;
}

/// The request of an access without unknowns.
static Enumeration known(const SymbolicAccess &A, const SharedArray &Array) {
  Request R;
  R.Active = A.Active;
  forEachLane(A.Active, [&](unsigned L) {
    R.Offsets.push_back(A.Offset.Constant[L]);
    for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
      int64_t V = S.Constant[L];
      bool Open = (I == 0 && !Array.hasKnownSize()) || A.IsFlat;
      R.InBounds &= (V >= 0 || A.IsFlat) && I < Array.Dims.size() &&
                    (Open || uint64_t(V) < Array.Dims[I]);
    }
    if ((A.Subscripts.empty() || A.IsFlat) && Array.hasKnownSize())
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

Enumeration bankfix::enumerate(const SymbolicAccess &A,
                               const SharedArray &Array,
                               const SymbolTable &Symbols,
                               uint64_t MostAlternatives) {
  Enumeration Out;
  auto IsConcrete = [](const LaneValue &V) { return V.isConcrete(); };
  if (A.Offset.isConcrete() && A.Iterations.empty() &&
      llvm::all_of(A.Subscripts, IsConcrete))
    Out = known(A, Array);
  else
    Out = RequestEnumerator(A, Array, Symbols, MostAlternatives).run();
  for (RequestGroup &G : Out.Groups)
    G.Arrays = A.Arrays;
  if (A.Arrays > 1 && !Out.Groups.empty()) {
    Out.Reason = text(Reason::SeveralArrays);
    Out.Independent = false;
  }
  return Out;
}

bool bankfix::isEnumerable(const SymbolicAccess &A, const SharedArray &Array,
                           const SymbolTable &Symbols) {
  return RequestEnumerator(A, Array, Symbols, MaxAlternatives)
      .prepare()
      .empty();
}
