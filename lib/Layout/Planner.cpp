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

#include "ComposedMap.h"
#include "Planning.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace bankfix;

namespace {

/// What one strategy can do for a group: a choice, or why there is none.
struct Offer {
  StrategyKind Strategy;
  std::string Refused;
  std::optional<Choice> Best;
  /// The first that lowers the wavefronts, and that the limits of a block
  /// refuse for Refused.
  std::optional<Choice> OverLimit;
  bool NotForIt = false;          ///< As in Refused.
  uint64_t TooLarge = UINT64_MAX; ///< Bytes that a limit refused: the fewest.
};

class GroupPlanner {
public:
  GroupPlanner(const PlanInput &In, const MemoryBudget &Budget,
               ArrayGroup Arrays)
      : In(In), Budget(Budget), Arrays(Arrays) {}

  bool isNeeded() const;
  /// One plan per array.
  std::vector<ArrayPlan> run();

private:
  void refine(Choice &Taken);
  std::vector<Offer> offers() const;
  Offer offer(const Strategy &S) const;
  std::string refuseKind(const Strategy &S) const;
  std::string refuse(const Strategy &S, bool &NotForIt) const;
  void search(const Strategy &S, Offer &Into) const;
  std::optional<Choice> written(const std::shared_ptr<const LayoutMap> &Map,
                                Offer &Into) const;
  bool wins(const Strategy &S, Choice &New, const Offer &Into) const;
  std::string kernelOf(unsigned Array) const;
  std::string loser(const Choice &New) const;
  bool mayLose(const LayoutMap &Map) const;
  bool neverHarms(const Choice &New, Offer &Into) const;
  bool isWorth(const Choice &New, Offer &Into) const;
  bool fits(const Choice &New, Offer &Into) const;
  bool isPerfect(const Choice &C) const;
  bool mayGain(const Strategy &S, const Score &After) const;
  bool gainsInTotal(Choice &New) const;
  bool hasHostText(unsigned Array, const LayoutMap &Map) const;
  std::string refuseText(const LayoutMap &Map) const;
  CandidateList candidates(const Strategy &S) const;
  SharedArray laidOut(unsigned Array) const;
  Verdict verdict(const AnalyzedKernel &K, unsigned Site) const;
  WeighedLayout weighed(StrategyKind S, const Choice &C,
                        std::string Lost) const;
  std::vector<WeighedLayout> weigh(llvm::ArrayRef<Offer> Offers,
                                   const Offer *Taken) const;
  std::vector<uint64_t> needed(const Choice &C) const;
  ArrayPlan unchanged(unsigned Array) const;
  ArrayPlan changed(unsigned Array, const Choice &By, uint64_t Bytes) const;

  const PlanInput &In;
  const MemoryBudget &Budget;
  ArrayGroup Arrays;
  /// What there is to be improved: the arrays as they are, or laid out by Base.
  mutable Score Before; ///< Its mean is found when it matters.
  std::shared_ptr<const LayoutMap> Base;
};

SharedArray GroupPlanner::laidOut(unsigned Array) const {
  const SharedArray &A = In.P.Arrays[Array];
  return Base ? Base->apply(A) : A;
}

Verdict GroupPlanner::verdict(const AnalyzedKernel &K, unsigned Site) const {
  const bankfix::Site &S = In.sites(K)[Site];
  return Base ? judgeLaidOut(K.Requests.Sites[Site], S, In.P.Arrays[S.Array],
                             In.T, *Base, /*WithRandom=*/true)
              : K.Verdicts[Site];
}

/// Some access has excess wavefronts, and enough of them.
bool GroupPlanner::isNeeded() const {
  bool Needed = false;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    Verdict V = verdict(K, I);
    bool Likely = !V.WorstCase || (V.RandomDegree && *V.RandomDegree > 1);
    Needed |= Likely && !V.isIdealMerged() && V.excess() != 0 &&
              V.MaxDegree >= In.Options.MinDegree;
  });
  return Needed;
}

/// What \p S proposes for each array of the group; all get the same.
CandidateList GroupPlanner::candidates(const Strategy &S) const {
  CandidateList All;
  for (const LayoutTask &Task : layoutTasks(In, Arrays, S, Base.get()))
    llvm::append_range(All, S.propose(Task));
  if (!Base)
    return All;
  std::vector<SharedArray> Old;
  for (unsigned I : Arrays)
    Old.push_back(In.P.Arrays[I]);
  for (std::shared_ptr<const LayoutMap> &Map : All)
    Map = compose(Base, Map, Old);
  llvm::erase(All, nullptr);
  return All;
}

