//===- LaneSpread.cpp - Subscripts that fill their dimension --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSpread.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace bankfix;

namespace {

struct UnknownPart {
  std::string Text;
  int64_t Step = 0; ///< Divides it.
  /// Counters of loops that run a known number of times: these are all run.
  ValueRange Counted = {0, 0};
};

/// Nothing where there is none, or lanes may differ in it.
std::optional<UnknownPart> unknownPart(const LaneValue &V, LaneMask Active,
                                       const SymbolTable &Symbols) {
  LaneValue Part;
  Part.Terms = V.Terms;
  if (V.isConcrete() || !Symbols.isUniform(Part))
    return std::nullopt;
  UnknownPart Out;
  for (const Term &T : V.Terms) {
    int64_t C = T.Coefficient[llvm::countr_zero(Active)];
    constexpr int64_t Most = int64_t(1) << 31;
    if (!T.Coefficient.isSame(Active) || C == 0 || C > Most || C < -Most)
      return std::nullopt;
    const Symbol &First = Symbols[T.Symbols.front()];
    if (T.Symbols.size() == 1 && First.IsIteration && First.TripCount &&
        *First.TripCount > 0 && *First.TripCount < uint64_t(Most)) {
      int64_t Last = C * int64_t(*First.TripCount - 1);
      (C < 0 ? Out.Counted.Low : Out.Counted.High) += Last;
      continue;
    }
    Out.Step = std::gcd(Out.Step, C);
    Out.Text += std::to_string(C);
    for (SymbolId S : T.Symbols)
      Out.Text += " * " + Symbols[S].Name;
    Out.Text += ";";
  }
  return Out.Text.empty() ? std::nullopt : std::optional(std::move(Out));
}

} // namespace

void LaneSpread::End::include(int64_t V, bool IsLimited) {
  int64_t &L = IsLimited ? LeastLimited : Least;
  int64_t &M = IsLimited ? MostLimited : Most;
  L = std::min(L, V);
  M = std::max(M, V);
}

int64_t LaneSpread::End::low(bool MayStop) const {
  const bool AreLimited = LeastLimited <= MostLimited;
  return AreLimited ? std::min(Least, MayStop ? MostLimited : LeastLimited)
                    : Least;
}

int64_t LaneSpread::End::high(bool MayStop) const {
  const bool AreLimited = LeastLimited <= MostLimited;
  return AreLimited ? std::max(Most, MayStop ? LeastLimited : MostLimited)
                    : Most;
}

void LaneSpread::include(const LaneValue &V, LaneMask Active,
                         const SymbolTable &Symbols, uint64_t Elements,
                         int64_t Behind) {
  if (!Active)
    return;
  if (V.isConcrete()) {
    HasSeveral = true;
    return;
  }
  const LaneMask Below = Symbols.limited(V, Active, /*FromAbove=*/false);
  const LaneMask Above = Symbols.limited(V, Active, /*FromAbove=*/true);
  if (const auto Again = Symbols.inSecondIteration(V))
    forEachLane(Active, [&](unsigned L) {
      SecondBelow.include(Again->Constant[L], Below >> L & 1);
      SecondAbove.include(Again->Constant[L] + Behind, Above >> L & 1);
    });
  if (HasSeveral)
    return;
  auto Part = unknownPart(V, Active, Symbols);
  if (!Part || (!Unknown.empty() && Part->Text != Unknown)) {
    HasSeveral = true;
    return;
  }
  Unknown = Part->Text;
  Step = Part->Step;
  const int64_t Far = int64_t(std::min<uint64_t>(Elements, INT64_MAX));
  forEachLane(Active, [&](unsigned L) {
    ValueRange B = Symbols.meantBounds(V, L);
    const int64_t First = V.Constant[L];
    if (First <= -Far || First >= Far) {
      HasSeveral = true; // It is no offset in this array.
      return;
    }
    const ValueRange Added{First + Part->Counted.Low,
                           First + Part->Counted.High};
    if (B.Low <= -Far)
      OpenBelow.include(Added.Low, Below >> L & 1);
    else
      Low = std::min(Low, B.Low - Added.Low);
    if (B.High >= Far)
      OpenAbove.include(Added.High + Behind, Above >> L & 1);
    else
      High = std::max(High, B.High - Added.High);
  });
}

bool LaneSpread::leavesInSecond(uint64_t Dim, bool MayStop) const {
  return !SecondAbove.isEmpty() && (SecondBelow.low(MayStop) < 0 ||
                                    SecondAbove.high(MayStop) >= int64_t(Dim));
}

bool LaneSpread::fills(uint64_t Dim, bool MayStop) const {
  const bool IsOpenBelow = !OpenBelow.isEmpty(),
             IsOpenAbove = !OpenAbove.isEmpty();
  if (HasSeveral || Unknown.empty() || (!IsOpenBelow && !IsOpenAbove))
    return false;
  int64_t From = IsOpenBelow ? -OpenBelow.low(MayStop) : Low;
  int64_t To = IsOpenAbove ? int64_t(Dim) - 1 - OpenAbove.high(MayStop) : High;
  if (From > To)
    return true;
  return llvm::divideFloorSigned(To, Step) -
             llvm::divideCeilSigned(From, Step) <
         1;
}
