//===- Time.cpp - How long a block takes ----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Time.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace bankfix;

llvm::StringRef bankfix::describe(Limiter L) {
  static constexpr llvm::StringLiteral Texts[] = {
      "shared memory",     "integer operations", "floating-point operations",
      "issuing instructions", "global memory",   "latency"};
  return Texts[unsigned(L)];
}

llvm::StringRef bankfix::name(Limiter L) {
  static constexpr llvm::StringLiteral Names[] = {
      "shared-memory", "integers", "floats", "issue", "global-memory",
      "latency"};
  return Names[unsigned(L)];
}

namespace {

/// What an outlook makes of what is not known.
struct Doubt {
  /// Of the operations that the source has, so many are left, as compilers
  /// share some and compute others before a loop.
  double Operations;
  double Chains; ///< Of the longest chain, which compilers may interleave.
  double Sectors;
  double BytesPerCycle;
};

Doubt doubtOf(const Costs &C, const WorkCounts &W, Outlook How) {
  switch (How) {
  case Outlook::Expected:
    return {1, 1, W.Sectors, C.MemoryBytes};
  case Outlook::SharedCounts: // All of it stays in the cache.
    // That half of the operations are left is assumed.
    return {0.5, 0.5, W.LeastSectors, C.CacheBytes};
  case Outlook::OthersCount:
    return {1, 1, W.MostSectors, C.MemoryBytes};
  }
  return {};
}

} // namespace

TimeEstimate bankfix::estimateTime(const Costs &C, const KernelWork &Of,
                                   const SharedUse &Shared, unsigned Blocks,
                                   Outlook How) {
  constexpr double SectorBytes = 32, WavefrontBytes = 128;
  const WorkCounts &W = Of.Counts;
  const Doubt D = doubtOf(C, W, How);
  const double Bytes = D.Sectors * SectorBytes;
  const double Integers = D.Operations * W.Integers + Shared.Operations;
  const double Instructions = Integers + W.Floats + W.Doubles + W.Specials +
                              W.OutsideRequests + W.Barriers + Shared.Requests;
  const double EachRequest = Shared.Requests ? 1 / Shared.Requests : 0;
  // What it waits for one load of shared memory, and for computing its address.
  const double Wait =
      C.SharedLatency +
      C.LatencyPerWavefront *
          std::max(0.0, Shared.Wavefronts * EachRequest - 1) +
      C.OperationLatency * Shared.Operations * EachRequest;
  const double Chain = C.OperationLatency * W.Chain + Wait * W.SharedWaits +
                       C.GlobalLatency * W.OutsideWaits;
  // Global accesses go through the data path of shared memory, too.
  const TimeEstimate Each[] = {
      {C.Wavefront * (Shared.Wavefronts + Bytes / WavefrontBytes),
       Limiter::SharedMemory},
      {C.Integer * Integers, Limiter::Integers},
      {std::max({C.Float * W.Floats, C.Double * W.Doubles,
                 C.Special * W.Specials}),
       Limiter::Floats},
      {C.Issue * Instructions, Limiter::Issue},
      {Bytes / D.BytesPerCycle, Limiter::GlobalMemory},
      {D.Chains * Chain / std::max(Blocks, 1U), Limiter::Latency}};
  return *llvm::max_element(
      Each, [](const TimeEstimate &A, const TimeEstimate &B) {
        return A.Cycles < B.Cycles;
      });
}
