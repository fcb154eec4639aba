//===- Intervals.cpp - Who is active between two barriers -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intervals.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

IntervalLog::Entry &IntervalLog::entry(const Barrier *B) {
  auto It =
      llvm::find_if(Entries, [&](const Entry &E) { return E.Start == B; });
  if (It != Entries.end())
    return *It;
  Entries.push_back({B, {}, 0});
  return Entries.back();
}

void IntervalLog::leave(const Barrier *B) {
  close();
  if (!B) // Another wave.
    for (Entry &E : Entries)
      E.Met = 0;
  Open = &entry(B) - Entries.data();
  Current = Instance();
}

void IntervalLog::access(const Site &S, LaneMask Active, uint64_t Times,
                         bool PerIteration) {
  if (!Open)
    return;
  BarrierInterval &I = Entries[*Open].Sum;
  I.PerIteration |= PerIteration;
  if (S.Place.File.empty()) {
    I.FirstLine =
        I.FirstLine ? std::min(I.FirstLine, S.Place.Line) : S.Place.Line;
    I.LastLine = std::max(I.LastLine, S.Place.Line);
  }
  Current.Active |= Active;
  Current.Requests += Times;
  Current.Times = std::max(Current.Times, Times);
}

void IntervalLog::close() {
  if (!Open)
    return;
  Entry &E = Entries[*Open];
  BarrierInterval &I = E.Sum;
  unsigned Nth = E.Met++;
  if (I.Levels.size() <= Nth)
    I.Levels.resize(Nth + 1);
  ActiveLevel &L = I.Levels[Nth];
  if (Current.Active) {
    L.Times = std::max(L.Times, Current.Times);
    L.Requests += Current.Requests;
    L.Lanes += Current.Times * llvm::popcount(Current.Active);
    L.Waves += Current.Times;
  }
  Open = std::nullopt;
}

std::vector<BarrierInterval> IntervalLog::take() {
  std::vector<BarrierInterval> Out;
  for (Entry &E : Entries) {
    llvm::erase_if(E.Sum.Levels,
                   [](const ActiveLevel &L) { return L.Waves == 0; });
    for (const ActiveLevel &L : E.Sum.Levels) {
      E.Sum.Sum.Times += L.Times;
      E.Sum.Sum.Requests += L.Requests;
      E.Sum.Sum.Lanes += L.Lanes;
      E.Sum.Sum.Waves += L.Waves;
    }
    if (!E.Sum.Levels.empty())
      Out.push_back(std::move(E.Sum));
  }
  return Out;
}
