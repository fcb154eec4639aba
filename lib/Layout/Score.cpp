//===- Score.cpp - What a layout costs, and which is better ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "Refusal.h"
#include "bankfix/Target/Word.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

using namespace bankfix;

namespace {

/// What a map makes of the offsets of one array, each computed once: also of
/// arrays whose size only a launch says.
class NewOffsets {
public:
  NewOffsets(const LayoutMap &Map, const SharedArray &A)
      : Map(Map.offsets(A)) {}

  int64_t operator()(int64_t Old) {
    if (Old < 0 || Old % WordBytes || Old >= MostBytes)
      return Map(Old);
    size_t Word = size_t(Old) / WordBytes;
    if (Word >= Words.size())
      Words.resize(llvm::NextPowerOf2(Word), Unknown);
    int64_t &New = Words[Word];
    if (New == Unknown)
      New = Map(Old);
    return New;
  }

private:
  static constexpr int64_t Unknown = INT64_MIN;
  static constexpr int64_t MostBytes = 1 << 20; ///< More than any block has.
  OffsetMap Map;
  std::vector<int64_t> Words;
};

/// Adds up the accesses to a group of arrays under one map.
class ScoreBuilder {
public:
  ScoreBuilder(const PlanInput &In, ArrayGroup Arrays, const LayoutMap *Map)
      : In(In), Arrays(Arrays), Map(Map),
        Costs(Map ? AddressCosts(*Map, In.P.Arrays[Arrays.front()])
                  : AddressCosts()) {}

  /// The accesses of which only the worst case is known, or all others; until
  /// \p MayWin says no.
  void add(bool Worst, llvm::function_ref<bool(const Score &)> MayWin);
  uint64_t mean();
  Score Sum;

private:
  const Verdict &judged(const AnalyzedKernel &K, unsigned Site,
                        bool WithRandom);
  Verdict judge(const SiteRequests &R, const Site &S, bool WithRandom);
  void count(const AnalyzedKernel &K, unsigned Site, const Verdict &V);

  const PlanInput &In;
  ArrayGroup Arrays;
  const LayoutMap *Map;
  const AddressCosts Costs;
  std::map<unsigned, OffsetMap> Offsets;              ///< By array.
  std::map<std::pair<unsigned, bool>, Verdict> Known; ///< By PlanInput::Alike.
  Verdict Single; ///< The last one, of a site that has no number there.
};

void ScoreBuilder::add(bool Worst,
                       llvm::function_ref<bool(const Score &)> MayWin) {
  bool Wins = MayWin(Sum);
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const SiteRequests &R = K.Requests.Sites[I];
    if (!Wins || !Sum.Known || Worst == R.BoundReason.empty())
      return;
    count(K, I, judged(K, I, /*WithRandom=*/false));
    Wins = MayWin(Sum);
  });
}

const Verdict &ScoreBuilder::judged(const AnalyzedKernel &K, unsigned Site,
                                    bool WithRandom) {
  const SiteRequests &R = K.Requests.Sites[Site];
  const bankfix::Site &S = In.sites(K)[Site];
  std::optional<unsigned> Number = In.number(K, Site);
  if (!Number)
    return Single = judge(R, S, WithRandom);
  auto [It, New] = Known.try_emplace({*Number, WithRandom});
  if (New)
    It->second = judge(R, S, WithRandom);
  return It->second;
}

Verdict ScoreBuilder::judge(const SiteRequests &R, const Site &S,
                            bool WithRandom) {
  const SharedArray &A = In.P.Arrays[S.Array];
  auto [New, IsNew] = Offsets.try_emplace(S.Array);
  // As it is, too, so that both count the same requests.
  if (IsNew)
    New->second = newOffsets(In, Map, A);
  // The base and the elements are aligned as the new declaration says.
  return bankfix::judge(R, S, Map ? Map->apply(A) : A, In.T, &New->second,
                        WithRandom);
}

