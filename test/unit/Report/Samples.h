//===- Samples.h - Reports that the tests print -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each helper gives a value that a test then changes in one respect.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_REPORT_SAMPLES_H
#define BANKFIX_TEST_REPORT_SAMPLES_H

#include "bankfix/Report/Report.h"

namespace bankfix::test {

/// Of requests that are \p Degree-way at worst.
inline Verdict exact(uint64_t Wavefronts, uint64_t Ideal, double Degree) {
  Verdict V;
  V.Sure = Certainty::Exact;
  V.Requests = Ideal;
  V.Wavefronts = Wavefronts;
  V.Ideal = Ideal;
  V.MinDegree = V.MaxDegree = Degree;
  V.LanesActive = 1;
  return V;
}

inline Verdict unknown(std::string Reason) {
  Verdict V;
  V.Reason = std::move(Reason);
  return V;
}

inline AccessReport access(AccessOp Op, unsigned Line, std::string Index,
                           Verdict Counts) {
  Site S;
  S.Op = Op;
  S.Place = {"", Line, 41};
  S.Text = "tile" + Index;
  S.IndexText = std::move(Index);
  return {S, Counts};
}

/// The load of a transpose, 32-way.
inline AccessReport columnLoad() {
  return access(AccessOp::Load, 15, "[threadIdx.x][threadIdx.y + j]",
                exact(1024, 32, 32));
}

/// Its store, without conflicts.
inline AccessReport rowStore() {
  return access(AccessOp::Store, 11, "[threadIdx.y + j][threadIdx.x]",
                exact(32, 32, 1));
}

/// `float tile[32][32]` with its pad.
inline ArrayReport paddedTile() {
  ArrayReport A;
  A.Array.Name = "tile";
  A.Array.ElementType = "float";
  A.Array.Dims = {32, 32};
  A.Array.Place = {"", 4, 20};
  A.Fix = FixReport{StrategyKind::PadRow,
                    "tile[32][32] -> tile[32][33]",
                    4224,
                    1056,
                    64,
                    false};
  return A;
}

inline KernelReport transpose() {
  KernelReport K;
  K.Name = "transpose";
  K.Place = {"", 3, 17};
  K.Shape.Block = {32, 8, 1};
  K.Shape.Origin = ShapeOrigin::Launch;
  K.Shapes = {{32, 8, 1}};
  K.Accesses = {rowStore(), columnLoad()};
  K.Arrays = {paddedTile()};
  K.Before = {1056, 64, 992};
  K.After = {64, 64, 0};
  return K;
}

/// Of one file, tr.cu.
inline Report report(std::vector<KernelReport> Kernels) {
  Report R;
  R.Version = "0.1.0";
  R.Target = "sm_80";
  R.Files = {{"tr.cu", "builtin", {}, std::move(Kernels)}};
  return R;
}

} // namespace bankfix::test

#endif // BANKFIX_TEST_REPORT_SAMPLES_H
