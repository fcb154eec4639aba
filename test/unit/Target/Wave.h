//===- Wave.h - Requests for the Target tests, in one line each -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_TARGET_WAVE_H
#define BANKFIX_TEST_UNIT_TARGET_WAVE_H

#include "bankfix/Target/BankRule.h"
#include "gtest/gtest.h"
#include <functional>
#include <vector>

namespace bankfix::test {

using Wave = std::vector<LaneAccess>;
/// The byte address of a lane.
using Pattern = std::function<uint64_t(uint64_t Lane)>;

inline const Target &target(llvm::StringRef Name) {
  const Target *T = findTarget(Name);
  EXPECT_NE(T, nullptr) << Name.str();
  return T ? *T : allTargets().front();
}

/// Lanes 0 to \p Lanes - 1, all active.
inline Wave wave(unsigned Lanes, const Pattern &Address) {
  Wave W;
  for (unsigned L = 0; L != Lanes; ++L)
    W.push_back({L, Address(L)});
  return W;
}

/// The cost of a full wave.
inline Cost costOf(const Target &T, AccessOp Op, unsigned Bytes,
                   const Pattern &Address) {
  return cost(T, Op, Bytes, wave(T.WaveSize, Address));
}

/// Wavefronts / ideal of a full wave.
inline double degree(const Target &T, AccessOp Op, unsigned Bytes,
                     const Pattern &Address) {
  const Cost C = costOf(T, Op, Bytes, Address);
  return double(C.Wavefronts) / C.Ideal;
}

inline constexpr AccessOp AllOps[] = {
    AccessOp::Load,       AccessOp::Store,       AccessOp::Atomic,
    AccessOp::LoadMatrix, AccessOp::StoreMatrix, AccessOp::AsyncCopy,
    AccessOp::AtomicAdd,  AccessOp::AtomicSwap};
inline constexpr unsigned AllBytes[] = {1, 2, 4, 8, 12, 16};

/// The models of NVIDIA's compute capabilities (times ten) in a range.
inline std::vector<const Target *> cuda(unsigned From, unsigned To = 999) {
  std::vector<const Target *> Found;
  for (const Target &T : allTargets())
    if (T.ComputeCapability >= From && T.ComputeCapability <= To)
      Found.push_back(&T);
  return Found;
}

inline std::vector<const Target *> named(std::vector<const char *> Names) {
  std::vector<const Target *> Found;
  for (const char *Name : Names)
    Found.push_back(&target(Name));
  return Found;
}

} // namespace bankfix::test

#endif // BANKFIX_TEST_UNIT_TARGET_WAVE_H
