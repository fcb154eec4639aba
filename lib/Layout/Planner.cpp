//===- Planner.cpp - Chooses a layout for each array ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of arrays that get one layout are planned one after another; those
// planned earlier count with their new size against the limits of the block.
//
//===----------------------------------------------------------------------===//

#include "GroupPlanner.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

using namespace bankfix;

/// The offer to take, or null.
static Offer *best(llvm::MutableArrayRef<Offer> Offers) {
  Offer *Best = nullptr;
  for (Offer &O : Offers)
    if (O.Best && (!Best || better(*O.Best, *Best->Best)))
      Best = &O;
  return Best;
}

ArrayPlan GroupPlanner::unchanged(unsigned Array) const {
  ArrayPlan Out;
  Out.Array = Array;
  Out.BytesBefore = Out.BytesAfter = In.P.Arrays[Array].bytes();
  In.forEachSite(Array, [&](const AnalyzedKernel &K, unsigned I) {
    Out.WavefrontsBefore += K.Verdicts[I].Wavefronts;
  });
  Out.WavefrontsAfter = Out.WavefrontsBefore;
  return Out;
}

ArrayPlan GroupPlanner::changed(unsigned Array, const Choice &By,
                                uint64_t Bytes) const {
  ArrayPlan Out = unchanged(Array);
  Score After = score(In, Array, By.Map.get());
  Out.Map = By.Map;
  Out.Summary = summary(In, Array, *By.Map);
  Out.Why = remark(In, Array, *By.Map);
  Out.WavefrontsAfter = After.Wavefronts + After.WorstWavefronts;
  Out.WorstCaseAfter = After.WorstWavefronts;
  if (By.After.Mean) {
    Out.MeanBefore = meanInTotal(In, Array, nullptr);
    Out.MeanAfter = meanInTotal(In, Array, By.Map.get());
  }
  Out.BytesAfter = Bytes;
  if (In.P.Arrays[Array].Space != MemorySpace::Static)
    Out.HostFormula = hostFormula(In.P.Arrays[Array], *By.Map);
  Out.Mind.Warnings = warnings(In.P.Arrays[Array], Out);
  if (std::string Why = Budget.openWarning(Array, *By.Map); !Why.empty())
    Out.Mind.Warnings.push_back(std::move(Why));
  if (By.Map->needsBoundedSubscripts())
    Out.Mind.Relies = reliances(In, Array, reindexes(*By.Map, In.P.Arrays[Array]));
  return Out;
}

WeighedLayout GroupPlanner::weighed(StrategyKind S, const Choice &C,
                                    std::string Lost) const {
  return {S,
          summary(In, Arrays[0], *C.Map),
          C.After.Wavefronts + C.After.WorstWavefronts,
          C.After.Excess,
          C.bytes(),
          C.Operations,
          std::move(Lost),
          C.Time ? std::optional(1 / C.Time->Mean) : std::nullopt};
}

/// The best of each strategy, and what would have been better but for a limit.
std::vector<WeighedLayout> GroupPlanner::weigh(llvm::ArrayRef<Offer> Offers,
                                               const Offer *Taken) const {
  std::vector<WeighedLayout> Out;
  for (const Offer &O : Offers) {
    if (O.OverLimit)
      Out.push_back(weighed(O.Strategy, *O.OverLimit, O.Refused));
    if (O.Best)
      Out.push_back(weighed(O.Strategy, *O.Best,
                            &O == Taken ? "" : whyNot(*O.Best, *Taken->Best)));
  }
  return Out;
}

/// What \p Taken leaves may be for another strategy, applied to its result,
/// until nothing is: each time, fewer wavefronts are left. The limit is a
/// guard.
void GroupPlanner::refine(Choice &Taken) {
  constexpr unsigned MostLayouts = 16;
  bool Failed = llvm::any_of(In.Options.Failed, [&](const FailedLayout &F) {
    return F.IsComposed && llvm::is_contained(Arrays, F.Array);
  });
  Score AsWritten = Before;
  for (unsigned N = 1; N < MostLayouts && !Failed; ++N) {
    Before = Taken.After;
    Base = Taken.Map;
    Values.clear();
    std::vector<Offer> Next;
    if (isNeeded())
      Next = offers();
    const Offer *Better = best(Next);
    if (!Better)
      break;
    Taken = *Better->Best;
  }
  Before = AsWritten;
  Base = nullptr;
  Values.clear();
}

bool GroupPlanner::isByTime() const {
  Objective O = In.Options.Minimize.value_or(defaultObjective(In.T));
  return O == Objective::Time && costsOf(In.T);
}

std::optional<Timing> GroupPlanner::timing(const Choice &C) const {
  return bankfix::timing(In, Budget, Others, Arrays, Before, C.After,
                         C.ArrayBytes);
}

/// The gain of \p Taken is not worth an edit, which \p Says then has.
bool GroupPlanner::isTooLittle(const Choice &Taken, Caveats &Says) const {
  std::optional<Timing> T = timing(Taken);
  if (!T)
    return false;
  Says.Gain = T->Best;
  if (!isByTime() || T->Best.percent() >= In.Options.MinGain)
    return false;
  // Rounded down, it is less, too.
  const double Gain = std::floor(std::max(T->Best.percent(), 0.0) * 10) / 10;
  Says.PassedOver =
      text(Refusal::SmallGain, describe(T->Best.By), percent(Gain / 100),
           percent(In.Options.MinGain / 100));
  return true;
}

