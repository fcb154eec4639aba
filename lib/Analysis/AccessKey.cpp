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

class KeyWriter {
public:
  explicit KeyWriter(const SymbolTable &Symbols) : Symbols(Symbols) {
    Key.reserve(4 * MaxLanes); // Mostly two vectors of lanes, or three.
  }

  AccessKey Key;

  void put(const LaneVector &V) {
    Key.push_back(V.isSame());
    for (unsigned L = 0; L < (V.isSame() ? 1 : MaxLanes); ++L)
      Key.push_back(V[L]);
  }
  void put(const LaneValue &V) {
    put(V.Constant);
    Key.push_back(int64_t(V.Terms.size()));
    for (const Term &T : V.Terms) {
      put(T.Coefficient);
      Key.push_back(int64_t(T.Symbols.size()));
      for (SymbolId S : T.Symbols)
        put(S);
    }
  }
  void put(SymbolId Id) {
    auto [It, New] = Numbers.try_emplace(Id, Numbers.size());
    Key.push_back(int64_t(It->second));
    if (New)
      put(Symbols[Id]);
  }

  /// Those that say anything of what was written.
  void putFacts() {
    for (const Fact &F : Symbols.facts()) {
      if (!F.names([&](SymbolId S) { return Numbers.count(S) != 0; }))
        continue;
      LaneValue Sum;
      Sum.Terms = F.Terms;
      put(Sum);
      put(F.Low);
      put(F.High);
      Key.push_back(int64_t(F.Lanes));
      Key.push_back(F.IsPresumed);
    }
  }

private:
  void put(const Symbol &S) {
    Key.insert(Key.end(),
               {int64_t(S.Kind), S.Low, S.High,
                S.TripCount ? int64_t(*S.TripCount) : -1, int64_t(S.Derivation),
                int64_t(S.Operator),
                int64_t(S.OperandType.Bits) * 2 + S.OperandType.Signed,
                int64_t(S.Independent), int64_t(S.LaneVarying),
                int64_t(S.Alignment), int64_t(S.Listed.size()),
                int64_t(S.Operands.size())});
    Key.insert(Key.end(), S.Listed.begin(), S.Listed.end());
    for (const LaneValue &V : S.Operands)
      put(V);
    if (S.Kind != SymbolKind::Derived)
      return;
    put(S.Lows);
    put(S.Highs);
  }

  const SymbolTable &Symbols;
  llvm::SmallDenseMap<SymbolId, size_t, 16> Numbers;
};

} // namespace

AccessKey bankfix::keyOf(const SymbolicAccess &A, const SymbolTable &Symbols) {
  KeyWriter W(Symbols);
  W.Key.insert(W.Key.end(),
               {int64_t(A.Site), int64_t(A.Active), int64_t(A.MayBePartial),
                int64_t(A.Arrays), int64_t(A.IsFlat)});
  W.put(A.Offset);
  for (const LaneValue &V : A.Subscripts)
    W.put(V);
  for (SymbolId S : A.Iterations)
    W.put(S);
  W.putFacts();
  return std::move(W.Key);
}

AccessDigest bankfix::digestOf(const AccessKey &K) {
  llvm::XXH128_hash_t H = llvm::xxh3_128bits(
      {reinterpret_cast<const uint8_t *>(K.data()), K.size() * sizeof(K[0])});
  return {H.low64, H.high64};
}
