//===- CostTest.cpp - Requests whose cost was measured or published -------===//
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
using enum Confidence;

/// Wavefronts / ideal and confidence of \p Lanes lanes (0: the whole wave).
void expectCost(const std::vector<const Target *> &Targets, AccessOp Op,
                unsigned Bytes, const Pattern &Address, unsigned Wavefronts,
                unsigned Ideal, Confidence Conf, unsigned Lanes = 0,
                unsigned Serialization = 0) {
  EXPECT_FALSE(Targets.empty());
  for (const Target *T : Targets) {
    SCOPED_TRACE(T->Name.str());
    const Cost C =
        cost(*T, Op, Bytes, wave(Lanes ? Lanes : T->WaveSize, Address));
    EXPECT_EQ(C.Wavefronts, Wavefronts);
    EXPECT_EQ(C.Ideal, Ideal);
    EXPECT_EQ(C.Serialization, Serialization);
    EXPECT_EQ(C.excess(), Wavefronts - Ideal - Serialization);
    EXPECT_EQ(C.Conf, Conf);
  }
}

std::vector<const Target *> kepler4() {
  return named({"sm_30", "sm_32", "sm_35", "sm_37"});
}
std::vector<const Target *> kepler8() {
  return named({"sm_30-bank8", "sm_32-bank8", "sm_35-bank8", "sm_37-bank8"});
}
std::vector<const Target *> cdna3() {
  return named({"gfx940", "gfx941", "gfx942"});
}

// clang-format off
TEST(Cost, NvidiaSince50) {
  const auto CC = cuda(50);
  expectCost(CC, Load,  4, [](auto L) { return 4 * L; },         1, 1, Certain);
  expectCost(CC, Load,  4, [](auto L) { return 8 * L; },         2, 1, Certain);
  expectCost(CC, Load,  4, [](auto L) { return 12 * L; },        1, 1, Certain);
  expectCost(CC, Load,  4, [](auto L) { return 128 * L; },      32, 1, Certain);
  expectCost(CC, Load,  4, [](auto L) { return 132 * L; },       1, 1, Certain);
  expectCost(CC, Load,  4, [](auto L) { return (L & 1) * 128; }, 2, 1, Certain);
  expectCost(CC, Load,  1, [](auto L) { return L; },             1, 1, Certain);
  expectCost(CC, Load,  2, [](auto L) { return 130 * L; },       2, 1, Certain);
  expectCost(CC, Store, 4, [](auto)   { return 0; },             1, 1, Certain);
  expectCost(CC, Load,  8, [](auto L) { return 8 * L; },         2, 2, Certain);
  expectCost(CC, Load,  8, [](auto L) { return 256 * L; },      32, 2, Certain);
}

TEST(Cost, NvidiaAtomicsSerialise) {
  const auto CC = cuda(50);
  const unsigned Wave = 0;
  expectCost(CC, Atomic, 4, [](auto)   { return 0; },           32, 1, Likely, Wave, 31);
  expectCost(CC, Atomic, 4, [](auto L) { return 4 * (L % 8); },  4, 1, Likely, Wave, 3);
  expectCost(CC, Atomic, 4, [](auto L) { return 4 * L; },        1, 1, Likely, Wave, 0);
  expectCost(CC, Atomic, 4, [](auto L) { return 128 * L; },     32, 1, Likely, Wave, 0);
  // Two words of one bank, 16 lanes on each: a layout can remove one of 32.
  expectCost(CC, Atomic, 4, [](auto L) { return L % 2 * 128; }, 32, 1, Likely, Wave, 30);
  // Two halves of one word are two addresses.
  expectCost(CC, Atomic, 2, [](auto L) { return 2 * L; },        2, 1, Likely, Wave, 0);
  expectCost(CC, Atomic, 8, [](auto)   { return 0; },           32, 2, Likely, Wave, 30);
}

