//===- OtherTargets.cpp - One layout for several GPUs ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherTargets.h"
#include "OtherBuilds.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace bankfix;

uint64_t bankfix::wavefrontsOf(const FileAnalysis &A, unsigned Array,
                               const Target &T, const LayoutMap *Map) {
  const Program &P = A.Parsed.Prog;
  uint64_t Sum = 0;
  for (const AnalyzedKernel &K : A.Kernels)
    for (auto [S, R, V] : llvm::zip_equal(P.Kernels[K.Kernel].Sites,
                                          K.Requests.Sites, K.Verdicts)) {
      if (S.Array != Array || V.Sure == Certainty::Unknown)
        continue;
      Verdict After = Map ? judgeLaidOut(R, S, P.Arrays[Array], T, *Map) : V;
      Sum += (After.Sure == Certainty::Unknown ? V : After).Wavefronts;
    }
  return Sum;
}

std::vector<ArrayPlan> bankfix::planFor(FileAnalysis &A,
                                        const PlanOptions &Options,
                                        const Target *&Model, bool ForItAlone) {
  const Program &P = A.Parsed.Prog;
  const Target *Wide = eightByteMode(*Model);
  if (Wide && A.Parsed.Banks == BankMode::EightByte) {
    Model = Wide;
    judgeAgain(P, A.Kernels, *Wide);
  }
  std::string WhyNot;
  if (!ForItAlone)
    WhyNot = "the source is for other GPUs, too";
  else if (A.Parsed.Banks != BankMode::NotSet)
    WhyNot = "the source says how wide banks are";
  else if (A.Parsed.Map.LaunchPoints.empty())
    WhyNot = "the place of some launch is not known, or there is none";
  return planBankModes({P, A.Parsed.Rights}, A.Kernels, Model, Options, WhyNot);
}

/// The array that \p A declares where \p Other does its own; nothing if there
/// is none of that kind.
static std::optional<unsigned> sameArray(const FileAnalysis &A,
                                         const SharedArray &Other) {
  for (auto [I, Own] : llvm::enumerate(A.Parsed.Prog.Arrays))
    if (Own.isDeclaredAs(Other) && Own.Dims == Other.Dims &&
        Own.ElementBytes == Other.ElementBytes)
      return I;
  return std::nullopt;
}

static bool minimizesTime(const OnTarget &On, const PlanOptions &Options) {
  return Options.Minimize.value_or(defaultObjective(*On.Model)) ==
         Objective::Time;
}

namespace {
/// Compares layouts of one array over all GPUs: plans for one of them, or null
/// for the array as it is.
class Comparison {
public:
  Comparison(llvm::ArrayRef<OnTarget> All, const SharedArray &A,
             const PlanOptions &Options)
      : All(All) {
    for (const OnTarget &On : All)
      Arrays.push_back(sameArray(On.Analysis, A));
    ByTime = llvm::all_of(llvm::zip_equal(All, Arrays), [&](const auto &Each) {
      const auto &[On, Array] = Each;
      return !Array ||
             (minimizesTime(On, Options) && timeOn(On, *Array, nullptr));
    });
    AsItIs = costs(nullptr);
  }

  /// \p New is to be preferred to \p Old.
  bool isBetter(const ArrayPlan *New, const ArrayPlan *Old) const {
    constexpr double Told = 0.02; // As of one GPU; see better().
    if (ByTime) {
      const double Less = 1 - sum(costs(New)) / sum(costs(Old));
      if (Less > Told || Less < -Told)
        return Less > 0;
    }
    return sum(wavefronts(New)) < sum(wavefronts(Old));
  }
  /// It costs none of them more than the array as it is.
  bool isWorseOnNone(const ArrayPlan &Plan) const {
    constexpr double Noticed = 0.005; // As of one GPU; see timing().
    return llvm::all_of(llvm::zip_equal(costs(&Plan), AsItIs),
                        [&](const auto &Each) {
                          auto [New, Old] = Each;
                          return New <= (ByTime ? 1 + Noticed : 1) * Old;
                        });
  }

private:
  static std::optional<double> timeOn(const OnTarget &On, unsigned Array,
                                      const ArrayPlan *Plan);
  static double sum(const std::vector<double> &Each) {
    return std::accumulate(Each.begin(), Each.end(), 0.0);
  }
  /// On each of them, as wavefronts or as time.
  std::vector<double> costs(const ArrayPlan *Plan) const {
    if (!ByTime)
      return wavefronts(Plan);
    std::vector<double> Out;
    for (auto [On, Array] : llvm::zip_equal(All, Arrays))
      Out.push_back(Array ? *timeOn(On, *Array, Plan) : 0);
    return Out;
  }
  std::vector<double> wavefronts(const ArrayPlan *Plan) const {
    const LayoutMap *Map = Plan ? Plan->Map.get() : nullptr;
    std::vector<double> Out;
    for (auto [On, Array] : llvm::zip_equal(All, Arrays)) {
      if (On.Like)
        Out.push_back(Out[*On.Like]);
      else
        Out.push_back(Array ? wavefrontsOf(On.Analysis, *Array, *On.Model, Map)
                            : 0);
    }
    return Out;
  }