/// What the map makes of the array's size can be written where the host sets
/// it.
bool GroupPlanner::hasHostText(unsigned Array, const LayoutMap &Map) const {
  ExprPool Pool;
  return In.P.Arrays[Array].Space == MemorySpace::Static ||
         Map.hostSize(Pool, In.P.Arrays[Array], Pool.constant(1));
}

/// Why the map cannot be written; empty if it can.
std::string GroupPlanner::refuseText(const LayoutMap &Map) const {
  if (!llvm::all_of(Arrays, [&](unsigned I) { return hasHostText(I, Map); }))
    return text(Refusal::HostText);
  return refuseDeclared(In, Arrays, Map);
}

bool GroupPlanner::mayGain(const Strategy &S, const Score &After) const {
  return S.ChangesRowLength ? After.mayImproveInTotal(Before)
                            : After.improves(Before);
}

/// All accesses together cost less: in the worst case, or else if values from
/// memory are random ones.
bool GroupPlanner::gainsInTotal(Choice &New) const {
  if (New.After.improvesInTotal(Before))
    return true;
  if (!Before.Mean)
    Before.Mean = meanInTotal(In, Arrays, Base.get());
  New.After.Mean = meanInTotal(In, Arrays, New.Map.get());
  return New.After.improvesInTotal(Before);
}

/// Bytes that each array may need: before one that is aligned more strictly,
/// some may be left free.
std::vector<uint64_t> GroupPlanner::needed(const Choice &C) const {
  std::vector<uint64_t> Out = C.ArrayBytes;
  for (auto [Bytes, I] : llvm::zip_equal(Out, Arrays)) {
    unsigned Old = In.P.Arrays[I].Alignment,
             New = C.Map->apply(In.P.Arrays[I]).Alignment;
    Bytes += New > Old ? New - Old : 0;
  }
  return Out;
}

/// The map as a choice that is not yet scored; nothing where it is not for
/// these arrays, or cannot be written.
std::optional<Choice>
GroupPlanner::written(const std::shared_ptr<const LayoutMap> &Map,
                      Offer &Into) const {
  for (unsigned I : Arrays)
    if (!Map->isFor(In.P.Arrays[I]) || hasFailed(In, Arrays, *Map))
      return std::nullopt;
  if (std::string Why = refuseText(*Map); !Why.empty()) {
    if (Into.Refused.empty())
      Into.Refused = Why;
    return std::nullopt;
  }
  Choice New{Map, {}, {}};
  for (unsigned I : Arrays)
    New.ArrayBytes.push_back(Map->apply(In.P.Arrays[I]).bytes());
  return New;
}

/// Scores \p New: it lowers the wavefronts, and more than what was found so
/// far.
bool GroupPlanner::wins(const Strategy &S, Choice &New,
                        const Offer &Into) const {
  uint64_t Enough = Into.Best ? Into.Best->After.payable() : Before.payable();
  auto MayWin = [&](const Score &After) {
    New.After = After;
    return mayGain(S, After) && (!Into.Best || better(New, *Into.Best));
  };
  New.After = score(In, Arrays, New.Map.get(), Enough, MayWin);
  return New.After.Known && MayWin(New.After) && gainsInTotal(New);
}

/// The first kernel that uses it, with the arguments of its template.
std::string GroupPlanner::kernelOf(unsigned Array) const {
  for (const AnalyzedKernel &K : In.Kernels)
    if (In.uses(K, Array))
      return In.P.Kernels[K.Kernel].Name + In.P.Kernels[K.Kernel].Instance;
  return "";
}

/// The array of the group that costs more with \p New, as in another instance
/// of a template: that is nobody's to decide.
std::string GroupPlanner::loser(const Choice &New) const {
  for (auto [Array, After] : New.After.ByArray) {
    auto Old = Before.ByArray.find(Array); // Counting may have stopped there.
    if (Old != Before.ByArray.end() && After > Old->second)
      return text(Refusal::OneLoses, In.P.Arrays[Array].Name, kernelOf(Array),
                  Old->second, After);
  }
  return "";
}

