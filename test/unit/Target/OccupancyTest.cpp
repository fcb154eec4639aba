//===- OccupancyTest.cpp - Memory and occupancy limits --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"

using namespace bankfix;
using namespace bankfix::test;

namespace {

constexpr unsigned KB = 1024;

void expectLimits(std::vector<const char *> Names, unsigned PerProcessor,
                  unsigned PerBlock, unsigned Static, unsigned Reserved,
                  unsigned Granule, unsigned Blocks, unsigned Threads,
                  unsigned BlockThreads) {
  for (const Target *T : named(Names)) {
    SCOPED_TRACE(T->Name.str());
    EXPECT_EQ(T->Memory.SharedPerProcessor, PerProcessor * KB);
    EXPECT_EQ(T->Memory.SharedPerBlock, PerBlock * KB);
    EXPECT_EQ(T->Memory.StaticPerBlock, Static * KB);
    EXPECT_EQ(T->Memory.ReservedPerBlock, Reserved * KB);
    EXPECT_EQ(T->Memory.Granule, Granule);
    EXPECT_EQ(T->Memory.BlocksPerProcessor, Blocks);
    EXPECT_EQ(T->Memory.ThreadsPerProcessor, Threads);
    EXPECT_EQ(T->Memory.ThreadsPerBlock, BlockThreads);
  }
}

// clang-format off
TEST(Limits, Nvidia) {
  expectLimits({"sm_10", "sm_11"},            16,  16, 16, 0, 512,  8,  768,  512);
  expectLimits({"sm_12", "sm_13"},            16,  16, 16, 0, 512,  8, 1024,  512);
  expectLimits({"sm_20", "sm_21"},            48,  48, 48, 0, 128,  8, 1536, 1024);
  expectLimits({"sm_30", "sm_32", "sm_35", "sm_35-bank8"}, 48, 48, 48, 0, 256, 16, 2048, 1024);
  expectLimits({"sm_37", "sm_37-bank8"},     112,  48, 48, 0, 256, 16, 2048, 1024);
  expectLimits({"sm_50", "sm_53", "sm_60", "sm_62"}, 64, 48, 48, 0, 256, 32, 2048, 1024);
  expectLimits({"sm_52", "sm_61"},            96,  48, 48, 0, 256, 32, 2048, 1024);
  expectLimits({"sm_70", "sm_72"},            96,  96, 48, 0, 256, 32, 2048, 1024);
  expectLimits({"sm_75"},                     64,  64, 48, 0, 256, 16, 1024, 1024);
  expectLimits({"sm_80"},                    164, 163, 48, 1, 128, 32, 2048, 1024);
  expectLimits({"sm_87"},                    164, 163, 48, 1, 128, 16, 1536, 1024);
  expectLimits({"sm_86", "sm_88"},           100,  99, 48, 1, 128, 16, 1536, 1024);
  expectLimits({"sm_89", "sm_120", "sm_121"}, 100, 99, 48, 1, 128, 24, 1536, 1024);
  expectLimits({"sm_90", "sm_100", "sm_103"}, 228, 227, 48, 1, 128, 32, 2048, 1024);
  expectLimits({"sm_101", "sm_110"},         228, 227, 48, 1, 128, 24, 1536, 1024);
}

TEST(Limits, Others) {
  expectLimits({"evergreen"},                 32,  32, 32, 0,    0, 0,    0,  256);
  expectLimits({"gfx600", "gfx803", "gfx906"}, 64, 32, 32, 0,  512, 0, 2560, 1024);
  expectLimits({"gfx908"},                    64,  64, 64, 0,  512, 0, 2560, 1024);
  expectLimits({"gfx90a", "gfx942"},          64,  64, 64, 0,  512, 0, 2048, 1024);
  expectLimits({"gfx950"},                  160, 160, 160, 0, 1280, 0, 2048, 1024);
  expectLimits({"gfx1030", "gfx1151", "gfx1201"}, 128, 64, 64, 0, 1024, 0, 2048, 1024);
  expectLimits({"intel-gen9"},                64,  64, 64, 0,    0, 0,    0,    0);
  expectLimits({"intel-pvc"},               128, 128, 128, 0,    0, 0,    0,    0);
}

TEST(Occupancy, BlocksPerProcessor) {
  const auto Blocks = [](const char *Name, unsigned Threads, unsigned Bytes) {
    return blocksPerProcessor(target(Name), Threads, Bytes);
  };
  EXPECT_EQ(Blocks("sm_80", 256, 0), 8U) << "threads";
  EXPECT_EQ(Blocks("sm_80", 32, 0), 32U) << "blocks";
  EXPECT_EQ(Blocks("sm_80", 257, 0), 7U) << "threads, in whole warps";
  EXPECT_EQ(Blocks("sm_80", 32, 32 * KB), 4U) << "memory: 33 KB each of 164";
  EXPECT_EQ(Blocks("sm_80", 32, 40 * KB), 4U) << "41 KB each";
  EXPECT_EQ(Blocks("sm_80", 32, 40 * KB + 1), 3U) << "128 bytes more";
  EXPECT_EQ(Blocks("sm_80", 32, 163 * KB), 1U);
  EXPECT_EQ(Blocks("sm_80", 32, 163 * KB + 1), 0U);
  EXPECT_EQ(Blocks("sm_80", 1025, 0), 0U);
  EXPECT_EQ(Blocks("sm_89", 32, 0), 24U);
  EXPECT_EQ(Blocks("sm_86", 32, 0), 16U);
  EXPECT_EQ(Blocks("sm_75", 256, 4096), 4U);
  EXPECT_EQ(Blocks("sm_70", 64, 4096), 24U) << "nothing reserved";
  EXPECT_EQ(Blocks("sm_70", 64, 4097), 22U) << "4352 bytes";
  EXPECT_EQ(Blocks("sm_35", 64, 4096), 12U);
  EXPECT_EQ(Blocks("sm_37", 64, 4096), 16U);
  EXPECT_EQ(Blocks("sm_20", 64, 4097), 11U - 3) << "8 blocks";
  EXPECT_EQ(Blocks("sm_13", 64, 4096), 4U);
  EXPECT_EQ(Blocks("sm_13", 64, 4097), 3U) << "512 bytes more";
  EXPECT_EQ(Blocks("sm_13", 513, 0), 0U);
  EXPECT_EQ(Blocks("gfx942", 256, 16 * KB), 4U);
  EXPECT_EQ(Blocks("gfx942", 256, 16 * KB + 1), 3U);
  EXPECT_EQ(Blocks("gfx950", 256, 20 * KB), 8U);
  EXPECT_EQ(Blocks("gfx950", 256, 20 * KB + 1), 7U) << "granules of 1280";
  EXPECT_EQ(Blocks("gfx906", 64, 33 * KB), 0U);
  EXPECT_EQ(Blocks("intel-gen9", 16, 16 * KB), 4U);
  EXPECT_EQ(Blocks("evergreen", 64, 0), std::nullopt) << "nothing known limits it";
  EXPECT_EQ(Blocks("mali", 64, 1024), std::nullopt);
}
// clang-format on

} // namespace
