//===- EnumeratedValues.cpp - Which values of an unknown are tried --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestEnumerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace bankfix;

/// How far apart two lanes' addresses are at most, in units of the smallest
/// step an unknown moves them against each other.
static uint64_t span(const LaneValue &V, const SymbolTable &Symbols,
                     LaneMask Active) {
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

uint64_t RequestEnumerator::shapeValues(const Dependence &D) const {
  return D.Wraps ? D.Period
                 : span(Offset, Symbols, A.Active) + D.Period + D.Small;
}

uint64_t RequestEnumerator::smallValues(const Dependence &D) const {
  uint64_t Inside = Array.bytes() / std::max<uint64_t>(1, D.Step) + 1;
  uint64_t Small = D.PureShift ? Inside : shapeValues(D);
  return std::clamp<uint64_t>(Small, D.Period, MaxSmallValues);
}

/// How large \p Id can be at most, in either direction, with all lanes inside
/// the array; nothing where that is not easily said, as where the address only
/// holds what is computed from it.
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
    return std::nullopt;
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
    uint64_t Least = std::max<int64_t>(R.Low, 0),
             Most = uint64_t(R.High) - uint64_t(R.Low);
    if (Inside)
      Most = std::min(Most, *Inside - std::min(*Inside, Least));
    if (Most < MostForLayouts)
      Small = std::max(Small, Most + 1);
    LacksValues |= Most >= std::max(Small, MostForLayouts);
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