std::vector<ArrayPlan> GroupPlanner::run() {
  Before = score(In, Arrays, nullptr);
  std::vector<Offer> Offers = offers();
  Offer *Taken = best(Offers);
  if (Taken)
    refine(*Taken->Best);
  Caveats Says;
  if (Taken && isTooLittle(*Taken->Best, Says)) {
    for (Offer &O : Offers) // None gains more that could be told.
      if (O.Best) {
        O.Best = std::nullopt;
        O.Refused = Says.PassedOver;
        O.Kind = RefusalKind::Loses;
      }
    Taken = nullptr;
  }
  if (Taken)
    Uses = Taken->Best->After.Uses;
  std::vector<Refused> Refusals;
  for (const Offer &O : Offers)
    if (&O != Taken)
      Refusals.push_back({O.Strategy,
                          O.Best ? whyNot(*O.Best, *Taken->Best) : O.Refused,
                          O.Kind});
  std::vector<ArrayPlan> Out;
  for (auto [I, Array] : llvm::enumerate(Arrays)) {
    Out.push_back(Taken
                      ? changed(Array, *Taken->Best, Taken->Best->ArrayBytes[I])
                      : unchanged(Array));
    Out.back().Refusals = Refusals;
    Out.back().Mind.Gain = Says.Gain;
    Out.back().Mind.PassedOver = Says.PassedOver;
    Out.back().Weighed = weigh(Offers, Taken);
    if (Taken && LeftSome)
      Out.back().Mind.Warnings.push_back(text(Refusal::NotAllTried));
    if (Taken)
      std::tie(Out.back().BlocksBefore, Out.back().BlocksAfter) =
          Budget.blocks(Array, Arrays, Taken->Best->ArrayBytes);
  }
  return Out;
}

namespace {

/// Plans one group after another.
class AllGroups {
public:
  AllGroups(const PlanInput &In, MemoryBudget &Budget)
      : In(In), Budget(Budget), Groups(arrayGroups(In.P)),
        Plans(Groups.size()) {}

  /// Sets \p Frees where some array gives up memory that others may use.
  std::vector<ArrayPlan> run(bool &Frees);

private:
  bool plan(unsigned Group);
  bool isPassedOver(unsigned Group) const {
    return !Plans[Group].empty() &&
           !Plans[Group].front().Mind.PassedOver.empty();
  }

  const PlanInput &In;
  MemoryBudget &Budget;
  PlannedUses Planned;
  std::vector<std::vector<unsigned>> Groups;
  std::vector<std::vector<ArrayPlan>> Plans; ///< By group.
};

/// It gets a layout.
bool AllGroups::plan(unsigned Group) {
  const std::vector<unsigned> &Arrays = Groups[Group];
  GroupPlanner Planner(In, Budget, Planned, Arrays);
  if (!Planner.isNeeded())
    return false;
  for (unsigned I : Arrays)
    Budget.take(I, In.P.Arrays[I].bytes());
  Plans[Group] = Planner.run();
  for (const ArrayPlan &Each : Plans[Group])
    Budget.take(Each.Array, Each.BytesAfter);
  if (Planner.uses())
    Planned.take(Arrays, *Planner.uses());
  return Planner.uses().has_value();
}

std::vector<ArrayPlan> AllGroups::run(bool &Frees) {
  std::vector<unsigned> Left(Groups.size());
  std::iota(Left.begin(), Left.end(), 0);
  // What is too little of a kernel's time may not be once others got theirs.
  while (llvm::count_if(Left, [&](unsigned I) { return plan(I); }))
    llvm::erase_if(Left, [&](unsigned I) { return !isPassedOver(I); });
  std::vector<ArrayPlan> Out;
  for (std::vector<ArrayPlan> &Each : Plans)
    llvm::move(Each, std::back_inserter(Out));
  Frees = llvm::any_of(
      Out, [](const ArrayPlan &P) { return P.BytesAfter < P.BytesBefore; });
  return Out;
}

} // namespace

SiteNumbers bankfix::alikeSites(const Program &P,
                                llvm::ArrayRef<AnalyzedKernel> Kernels) {
  SiteNumbers Out;
  SiteKinds Kinds;
  for (const AnalyzedKernel &K : Kernels) {
    Out.emplace_back();
    for (auto [S, R] :
         llvm::zip_equal(P.Kernels[K.Kernel].Sites, K.Requests.Sites))
      Out.back().push_back(Kinds.numberOf(S, R, P.Arrays[S.Array]));
  }
  return Out;
}

std::vector<ArrayPlan> bankfix::plan(const EditableProgram &P,
                                     llvm::ArrayRef<AnalyzedKernel> Kernels,
                                     const Target &T,
                                     const PlanOptions &Options) {
  const SizedProgram Sized(withHostSizes(P.P, Kernels), Kernels, T);
  const PlanInput In = inputOf(Sized, Kernels, T, Options, P.Rights,
                               alikeSites(Sized.P, Kernels));
  MemoryBudget Budget(In);
  bool Frees = false;
  std::vector<ArrayPlan> Out = AllGroups(In, Budget).run(Frees);
  // Those that were planned before the memory was free may do better with it.
  return Frees ? AllGroups(In, Budget).run(Frees) : Out;
}
