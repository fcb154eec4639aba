//===- ClosedFormTest.cpp - Strides, against the published formulas -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"
#include <numeric>

using namespace bankfix;
using namespace bankfix::test;

namespace {

/// The degree of lane-linear strides 1 to 129 (in elements) is gcd(stride, To).
void expectGcd(const Target &T, unsigned Bytes, unsigned To,
               std::vector<AccessOp> Ops) {
  for (AccessOp Op : Ops)
    for (unsigned Stride = 1; Stride != 130; ++Stride)
      EXPECT_EQ(
          degree(T, Op, Bytes, [=](auto L) { return Bytes * Stride * L; }),
          std::gcd(Stride, To))
          << T.Name.str() << " stride " << Stride << " of " << Bytes;
}

using enum AccessOp;

TEST(ClosedForm, NvidiaSince50) {
  for (const Target *T : cuda(50))
    for (unsigned Bytes : {4, 8, 16})
      expectGcd(*T, Bytes, 128 / Bytes, {Load, Store, Atomic, AsyncCopy});
}

TEST(ClosedForm, NvidiaBefore30) {
  for (const Target *T : cuda(10, 13))
    expectGcd(*T, 4, 16, {Load, Store, Atomic});
  for (const Target *T : cuda(20, 21))
    expectGcd(*T, 4, 32, {Load, Store, Atomic});
}

TEST(ClosedForm, Kepler8ByteMode) {
  for (const char *Name : {"sm_30-bank8", "sm_35-bank8", "sm_37-bank8"})
    expectGcd(target(Name), 8, 32, {Load, Store, Atomic});
}

TEST(ClosedForm, Amd) {
  for (const char *Name : {"evergreen", "gfx908", "gfx90a", "gfx942", "gfx950"})
    expectGcd(target(Name), 4, 32, {Load, Store, Atomic});
}

TEST(ClosedForm, Intel) {
  for (const char *Name : {"intel-gen9", "intel-gen11", "intel-xe"})
    expectGcd(target(Name), 4, 16, {Load, Store, Atomic});
}

/// A published formula for the HD 5870: 2 s - 2 excess cycles for even strides,
/// 0 for odd ones. It and the model agree where s is odd or a power of two.
TEST(ClosedForm, Hd5870) {
  const auto Excess = [](unsigned Stride) {
    return costOf(target("evergreen"), Load, 4,
                  [=](auto L) { return 4 * Stride * L; })
        .excess();
  };
  for (unsigned Stride : {2, 4, 8, 16, 32})
    EXPECT_EQ(Excess(Stride), 2 * Stride - 2);
  for (unsigned Stride = 1; Stride < 130; Stride += 2)
    EXPECT_EQ(Excess(Stride), 0U);
  EXPECT_EQ(Excess(10), 2U);
}

} // namespace
