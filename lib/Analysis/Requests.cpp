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
#include "bankfix/Kernel/ArraySize.h"
#include <climits>

using namespace bankfix;

namespace {

/// Runs all waves; nothing where that takes more than \p Budget.
std::optional<KernelRequests> collect(const Kernel &K, const Program &P,
                                      const LaunchShape &Shape,
                                      unsigned WaveSize, uint64_t Budget,
                                      unsigned MostIterations) {
  Recorder Into(K, P, Shape);
  unsigned Waves = (Shape.threads() + WaveSize - 1) / WaveSize;
  for (unsigned W = 0; W < Waves && Budget; ++W)
    WaveRunner(K, P, Shape, WaveSize, W, Into, Budget, MostIterations).run();
  return Budget ? std::optional(Into.take()) : std::nullopt;
}

} // namespace

KernelRequests bankfix::collectRequests(const Kernel &K, const Program &P,
                                        const LaunchShape &Shape,
                                        unsigned WaveSize, uint64_t Budget,
                                        unsigned MostIterations) {
  Program Sized; // Under this launch; only the arrays are looked at.
  Sized.Arrays = arraysAt(P, Shape);
  // Loops of so many iterations are run one by one; of more, the iterations are
  // taken together even where that loses something.
  for (unsigned Most : {UINT_MAX, 16u, 1u}) {
    if (Most > MostIterations)
      continue;
    if (auto R = collect(K, Sized, Shape, WaveSize, Budget, Most)) {
      R->MostIterations = Most;
      return std::move(*R);
    }
  }
  Recorder Nothing(K, Sized, Shape);
  Nothing.giveUpAll(text(Reason::Budget));
  KernelRequests Out = Nothing.take();
  Out.MostIterations = 1;
  return Out;
}