uint64_t ScoreBuilder::mean() {
  double Total = 0;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const Verdict &V = judged(K, I, /*WithRandom=*/true);
    Total += double(V.Ideal) * V.meanDegree();
  });
  return uint64_t(Total + 0.5);
}

void ScoreBuilder::count(const AnalyzedKernel &K, unsigned Site,
                         const Verdict &V) {
  const SiteRequests &R = K.Requests.Sites[Site];
  Sum.Requests += V.Requests;
  if (K.Work)
    include(Sum.Uses[&K], K, Site, V, Costs);
  Sum.Known &= V.Sure != Certainty::Unknown && V.Conf != Confidence::Unknown;
  if (!R.BoundReason.empty()) {
    Sum.Worst.push_back(V.payable());
    Sum.WorstWavefronts += V.Wavefronts;
    Sum.Random += R.Independent ? V.payable() : 0;
    Sum.Excess += R.Independent ? V.excess() : 0;
    return;
  }
  Sum.Wavefronts += V.Wavefronts;
  bool IsLikely = K.Shape.Origin == ShapeOrigin::Assumed;
  Sum.Paid[{In.sites(K)[Site].Array, IsLikely ? &K : nullptr}] += V.Wavefronts;
  Sum.Excess += V.excess();
  Sum.CanMerge |= V.Merged.has_value();
  Sum.Merged += V.Merged ? V.Merged->OwnWavefronts : V.Wavefronts;
  Sum.MergedRequests += V.Merged ? V.Merged->OwnRequests : V.Requests;
}

} // namespace

OffsetMap bankfix::newOffsets(const PlanInput &In, const LayoutMap *Map,
                              const SharedArray &A) {
  uint64_t &Steps = In.Steps;
  if (!Map)
    return [&Steps](int64_t Same) {
      ++Steps;
      return Same;
    };
  return [&Steps, Each = std::make_shared<NewOffsets>(*Map, A)](int64_t Old) {
    ++Steps;
    return (*Each)(Old);
  };
}

Score bankfix::score(const PlanInput &In, ArrayGroup Arrays,
                     const LayoutMap *Map, uint64_t Enough, const Score *Before,
                     llvm::function_ref<bool(const Score &)> MayWin) {
  ScoreBuilder B(In, Arrays, Map);
  auto MayGain = [&](const Score &S) {
    return S.Wavefronts <= Enough && !(Before && S.loser(*Before));
  };
  B.add(/*Worst=*/false, MayGain);
  // Worst cases take longest to find: only for maps that need them.
  if (MayGain(B.Sum))
    B.add(/*Worst=*/true, MayWin);
  return B.Sum;
}

Verdict bankfix::judgeLaidOut(const SiteRequests &R, const Site &S,
                              const SharedArray &A, const Target &T,
                              const LayoutMap &Map, bool WithRandom) {
  OffsetMap Offset = Map.offsets(A);
  return judge(R, S, Map.apply(A), T, &Offset, WithRandom);
}

uint64_t bankfix::meanInTotal(const PlanInput &In, ArrayGroup Arrays,
                              const LayoutMap *Map) {
  return ScoreBuilder(In, Arrays, Map).mean();
}

std::optional<Payer> Score::loser(const Score &Before) const {
  for (auto [Who, After] : Paid) {
    auto Old = Before.Paid.find(Who); // Counting may have stopped there.
    if (Old != Before.Paid.end() && After > Old->second)
      return Who;
  }
  return std::nullopt;
}

bool Score::improves(const Score &Before) const {
  // There may be fewer where counting stopped.
  for (auto [New, Old] : llvm::zip(Worst, Before.Worst))
    if (New > Old)
      return false;
  return Merged <= Before.Merged &&
         std::tuple(Wavefronts, Random) <
             std::tuple(Before.Wavefronts, Before.Random);
}

