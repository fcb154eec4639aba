//===- HostSizedArraysTest.cpp - Arrays whose size the host sets ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/Planning.h"
#include "Planned.h"

using namespace bankfix;

namespace {

/// `s[tx * 32]` of dynamic memory.
void strided(KernelBuilder &B, MemorySpace Space = MemorySpace::Dynamic) {
  unsigned A = B.array("s", {0});
  B.P.Arrays[A].Space = Space;
  B.load(A, {B.tx * 32});
}

AnalyzedKernel launched(KernelBuilder &B, std::optional<uint64_t> Bytes) {
  LaunchShape Shape{{32, 1, 1}, ShapeOrigin::Launch, {}};
  Shape.DynamicBytes = Bytes;
  Shape.ArgumentBytes = {Bytes};
  return analyzed(B.analyzeShape(Shape));
}

ArrayPlan planFor(KernelBuilder &B, llvm::ArrayRef<AnalyzedKernel> Kernels,
                  const PlanOptions &Options = {}) {
  std::vector<ArrayPlan> All =
      plan({B.P, B.Rights}, Kernels, *findTarget("sm_80"), Options);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? ArrayPlan() : All.front();
}

TEST(HostMemory, GrowsWithTheLaunch) {
  KernelBuilder B;
  strided(B);
  ArrayPlan P = planFor(B, launched(B, 4096));
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Summary,
            "s[], 4096 -> 4224 bytes, indexed through BANKFIX_PAD32");
  EXPECT_EQ(P.BytesBefore, 4096u);
  EXPECT_EQ(P.BytesAfter, 4224u);
  EXPECT_EQ(P.WavefrontsAfter, 1u);
  EXPECT_EQ(P.HostFormula, "BANKFIX_PAD32(bytes), where BANKFIX_PAD32(i) is "
                           "((i) + ((i) >> 5))");
}

TEST(HostMemory, LargestLaunchCounts) {
  KernelBuilder B;
  strided(B, MemorySpace::Argument);
  AnalyzedKernel Kernels[] = {launched(B, 4096), launched(B, 8192)};
  EXPECT_EQ(planFor(B, Kernels).BytesBefore, 8192u);
}

TEST(HostMemory, AccessesTellWhereLaunchesDoNot) {
  KernelBuilder B;
  strided(B);
  EXPECT_EQ(planFor(B, launched(B, std::nullopt)).BytesBefore,
            (31u * 32 + 1) * 4);
}

/// What fits in any size: rounded up to what limits are multiples of.
TEST(HostMemory, UnboundedAccessTellsNothing) {
  KernelBuilder B;
  strided(B);
  B.load(0, {B.opaque("p[i]", /*Uniform=*/true)});
  ArrayPlan P = planFor(B, launched(B, std::nullopt));
  ASSERT_TRUE(P.Map);
  EXPECT_EQ(P.Map->strategy(), StrategyKind::Swizzle);
  const SharedArray &A = B.P.Arrays[0];
  for (int64_t Bytes = 1; Bytes < 1024; ++Bytes)
    EXPECT_LE(P.Map->hostBytes(A)->evaluate(Bytes), (Bytes + 127) / 128 * 128);
  EXPECT_EQ(refusal(P, StrategyKind::IndexMacro),
            "its size is set by the host, which gives it no size that is "
            "known; give values with --assume and --block-dim");
}

TEST(HostMemory, LimitsHoldForTheLaunch) {
  KernelBuilder B;
  strided(B);
  PlanOptions Options;
  Options.MaxSharedGrowth = 1;
  EXPECT_EQ(
      refusal(planFor(B, launched(B, 4096), Options), StrategyKind::IndexMacro),
      "padding adds 128 bytes to a block; --max-shared-growth allows 1");
  EXPECT_EQ(
      refusal(planFor(B, launched(B, 48 << 10)), StrategyKind::IndexMacro),
      "padding needs 50688 bytes; a block may have 49152 bytes of static "
      "shared memory; make it smaller");
}

/// The macro on bytes is never too small, whatever the number of elements.
void checkSizes(StrategyKind Strategy, unsigned ElementBytes) {
  KernelBuilder B;
  unsigned A = B.array("s", {0}, ElementBytes);
  B.P.Arrays[A].Space = MemorySpace::Dynamic;
  B.load(A, {B.tx * 32});
  ArrayPlan P = planFor(B, launched(B, 32 << 10), only(Strategy));
  ASSERT_TRUE(P.Map);
  int64_t Needed = 0;
  for (int64_t N = 1; N < 4096; ++N) {
    auto Given = [&](int64_t Old) {
      return P.Map->hostSize(B.Pool, B.P.Arrays[0], B.Pool.constant(Old))
          ->value();
    };
    int64_t Last = P.Map->offset(B.P.Arrays[0], (N - 1) * ElementBytes);
    Needed = std::max(Needed, Last + ElementBytes);
    ASSERT_GE(Given(N * ElementBytes), Needed) << N;
    ASSERT_GE(Given(N) * ElementBytes, Needed) << N;
  }
}

TEST(HostMemory, SizesOfAllNumbersOfElements) {
  for (unsigned ElementBytes : {1, 2, 4, 8, 16})
    for (StrategyKind Strategy :
         {StrategyKind::IndexMacro, StrategyKind::Swizzle}) {
      SCOPED_TRACE(ElementBytes);
      checkSizes(Strategy, ElementBytes);
    }
}

} // namespace
