//===- GroupOffers.cpp - What each strategy can do for a group ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposedMap.h"
#include "GroupPlanner.h"
#include "Refusal.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <set>

using namespace bankfix;

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

std::vector<uint64_t> GroupPlanner::needed(const Choice &C) const {
  std::vector<uint64_t> Out;
  for (unsigned I : Arrays)
    Out.push_back(neededBytes(In.P.Arrays[I], *C.Map));
  return Out;
}

Choice
GroupPlanner::unscored(const std::shared_ptr<const LayoutMap> &Map) const {
  const SharedArray &First = In.P.Arrays[Arrays[0]];
  Choice New{Map, {}, {}, Map->arithmetic(First), Map->reorders(First)};
  for (unsigned I : Arrays)
    New.ArrayBytes.push_back(Map->apply(In.P.Arrays[I]).bytes());
  return New;
}

/// The map as a choice that is not yet scored; nothing where it is not for
/// these arrays, or cannot be written.
std::optional<Choice>
GroupPlanner::written(const std::shared_ptr<const LayoutMap> &Map,
                      Offer &Into) const {
  for (unsigned I : Arrays)
    if (!Map->isFor(In.P.Arrays[I]) || !Map->isAllowed(In.Rights[I]) ||
        hasFailed(In, Arrays, *Map))
      return std::nullopt;
  if (std::string Why = refuseText(*Map); !Why.empty()) {
    if (Into.Refused.empty())
      Into.Refused = Why;
    return std::nullopt;
  }
  return unscored(Map);
}

/// Scores \p New: it lowers the wavefronts, and more than what was found so
/// far.
bool GroupPlanner::wins(const Strategy &S, Choice &New,
                        const Offer &Into) const {
  uint64_t Enough = Into.Best ? Into.Best->After.Wavefronts : Before.Wavefronts;
  // A few more may take less time.
  const bool ByTime = isByTime();
  if (ByTime)
    Enough = std::min(Enough + Enough / 8, Before.Wavefronts);
  auto MayWin = [&](const Score &After) {
    New.After = After;
    return mayGain(S, After) &&
           (ByTime || !Into.Best || better(New, *Into.Best));
  };
  // It takes as long to say that some array pays for others; once is enough.
  bool IsSaid = Into.Best || !Into.Refused.empty();
  New.After = score(In, Arrays, New.Map.get(), Enough,
                    IsSaid ? &Before : nullptr, MayWin);
  // Beyond what is enough, not all is counted.
  if (!New.After.Known || New.After.Wavefronts > Enough || !MayWin(New.After) ||
      !gainsInTotal(New))
    return false;
  if (ByTime)
    New.Time = timing(New);
  return !ByTime || !Into.Best || better(New, *Into.Best);
}

/// The first kernel that uses it, with the arguments of its template.
std::string GroupPlanner::kernelOf(unsigned Array) const {
  for (const AnalyzedKernel &K : In.Kernels)
    if (In.uses(K, Array))
      return In.P.Kernels[K.Kernel].Name + In.P.Kernels[K.Kernel].Instance;
  return "";
}

/// Of the array of the group that costs more with \p New, as in another
/// instance of a template, or in blocks that are as likely as others: that is
/// nobody's to decide. Empty if there is none.
std::string GroupPlanner::loser(const Choice &New) const {
  std::optional<Payer> Who = New.After.loser(Before);
  if (!Who)
    return "";
  auto [Array, K] = *Who;
  std::string Where = K ? "blocks of " + blockText(K->Shape.Block) + " threads"
                        : kernelOf(Array);
  return text(Refusal::OneLoses, In.P.Arrays[Array].Name, Where,
              Before.Paid.at(*Who), New.After.Paid.at(*Who));
}

/// Wherever the lanes of \p G may be, no two of them conflict.
static bool isIdealForAll(const RequestGroup &G, const Site &S,
                          const SharedArray &A, const Target &T,
                          const LayoutMap &Map) {
  if (!G.BoundedChoices)
    return false;
  SiteRequests R;
  R.Groups.emplace_back();
  R.Groups.back().Count = 1;
  R.Groups.back().MayBePartial = G.MayBePartial;
  R.Groups.back().Arrays = G.Arrays;
  R.Groups.back().Choices = {*G.BoundedChoices};
  R.Groups.back().BoundedChoices = G.BoundedChoices;
  Verdict V = judgeLaidOut(R, S, A, T, Map);
  return V.Sure != Certainty::Unknown && V.excess() == 0;
}