// Additions of an H100 and later GPUs, as test/hardware/h100 has them.
TEST(Cost, NvidiaAtomicsSince90) {
  const auto CC = cuda(90);
  const unsigned Wave = 0;
  expectCost(CC, AtomicAdd,  4, [](auto)   { return 0; },            1, 1, Likely, Wave, 0);
  expectCost(CC, AtomicAdd,  4, [](auto L) { return 4 * (L / 4); },  1, 1, Likely, Wave, 0);
  expectCost(CC, AtomicAdd,  4, [](auto L) { return 128 * L; },     32, 1, Likely, Wave, 0);
  expectCost(CC, AtomicSwap, 4, [](auto L) { return 4 * L; },        2, 2, Likely, Wave, 0);
  expectCost(CC, AtomicSwap, 4, [](auto L) { return 8 * L; },        4, 2, Likely, Wave, 0);
  expectCost(CC, AtomicSwap, 8, [](auto L) { return 16 * L; },       8, 4, Likely, Wave, 0);
  expectCost(CC, AtomicSwap, 4, [](auto)   { return 0; },           64, 2, Likely, Wave, 62);
  for (AccessOp Op : {AtomicAdd, AtomicSwap}) {
    expectCost(cuda(50, 89), Op, 4, [](auto)   { return 0; },       32, 1, Likely, Wave, 31);
    expectCost(cuda(50, 89), Op, 4, [](auto L) { return 4 * L; },    1, 1, Likely, Wave, 0);
  }
}

TEST(Cost, NvidiaWideSince70) {
  const auto Broadcast8 = [](auto L) { return 8 * (L / 2); };
  const auto Mixed = [](auto L) { return 16 * (std::array{0, 8, 1, 9}[L % 16 / 4] + 2 * (L / 16)); };
  expectCost(cuda(70, 75), Load, 8,  Broadcast8,                    1, 1, Certain);
  expectCost(cuda(80),     Load, 8,  Broadcast8,                    1, 1, Likely);
  expectCost(cuda(70),     Load, 16, [](auto L) { return 16 * L; }, 4, 4, Certain);
  expectCost(cuda(70),    Store, 16, [](auto L) { return 16 * L; }, 4, 4, Certain);
  expectCost(cuda(70, 75), Load, 16, [](auto) { return 0; },        2, 2, Certain);
  expectCost(cuda(86, 86), Load, 16, [](auto) { return 0; },        2, 2, Certain);
  expectCost(cuda(80, 80), Load, 16, [](auto) { return 0; },        2, 2, Likely);
  expectCost(cuda(70),    Store, 16, [](auto) { return 0; },        4, 4, Certain);
  expectCost(cuda(70),     Load, 16, [](auto L) { return 128 * L; }, 32, 4, Certain);
  expectCost(cuda(70),     Load, 16, Mixed,                         4, 2, Likely);
  // lane^2 alike, lane^1 not.
  expectCost(cuda(70, 75), Load, 8, [](auto L) { return 8 * (L % 2 + L / 4 * 2); }, 1, 1, Certain);
}

TEST(Cost, NvidiaWideBefore70) {
  expectCost(cuda(50, 62), Load,  16, [](auto L) { return 16 * L; },      4, 4, Likely);
  expectCost(cuda(50, 62), Store, 16, [](auto L) { return 16 * L; },      4, 4, Likely);
  expectCost(cuda(50, 62), Load,  8,  [](auto L) { return 8 * (L / 2); }, 1, 1, Unknown);
  expectCost(cuda(50, 62), Load,  16, [](auto) { return 0; },             2, 2, Unknown);
}

TEST(Cost, NvidiaMatrixAndAsync) {
  const auto Rows = [](unsigned Pitch) {
    return [=](auto L) { return L % 16 * Pitch + L / 16 * 16; };
  };
  expectCost(cuda(75), LoadMatrix, 16, Rows(128), 32, 4, Likely);
  expectCost(cuda(75), LoadMatrix, 16, Rows(144),  4, 4, Likely);
  expectCost(cuda(75), LoadMatrix, 16, [](auto L) { return L * 16; }, 1, 1, Likely, 8);
  expectCost(cuda(75), LoadMatrix, 16, [](auto L) { return L * 16; }, 2, 2, Likely, 16);
  expectCost(cuda(75), LoadMatrix, 16, [](auto)   { return 0; },      4, 4, Likely);
  expectCost(cuda(90), StoreMatrix, 16, Rows(144), 4, 4, Likely);
  expectCost(cuda(75, 89), StoreMatrix, 16, Rows(144), 4, 4, Unknown);
  expectCost(cuda(80), AsyncCopy, 16, [](auto L) { return 128 * L; }, 32, 4, Likely);
  expectCost(cuda(80), AsyncCopy, 4,  [](auto L) { return 4 * L; },    1, 1, Likely);
  expectCost(cuda(70, 75), AsyncCopy, 4, [](auto L) { return 4 * L; }, 1, 1, Unknown);
}

