//===- Planner.cpp - Chooses a layout for each array ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays are planned one after another; those planned earlier count with their
// new size against the limits of the block.
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

/// What one strategy can do for an array: a choice, or why there is none.
struct Offer {
  StrategyKind Strategy;
  std::string Refused;
  std::optional<Choice> Best;
};

class ArrayPlanner {
public:
  ArrayPlanner(const PlanInput &In, const MemoryBudget &Budget, unsigned Array)
      : In(In), Budget(Budget), Array(Array), A(In.P.Arrays[Array]) {}

  bool isNeeded() const;
  ArrayPlan run();

private:
  std::vector<Offer> offers() const;
  Offer offer(const Strategy &S) const;
  void search(const Strategy &S, Offer &Into) const;
  LayoutTask task() const;
  ArrayPlan unchanged() const;
  std::string summary(const LayoutMap &Map) const;

  const PlanInput &In;
  const MemoryBudget &Budget;
  unsigned Array;
  const SharedArray &A;
  Score Before;
};

/// Some access has excess wavefronts, and enough of them.
bool ArrayPlanner::isNeeded() const {
  bool Needed = false;
  In.forEachSite(Array, [&](const AnalyzedKernel &K, unsigned I) {
    const Verdict &V = K.Verdicts[I];
    bool Likely = !V.WorstCase || (V.RandomDegree && *V.RandomDegree > 1);
    Needed |= Likely && !V.isIdealMerged() && V.excess() != 0 &&
              V.MaxDegree >= In.Options.MinDegree;
  });
  return Needed;
}

LayoutTask ArrayPlanner::task() const {
  LayoutTask Task{A, 1, A.ElementBytes};
  In.forEachSite(Array, [&](const AnalyzedKernel &K, unsigned I) {
    const Site &S = In.sites(K)[I];
    BankRule R = ruleFor(In.T, S.Op, S.Bytes);
    Task.BankRow = std::max(
        {Task.BankRow, unsigned(R.Banks) << R.BankShift, 1u << R.RowShift});
    Task.WidestBytes = std::max(Task.WidestBytes, S.Bytes);
  });
  return Task;
}

/// Looks for the best legal map of \p S that lowers the wavefronts.
void ArrayPlanner::search(const Strategy &S, Offer &Into) const {
  uint64_t TooLarge = UINT64_MAX; // Bytes that were refused already.
  for (std::shared_ptr<const LayoutMap> &Map : S.propose(task())) {
    Choice New{Map, {}, Map->apply(A).bytes()};
    if (New.Bytes >= TooLarge && !In.Options.AllowOccupancyLoss)
      continue;
    uint64_t Enough = Into.Best ? Into.Best->After.payable() : Before.payable();
    New.After = score(In, Array, Map.get(), Enough);
    if (!New.After.Known || !New.After.improves(Before) ||
        (Into.Best && !better(New, *Into.Best)))
      continue;
    std::string Why =
        Budget.refuse(Array, New.Bytes, Before.payable() + Before.Random,
                      New.After.payable() + New.After.Random);
    if (!Why.empty()) {
      TooLarge = std::min(TooLarge, New.Bytes);
      if (Into.Refused.empty())
        Into.Refused = Why;
      continue;
    }
    Into.Best = New;
    if (New.After.Excess == 0 && !New.After.CanMerge)
      return;
  }
}

Offer ArrayPlanner::offer(const Strategy &S) const {
  Offer O{S.Kind, S.refuse(A), std::nullopt};
  if (O.Refused.empty())
    O.Refused = refuseUses(In, Array, S);
  if (O.Refused.empty() && S.NeedsBoundedSubscripts)
    O.Refused = refuseUnbounded(In, Array);
  if (!O.Refused.empty())
    return O;
  search(S, O);
  if (!O.Best && O.Refused.empty())
    O.Refused = text(Refusal::NoGain);
  return O;
}

std::string ArrayPlanner::summary(const LayoutMap &Map) const {
  auto Declared = [](const SharedArray &A) {
    std::string Text = A.Name;
    for (uint64_t D : A.Dims)
      Text += "[" + std::to_string(D) + "]";
    return Text;
  };
  std::string Text = Declared(A) + " -> " + Declared(Map.apply(A));
  if (auto Macro = Map.change(A).Macro)
    Text += ", indexed through " + Macro->Name;
  return Text;
}

std::vector<Offer> ArrayPlanner::offers() const {
  std::vector<Offer> Out;
  for (StrategyKind S : allStrategies())
    if (In.Options.Allowed.empty() || llvm::is_contained(In.Options.Allowed, S))
      Out.push_back(offer(strategyOf(S)));
  return Out;
}

/// The offer to take, or null.
const Offer *best(llvm::ArrayRef<Offer> Offers) {
  const Offer *Best = nullptr;
  for (const Offer &O : Offers)
    if (O.Best && (!Best || better(*O.Best, *Best->Best)))
      Best = &O;
  return Best;
}

ArrayPlan ArrayPlanner::unchanged() const {
  ArrayPlan Out;
  Out.Array = Array;
  Out.BytesAfter = A.bytes();
  In.forEachSite(Array, [&](const AnalyzedKernel &K, unsigned I) {
    Out.WavefrontsBefore += K.Verdicts[I].Wavefronts;
  });
  Out.WavefrontsAfter = Out.WavefrontsBefore;
  return Out;
}

ArrayPlan ArrayPlanner::run() {
  Before = score(In, Array, nullptr);
  ArrayPlan Out = unchanged();
  std::vector<Offer> Offers = offers();
  const Offer *Taken = best(Offers);
  for (const Offer &O : Offers)
    if (&O != Taken)
      Out.Refusals.push_back(
          {O.Strategy, O.Best ? whyNot(*O.Best, *Taken->Best) : O.Refused});
  if (!Taken)
    return Out;
  Out.Map = Taken->Best->Map;
  Out.Summary = summary(*Out.Map);
  const Score &After = Taken->Best->After;
  Out.WavefrontsAfter = After.Wavefronts + After.WorstWavefronts;
  Out.WorstCaseAfter = After.WorstWavefronts;
  Out.BytesAfter = Taken->Best->Bytes;
  return Out;
}

} // namespace

std::vector<ArrayPlan> bankfix::plan(const Program &P,
                                     llvm::ArrayRef<AnalyzedKernel> Kernels,
                                     const Target &T,
                                     const PlanOptions &Options) {
  PlanInput In{P, Kernels, T, Options};
  MemoryBudget Budget(In);
  std::vector<ArrayPlan> Out;
  for (unsigned I = 0; I < P.Arrays.size(); ++I) {
    ArrayPlanner Planner(In, Budget, I);
    if (!Planner.isNeeded())
      continue;
    Out.push_back(Planner.run());
    Budget.take(I, Out.back().BytesAfter);
  }
  return Out;
}
