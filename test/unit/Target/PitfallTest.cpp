//===- PitfallTest.cpp - Known traps of padding and swizzling -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

using namespace bankfix;
using namespace bankfix::test;

namespace {

using enum AccessOp;

/// Degree of a 32-lane load (or other access) on CC 8.0.
double ways(unsigned Bytes, const Pattern &Address, AccessOp Op = Load) {
  return degree(target("sm_80"), Op, Bytes, Address);
}

TEST(Pitfall, ColumnOfHalfTile64Wide) {
  const auto Column = [](unsigned Pad) {
    return ways(2, [=](auto L) { return L * (64 + Pad) * 2; });
  };
  EXPECT_EQ(Column(0), 32);
  EXPECT_EQ(Column(1), 2);
  EXPECT_EQ(Column(2), 1);
}

TEST(Pitfall, Float4RowsOf32Floats) {
  const auto Rows = [](unsigned Pad) {
    return ways(16, [=](auto L) { return L * (32 + Pad) * 4; });
  };
  EXPECT_EQ(Rows(0), 8);
  EXPECT_EQ(Rows(4), 1);
  EXPECT_EQ(Rows(8), 2);
  EXPECT_NE((32 + 1) * 4 % 16, 0) << "a pad of one float misaligns";
}

TEST(Pitfall, LdmatrixPitchOf64Halves) {
  const auto Rows = [](unsigned Pad) {
    return ways(
        16, [=](auto L) { return L % 16 * (64 + Pad) * 2 + L / 16 * 16; },
        LoadMatrix);
  };
  EXPECT_EQ(Rows(0), 8);
  EXPECT_EQ(Rows(8), 1);
  EXPECT_EQ(Rows(16), 2);
}

TEST(Pitfall, Cdna3Read16) {
  const auto Rows = [](AccessOp Op, unsigned Pad) {
    return degree(target("gfx942"), Op, 16,
                  [=](auto L) { return L % 16 * (128 + Pad) + L / 16 * 16; });
  };
  EXPECT_EQ(Rows(Load, 0), 4);
  EXPECT_EQ(Rows(Load, 16), 2);
  EXPECT_EQ(Rows(Load, 32), 1);
  EXPECT_EQ(Rows(Store, 32), 2);
}

TEST(Pitfall, StructsReadMemberByMember) {
  const auto Structs = [](unsigned Bytes) {
    return ways(4, [=](auto L) { return L * Bytes; });
  };
  EXPECT_EQ(Structs(12), 1);
  EXPECT_EQ(Structs(8), 2);
  EXPECT_EQ(Structs(16), 4);
}

TEST(Pitfall, Tile16x16) {
  const auto StoreRow = [](unsigned Pitch) {
    return ways(4, [=](auto L) { return 4 * (L / 16 * Pitch + L % 16); });
  };
  const auto LoadColumn = [](unsigned Pitch) {
    return ways(4, [=](auto L) { return 4 * (L % 16 * Pitch + L / 16); });
  };
  EXPECT_EQ(StoreRow(16), 1);
  EXPECT_EQ(LoadColumn(16), 8);
  EXPECT_EQ(StoreRow(17), 2);
  EXPECT_EQ(LoadColumn(17), 2);
  EXPECT_EQ(StoreRow(18), 2);
  EXPECT_EQ(LoadColumn(18), 1);

  // Two rows fill the banks; pairs of rows are told apart by bits 1 to 3 of c.
  const auto Swizzled = [](uint64_t R, uint64_t C) {
    const uint64_t I = 16 * R + C;
    return 4 * (I ^ (R >> 1 << 1));
  };
  EXPECT_EQ(ways(4, [&](auto L) { return Swizzled(L / 16, L % 16); }), 1);
  EXPECT_EQ(ways(4, [&](auto L) { return Swizzled(L % 16, L / 16); }), 1);
}

TEST(Pitfall, ScanMacro) {
  const auto Scan = [](unsigned Offset, auto &&Index) {
    return ways(4, [&](auto L) { return 4 * Index(2 * Offset * L); });
  };
  const auto OneLevel = [](uint64_t I) { return I + (I >> 5); };
  const auto TwoLevels = [](uint64_t I) { return I + (I >> 5) + (I >> 10); };
  for (auto [Offset, Ways] :
       {std::pair{16, 1}, {32, 2}, {64, 4}, {128, 8}, {256, 16}}) {
    EXPECT_EQ(Scan(Offset, OneLevel), Ways) << Offset;
    EXPECT_EQ(Scan(Offset, TwoLevels), 1) << Offset;
  }
}

/// The often-copied macro for 16 banks, as C++ parses it: n >> (4 + n) >> 8.
TEST(Pitfall, ScanMacroAsOftenCopied) {
  const auto Copied = [](uint64_t I) {
    return I + (4 + I > 63 ? 0 : I >> (4 + I) >> 8);
  };
  EXPECT_EQ(ways(4, [&](auto L) { return 4 * Copied(32 * L); }), 32);
}

/// A 512-element scan by 256 threads: from offset 16 on, fewer than 32 lanes.
TEST(Pitfall, ScanOf512NeedsOneLevel) {
  for (unsigned Offset = 1; Offset <= 256; Offset *= 2) {
    const unsigned Threads = std::min(32U, 256 / Offset);
    const Wave Lanes = wave(Threads, [=](auto L) {
      const uint64_t I = Offset * (2 * L + 1) - 1;
      return 4 * (I + (I >> 5));
    });
    EXPECT_EQ(cost(target("sm_80"), Load, 4, Lanes).Wavefronts, 1U) << Offset;
  }
}

uint64_t swizzle(uint64_t O, unsigned B, unsigned M, unsigned S) {
  return O ^ ((O >> S) & (((1ULL << B) - 1) << M));
}

TEST(Pitfall, XorSwizzles) {
  struct {
    unsigned Pitch, B, M, S;
  } Vectors[] = {{32, 1, 4, 3},
                 {64, 2, 4, 3},
                 {128, 3, 4, 3},
                 {256, 3, 4, 4},
                 {512, 3, 4, 5}};
  for (const auto &[Pitch, B, M, S] : Vectors)
    for (unsigned Column = 0; Column != Pitch; Column += 16) {
      const auto At = [=, P = Pitch, B = B, M = M, S = S](auto L) {
        return swizzle(P * L + Column, B, M, S);
      };
      EXPECT_EQ(ways(16, At), 1) << Pitch;
    }
  for (unsigned Column = 0; Column != 32; ++Column) {
    EXPECT_EQ(
        ways(4, [=](auto L) { return swizzle(128 * L + 4 * Column, 5, 2, 5); }),
        1);
    EXPECT_EQ(swizzle(128 * 7 + 4 * Column, 5, 2, 5),
              128 * 7 + 4 * (Column ^ 7));
  }
}

} // namespace