TEST(Cost, Kepler) {
  expectCost(kepler4(), Load, 4, [](auto L) { return 8 * L; },    1, 1, Certain);
  expectCost(kepler4(), Load, 4, [](auto L) { return 128 * L; }, 16, 1, Certain);
  expectCost(kepler4(), Load, 4, [](auto L) { return 256 * L; }, 32, 1, Certain);
  expectCost(kepler4(), Load, 8, [](auto L) { return 8 * L; },    1, 1, Likely);
  expectCost(kepler8(), Load, 4, [](auto L) { return 4 * L; },    1, 1, Certain);
  expectCost(kepler8(), Load, 4, [](auto L) { return 8 * L; },    1, 1, Certain);
  expectCost(kepler8(), Load, 4, [](auto L) { return 16 * L; },   2, 1, Certain);
  expectCost(kepler8(), Load, 8, [](auto L) { return 8 * L; },    1, 1, Likely);
  expectCost(kepler8(), Load, 16, [](auto L) { return 16 * L; },  2, 2, Unknown);
}

TEST(Cost, Fermi) {
  expectCost(cuda(20, 21), Load, 16, [](auto L) { return 16 * L; },  8, 4, Certain);
  expectCost(cuda(20, 21), Load, 16, [](auto) { return 0; },         2, 1, Certain, 1);
  expectCost(cuda(20, 21), Load, 16, [](auto L) { return 128 * L; }, 36, 4, Certain);
  expectCost(cuda(20, 21), Load, 8,  [](auto L) { return 8 * L; },   2, 2, Certain);
  expectCost(cuda(20, 21), Load, 8,  [](auto) { return 0; },         2, 2, Certain);
}

TEST(Cost, Tesla) {
  const auto CC = cuda(10, 13);
  expectCost(CC, Load, 8, [](auto L) { return 8 * L; },        8, 4, Certain);
  expectCost(CC, Load, 4, [](auto L) { return 4 * L; },        2, 2, Certain);
  expectCost(CC, Load, 4, [](auto)   { return 0; },            2, 2, Certain);
  // Bytes of one word are lanes of one bank: the guide's 4-way example.
  expectCost(CC, Load, 1, [](auto L) { return L; },            8, 2, Certain);
  expectCost(CC, Load, 2, [](auto L) { return 2 * L; },        4, 2, Certain);
  expectCost(CC, Load, 1, [](auto L) { return 4 * L; },        2, 2, Certain);
  // The guide's example of an unspecified choice: one word for five lanes.
  expectCost(CC, Load, 4, [](auto L) { return 4 * (L % 16 < 5 ? 5 : L % 16 + 16); }, 2 * 2, 2, Likely);
  expectCost(CC, Load, 4, [](auto L) { return 4 * (L % 16 < 5 ? 5 : L % 16 == 5 ? 6 : L % 16 + 16 * (L % 16 == 6)); }, 2 * 2, 2, Likely);
  expectCost(CC, Store, 4, [](auto L) { return 4 * (L % 2); }, 2, 2, Certain);
  expectCost(CC, Store, 1, [](auto L) { return L; },           2, 2, Likely);
  EXPECT_EQ(costOf(target("sm_13"), Load, 16, [](auto L) { return 16 * L; }).Requests, 4U);
}