  llvm::ArrayRef<OnTarget> All;
  std::vector<std::optional<unsigned>> Arrays; ///< In each of All.
  bool ByTime = false; ///< Each wants that, and has estimates.
  std::vector<double> AsItIs;
};
} // namespace

/// Time over the time that it takes as it is, of each kernel that uses the
/// array, added up; nothing where one is not estimated, or where none uses it.
std::optional<double> Comparison::timeOn(const OnTarget &On, unsigned Array,
                                         const ArrayPlan *Plan) {
  const Program &P = On.Analysis.Parsed.Prog;
  llvm::SmallVector<ArrayPlan, 1> Plans;
  if (Plan) {
    Plans.push_back(*Plan);
    Plans.back().Array = Array;
  }
  double Sum = 0;
  for (const AnalyzedKernel &K : On.Analysis.Kernels) {
    if (llvm::none_of(P.Kernels[K.Kernel].Sites,
                      [&](const Site &S) { return S.Array == Array; }))
      continue;
    std::optional<KernelTime> Time = timeOf(P, K, *On.Model, Plans);
    if (!Time || Time->Before.Cycles <= 0)
      return std::nullopt;
    Sum += Time->After.Cycles / Time->Before.Cycles;
  }
  return Sum > 0 ? std::optional(Sum) : std::nullopt;
}

/// With the counts of the GPU of \p On, in place of another's. What fits on a
/// processor, and means, are not known of it.
static void countAgain(ArrayPlan &P, const OnTarget &On) {
  auto Count = [&](const LayoutMap *Map) {
    return wavefrontsOf(On.Analysis, P.Array, *On.Model, Map);
  };
  if (On.Like != 0) { // Else they are the first's.
    P.WavefrontsBefore = Count(nullptr);
    P.WavefrontsAfter = Count(P.Map.get());
  }
  P.BlocksBefore = P.BlocksAfter = std::nullopt;
  P.MeanBefore = P.MeanAfter = std::nullopt;
}

/// Puts \p Theirs, made for \p Other, in place of the first's where it is to be
/// preferred.
static void compare(const ArrayPlan &Theirs, const OnTarget &Other,
                    llvm::ArrayRef<OnTarget> All, const PlanOptions &Options,
                    std::vector<ArrayPlan> &Plans) {
  const OnTarget &First = All.front();
  const Program &P = First.Analysis.Parsed.Prog;
  const SharedArray &There = Other.Analysis.Parsed.Prog.Arrays[Theirs.Array];
  std::optional<unsigned> I = sameArray(First.Analysis, There);
  // Those of a group change together, as the first GPU's plan has it.
  if (!Theirs.Map || !I || P.Arrays[*I].Group || There.Group ||
      !refuseMap({P, First.Analysis.Parsed.Rights}, First.Analysis.Kernels,
                 *First.Model, Options, *I, *Theirs.Map, There)
           .empty())
    return;
  Comparison On(All, P.Arrays[*I], Options);
  if (!On.isWorseOnNone(Theirs))
    return;
  auto Ours = llvm::find_if(
      Plans, [&](const ArrayPlan &Plan) { return Plan.Array == *I; });
  if (Ours == Plans.end())
    Ours = Plans.insert(Plans.end(), ArrayPlan());
  else if (const ArrayPlan *Now = Ours->Map ? &*Ours : nullptr;
           (!Now || On.isWorseOnNone(*Now)) && !On.isBetter(&Theirs, Now))
    return;
  *Ours = Theirs;
  Ours->Array = *I;
  countAgain(*Ours, First);
}

