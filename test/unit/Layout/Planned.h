//===- Planned.h - Plans of kernels written in a test -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_LAYOUT_PLANNED_H
#define BANKFIX_TEST_UNIT_LAYOUT_PLANNED_H

#include "../KernelBuilder.h"
#include "bankfix/Layout/Plan.h"
#include <gtest/gtest.h>

namespace bankfix {

inline AnalyzedKernel analyzed(AnalysisResult R) {
  return {0, R.Shape, std::move(R.Requests), std::move(R.Verdicts)};
}

/// The plans of all arrays of \p B under one launch shape.
inline std::vector<ArrayPlan> plans(KernelBuilder &B,
                                    std::array<unsigned, 3> Block,
                                    const PlanOptions &Options = {},
                                    llvm::StringRef TargetName = "sm_80",
                                    ShapeOrigin Origin = ShapeOrigin::Launch) {
  AnalyzedKernel K = analyzed(B.analyze(Block, TargetName, Origin));
  return plan({B.P, B.Rights}, K, *findTarget(TargetName), Options);
}

/// The plan of the only array that needs one.
inline ArrayPlan planned(KernelBuilder &B, std::array<unsigned, 3> Block,
                         const PlanOptions &Options = {},
                         llvm::StringRef TargetName = "sm_80",
                         ShapeOrigin Origin = ShapeOrigin::Launch) {
  std::vector<ArrayPlan> All = plans(B, Block, Options, TargetName, Origin);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? ArrayPlan() : All.front();
}

/// Options that allow one strategy.
inline PlanOptions only(StrategyKind S) {
  PlanOptions Options;
  Options.Allowed = {S};
  return Options;
}

inline std::string refusal(const ArrayPlan &P, StrategyKind S) {
  for (const Refused &R : P.Refusals)
    if (R.Strategy == S)
      return R.Reason;
  return "(not refused)";
}

/// `A[tx][ty]` loaded by all lanes: a column for every wave.
inline void columnKernel(KernelBuilder &B, std::vector<uint64_t> Dims,
                         unsigned ElementBytes = 4) {
  unsigned A = B.array("tile", std::move(Dims), ElementBytes);
  B.load(A, {B.tx, B.ty});
}

/// A transpose through a square tile, `Rows` rows a step.
inline void transposeKernel(KernelBuilder &B, uint64_t Size, unsigned Rows,
                            unsigned ElementBytes = 4) {
  unsigned Tile = B.array("tile", {Size, Size}, ElementBytes);
  B.count("j", B.constant(0), B.constant(Size), Rows,
          [&](Value J) { B.store(Tile, {B.ty + J, B.tx}); });
  B.barrier();
  B.count("k", B.constant(0), B.constant(Size), Rows,
          [&](Value J) { B.load(Tile, {B.tx, B.ty + J}); });
}

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_LAYOUT_PLANNED_H
