//===- Timing.cpp - What layouts do for the time of kernels ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace bankfix;

llvm::StringRef bankfix::name(Objective O) {
  return O == Objective::Time ? "time" : "wavefronts";
}

Objective bankfix::defaultObjective(const Target &T) {
  return costsOf(T) ? Objective::Time : Objective::Wavefronts;
}

void bankfix::include(SharedUse &Sum, const AnalyzedKernel &K, unsigned Site,
                      const Verdict &V, unsigned Operations) {
  if (V.Sure == Certainty::Unknown)
    return;
  const double Weight = K.Work ? K.Work->Weights[Site] : 1;
  const bool IsMerged = V.Merged && Operations == 0;
  const double Wavefronts = IsMerged ? double(V.Merged->OwnWavefronts)
                                     : double(V.Ideal) * V.meanDegree();
  const uint64_t Requests = IsMerged ? V.Merged->OwnRequests : V.Requests;
  Sum.Wavefronts += Weight * (Wavefronts + double(V.Serialization));
  Sum.Requests += Weight * double(Requests);
  if (K.Work && Operations) // And one, where a constant was enough.
    Sum.Operations +=
        Operations * K.Work->Addresses[Site] + K.Work->Constants[Site];
}

static void add(SharedUse &Sum, const SharedUse &More) {
  Sum.Wavefronts += More.Wavefronts;
  Sum.Requests += More.Requests;
  Sum.Operations += More.Operations;
}

namespace {

/// Of one kernel: what it asks of shared memory, and its blocks on a processor.
struct State {
  SharedUse Use;
  unsigned Blocks = 1;
};

KernelTime compare(const Costs &C, const KernelWork &W, const State &Before,
                   const State &After) {
  auto Time = [&](const State &S, Outlook How) {
    return estimateTime(C, W, S.Use, S.Blocks, How);
  };
  KernelTime Out;
  Out.Before = Time(Before, Outlook::Expected);
  Out.After = Time(After, Outlook::Expected);
  auto Ratio = [&](Outlook How) {
    const double Then = Time(After, How).Cycles;
    return Then > 0 ? Time(Before, How).Cycles / Then : 1;
  };
  SpeedUp &S = Out.Gain;
  S.By = Out.Before.By;
  S.Ratio = Ratio(Outlook::Expected);
  auto [Least, Most] = std::minmax(
      {S.Ratio, Ratio(Outlook::SharedCounts), Ratio(Outlook::OthersCount)});
  S.Least = Least;
  S.Most = Most;
  return Out;
}

} // namespace

void PlannedUses::take(ArrayGroup Arrays, ByKernel Uses) {
  Groups[Arrays.vec()] = std::move(Uses);
}

SharedUse PlannedUses::besides(const PlanInput &In, const AnalyzedKernel &K,
                               ArrayGroup Arrays) const {
  SharedUse Sum;
  std::set<unsigned> Seen(Arrays.begin(), Arrays.end());
  for (const auto &[Group, Uses] : Groups) {
    auto Use = Uses.find(&K);
    if (Seen.count(Group.front()) || Use == Uses.end())
      continue;
    add(Sum, Use->second);
    Seen.insert(Group.begin(), Group.end());
  }
  for (auto [I, S] : llvm::enumerate(In.sites(K)))
    if (!Seen.count(S.Array))
      include(Sum, K, I, K.Verdicts[I], 0);
  return Sum;
}

std::optional<Timing> bankfix::timing(const PlanInput &In,
                                      const MemoryBudget &Budget,
                                      const PlannedUses &Others,
                                      ArrayGroup Arrays, const Score &Before,
                                      const Score &After,
                                      llvm::ArrayRef<uint64_t> NewBytes) {
  // Less is within the model's error.
  constexpr double Noticed = 0.005;
  const Costs *C = costsOf(In.T);
  if (!C)
    return std::nullopt;
  Timing Out;
  double Sum = 0;
  unsigned Kernels = 0;
  for (const AnalyzedKernel &K : In.Kernels) {
    if (!In.uses(K, Arrays))
      continue;
    auto Old = Before.Uses.find(&K), New = After.Uses.find(&K);
    if (!K.Work || Old == Before.Uses.end() || New == After.Uses.end())
      return std::nullopt;
    State Then{Old->second}, Now{New->second};
    std::tie(Then.Blocks, Now.Blocks) = Budget.resident(K, Arrays, NewBytes);
    const SharedUse Besides = Others.besides(In, K, Arrays);
    add(Then.Use, Besides);
    add(Now.Use, Besides);
    const KernelTime T = compare(*C, *K.Work, Then, Now);
    const double Relative = T.Gain.Ratio > 0 ? 1 / T.Gain.Ratio : 1;
    Sum += Relative;
    if (!Kernels++ || T.Gain.Ratio > Out.Best.Ratio)
      Out.Best = T.Gain;
    if (Relative > 1 + Noticed && 100 * (Relative - 1) > Out.Loss) {
      Out.Slower = &K;
      Out.Loss = 100 * (Relative - 1);
    }
  }
  if (!Kernels)
    return std::nullopt;
  Out.Mean = Sum / Kernels;
  return Out;
}

std::optional<KernelTime> bankfix::timeOf(const Program &P,
                                          const AnalyzedKernel &K,
                                          const Target &T,
                                          llvm::ArrayRef<ArrayPlan> Plans) {
  const Costs *C = costsOf(T);
  if (!C || !K.Work)
    return std::nullopt;
  const PlanOptions None;
  const PlanInput In{P, K, T, None};
  MemoryBudget Budget(In);
  State Before, After;
  llvm::SmallVector<unsigned, 4> Changed;
  llvm::SmallVector<uint64_t, 4> Bytes;
  for (auto [I, S] : llvm::enumerate(In.sites(K))) {
    const ArrayPlan *Plan = llvm::find_if(
        Plans, [&](const ArrayPlan &Each) { return Each.Array == S.Array; });
    include(Before.Use, K, I, K.Verdicts[I], 0);
    if (Plan == Plans.end() || !Plan->Map) {
      include(After.Use, K, I, K.Verdicts[I], 0);
      continue;
    }
    const SharedArray &A = P.Arrays[S.Array];
    include(After.Use, K, I,
            judgeLaidOut(K.Requests.Sites[I], S, A, T, *Plan->Map),
            Plan->Map->arithmetic(A));
    if (!llvm::is_contained(Changed, S.Array)) {
      Changed.push_back(S.Array);
      Bytes.push_back(Plan->BytesAfter);
    }
  }
  std::tie(Before.Blocks, After.Blocks) = Budget.resident(K, Changed, Bytes);
  return compare(*C, *K.Work, Before, After);
}