std::vector<ArrayPlan> bankfix::planForAll(llvm::MutableArrayRef<OnTarget> All,
                                           const PlanOptions &Options) {
  std::vector<ArrayPlan> Plans = All.front().Plans;
  for (OnTarget &Other : All.drop_front()) {
    if (Other.Like && !minimizesTime(Other, Options)) {
      Other.Plans = All[*Other.Like].Plans;
      continue;
    }
    Other.Plans = planFor(Other.Analysis, Options, Other.Model, false);
    for (const ArrayPlan &Theirs : Other.Plans)
      compare(Theirs, Other, All, Options, Plans);
  }
  return Plans;
}

static ReadText readOn(const OnTarget &On) {
  return {&On.Analysis, On.In, On.Model};
}

/// The first of \p Known on which all costs what it does in \p C.
static std::optional<unsigned> findLike(llvm::ArrayRef<OnTarget> Known,
                                        const Configuration &C,
                                        const RunOptions &Own) {
  for (auto [I, On] : llvm::enumerate(Known))
    if (On.Analysis.Parsed.Banks == BankMode::NotSet &&
        isKnownAlready(knownFrom(readOn(On), C, Own), *C.Model))
      return I;
  return std::nullopt;
}

std::vector<OnTarget> bankfix::onAllOf(FileResult &R, FileAnalysis Here,
                                       const RunOptions &Own, ExprPool &Pool,
                                       llvm::ArrayRef<HostSource> Hosts) {
  std::vector<OnTarget> Out;
  Out.push_back({Own.Model, {}, std::move(Here), {}, {}});
  for (const Configuration &C : otherWays(Own.Project)) {
    if (!C.Model) // It is the same GPU's.
      continue;
    const RunOptions There = optionsIn(C, Own);
    OnTarget Other;
    Other.Model = C.Model;
    Other.In = C;
    Other.Like = findLike(Out, C, Own);
    const OnTarget &Near = Out[Other.Like.value_or(0)];
    Other.Analysis = analyze(R.Path, R.Before, There, *C.Model, Pool, Hosts,
                             knownFrom(readOn(Near), C, Own));
    if (Other.Analysis.Parsed.Ok) {
      Out.push_back(std::move(Other));
      continue;
    }
    R.Failed = true;
    R.Builds.push_back(
        reportOf(R.Path, R.Before, Other.Analysis, {}, false, There, *C.Model));
  }
  return Out;
}

/// What stands against the layouts for \p A of another GPU that were tried for
/// all of them, as \p Plans say, made for \p Here.
static void addFailures(ArrayPlan &Into, const SharedArray &A,
                        const FileAnalysis &Here,
                        llvm::ArrayRef<ArrayPlan> Plans) {
  for (const ArrayPlan &P : Plans) {
    const SharedArray &Own = Here.Parsed.Prog.Arrays[P.Array];
    if (P.Map || !Own.isDeclaredAs(A))
      continue;
    for (const Refused &R : llvm::reverse(P.Refusals))
      if (R.Kind == RefusalKind::Failed)
        Into.Refusals.insert(Into.Refusals.begin(), R);
  }
}

FileReport bankfix::reportOn(const OnTarget &Other, const FileResult &R,
                             const FileAnalysis &Here,
                             llvm::ArrayRef<ArrayPlan> Plans,
                             const RunOptions &Own) {
  std::vector<ArrayPlan> Same = samePlans(Other.Analysis, Here, Plans);
  for (ArrayPlan &P : Same) {
    countAgain(P, Other);
    P.Weighed.clear();
  }
  for (const ArrayPlan &P : Other.Plans) // Why there is none.
    if (llvm::none_of(Same, [&](const ArrayPlan &Known) {
          return Known.Array == P.Array;
        })) {
      Same.push_back(P);
      Same.back().Map = nullptr;
      addFailures(Same.back(), Other.Analysis.Parsed.Prog.Arrays[P.Array], Here,
                  Plans);
    }
  RunOptions There = Own;
  There.Model = Other.Model;
  return reportOf(R.Path, R.Before, Other.Analysis, Same, /*Proved=*/true,
                  There, *Other.Model);
}