static LaidOut laidOutBy(const PlanInput &In, const LayoutMap *Map,
                         const SharedArray &A) {
  return {Map ? Map->apply(A) : A, newOffsets(In, Map, A)};
}

const ValueCosts &GroupPlanner::valueCosts(const AnalyzedKernel &K,
                                           unsigned Site) const {
  auto [It, New] = Values.try_emplace(*In.number(K, Site));
  const bankfix::Site &S = In.sites(K)[Site];
  if (New)
    It->second =
        bankfix::valueCosts(K.Requests.Sites[Site], S, In.T,
                            laidOutBy(In, Base.get(), In.P.Arrays[S.Array]));
  return It->second;
}

/// Some value of an unknown costs more with \p Map, or may, as not all have
/// been tried.
bool GroupPlanner::mayLose(const LayoutMap &Map) const {
  std::map<unsigned, LaidOut> New; // By array.
  std::set<unsigned> Seen;         // Sites that are alike.
  bool Loses = false;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    if (Loses || !Seen.insert(*In.number(K, I)).second)
      return;
    const SiteRequests &R = K.Requests.Sites[I];
    const bankfix::Site &S = In.sites(K)[I];
    const SharedArray &A = In.P.Arrays[S.Array];
    Loses =
        !Map.isAffine(A) && llvm::any_of(R.Groups, [&](const RequestGroup &G) {
          return G.LacksValues && !isIdealForAll(G, S, A, In.T, Map);
        });
    if (Loses)
      return;
    auto [To, IsNew] = New.try_emplace(S.Array);
    if (IsNew)
      To->second = laidOutBy(In, &Map, A);
    Loses = bankfix::mayLose(valueCosts(K, I), S, In.T, To->second);
  });
  return Loses;
}

/// So many values of an unknown were tried that a map's whole cost takes long
/// to count, while a value that loses by it is soon found.
bool GroupPlanner::hasManyValues() const {
  constexpr size_t Many = 256;
  bool Has = false;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    Has = Has ||
          llvm::any_of(K.Requests.Sites[I].Groups, [](const RequestGroup &G) {
            return G.Alternatives.size() > Many;
          });
  });
  return Has;
}

/// \p New parts nothing that is accessed at once, and neither some array nor
/// some value of an unknown costs more with it. \p IsAsked: no value does.
bool GroupPlanner::neverHarms(const Choice &New, bool IsAsked,
                              Offer &Into) const {
  std::string Why = refuseViews(In, Arrays, *New.Map);
  if (Why.empty())
    Why = !IsAsked && mayLose(*New.Map) ? text(Refusal::MayLose) : loser(New);
  if (Into.Refused.empty())
    Into.Refused = Why;
  return Why.empty();
}

/// What \p New saves outweighs its arithmetic.
bool GroupPlanner::isWorth(const Choice &New, Offer &Into) const {
  if (New.Time && New.Time->Slower) {
    if (Into.Refused.empty()) {
      Into.Kind = RefusalKind::Loses;
      Into.Refused =
          text(Refusal::SlowsDown,
               In.P.Kernels[New.Time->Slower->Kernel].Name,
               percent(New.Time->Loss / 100));
    }
    return false;
  }
  if (New.Time)
    return true;
  if (New.After.isWorth(New.Operations, Before))
    return true;
  if (Into.Refused.empty()) {
    Into.Kind = RefusalKind::Loses;
    Into.Refused = text(Refusal::ArithmeticLoses, New.After.savedSince(Before),
                        Before.wavefrontsInTotal(), Before.Requests);
  }
  return false;
}

