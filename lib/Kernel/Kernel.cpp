//===- Kernel.cpp - Sizes of shared arrays --------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

uint64_t SharedArray::elements() const {
  uint64_t N = Dims.empty() ? 0 : 1;
  for (uint64_t D : Dims)
    N *= D;
  return N;
}

uint64_t SharedArray::stride(unsigned Dim) const {
  uint64_t N = 1;
  for (unsigned I = Dim + 1; I < Dims.size(); ++I)
    N *= Dims[I];
  return N;
}

Work &Work::operator+=(const Work &Then) {
  Integers += Then.Integers;
  Floats += Then.Floats;
  Doubles += Then.Doubles;
  Specials += Then.Specials;
  Chain += Then.Chain;
  Products = llvm::SaturatingAdd(Products, Then.Products);
  Shuffles = llvm::SaturatingAdd(Shuffles, Then.Shuffles);
  Outside.insert(Outside.end(), Then.Outside.begin(), Then.Outside.end());
  return *this;
}

std::string SharedArray::typeText() const {
  std::string Text = ElementType;
  if (!IsArray)
    return Text;
  for (uint64_t D : Dims)
    Text += D ? "[" + std::to_string(D) + "]" : "[]";
  return Dims.empty() ? Text + "[]" : Text;
}