/// Some value of an unknown costs more with \p Map, or may, as not all have been
/// tried.
bool GroupPlanner::mayLose(const LayoutMap &Map) const {
  auto LaidOutBy = [&](const LayoutMap *By, const SharedArray &A) {
    return LaidOut{By ? By->apply(A) : A, [&A, By](int64_t Old) {
                     return By ? By->offset(A, Old) : Old;
                   }};
  };
  bool Loses = false;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const SiteRequests &R = K.Requests.Sites[I];
    const bankfix::Site &S = In.sites(K)[I];
    const SharedArray &A = In.P.Arrays[S.Array];
    bool Lacks = !Map.isAffine() &&
                 llvm::any_of(R.Groups, [](const RequestGroup &G) {
                   return G.LacksValues;
                 });
    Loses = Loses || Lacks ||
            bankfix::mayLose(R, S, In.T, LaidOutBy(Base.get(), A),
                             LaidOutBy(&Map, A));
  });
  return Loses;
}

/// \p New parts nothing that is accessed at once, and neither some array nor some
/// value of an unknown costs more with it.
bool GroupPlanner::neverHarms(const Choice &New, Offer &Into) const {
  std::string Why = refuseViews(In, Arrays, *New.Map);
  if (Why.empty())
    Why = mayLose(*New.Map) ? text(Refusal::MayLose) : loser(New);
  if (Into.Refused.empty())
    Into.Refused = Why;
  return Why.empty();
}

/// What \p New saves outweighs its arithmetic.
bool GroupPlanner::isWorth(const Choice &New, Offer &Into) const {
  if (New.After.isWorth(New.Map->arithmetic(), Before))
    return true;
  if (Into.Refused.empty())
    Into.Refused = text(Refusal::ArithmeticLoses, New.After.savedSince(Before),
                        Before.payableInTotal(), Before.Requests);
  return false;
}

/// A block may have the bytes of \p New.
bool GroupPlanner::fits(const Choice &New, Offer &Into) const {
  std::string Why =
      Budget.refuse(Arrays, needed(New), Before.payable() + Before.Random,
                    New.After.payable() + New.After.Random);
  if (Why.empty())
    return true;
  Into.TooLarge = std::min(Into.TooLarge, New.bytes());
  if (!Into.OverLimit) {
    Into.OverLimit = New;
    Into.Refused = Why;
  }
  return false;
}

/// No map can be better.
bool GroupPlanner::isPerfect(const Choice &C) const {
  return C.After.Excess == 0 && !C.After.CanMerge &&
         C.After.MergedRequests <= Before.MergedRequests;
}

/// Looks for the best legal map of \p S that lowers the wavefronts.
void GroupPlanner::search(const Strategy &S, Offer &Into) const {
  for (const std::shared_ptr<const LayoutMap> &Map : candidates(S)) {
    std::optional<Choice> New = written(Map, Into);
    bool TooLarge =
        New && New->bytes() >= Into.TooLarge && !In.Options.AllowOccupancyLoss;
    if (!New || TooLarge || !wins(S, *New, Into) ||
        !neverHarms(*New, Into) || !isWorth(*New, Into) || !fits(*New, Into))
      continue;
    Into.Best = New;
    if (isPerfect(*New))
      return;
  }
}

/// Why the strategy is not for arrays such as these; empty if it is.
std::string GroupPlanner::refuseKind(const Strategy &S) const {
  std::string Why;
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = S.refuse(laidOut(I));
  return Why;
}

/// Why the arrays may not be changed by \p S, from how they are used.
std::string GroupPlanner::refuse(const Strategy &S, bool &NotForIt) const {
  std::string Why = refuseUses(In, Arrays, S);
  if (Why.empty() && S.ChangesSubscripts)
    Why = refuseUnaligned(In, Arrays);
  if (Why.empty() && S.NeedsBoundedSubscripts)
    Why = refuseUnbounded(In, Arrays, S.ChangesSubscripts);
  if (Why.empty() && S.ChangesRowLength)
    rowLengths(In, Arrays, Why, NotForIt);
  return Why;
}

Offer GroupPlanner::offer(const Strategy &S) const {
  for (const FailedLayout &F : In.Options.Failed)
    if (F.Strategy == S.Kind && !F.IsComposed && !F.IsMember &&
        llvm::is_contained(Arrays, F.Array))
      return {S.Kind, F.Reason, std::nullopt, std::nullopt, false};
  Offer O{S.Kind, refuseKind(S), std::nullopt, std::nullopt, false};
  O.NotForIt = !O.Refused.empty();
  if (O.Refused.empty())
    O.Refused = refuse(S, O.NotForIt);
  if (!O.Refused.empty())
    return O;
  search(S, O);
  if (!O.Best && O.Refused.empty())
    O.Refused = text(Refusal::NoGain);
  return O;
}