uint64_t Score::wavefrontsInTotal() const {
  return std::accumulate(Worst.begin(), Worst.end(), Wavefronts);
}

uint64_t Score::savedSince(const Score &Before) const {
  auto Less = [](uint64_t New, uint64_t Old) {
    return New < Old ? Old - New : 0;
  };
  uint64_t Worst = Less(wavefrontsInTotal(), Before.wavefrontsInTotal());
  return Worst || !Mean || !Before.Mean ? Worst : Less(*Mean, *Before.Mean);
}

bool Score::mayImproveInTotal(const Score &Before) const {
  return improves(Before) ||
         (Merged < Before.Merged && Wavefronts < Before.Wavefronts);
}

bool Score::improvesInTotal(const Score &Before) const {
  return improves(Before) ||
         (mayImproveInTotal(Before) && savedSince(Before) != 0);
}

bool Score::isWorth(unsigned Arithmetic, const Score &Before) const {
  // A processor adds, shifts or combines 64 integers in a cycle (CUDA C++
  // Programming Guide, "Arithmetic Instructions"), those of two warps, while
  // its shared memory serves one wavefront.
  constexpr unsigned OperationsPerWavefront = 2;
  return Excess == 0 || savedSince(Before) * OperationsPerWavefront >=
                            Arithmetic * Before.Requests;
}

uint64_t Choice::bytes() const {
  return std::accumulate(ArrayBytes.begin(), ArrayBytes.end(), uint64_t(0));
}

/// What decides where no time is gained: wavefronts, but for a few, and what
/// has a price that the estimate may not see.
static bool isSimpler(const Choice &A, const Choice &B) {
  constexpr double Few = 0.01; // Of all wavefronts.
  const double Less = double(B.After.Wavefronts) - double(A.After.Wavefronts);
  const double Most =
      Few * double(std::max(A.After.Wavefronts, B.After.Wavefronts));
  if (std::abs(Less) > Most)
    return Less > 0;
  auto Key = [](const Choice &C) {
    return std::tuple(C.After.Random, C.After.MergedRequests, C.Operations,
                      C.Reorders, C.bytes(), C.After.Wavefronts,
                      C.Map->strategy());
  };
  return Key(A) < Key(B);
}

bool bankfix::better(const Choice &A, const Choice &B) {
  constexpr double Told = 0.02; // Less is within the model's error.
  if (A.Time && B.Time) {
    const double Less = 1 - A.Time->Mean / B.Time->Mean;
    return Less > Told || (Less > -Told && isSimpler(A, B));
  }
  auto Key = [](const Choice &C) {
    return std::tuple(C.After.Wavefronts, C.After.Random, C.After.Merged,
                      C.After.MergedRequests, C.Operations, C.Reorders,
                      C.bytes(), C.Map->strategy());
  };
  return Key(A) < Key(B);
}

std::string bankfix::whyNot(const Choice &Loser, const Choice &Winner) {
  llvm::StringRef By = name(Winner.Map->strategy());
  if (Loser.Time && Winner.Time && Loser.Time->Mean > Winner.Time->Mean)
    return text(Refusal::Slower, By,
                percent(Loser.Time->Mean / Winner.Time->Mean - 1));
  auto Cost = [](const Choice &C) {
    return std::tuple(C.After.Wavefronts, C.After.Random, C.After.Merged,
                      C.After.MergedRequests);
  };
  if (Cost(Loser) > Cost(Winner))
    return text(Refusal::MoreExcess, Loser.After.Excess, By,
                Winner.After.Excess);
  if (Loser.Operations > Winner.Operations)
    return text(Refusal::MoreArithmetic, By);
  if (Loser.Reorders > Winner.Reorders)
    return text(Refusal::Reorders, By);
  if (Loser.bytes() > Winner.bytes())
    return text(Refusal::MoreBytes, Loser.bytes(), By, Winner.bytes());
  return text(Refusal::LaterStrategy, By);
}
