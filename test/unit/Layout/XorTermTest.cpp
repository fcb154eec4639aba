//===- XorTermTest.cpp - Linear maps of offsets' bits ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XorTerm.h"
#include "bankfix/Kernel/Kernel.h"
#include "gtest/gtest.h"

using namespace bankfix;

/// `float a[8][16]`: two bits of a byte, four of a column, three of a row.
static OffsetBits bits() {
  SharedArray A;
  A.Dims = {8, 16};
  A.ElementBytes = 4;
  std::optional<OffsetBits> Bits = OffsetBits::of(A);
  EXPECT_TRUE(Bits && Bits->Count == 9);
  return *Bits;
}

TEST(XorTerm, AMatrixDoesWhatItsTermsDo) {
  const BitMatrix M = toMatrix(bits(), {{0, 1, 0, 7, false, 1}});
  for (unsigned Row = 0; Row < 8; ++Row)
    for (unsigned Column = 0; Column < 16; ++Column)
      EXPECT_EQ(M.apply(Row << 6 | Column << 2), Row << 6 | (Column ^ Row)
                                                                << 2);
}

TEST(XorTerm, BitsBeyondTheArrayStay) {
  const BitMatrix M = toMatrix(bits(), {{0, 1, 0, 7, false, 1}});
  for (uint64_t Beyond :
       {uint64_t(1) << 9, uint64_t(5) << 20, uint64_t(1) << 63})
    EXPECT_EQ(M.apply(Beyond | 1 << 6), Beyond | 1 << 6 | 1 << 2);
}