std::vector<Offer> GroupPlanner::offers() const {
  std::vector<Offer> Out;
  for (StrategyKind S : allStrategies()) {
    // The banks' width is no matter of one array; see planBankModes.
    bool Asked = In.Options.Allowed.empty()
                     ? S != StrategyKind::BankMode
                     : llvm::is_contained(In.Options.Allowed, S);
    if (Asked)
      Out.push_back(offer(strategyOf(S)));
  }
  return Out;
}

/// The offer to take, or null.
Offer *best(llvm::MutableArrayRef<Offer> Offers) {
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
  Out.WavefrontsAfter = After.Wavefronts + After.WorstWavefronts;
  Out.WorstCaseAfter = After.WorstWavefronts;
  if (By.After.Mean) {
    Out.MeanBefore = meanInTotal(In, Array, nullptr);
    Out.MeanAfter = meanInTotal(In, Array, By.Map.get());
  }
  Out.BytesAfter = Bytes;
  if (In.P.Arrays[Array].Space != MemorySpace::Static)
    Out.HostFormula = hostFormula(In.P.Arrays[Array], *By.Map);
  Out.Warnings = warnings(In.P.Arrays[Array], Out);
  return Out;
}

WeighedLayout GroupPlanner::weighed(StrategyKind S, const Choice &C,
                                    std::string Lost) const {
  return {S,
          summary(In, Arrays[0], *C.Map),
          C.After.Wavefronts + C.After.WorstWavefronts,
          C.After.Excess,
          C.bytes(),
          C.Map->arithmetic(),
          std::move(Lost)};
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
/// until nothing is: each time, fewer wavefronts are left. The limit is a guard.
void GroupPlanner::refine(Choice &Taken) {
  constexpr unsigned MostLayouts = 16;
  bool Failed = llvm::any_of(In.Options.Failed, [&](const FailedLayout &F) {
    return F.IsComposed && llvm::is_contained(Arrays, F.Array);
  });
  Score AsWritten = Before;
  for (unsigned N = 1; N < MostLayouts && !Failed; ++N) {
    Before = Taken.After;
    Base = Taken.Map;
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
}

std::vector<ArrayPlan> GroupPlanner::run() {
  Before = score(In, Arrays, nullptr);
  std::vector<Offer> Offers = offers();
  Offer *Taken = best(Offers);
  if (Taken)
    refine(*Taken->Best);
  std::vector<Refused> Refusals;
  for (const Offer &O : Offers)
    if (&O != Taken)
      Refusals.push_back({O.Strategy,
                          O.Best ? whyNot(*O.Best, *Taken->Best) : O.Refused,
                          O.NotForIt});
  std::vector<ArrayPlan> Out;
  for (auto [I, Array] : llvm::enumerate(Arrays)) {
    Out.push_back(Taken
                      ? changed(Array, *Taken->Best, Taken->Best->ArrayBytes[I])
                      : unchanged(Array));
    Out.back().Refusals = Refusals;
    Out.back().Weighed = weigh(Offers, Taken);
    if (Taken)
      std::tie(Out.back().BlocksBefore, Out.back().BlocksAfter) =
          Budget.blocks(Array, Arrays, Taken->Best->ArrayBytes);
  }
  return Out;
}

/// Plans one group after another. \p Frees is set where some array gives up
/// memory that others may use.
std::vector<ArrayPlan> planGroups(const PlanInput &In, MemoryBudget &Budget,
                                  bool &Frees) {
  std::vector<ArrayPlan> Out;
  for (const std::vector<unsigned> &Arrays : arrayGroups(In.P)) {
    GroupPlanner Planner(In, Budget, Arrays);
    if (!Planner.isNeeded())
      continue;
    for (unsigned I : Arrays)
      Budget.take(I, In.P.Arrays[I].bytes());
    for (ArrayPlan &Each : Planner.run()) {
      Budget.take(Each.Array, Each.BytesAfter);
      Frees |= Each.BytesAfter < Each.BytesBefore;
      Out.push_back(std::move(Each));
    }
  }
  return Out;
}

} // namespace

std::vector<ArrayPlan> bankfix::plan(const Program &P,
                                     llvm::ArrayRef<AnalyzedKernel> Kernels,
                                     const Target &T,
                                     const PlanOptions &Options) {
  Program Sized = withHostSizes(P, Kernels);
  PlanInput In{Sized, Kernels, T, Options, alikeSites(Sized, Kernels)};
  MemoryBudget Budget(In);
  bool Frees = false;
  std::vector<ArrayPlan> Out = planGroups(In, Budget, Frees);
  // Those that were planned before the memory was free may do better with it.
  return Frees ? planGroups(In, Budget, Frees) : Out;
}
