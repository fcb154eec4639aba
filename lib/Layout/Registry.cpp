//===- Registry.cpp - The strategies by kind ------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

using namespace bankfix;

const Strategy &bankfix::strategyOf(StrategyKind K) {
  static constexpr const Strategy *All[] = {
#define STRATEGY(Id, Name) &Id##Strategy,
#include "bankfix/Layout/Strategies.def"
  };
  return *All[unsigned(K)];
}

bool bankfix::isUsual(StrategyKind K, const SharedArray &A) {
  const Strategy &S = strategyOf(K);
  return S.isUsual && S.isUsual(A);
}
