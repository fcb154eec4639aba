//===- Costs.cpp - What takes time besides shared memory ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/Costs.h"

using namespace bankfix;

const Costs *bankfix::costsOf(const Target &T) {
  struct Row {
    llvm::StringLiteral Name;
    Costs Of;
  };
  static constexpr Row Rows[] = {
#define COSTS(Name, ...) {Name, {__VA_ARGS__}},
#include "Costs.def"
  };
  for (const Row &R : Rows)
    if (R.Name == T.Name)
      return &R.Of;
  return nullptr;
}
