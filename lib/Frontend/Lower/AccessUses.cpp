//===- AccessUses.cpp - What lowering finds of each access ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower/AccessUses.h"

using namespace bankfix;

AccessUse &AccessUse::operator|=(const AccessUse &Other) {
  IsUnderstood |= Other.IsUnderstood;
  IsFollowed |= Other.IsFollowed;
  IsTaken |= Other.IsTaken;
  if (!Located)
    Located = Other.Located;
  return *this;
}

void AccessUses::add(const List &More) {
  for (const auto &[Number, Use] : More)
    All[Number] |= Use;
}
