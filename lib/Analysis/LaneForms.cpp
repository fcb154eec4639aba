//===- LaneForms.cpp - Which lanes compute a value alike ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

LaneParts LaneForms::whole() const {
  LaneParts P;
  P.fill(uint8_t(Lanes ? llvm::countr_zero(Lanes) : 0));
  return P;
}

/// Lanes that stay in one part have the same key.
template <typename Fn> void LaneForms::splitBy(LaneParts &P, Fn Key) const {
  struct Part {
    uint8_t Old, First;
    int64_t Key;
  };
  llvm::SmallVector<Part, 8> Found;
  forEachLane(Lanes, [&](unsigned L) {
    int64_t Mine = Key(L);
    auto It = llvm::find_if(
        Found, [&](const Part &F) { return F.Key == Mine && F.Old == P[L]; });
    if (It == Found.end())
      It = Found.insert(It, {P[L], uint8_t(L), Mine});
    P[L] = It->First;
  });
}

void LaneForms::splitBy(LaneParts &P, const LaneVector &V) const {
  if (!V.isSame())
    splitBy(P, [&](unsigned L) { return V[L]; });
}

void LaneForms::split(LaneParts &P, const LaneValue &V, bool Equal) {
  splitBy(P, V.Constant);
  for (const Term &T : V.Terms) {
    splitBy(P, T.Coefficient);
    for (SymbolId S : T.Symbols) {
      if (!Symbols[S].LaneVarying)
        continue;
      const LaneParts &Of = parts(S, Equal);
      splitBy(P, [&](unsigned L) {
        return T.Coefficient[L] != 0 ? int64_t(Of[L]) : -1;
      });
    }
  }
}

const LaneParts &LaneForms::parts(SymbolId Id, bool Equal) {
  auto It = Known.find({Id, Equal});
  if (It != Known.end())
    return It->second;
  LaneParts P = whole();
  if (Symbols[Id].Kind == SymbolKind::PerLane && Equal)
    splitBy(P, [](unsigned L) { return L; });
  for (const LaneValue &V : Symbols[Id].Operands)
    split(P, V, Equal);
  return Known.emplace(std::pair(Id, Equal), P).first->second;
}

void LaneForms::splitByKnowledge(LaneParts &P, const SymbolSet &Of) const {
  for (SymbolId Id : Of)
    for (const LaneVector *V : {&Symbols[Id].Lows, &Symbols[Id].Highs})
      splitBy(P, *V);
  for (const Fact &F : Symbols.facts()) {
    if (F.IsPresumed || !F.names([&](SymbolId S) { return Of.count(S) != 0; }))
      continue;
    splitBy(P, [&](unsigned L) { return int64_t(F.Lanes >> L & 1); });
    splitBy(P, F.Low);
    splitBy(P, F.High);
    for (const Term &T : F.Terms)
      splitBy(P, T.Coefficient);
  }
}