TEST(Cost, Amd) {
  const auto Rows = [](auto L) { return L % 16 * 128 + L / 16 * 16; };
  expectCost(cdna3(), Load, 4, [](auto L) { return 128 * L; }, 64, 2, Certain);
  expectCost(named({"gfx90a"}), Load, 4, [](auto L) { return 128 * L; }, 3, 2, Certain, 2);
  expectCost(named({"gfx90a"}), Load, 4, [](auto L) { return 128 * L; }, 2, 2, Certain, 1);
  expectCost(cdna3(), Load, 16, Rows, 32, 8, Certain);
  expectCost(named({"gfx908", "gfx90a"}), Load, 16, Rows, 32, 8, Likely);
  expectCost(named({"gfx950"}), Load, 16, Rows, 16, 4, Certain);
  expectCost(named({"gfx950"}), Load, 12, [](auto L) { return 16 * L; }, 8, 8, Certain);
  // Lanes 0-3 and 20-23 go together: words 0-11 and 60-71 overlap in 8 banks.
  expectCost(named({"gfx950"}), Load, 12, [](auto L) { return 12 * L; }, 16, 8, Certain);
  expectCost(named({"gfx950"}), Load, 8, [](auto L) { return 8 * L; }, 2, 2, Certain);
  expectCost(named({"gfx950"}), Store, 8, [](auto L) { return 8 * L; }, 4, 4, Certain);
  expectCost(named({"gfx950"}), Load, 4, [](auto L) { return 4 * L; }, 2, 2, Likely);
  expectCost(cdna3(), Atomic, 4, [](auto) { return 0; }, 64, 2, Likely, 64, 62);
  expectCost(named({"gfx1151"}), Load, 4, [](auto L) { return L / 16 * 1024 + 4 * (L % 16); }, 2, 1, Certain);
  expectCost(named({"gfx1030", "gfx1201"}), Load, 4, [](auto L) { return 4 * L; }, 1, 1, Likely);
  expectCost(named({"gfx1100"}), Load, 16, [](auto L) { return 16 * L; }, 4, 4, Likely);
  expectCost(named({"gfx906"}), Load, 8, [](auto L) { return 8 * L; }, 4, 4, Certain);
  expectCost(named({"gfx906"}), Load, 8, [](auto L) { return 16 * L; }, 8, 4, Likely);
  // Half rate.
  expectCost(named({"gfx906"}), Load, 16, [](auto L) { return 16 * L; }, 16, 8, Certain);
  expectCost(named({"evergreen"}), Load, 16, [](auto L) { return 16 * L; }, 32, 8, Likely);
}

TEST(Cost, Others) {
  const auto Intel = named({"intel-gen9", "intel-gen11", "intel-xe", "intel-pvc"});
  expectCost(Intel, Load,  4, [](auto L) { return 64 * L; }, 32, 2, Likely);
  expectCost(Intel, Load,  4, [](auto)   { return 0; },       2, 2, Likely);
  expectCost(Intel, Store, 4, [](auto)   { return 0; },      32, 2, Likely, 32, 30);
  expectCost(Intel, Store, 4, [](auto L) { return 4 * L; },   2, 2, Likely);
  expectCost(Intel, Load,  8, [](auto L) { return 8 * L; },   4, 4, Unknown);
  expectCost(named({"mali"}), Load, 4, [](auto L) { return 128 * L; }, 1, 1, Certain);
  expectCost(named({"adreno"}), Store, 4, [](auto L) { return 128 * L; }, 2, 2, Unknown);
  expectCost(named({"apple"}), Load, 4, [](auto L) { return 8 * L; }, 2, 1, Unknown);
}
// clang-format on

TEST(Cost, NoLanesCostNothing) {
  for (const Target &T : allTargets())
    for (AccessOp Op : AllOps)
      for (unsigned Bytes : AllBytes) {
        const Cost C = cost(T, Op, Bytes, {});
        EXPECT_EQ(C.Requests + C.Wavefronts + C.Ideal + C.Serialization, 0U);
        EXPECT_EQ(boundSubsets(T, Op, Bytes, {}).MaxExcess, 0U);
      }
}

// Microseconds of an LDS loop on MI300, by stride in words.
TEST(Cost, FollowsTheTimingsOfMI300) {
  struct {
    unsigned Stride;
    double Microseconds;
  } Timings[] = {{1, 358},   {2, 474},   {4, 907}, {8, 1806},
                 {16, 3601}, {32, 7196}, {33, 357}};
  for (const auto &[Stride, Microseconds] : Timings) {
    const double Degree = degree(target("gfx942"), Load, 4,
                                 [S = Stride](auto L) { return 4 * S * L; });
    // One step of conflict takes 225 us; below two, something else limits.
    EXPECT_NEAR(Microseconds, std::max(358.0, 225 * Degree),
                0.06 * Microseconds)
        << Stride;
  }
}

} // namespace
