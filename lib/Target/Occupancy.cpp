//===- Occupancy.cpp - Blocks that fit on one processor -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Target/Target.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace bankfix;

/// The smaller of \p Limit and what \p Capacity holds of \p Each; no capacity
/// given, no limit.
static std::optional<unsigned> limitBy(std::optional<unsigned> Limit,
                                       unsigned Capacity, uint64_t Each) {
  if (Capacity == 0 || Each == 0)
    return Limit;
  const unsigned Fit = Capacity / Each;
  return Limit ? std::min(*Limit, Fit) : Fit;
}

std::optional<unsigned> bankfix::blocksPerProcessor(const Target &T,
                                                    unsigned Threads,
                                                    unsigned SharedBytes) {
  const Limits &M = T.Memory;
  if (M.SharedPerProcessor == 0)
    return std::nullopt;
  if (SharedBytes > M.SharedPerBlock ||
      (M.ThreadsPerBlock != 0 && Threads > M.ThreadsPerBlock))
    return 0;
  const uint64_t Shared = llvm::alignTo(
      uint64_t{SharedBytes} + M.ReservedPerBlock, std::max(M.Granule, 1U));
  const uint64_t Lanes = llvm::alignTo(std::max(Threads, 1U), T.WaveSize);
  std::optional<unsigned> Blocks;
  Blocks = limitBy(Blocks, M.SharedPerProcessor, Shared);
  Blocks = limitBy(Blocks, M.ThreadsPerProcessor, Lanes);
  return limitBy(Blocks, M.BlocksPerProcessor, 1);
}
