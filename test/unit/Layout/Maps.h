//===- Maps.h - Checks of layout maps ---------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_LAYOUT_MAPS_H
#define BANKFIX_TEST_UNIT_LAYOUT_MAPS_H

#include "../../../lib/Layout/Strategy.h"
#include "../KernelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

namespace bankfix {

inline SharedArray arrayOf(std::vector<uint64_t> Dims, unsigned ElementBytes) {
  KernelBuilder B;
  B.array("a", std::move(Dims), ElementBytes);
  return B.P.Arrays[0];
}

/// Every byte of \p A has its own place in the new array, next to those of its
/// element.
inline void expectSound(const LayoutMap &Map, const SharedArray &A) {
  std::vector<bool> Taken(Map.apply(A).bytes());
  for (int64_t Old = 0; Old < int64_t(A.bytes()); ++Old) {
    uint64_t Offset = Map.offset(A, Old);
    int64_t Start = Old - Old % A.ElementBytes;
    if (Offset >= Taken.size() || Taken[Offset] ||
        int64_t(Offset) - Old != Map.offset(A, Start) - Start) {
      ADD_FAILURE() << A.typeText() << ": byte " << Old << " at " << Offset;
      return;
    }
    Taken[Offset] = true;
  }
}

/// The offset of the element that the map's subscripts name, given constants.
inline int64_t bySubscripts(const LayoutMap &Map, const SharedArray &A,
                            llvm::ArrayRef<uint64_t> Index) {
  ExprPool Pool;
  llvm::SmallVector<const Expr *, 4> Old;
  for (uint64_t I : Index)
    Old.push_back(Pool.constant(I));
  SharedArray New = Map.apply(A);
  int64_t Offset = 0;
  for (auto [D, E] : llvm::enumerate(Map.subscripts(Pool, A, Old)))
    Offset += E->value() * New.stride(D) * New.ElementBytes;
  return Offset;
}

/// The new subscripts name the element that the map says.
inline void expectSubscriptsAgree(const LayoutMap &Map, const SharedArray &A) {
  for (uint64_t I = 0; I < A.elements(); I += 1 + I / 50) {
    std::vector<uint64_t> Index;
    for (unsigned D = 0; D < A.Dims.size(); ++D)
      Index.push_back(I / A.stride(D) % A.Dims[D]);
    ASSERT_EQ(bySubscripts(Map, A, Index), Map.offset(A, I * A.ElementBytes))
        << A.typeText();
  }
}

/// Some maps that the strategy proposes for \p A.
inline CandidateList someMaps(StrategyKind S, const SharedArray &A,
                              std::mt19937 &Random) {
  CandidateList All =
      strategyOf(S).propose({A, EditRights(), /*BankRow=*/128, A.ElementBytes});
  std::shuffle(All.begin(), All.end(), Random);
  All.resize(std::min<size_t>(All.size(), 12));
  return All;
}

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_LAYOUT_MAPS_H
