//===- Requests.cpp - Runs all waves of a block
//----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Requests.h"
#include "Reason.h"
#include "WaveRunner.h"

using namespace bankfix;

/// Statements that are run for one kernel and launch shape, over all waves:
/// about a second.
static constexpr uint64_t StatementBudget = 4'000'000;

KernelRequests bankfix::collectRequests(const Kernel &K, const Program &P,
                                        const LaunchShape &Shape,
                                        unsigned WaveSize) {
  Recorder Into(K, P, Shape);
  for (unsigned I = 0; I < K.Sites.size(); ++I)
    if (const SharedArray &A = P.Arrays[K.Sites[I].Array]; !A.hasKnownSize())
      Into.giveUp(I, text(Reason::UnknownSize, A.Name));
  uint64_t Budget = StatementBudget;
  unsigned Waves = (Shape.threads() + WaveSize - 1) / WaveSize;
  for (unsigned W = 0; W < Waves; ++W)
    WaveRunner(K, P, Shape, WaveSize, W, Into, Budget).run();
  return Into.take();
}
