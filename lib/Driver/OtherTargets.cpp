//===- OtherTargets.cpp - One layout for several GPUs ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherTargets.h"
#include "OtherBuilds.h"
#include "llvm/ADT/STLExtras.h"

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
  return planBankModes(P, A.Kernels, Model, Options, WhyNot);
}

/// The array that \p A declares where \p Other does its own; nothing if there
/// is none of that kind.
static std::optional<unsigned> sameArray(const FileAnalysis &A,
                                         const SharedArray &Other) {
  for (auto [I, Own] : llvm::enumerate(A.Parsed.Prog.Arrays))
    if (Own.Name == Other.Name && Own.Place == Other.Place &&
        Own.Dims == Other.Dims && Own.ElementBytes == Other.ElementBytes)
      return I;
  return std::nullopt;
}

namespace {
/// Compares layouts of one array over all GPUs: plans for one of them, or null
/// for the array as it is.
class Comparison {
public:
  Comparison(const OnTarget &First, llvm::ArrayRef<OnTarget> Others,
             const SharedArray &A, const PlanOptions &Options)
      : A(A) {
    add(First);
    for (const OnTarget &Other : Others)
      add(Other);
    ByTime = llvm::all_of(All, [&](const auto &Each) {
      auto [On, Array] = Each;
      Objective O = Options.Minimize.value_or(defaultObjective(*On->Model));
      return O == Objective::Time && timeOn(*On, Array, nullptr);
    });
  }

  /// \p New is to be preferred to \p Old.
  bool isBetter(const ArrayPlan *New, const ArrayPlan *Old) const {
    constexpr double Told = 0.02; // As of one GPU; see better().
    if (ByTime) {
      const double Less = 1 - time(New) / time(Old);
      if (Less > Told || Less < -Told)
        return Less > 0;
    }
    return wavefronts(New) < wavefronts(Old);
  }
  /// It costs none of them more than the array as it is.
  bool isWorseOnNone(const ArrayPlan &Plan) const {
    constexpr double Noticed = 0.005; // As of one GPU; see timing().
    return llvm::all_of(All, [&](const auto &Each) {
      auto [On, Array] = Each;
      if (ByTime)
        return *timeOn(*On, Array, &Plan) <=
               (1 + Noticed) * *timeOn(*On, Array, nullptr);
      return wavefrontsOn(*On, Array, &Plan) <=
             wavefrontsOn(*On, Array, nullptr);
    });
  }

private:
  static uint64_t wavefrontsOn(const OnTarget &On, unsigned Array,
                               const ArrayPlan *Plan) {
    return wavefrontsOf(On.Analysis, Array, *On.Model,
                        Plan ? Plan->Map.get() : nullptr);
  }
  static std::optional<double> timeOn(const OnTarget &On, unsigned Array,
                                      const ArrayPlan *Plan);
  uint64_t wavefronts(const ArrayPlan *Plan) const {
    uint64_t Sum = 0;
    for (auto [On, Array] : All)
      Sum += wavefrontsOn(*On, Array, Plan);
    return Sum;
  }
  double time(const ArrayPlan *Plan) const {
    double Sum = 0;
    for (auto [On, Array] : All)
      Sum += *timeOn(*On, Array, Plan);
    return Sum;
  }
  void add(const OnTarget &On) {
    if (std::optional<unsigned> I = sameArray(On.Analysis, A))
      All.push_back({&On, *I});
  }

  const SharedArray &A;
  std::vector<std::pair<const OnTarget *, unsigned>> All;
  bool ByTime = false; ///< Each wants that, and has estimates.
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
  P.WavefrontsBefore = Count(nullptr);
  P.WavefrontsAfter = Count(P.Map.get());
  P.BlocksBefore = P.BlocksAfter = std::nullopt;
  P.MeanBefore = P.MeanAfter = std::nullopt;
}

std::vector<ArrayPlan>
bankfix::planForAll(const OnTarget &First, std::vector<ArrayPlan> Plans,
                    llvm::MutableArrayRef<OnTarget> Others,
                    const PlanOptions &Options) {
  const Program &P = First.Analysis.Parsed.Prog;
  for (OnTarget &Other : Others) {
    Other.Plans = planFor(Other.Analysis, Options, Other.Model, false);
    for (const ArrayPlan &Theirs : Other.Plans) {
      const SharedArray &There =
          Other.Analysis.Parsed.Prog.Arrays[Theirs.Array];
      std::optional<unsigned> I = sameArray(First.Analysis, There);
      // Those of a group change together, as the first GPU's plan has it.
      if (!Theirs.Map || !I || P.Arrays[*I].Group || There.Group ||
          !refuseMap(P, First.Analysis.Kernels, *First.Model, Options, *I,
                     *Theirs.Map, There)
               .empty())
        continue;
      Comparison On(First, Others, P.Arrays[*I], Options);
      if (!On.isWorseOnNone(Theirs))
        continue;
      auto Ours = llvm::find_if(
          Plans, [&](const ArrayPlan &Plan) { return Plan.Array == *I; });
      if (Ours == Plans.end())
        Ours = Plans.insert(Plans.end(), ArrayPlan());
      else if (const ArrayPlan *Now = Ours->Map ? &*Ours : nullptr;
               (!Now || On.isWorseOnNone(*Now)) && !On.isBetter(&Theirs, Now))
        continue;
      *Ours = Theirs;
      Ours->Array = *I;
      countAgain(*Ours, First);
    }
  }
  return Plans;
}

std::vector<OnTarget> bankfix::onOthersOf(FileResult &R,
                                          const FileAnalysis &Here,
                                          const RunOptions &Own, ExprPool &Pool,
                                          llvm::ArrayRef<HostSource> Hosts) {
  std::vector<OnTarget> Out;
  for (const Configuration &C : otherWays(Own.Project)) {
    if (!C.Model) // It is the same GPU's.
      continue;
    const Target *T = C.Model;
    RunOptions There = optionsIn(C, Own);
    OnTarget Other{T,
                   analyze(R.Path, R.Before, There, *T, Pool, Hosts,
                           knownFrom(&Here, C, *Own.Model)),
                   {}};
    if (Other.Analysis.Parsed.Ok) {
      Out.push_back(std::move(Other));
      continue;
    }
    R.Failed = true;
    R.Builds.push_back(
        reportOf(R.Path, R.Before, Other.Analysis, {}, false, There, *T));
  }
  return Out;
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
    }
  RunOptions There = Own;
  There.Model = Other.Model;
  return reportOf(R.Path, R.Before, Other.Analysis, Same, /*Proved=*/true,
                  There, *Other.Model);
}
