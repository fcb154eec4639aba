//===- LinearIndex.cpp - A map of rows, of elements' numbers --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearIndex.h"
#include "XorTerm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace bankfix;

/// \p T, between the bits of an element's number. Those of a subscript lie side
/// by side there, so nothing but a pattern times a bit has no such form.
static IndexExpr inNumber(const XorTerm &T, const OffsetBits &Bits) {
  int Shift = int(Bits.First[T.From]) - int(Bits.First[T.To]) + T.Shift;
  uint64_t Targets = T.targets() << (Bits.First[T.To] - Bits.First.back());
  XorTerm Flat{0, 0, Shift, Shift < 0 ? Targets >> -Shift : Targets};
  return Flat.expression(IndexExpr::subscript(0));
}

std::optional<IndexExpr> bankfix::linearIndex(const SharedArray &A,
                                              llvm::ArrayRef<IndexExpr> Index) {
  std::optional<OffsetBits> Bits = OffsetBits::of(A);
  std::optional<std::vector<XorTerm>> Terms = xorTerms(Index);
  if (!Bits || !Terms)
    return std::nullopt;
  IndexExpr Out = IndexExpr::subscript(0);
  for (XorTerm &T : *Terms) {
    if (T.Factor != 1)
      return std::nullopt;
    if (!T.Masked) // All bits that are there.
      T.Mask = llvm::maskTrailingOnes<uint64_t>(
          Bits->Width[T.From] -
          std::min<unsigned>(std::max(T.Shift, 0), Bits->Width[T.From]));
    Out = Out ^ inNumber(T, *Bits);
  }
  return Out;
}
