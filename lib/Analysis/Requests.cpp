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

KernelRequests bankfix::collectRequests(const Kernel &K, const Program &P,
                                        const LaunchShape &Shape,
                                        unsigned WaveSize, uint64_t Budget) {
  Recorder Into(K, P, Shape);
  unsigned Waves = (Shape.threads() + WaveSize - 1) / WaveSize;
  for (unsigned W = 0; W < Waves; ++W)
    WaveRunner(K, P, Shape, WaveSize, W, Into, Budget).run();
  return Into.take();
}