/// A block may have the bytes of \p New.
bool GroupPlanner::fits(const Choice &New, Offer &Into) const {
  std::string Why = Budget.refuseOpen(Arrays, *New.Map);
  if (Why.empty())
    Why = Budget.refuse(Arrays, needed(New), Before.Wavefronts + Before.Random,
                        New.After.Wavefronts + New.After.Random);
  if (Why.empty())
    return true;
  Into.TooLarge = std::min(Into.TooLarge, New.bytes());
  if (!Into.OverLimit) {
    Into.OverLimit = New;
    Into.Kind = RefusalKind::Obstacle;
    Into.Refused = Why;
  }
  return false;
}

/// No map can be better.
bool GroupPlanner::isPerfect(const Choice &C) const {
  return C.After.Excess == 0 && !C.After.CanMerge &&
         C.After.MergedRequests <= Before.MergedRequests;
}

/// The arrays together have taken what they may, and this group its share.
bool GroupPlanner::isOutOfSteps() const {
  constexpr unsigned Shares = 64;
  const uint64_t Most = In.Options.MostSteps;
  return In.Steps > Most && In.Steps - Begun > Most / Shares;
}

/// Looks for the best legal map of \p S that lowers the wavefronts.
void GroupPlanner::search(const Strategy &S, Offer &Into) const {
  bool AskFirst = hasManyValues(), SomeLose = false, LeavesSome = false;
  for (const std::shared_ptr<const LayoutMap> &Map : candidates(S)) {
    LeavesSome = isOutOfSteps();
    LeftSome |= LeavesSome;
    if (LeavesSome)
      break;
    std::optional<Choice> New = written(Map, Into);
    bool TooLarge =
        New && New->bytes() >= Into.TooLarge && !In.Options.AllowOccupancyLoss;
    bool Loses = New && !TooLarge && AskFirst && mayLose(*New->Map);
    SomeLose |= Loses;
    if (!New || TooLarge || Loses || !wins(S, *New, Into) ||
        !neverHarms(*New, AskFirst, Into) || !isWorth(*New, Into) ||
        !fits(*New, Into))
      continue;
    Into.Best = New;
    if (isPerfect(*New))
      return;
  }
  if (SomeLose && Into.Refused.empty())
    Into.Refused = text(Refusal::MayLose);
  if (LeavesSome && !Into.Best && !Into.OverLimit) {
    Into.Kind = RefusalKind::Obstacle;
    Into.Refused = text(Refusal::NotAllTried);
  }
}

/// Why the strategy is not for arrays such as these; empty if it is.
std::string GroupPlanner::refuseKind(const Strategy &S) const {
  std::string Why;
  for (unsigned I : Arrays)
    if (Why.empty())
      Why = S.refuse(laidOut(I), In.Rights[I]);
  return Why;
}

/// Some layout of \p S would be worth it, if nothing stood in its way; or that
/// takes too long to say. Else \p Aside says what else is against it.
bool GroupPlanner::mayHelp(const Strategy &S, Offer &Aside) const {
  // Reasons are not worth what fixes are, and take no steps of theirs.
  const uint64_t Start = In.Steps, Most = In.Options.MostSteps / 128;
  llvm::scope_exit Counted([&] {
    In.ReasonSteps += In.Steps - Start;
    In.Steps = Start;
  });
  auto IsFor = [&](const LayoutMap &Map) {
    return llvm::all_of(Arrays,
                        [&](unsigned I) { return Map.isFor(In.P.Arrays[I]); });
  };
  for (const std::shared_ptr<const LayoutMap> &Map : candidates(S)) {
    if (In.Steps - Start > Most || In.ReasonSteps > 8 * Most)
      return true;
    if (!IsFor(*Map))
      continue;
    Choice New = unscored(Map);
    if (wins(S, New, {S.Kind, "", std::nullopt, std::nullopt}) &&
        isWorth(New, Aside))
      return true;
  }
  return false;
}

