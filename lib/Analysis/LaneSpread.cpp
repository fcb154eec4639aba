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

void LaneSpread::include(const LaneValue &V, LaneMask Active,
                         const SymbolTable &Symbols, uint64_t Elements) {
  if (HasSeveral || !Active)
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
      Least = std::min(Least, Added.Low);
    else
      Low = std::min(Low, B.Low - Added.Low);
    if (B.High >= Far)
      Most = std::max(Most, Added.High);
    else
      High = std::max(High, B.High - Added.High);
  });
}

bool LaneSpread::fills(uint64_t Dim) const {
  const bool IsOpenBelow = Least != INT64_MAX, IsOpenAbove = Most != INT64_MIN;
  if (HasSeveral || Unknown.empty() || (!IsOpenBelow && !IsOpenAbove))
    return false;
  int64_t From = IsOpenBelow ? -Least : Low;
  int64_t To = IsOpenAbove ? int64_t(Dim) - 1 - Most : High;
  if (From > To)
    return true;
  return llvm::divideFloorSigned(To, Step) -
             llvm::divideCeilSigned(From, Step) <
         1;
}
