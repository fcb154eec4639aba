//===- SubscriptShifts.cpp - Shifts of all lanes, by dimension ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubscriptShifts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace bankfix;

/// So many shifts are tried. Of more, only what is told apart: a few rows, and
/// of the last dimension all places that the lanes may have in words, and
/// groups of words. Banks treat other shifts alike, and so do maps that are
/// affine; of others it is asked wherever the lanes may be
/// (RequestGroup::LacksValues).
static constexpr size_t MostShifts = 256, MostRows = 4, MostBytes = 64;

SubscriptShifts::SubscriptShifts(const SymbolicAccess &A,
                                 const SharedArray &Array,
                                 const SymbolTable &Symbols,
                                 const CommonShift &Shift)
    : A(A), Array(Array), Symbols(Symbols) {
  const size_t Dims = Array.Dims.size();
  if (!Shift || A.IsFlat || Dims < 2 || A.Subscripts.size() != Dims ||
      !Array.hasKnownSize() || !split(Shift))
    return;
  std::vector<Steps> All;
  for (unsigned I = 0; I < Dims; ++I)
    All.push_back(stepsOf(I));
  limit(All);
  Values.emplace_back();
  for (auto [I, Of] : llvm::enumerate(All)) {
    std::vector<ShiftValue> Longer;
    for (const ShiftValue &V : Values)
      for (int64_t Step : Of) {
        Longer.push_back(V);
        Longer.back().Bytes +=
            Step * int64_t(Array.stride(I) * Array.ElementBytes);
        Longer.back().Subscripts.push_back(Step);
      }
    Values = std::move(Longer);
  }
}

/// Fills Rest and Own. False if some unknown of the shift moves two dimensions,
/// or one of them otherwise than it moves the address.
bool SubscriptShifts::split(const CommonShift &Shift) {
  std::map<llvm::SmallVector<SymbolId, 2>, int64_t> Bytes;
  std::set<SymbolId> InShift;
  const unsigned First = llvm::countr_zero(A.Active);
  for (const Term &T : Shift.Terms) {
    Bytes[T.Symbols] = T.Coefficient[First];
    InShift.insert(T.Symbols.begin(), T.Symbols.end());
  }
  std::map<SymbolId, size_t> DimOf;
  for (auto [I, S] : llvm::enumerate(A.Subscripts)) {
    TermVector Moved, Left;
    for (const Term &T : S.Terms) {
      const bool IsShift = llvm::any_of(
          T.Symbols, [&](SymbolId Id) { return InShift.count(Id) != 0; });
      (IsShift ? Moved : Left).push_back(T);
      if (!IsShift)
        continue;
      auto It = Bytes.find(T.Symbols);
      if (It == Bytes.end() || !T.Coefficient.isSame(A.Active))
        return false;
      It->second -=
          T.Coefficient[First] * int64_t(Array.stride(I) * Array.ElementBytes);
      for (SymbolId Id : T.Symbols)
        if (DimOf.try_emplace(Id, I).first->second != I)
          return false;
    }
    Rest.emplace_back(S.Constant);
    Rest.back().Terms = std::move(Left);
    Own.emplace_back();
    Own.back().Terms = std::move(Moved);
  }
  return llvm::all_of(Bytes, [](const auto &Of) { return Of.second == 0; });
}

/// By how much dimension \p Dim may move: every multiple of what its unknowns
/// are multiplied with that keeps all lanes inside.
SubscriptShifts::Steps SubscriptShifts::stepsOf(unsigned Dim) const {
  const unsigned First = llvm::countr_zero(A.Active);
  const int64_t Size = Array.Dims[Dim];
  int64_t Step = 0;
  for (const Term &T : Own[Dim].Terms)
    Step = std::gcd(Step, std::abs(T.Coefficient[First]));
  if (Step == 0)
    return {0};
  const ValueRange Moves = Symbols.bounds(Own[Dim], First);
  int64_t Low = std::max(-Size, Moves.Low), High = std::min(Size, Moves.High);
  forEachLane(A.Active, [&](unsigned L) {
    const ValueRange R = Symbols.bounds(Rest[Dim], L);
    Low = std::max(Low, -std::clamp(R.Low, -Size, Size));
    High = std::min(High, Size - 1 - std::clamp(R.High, -Size, Size));
  });
  Steps Out;
  for (int64_t V = llvm::divideCeilSigned(Low, Step) * Step; V <= High;
       V += Step)
    Out.push_back(V);
  return Out;
}

void SubscriptShifts::limit(std::vector<Steps> &All) {
  size_t Count = 1;
  for (const Steps &Of : All)
    Count *= Of.size();
  IsPart = Count > MostShifts;
  if (!IsPart)
    return;
  for (Steps &Of : llvm::drop_end(All))
    Of.resize(std::min(Of.size(), MostRows));
  const size_t Most =
      std::max<size_t>(MostBytes / Array.ElementBytes, MostRows);
  All.back().resize(std::min(All.back().size(), Most));
}
