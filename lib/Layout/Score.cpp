//===- Score.cpp - What a layout costs, and which is better ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace bankfix;

Score bankfix::score(const PlanInput &In, ArrayGroup Arrays,
                     const LayoutMap *Map, uint64_t Enough,
                     const Score *Before) {
  Score Sum;
  bool Worse = false;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    if (!Sum.Known || Worse || Sum.payable() > Enough)
      return;
    const SiteRequests &R = K.Requests.Sites[I];
    const SharedArray &A = In.P.Arrays[In.sites(K)[I].Array];
    // As it is, too, so that both count the same requests.
    OffsetMap Offset = [&](int64_t Old) {
      return Map ? Map->offset(A, Old) : Old;
    };
    // The base and the elements are aligned as the new declaration says.
    Verdict V =
        judge(R, In.sites(K)[I], Map ? Map->apply(A) : A, In.T, &Offset);
    Sum.Requests += V.Requests;
    Sum.Known &= V.Sure != Certainty::Unknown && V.Conf != Confidence::Unknown;
    if (!R.BoundReason.empty()) {
      Sum.Worst.push_back(V.payable());
      Worse = Before && Sum.Worst.back() > Before->Worst[Sum.Worst.size() - 1];
      Sum.WorstWavefronts += V.Wavefronts;
      Sum.Random += R.Independent ? V.payable() : 0;
      Sum.Excess += R.Independent ? V.excess() : 0;
      return;
    }
    Sum.Wavefronts += V.Wavefronts;
    Sum.Serialization += V.Serialization;
    Sum.Excess += V.excess();
    Sum.CanMerge |= V.Merged.has_value();
    Sum.Merged += V.Merged ? V.Merged->OwnWavefronts : V.payable();
    Sum.MergedRequests += V.Merged ? V.Merged->OwnRequests : V.Requests;
  });
  return Sum;
}

bool Score::improves(const Score &Before) const {
  // There may be fewer where counting stopped.
  for (auto [New, Old] : llvm::zip(Worst, Before.Worst))
    if (New > Old)
      return false;
  return Merged <= Before.Merged &&
         std::tuple(payable(), Random) <
             std::tuple(Before.payable(), Before.Random);
}

uint64_t Score::payableInTotal() const {
  return std::accumulate(Worst.begin(), Worst.end(), payable());
}

bool Score::improvesInTotal(const Score &Before) const {
  return improves(Before) ||
         (Merged < Before.Merged && payable() < Before.payable() &&
          payableInTotal() < Before.payableInTotal());
}

bool Score::isWorth(unsigned Arithmetic, const Score &Before) const {
  // A processor adds, shifts or combines 64 integers in a cycle (CUDA C++
  // Programming Guide, "Arithmetic Instructions"), those of two warps, while
  // its shared memory serves one wavefront.
  constexpr unsigned OperationsPerWavefront = 2;
  uint64_t Saved = Before.payableInTotal() - payableInTotal();
  return Excess == 0 ||
         Saved * OperationsPerWavefront >= Arithmetic * Before.Requests;
}

uint64_t Choice::bytes() const {
  return std::accumulate(ArrayBytes.begin(), ArrayBytes.end(), uint64_t(0));
}

bool bankfix::better(const Choice &A, const Choice &B) {
  auto Key = [](const Choice &C) {
    return std::tuple(C.After.payable(), C.After.Random, C.After.Merged,
                      C.After.MergedRequests, C.Map->arithmetic(),
                      C.Map->reorders(), C.bytes(), C.Map->strategy());
  };
  return Key(A) < Key(B);
}

std::string bankfix::whyNot(const Choice &Loser, const Choice &Winner) {
  llvm::StringRef By = name(Winner.Map->strategy());
  auto Cost = [](const Choice &C) {
    return std::tuple(C.After.payable(), C.After.Random, C.After.Merged,
                      C.After.MergedRequests);
  };
  if (Cost(Loser) > Cost(Winner))
    return text(Refusal::MoreExcess, Loser.After.Excess, By,
                Winner.After.Excess);
  if (Loser.Map->arithmetic() > Winner.Map->arithmetic())
    return text(Refusal::MoreArithmetic, By);
  if (Loser.Map->reorders() > Winner.Map->reorders())
    return text(Refusal::Reorders, By);
  if (Loser.bytes() > Winner.bytes())
    return text(Refusal::MoreBytes, Loser.bytes(), By, Winner.bytes());
  return text(Refusal::LaterStrategy, By);
}
