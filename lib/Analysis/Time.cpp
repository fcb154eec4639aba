//===- Time.cpp - How long a block takes ----------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/Time.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

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

/// What the parts of a block take together, of whose phases each has \p Rounds:
/// loads of shared memory, and what is computed with them.
///
/// Phases, between barriers, wait for one another, and other blocks fill a part
/// of what they leave: the time is in between the longest part and the sum. The
/// root of the squares is 21 % off (root mean square) for the 96 kernels
/// "phases" of benchmarks/gpu/costs.cu on an H100, the longest part 32 %, the
/// sum 60 %.
///
/// Within a phase, one round's loads are on their way while another computes:
/// of the shorter part, only a round's share has nothing beside it. Of the 300
/// kernels "rounds" of two, four and eight blocks on an H200, this is 6 % off,
/// and the root of the squares of the whole parts 12 %. Nobody fills what a
/// block by itself leaves: its sum is 6 % off where a round has 200 cycles, and
/// the root 21 %.
double together(const std::array<double, NumLimiters> &Each, double Rounds,
                unsigned Blocks) {
  auto Of = [&](Limiter L) { return Each[unsigned(L)]; };
  // What a wave computes, it computes at a time.
  const double Computing = std::max(
      {Of(Limiter::Integers), Of(Limiter::Floats), Of(Limiter::Issue)});
  const double Shared = Of(Limiter::SharedMemory);
  const double Longer = std::max(Shared, Computing),
               Alone = std::min(Shared, Computing) / Rounds;
  return std::hypot(
      Blocks > 1 ? std::hypot(Longer, Alone) : Longer + Alone,
      std::hypot(Of(Limiter::GlobalMemory), Of(Limiter::Latency)));
}

/// Loads of a wave that a round has: 4 in "rounds", where nothing keeps
/// compilers from issuing a round's before the one in front of it is done.
/// Twice as many are assumed, as branches and stores are in their way, such as
/// those of a bitonic sort.
constexpr double LoadsOfRound = 8;

} // namespace

unsigned bankfix::fitRegisters(const Costs &C, const KernelWork &W,
                               SharedUse &Shared, unsigned Threads,
                               unsigned Blocks) {
  constexpr unsigned Lanes = 32;
  const unsigned Waves = llvm::divideCeil(std::max(Threads, 1U), Lanes);
  auto GivenTo = [&](double OfLane) { // To all waves of a block.
    return Waves * llvm::alignTo(uint64_t(std::ceil(OfLane)) * Lanes,
                                 C.RegisterGranule);
  };
  // With more, the block could not be launched.
  const double Most =
      std::min(C.LaneRegisters,
               llvm::alignDown(C.Registers / Waves, C.RegisterGranule) / Lanes);
  const double Room = std::max(0.0, Most - W.Registers);
  if (Shared.Registers > Room) {
    Shared.Operations += (1 - Room / Shared.Registers) * Shared.Again;
    Shared.Registers = Room;
  }
  const uint64_t Each = GivenTo(std::min(Most, W.Registers + Shared.Registers));
  if (!Each) // No processor has room for such a block.
    return 1;
  return std::clamp(unsigned(C.Registers / Each), 1U, std::max(Blocks, 1U));
}

TimeEstimate bankfix::estimateTime(const Costs &C, const KernelWork &Of,
                                   const SharedUse &Shared, unsigned Blocks,
                                   Outlook How) {
  constexpr double SectorBytes = 32, WavefrontBytes = 128;
  const WorkCounts &W = Of.Counts;
  const Doubt D = doubtOf(C, W, How);
  const double Bytes = D.Sectors * SectorBytes;
  // Blocks share what is common: it comes from the cache.
  const double Common = std::min(W.CommonSectors, D.Sectors) * SectorBytes;
  const double Integers = D.Operations * W.Integers + Shared.Operations;
  const double Products = D.Operations * W.Products;
  const double Instructions = Integers + Products + W.Floats + W.Doubles +
                              W.Specials + W.Shuffles + W.OutsideRequests +
                              W.Barriers + Shared.Requests;
  const double EachRequest = Shared.Requests ? 1 / Shared.Requests : 0;
  // What it waits for one load of shared memory, and for computing its address.
  const double Wait =
      C.SharedLatency +
      C.LatencyPerWavefront *
          std::max(0.0, Shared.Wavefronts * EachRequest - 1) +
      C.OperationLatency * Shared.Operations * EachRequest;
  const double Chain = C.OperationLatency * W.Chain + Wait * W.SharedWaits +
                       C.GlobalLatency * W.OutsideWaits;
  const double OutsideWavefronts =
      std::max(Bytes / WavefrontBytes, W.OutsideRequests);
  TimeEstimate Out;
  auto Takes = [&](Limiter By, double Cycles) {
    Out.Each[unsigned(By)] = Cycles;
  };
  // Global accesses, and what lanes get from one another, go through the data
  // path of shared memory, too.
  Takes(Limiter::SharedMemory,
        C.Wavefront * (Shared.Wavefronts + W.Shuffles + OutsideWavefronts));
  Takes(Limiter::Integers, C.Integer * Integers);
  // Products of integers are made where those of floats are, in half of it.
  Takes(Limiter::Floats,
        std::max({C.Float * (W.Floats + Products), C.Integer * Products,
                  C.Double * W.Doubles, C.Special * W.Specials}));
  Takes(Limiter::Issue, C.Issue * Instructions);
  Takes(Limiter::GlobalMemory,
        std::max((Bytes - Common) / D.BytesPerCycle, Bytes / C.CacheBytes));
  Takes(Limiter::Latency, D.Chains * Chain / std::max(Blocks, 1U));
  const auto *Longest = llvm::max_element(Out.Each);
  Out.By = Limiter(Longest - Out.Each.begin());
  const double Rounds = std::max(1.0, W.LoadsOfPhase / LoadsOfRound);
  Out.Cycles = together(Out.Each, Rounds, Blocks);
  return Out;
}
