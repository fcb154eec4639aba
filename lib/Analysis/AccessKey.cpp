//===- AccessKey.cpp - Equal for accesses that mean the same --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/xxhash.h"

using namespace bankfix;

namespace {

/// Each `put` takes its argument apart into all members, so that none is left
/// out for want of a thought: a new one does not compile.
class KeyWriter {
public:
  explicit KeyWriter(const SymbolTable &Symbols) : Symbols(Symbols) {
    Key.reserve(4 * MaxLanes); // Mostly two vectors of lanes, or three.
  }

  AccessKey Key;

  void put(const SymbolicAccess &A) {
    const auto &[Site, Active, Offset, Subscripts, Iterations, Arrays, IsFlat,
                 MayBePartial, Assumed, PerIteration, Trips] = A;
    // Left out: what its site is told besides (Assumed, PerIteration, Trips).
    numbers(Site, Active, MayBePartial, Arrays, IsFlat, Subscripts.size(),
            Iterations.size());
    put(Offset);
    for (const LaneValue &V : Subscripts)
      put(V);
    for (SymbolId S : Iterations)
      put(S);
    putFacts();
  }

private:
  template <typename... Ts> void numbers(Ts... N) {
    (Key.push_back(int64_t(N)), ...);
  }
  void put(const LaneVector &V) {
    numbers(V.isSame());
    for (unsigned L = 0; L < (V.isSame() ? 1 : MaxLanes); ++L)
      numbers(V[L]);
  }
  void put(const TermList &Terms) {
    numbers(Terms.size());
    for (const auto &[Of, Coefficient] : Terms) {
      put(Coefficient);
      numbers(Of.size());
      for (SymbolId S : Of)
        put(S);
    }
  }
  void put(const LaneValue &V) {
    const auto &[Constant, Terms] = V;
    put(Constant);
    put(Terms);
  }
  void put(SymbolId Id) {
    auto [It, New] = Numbers.try_emplace(Id, Numbers.size());
    numbers(It->second);
    if (New)
      put(Symbols[Id]);
  }
  void put(const Symbol &S);
  void putFacts();

  const SymbolTable &Symbols;
  llvm::SmallDenseMap<SymbolId, size_t, 16> Numbers;
};

void KeyWriter::put(const Symbol &S) {
  const auto &[Kind, Name, Low, High, Lows, Highs, Alignment, Listed,
               Independent, Stable, NamesVariables, IsIteration, TripCount,
               Derivation, Operator, OperandType, Operands, LaneVarying, Reach,
               Nesting, Depth, StandIn] = S;
  const auto &[Bits, Signed] = OperandType;
  // Left out: its name, and what that is for (Stable, NamesVariables); what
  // follows from its operands (Reach, Nesting, Depth), or is there to make
  // other symbols of it (StandIn), or ranges of subscripts (IsIteration).
  numbers(Kind, Low, High, TripCount ? int64_t(*TripCount) : -1, Derivation,
          Operator, Bits, Signed, Independent, LaneVarying, Alignment,
          Listed.size(), Operands.size());
  Key.insert(Key.end(), Listed.begin(), Listed.end());
  for (const LaneValue &V : Operands)
    put(V);
  if (Kind != SymbolKind::Derived)
    return;
  put(Lows);
  put(Highs);
}

/// Those that say anything of what was written.
void KeyWriter::putFacts() {
  for (const Fact &F : Symbols.facts()) {
    if (!F.names([&](SymbolId S) { return Numbers.count(S) != 0; }))
      continue;
    const auto &[Terms, Low, High, Lanes, IsPresumed] = F;
    put(Terms);
    put(Low);
    put(High);
    numbers(Lanes, IsPresumed);
  }
}

} // namespace

AccessKey bankfix::keyOf(const SymbolicAccess &A, const SymbolTable &Symbols) {
  KeyWriter W(Symbols);
  W.put(A);
  return std::move(W.Key);
}

AccessDigest bankfix::digestOf(const AccessKey &K) {
  llvm::XXH128_hash_t H = llvm::xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(K.data()), K.size() * sizeof(K[0])});
  return {H.low64, H.high64};
}
