//===- Timing.cpp - What layouts do for the time of kernels ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace bankfix;

llvm::StringRef bankfix::name(Objective O) {
  return O == Objective::Time ? "time" : "wavefronts";
}

Objective bankfix::defaultObjective(const Target &T) {
  return costsOf(T) ? Objective::Time : Objective::Wavefronts;
}

/// Addresses of an access that compilers keep in registers while loops run: of
/// the 64 that a layout gave each of two tiles of a matrix product, nvcc 13
/// kept none, as it does not unroll such a loop; of 16, all.
static constexpr double MostKept = 32;

/// Adds the operations and registers of the addresses of one site.
static void addAddresses(SharedUse &Sum,
                         llvm::ArrayRef<ComputedAddresses> Addresses,
                         const AddressCosts &Costs) {
  struct Shared {
    unsigned Operations = 0;
    double Times = 0, Again = 0, Kept = 0;
  };
  // Of a class, one is computed, and constants tell the others from it.
  std::map<AddressCosts::Class, Shared> ByClass;
  for (const ComputedAddresses &A : Addresses) {
    if (!A.Distance) {
      Sum.Operations += Costs.first() * A.Times;
      continue;
    }
    const AddressCosts::Class C = Costs.classOf(*A.Distance);
    if (llvm::all_of(C, [](int64_t Apart) { return Apart == 0; }))
      continue;
    Shared &Of = ByClass[C];
    Of.Operations = Costs.next();
    Of.Times = std::max(Of.Times, A.Times);
    Of.Again = std::max(Of.Again, A.Again);
    Of.Kept = std::max(Of.Kept, A.Kept);
  }
  double Kept = 0;
  for (const auto &[Class, Of] : ByClass)
    Kept += Of.Kept;
  const bool IsKept = Kept <= MostKept;
  Sum.Registers += IsKept ? Kept : 0;
  for (const auto &[Class, Of] : ByClass) {
    Sum.Operations += Of.Operations * (Of.Times + (IsKept ? 0 : Of.Again));
    Sum.Again += IsKept ? Of.Operations * Of.Again : 0;
  }
}

void bankfix::include(SharedUse &Sum, const AnalyzedKernel &K, unsigned Site,
                      const Verdict &V, const AddressCosts &Costs) {
  if (V.Sure == Certainty::Unknown)
    return;
  const double Weight = K.Work ? K.Work->Weights[Site] : 1;
  const bool IsMerged = V.Merged && Costs.isNothing();
  const double Wavefronts = IsMerged ? double(V.Merged->OwnWavefronts)
                                     : double(V.Ideal) * V.meanDegree();
  const uint64_t Requests = IsMerged ? V.Merged->OwnRequests : V.Requests;
  Sum.Wavefronts += Weight * (Wavefronts + double(V.Serialization));
  Sum.Requests += Weight * double(Requests);
  if (K.Work && !Costs.isNothing())
    addAddresses(Sum, K.Work->Addresses[Site], Costs);
}

static void add(SharedUse &Sum, const SharedUse &More) {
  Sum.Wavefronts += More.Wavefronts;
  Sum.Requests += More.Requests;
  Sum.Operations += More.Operations;
  Sum.Registers += More.Registers;
  Sum.Again += More.Again;
}

namespace {

/// Of one kernel: what it asks of shared memory, and its blocks on a processor.
struct State {
  SharedUse Use;
  unsigned Blocks = 1;
  unsigned Fitting = 1; ///< Those that registers leave room for.
};

/// Registers that keep blocks out keep what the resident ones can do meanwhile,
/// as tiles are: chains of each thread that do not depend on one another. So
/// latency is hidden as by all blocks, but what a block waits for at barriers
/// only those hide that are there.
TimeEstimate timeOf(const Costs &C, const KernelWork &W, const State &S,
                    Outlook How) {
  KernelWork Hidden;
  Hidden.Counts = W.Counts;
  const double Part = double(S.Fitting) / S.Blocks;
  Hidden.Counts.Chain *= Part;
  Hidden.Counts.SharedWaits *= Part;
  Hidden.Counts.OutsideWaits *= Part;
  return estimateTime(C, Hidden, S.Use, S.Fitting, How);
}

KernelTime compare(const Costs &C, const AnalyzedKernel &K, State Before,
                   State After) {
  for (State *S : {&Before, &After})
    S->Fitting = fitRegisters(C, *K.Work, S->Use, K.Shape.threads(), S->Blocks);
  auto Time = [&](const State &S, Outlook How) {
    return timeOf(C, *K.Work, S, How);
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
      include(Sum, K, I, K.Verdicts[I], AddressCosts());
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
    const KernelTime T = compare(*C, K, Then, Now);
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
    include(Before.Use, K, I, K.Verdicts[I], AddressCosts());
    if (Plan == Plans.end() || !Plan->Map) {
      include(After.Use, K, I, K.Verdicts[I], AddressCosts());
      continue;
    }
    const SharedArray &A = P.Arrays[S.Array];
    include(After.Use, K, I,
            judgeLaidOut(K.Requests.Sites[I], S, A, T, *Plan->Map),
            AddressCosts(*Plan->Map, A));
    if (!llvm::is_contained(Changed, S.Array)) {
      Changed.push_back(S.Array);
      Bytes.push_back(Plan->BytesAfter);
    }
  }
  std::tie(Before.Blocks, After.Blocks) = Budget.resident(K, Changed, Bytes);
  return compare(*C, K, Before, After);
}
