//===- GroupPlanner.h - One layout for arrays that share it -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a group, each strategy ──offers──▶ its best map, or why there is none
//   all offers ──run──▶ a plan for each array of the group
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_GROUPPLANNER_H
#define BANKFIX_LIB_LAYOUT_GROUPPLANNER_H

#include "Planning.h"
#include "bankfix/Analysis/ValueCosts.h"

namespace bankfix {

/// What one strategy can do for a group: a choice, or why there is none.
struct Offer {
  StrategyKind Strategy;
  std::string Refused;
  std::optional<Choice> Best;
  /// The first that lowers the wavefronts, but takes more shared memory than a
  /// block may have: Refused says so.
  std::optional<Choice> OverLimit;
  RefusalKind Kind = RefusalKind::Obstacle; ///< Of Refused.
  uint64_t TooLarge = UINT64_MAX; ///< Bytes that a limit refused: the fewest.
};

class GroupPlanner {
public:
  GroupPlanner(const PlanInput &In, const MemoryBudget &Budget,
               const PlannedUses &Others, ArrayGroup Arrays)
      : In(In), Budget(Budget), Others(Others), Arrays(Arrays),
        Begun(In.Steps) {}

  bool isNeeded() const;
  /// One plan per array.
  std::vector<ArrayPlan> run();
  /// What kernels ask for under the layout that was found; nothing without.
  const std::optional<PlannedUses::ByKernel> &uses() const { return Uses; }

private:
  void refine(Choice &Taken);
  std::vector<Offer> offers() const;
  Offer offer(const Strategy &S) const;
  std::string refuseKind(const Strategy &S) const;
  std::string refuse(const Strategy &S, RefusalKind &Kind) const;
  bool isAsked(StrategyKind S) const;
  bool haveOtherElements() const;
  std::string oddElements() const;
  std::string refuseBeside(std::string Standing, const Strategy &S,
                           RefusalKind &Kind) const;
  bool mayHelp(const Strategy &S, Offer &Aside) const;
  Choice unscored(const std::shared_ptr<const LayoutMap> &Map) const;
  bool isOutOfSteps() const;
  void search(const Strategy &S, Offer &Into) const;
  std::optional<Choice> written(const std::shared_ptr<const LayoutMap> &Map,
                                Offer &Into) const;
  bool wins(const Strategy &S, Choice &New, const Offer &Into) const;
  std::string kernelOf(unsigned Array) const;
  std::string loser(const Choice &New) const;
  const ValueCosts &valueCosts(const AnalyzedKernel &K, unsigned Site) const;
  bool mayLose(const LayoutMap &Map) const;
  bool hasManyValues() const;
  bool neverHarms(const Choice &New, bool IsAsked, Offer &Into) const;
  bool isWorth(const Choice &New, Offer &Into) const;
  bool isByTime() const;
  std::optional<Timing> timing(const Choice &C) const;
  bool isTooLittle(const Choice &Taken, Caveats &Says) const;
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
  const PlannedUses &Others;
  ArrayGroup Arrays;
  std::optional<PlannedUses::ByKernel> Uses;
  const uint64_t Begun; ///< PlanInput::Steps, before any of this group's.
  mutable bool LeftSome = false; ///< Layouts that no steps were left to try.
  /// What there is to be improved: the arrays as they are, or laid out by Base.
  mutable Score Before; ///< Its mean is found when it matters.
  std::shared_ptr<const LayoutMap> Base;
  /// Of what there is to be improved, by PlanInput::Alike; found when asked
  /// for.
  mutable std::map<unsigned, ValueCosts> Values;
};

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_GROUPPLANNER_H
