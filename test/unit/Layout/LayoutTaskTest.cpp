//===- LayoutTaskTest.cpp - What strategies are given ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Layout/BankDifferences.h"
#include "../../../lib/Layout/Planning.h"
#include "Planned.h"

using namespace bankfix;

namespace {

/// Two accesses to columns, and one to rows.
struct Tasks {
  Tasks() {
    unsigned A = B.array("tile", {32, 32});
    B.load(A, {B.tx, B.ty});
    B.load(A, {B.ty, B.tx});
    B.load(A, {B.tx, B.ty});
    K = analyzed(B.analyze({32, 4, 1}));
  }
  LayoutTask task(SiteNumbers Alike) {
    PlanInput In{B.P, K, *findTarget("sm_80"), Options, std::move(Alike)};
    In.Rights = B.Rights;
    return layoutTasks(In, Arrays, strategyOf(StrategyKind::Swizzle), nullptr)
        .front();
  }

  KernelBuilder B;
  AnalyzedKernel K;
  PlanOptions Options;
  std::vector<unsigned> Arrays = {0};
};

TEST(LayoutTasks, HaveAlikeSitesOnce) {
  Tasks T;
  LayoutTask Once = T.task(alikeSites(T.B.P, T.K));
  ASSERT_EQ(Once.Sites.size(), 2u);
  EXPECT_EQ(Once.Sites[0].Times, 2u);
  EXPECT_EQ(Once.Sites[0].Where, &T.B.kernel().Sites[0]);
  EXPECT_EQ(Once.Sites[1].Times, 1u);
  EXPECT_EQ(T.task({}).Sites.size(), 3u);
}

TEST(LayoutTasks, WeighThemByTheirNumber) {
  Tasks T;
  auto Differences = [](const LayoutTask &Task) {
    std::vector<std::pair<uint64_t, uint64_t>> Out;
    for (const BankDifference &D : collectDifferences(Task, Task.Offset).All)
      Out.push_back({D.Bits, D.Times});
    return Out;
  };
  auto Once = Differences(T.task(alikeSites(T.B.P, T.K)));
  EXPECT_EQ(Once, Differences(T.task({})));
  // Lanes that are a row apart: sixteen pairs in each of four waves, twice.
  EXPECT_TRUE(
      llvm::is_contained(Once, std::pair<uint64_t, uint64_t>(128, 128)));
}

/// Offsets of an array whose rows are longer say nothing of where the banks of
/// this one are.
TEST(LayoutTasks, LearnNothingFromOtherRows) {
  KernelBuilder B;
  std::vector<unsigned> Arrays = {B.array("s", {32, 16}),
                                  B.array("s", {32, 32})};
  for (unsigned A : Arrays)
    B.store(A, {B.tx, B.constant(0)});
  AnalyzedKernel K = analyzed(B.analyze({32, 1, 1}));
  PlanOptions Options;
  PlanInput In{B.P, K, *findTarget("sm_80"), Options, {}};
  In.Rights = B.Rights;
  std::vector<LayoutTask> All = layoutTasks(
      In, Arrays, strategyOf(StrategyKind::Swizzle), /*Base=*/nullptr);
  ASSERT_EQ(All.size(), 2u);
  for (auto [I, Task] : llvm::enumerate(All)) {
    ASSERT_EQ(Task.Sites.size(), 2u);
    EXPECT_TRUE(Task.Sites[I].IsOfSuchRows);
    EXPECT_FALSE(Task.Sites[1 - I].IsOfSuchRows);
    const BankDifferences D = collectDifferences(Task, Task.Offset);
    EXPECT_FALSE(D.Complete);
    EXPECT_TRUE(llvm::all_of(D.All, [&](const BankDifference &Each) {
      return Each.Bits % (Task.Array.stride(0) * 4) == 0 &&
             Each.Bits < Task.Array.bytes();
    }));
  }
}

} // namespace
