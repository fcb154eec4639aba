//===- LaneForms.cpp - Which lanes compute a value alike ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

LaneKnowledge::LaneKnowledge(const SymbolSet &Of, const SymbolTable &Symbols) {
  for (const Fact &F : Symbols.facts())
    if (F.names([&](SymbolId S) { return Of.count(S) != 0; }))
      Facts.push_back(&F);
  for (SymbolId Id : Of)
    for (const LaneVector *V : {&Symbols[Id].Lows, &Symbols[Id].Highs})
      if (!V->isSame())
        Ends.push_back(V);
}

bool LaneKnowledge::same(unsigned A, unsigned B) const {
  auto Same = [&](const LaneVector *V) { return (*V)[A] == (*V)[B]; };
  return llvm::all_of(Ends, Same) &&
         llvm::all_of(Facts, [&](const Fact *F) {
           return (F->Lanes >> A & 1) == (F->Lanes >> B & 1) && Same(&F->Low) &&
                  Same(&F->High) && llvm::all_of(F->Terms, [&](const Term &T) {
                    return Same(&T.Coefficient);
                  });
         });
}

bool LaneForms::same(const LaneValue &V, unsigned A, unsigned B, bool Equal) {
  if (V.Constant[A] != V.Constant[B])
    return false;
  return llvm::all_of(V.Terms, [&](const Term &T) {
    if (T.Coefficient[A] != T.Coefficient[B])
      return false;
    return T.Coefficient[A] == 0 || llvm::all_of(T.Symbols, [&](SymbolId S) {
             return sameSymbol(S, A, B, Equal);
           });
  });
}

bool LaneForms::sameSymbol(SymbolId Id, unsigned A, unsigned B, bool Equal) {
  const Symbol &S = Symbols[Id];
  if (S.Kind == SymbolKind::PerLane)
    return !Equal;
  if (S.Kind == SymbolKind::Uniform || !S.LaneVarying)
    return true;
  auto [It, New] = Known.try_emplace({Id, A, B, Equal}, true);
  if (!New)
    return It->second;
  bool Same = llvm::all_of(
      S.Operands, [&](const LaneValue &V) { return same(V, A, B, Equal); });
  return Known[{Id, A, B, Equal}] = Same;
}