/// Beside \p Standing, which a user might take out of the way: why that would
/// be for nothing; or it.
std::string GroupPlanner::refuseBeside(std::string Standing, const Strategy &S,
                                       RefusalKind &Kind) const {
  // What blocks declarations may also hide accesses, or what the array is.
  bool IsSure = llvm::all_of(Arrays, [&](unsigned I) {
    const SharedArray &A = In.P.Arrays[I];
    return A.hasKnownSize() &&
           llvm::none_of(A.Obstacles, [](const Obstacle &O) {
             return O.blocksDeclaration();
           });
  });
  if (Base || !IsSure || !refuseAccesses(In, Arrays).empty())
    return Standing;
  std::string Rows;
  bool HasNoRows = false;
  if (S.ChangesRowLength)
    rowLengths(In, Arrays, Rows, HasNoRows);
  if (HasNoRows) {
    Kind = RefusalKind::NotForIt;
    return Rows;
  }
  Offer Aside{S.Kind, "", std::nullopt, std::nullopt, RefusalKind::NoGain};
  if (!Rows.empty() || mayHelp(S, Aside))
    return Standing;
  Kind = Aside.Kind;
  return Aside.Refused.empty() ? text(Refusal::NoGain) : Aside.Refused;
}

/// \p S is one of those that the user names, or, by default, that are for
/// arrays.
bool GroupPlanner::isAsked(StrategyKind S) const {
  return In.Options.Allowed.empty() ? !strategyOf(S).IsOfProgram
                                    : llvm::is_contained(In.Options.Allowed, S);
}

/// Elements of several words, which only what pads structs is for, and that may
/// be tried.
bool GroupPlanner::haveOtherElements() const {
  bool MayPad = llvm::any_of(allStrategies(), [&](StrategyKind S) {
    return strategyOf(S).TakesAnyElement && isAsked(S);
  });
  return MayPad && llvm::any_of(Arrays, [&](unsigned I) {
           const SharedArray &A = In.P.Arrays[I];
           return A.ElementBytes % WordBytes == 0 &&
                  llvm::any_of(A.Obstacles, [](const Obstacle &O) {
                    return O.Kind == ObstacleKind::ElementType;
                  });
         });
}

/// Why the arrays may not be changed by \p S, from how they are used.
std::string GroupPlanner::refuse(const Strategy &S, RefusalKind &Kind) const {
  if (std::string Why = refuseObstacles(In, Arrays, S); !Why.empty()) {
    if (S.TakesAnyElement || !haveOtherElements())
      return refuseBeside(Why, S, Kind);
    Kind = RefusalKind::NotForIt; // What pads structs may be.
    return Why;
  }
  std::string Why = refuseAccesses(In, Arrays);
  if (Why.empty() && S.ChangesSubscripts)
    Why = refuseUnaligned(In, Arrays);
  if (Why.empty() && S.NeedsBoundedSubscripts)
    Why = refuseUnbounded(In, Arrays, S.ChangesSubscripts);
  bool HasNoRows = false;
  if (Why.empty() && S.ChangesRowLength)
    rowLengths(In, Arrays, Why, HasNoRows);
  if (HasNoRows)
    Kind = RefusalKind::NotForIt;
  return Why;
}

/// What is said of elements that an odd number of words hold.
std::string GroupPlanner::oddElements() const {
  return text(Refusal::OddElement, laidOut(Arrays.front()).ElementBytes);
}

Offer GroupPlanner::offer(const Strategy &S) const {
  for (const FailedLayout &F : In.Options.Failed)
    if (F.Strategy == S.Kind && !F.IsComposed && !F.IsMember &&
        llvm::is_contained(Arrays, F.Array))
      return {S.Kind, F.Reason, std::nullopt, std::nullopt,
              RefusalKind::Failed};
  Offer O{S.Kind, refuseKind(S), std::nullopt, std::nullopt};
  if (!O.Refused.empty() && S.TakesAnyElement && haveOtherElements())
    O.Kind = O.Refused == oddElements() ? RefusalKind::NoGain
                                        : RefusalKind::Obstacle;
  else if (!O.Refused.empty())
    O.Kind = RefusalKind::NotForIt;
  else
    O.Refused = refuse(S, O.Kind);
  if (!O.Refused.empty())
    return O;
  search(S, O);
  if (!O.Best && O.Refused.empty()) {
    O.Kind = RefusalKind::NoGain;
    O.Refused = text(Refusal::NoGain);
  }
  return O;
}

std::vector<Offer> GroupPlanner::offers() const {
  std::vector<Offer> Out;
  for (StrategyKind S : allStrategies())
    if (isAsked(S))
      Out.push_back(offer(strategyOf(S)));
  return Out;
}
