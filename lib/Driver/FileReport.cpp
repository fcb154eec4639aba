//===- FileReport.cpp - What is said about a file -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pictures.h"
#include "SourceFile.h"
#include "bankfix/Kernel/ArraySize.h"
#include "llvm/Support/FileSystem.h"
#include <map>
#include <tuple>

using namespace bankfix;

namespace {

using Analyses = llvm::ArrayRef<const AnalyzedKernel *>;

class Builder {
public:
  Builder(const FileAnalysis &Analysis, llvm::ArrayRef<ArrayPlan> Plans,
          bool Proved, bool Draws, const Target &T)
      : P(Analysis.Parsed.Prog), Launches(Analysis.Parsed.Launches),
        Plans(Plans), Proved(Proved), Draws(Draws), T(T) {}

  /// One entry for all of \p Group: one launch shape, or all that are assumed.
  KernelReport kernel(Analyses Group) const;

private:
  const ArrayPlan *planOf(unsigned Array) const {
    auto It = llvm::find_if(
        Plans, [&](const ArrayPlan &Plan) { return Plan.Array == Array; });
    return It == Plans.end() ? nullptr : It;
  }
  std::vector<std::string> likelyArguments(Analyses Group) const;
  ArrayReport array(unsigned Index, Analyses Group) const;
  Verdict after(const AnalyzedKernel &A, unsigned Site) const;

  const Program &P;
  llvm::ArrayRef<KernelLaunches> Launches;
  llvm::ArrayRef<ArrayPlan> Plans;
  bool Proved;
  bool Draws; ///< Pictures.
  const Target &T;
};

void include(Totals &Sum, const Verdict &V) {
  if (V.Sure == Certainty::Unknown)
    return;
  Sum.Wavefronts += V.Wavefronts;
  Sum.Ideal += V.Ideal;
  Sum.Excess += V.excess();
}

Verdict Builder::after(const AnalyzedKernel &A, unsigned Site) const {
  const bankfix::Site &S = P.Kernels[A.Kernel].Sites[Site];
  const ArrayPlan *Plan = planOf(S.Array);
  return Plan && Plan->Map ? judgeLaidOut(A.Requests.Sites[Site], S,
                                          P.Arrays[S.Array], T, *Plan->Map)
                           : A.Verdicts[Site];
}

ArrayReport Builder::array(unsigned Index, Analyses Group) const {
  ArrayReport R;
  R.Array = P.Arrays[Index];
  R.LaunchBytes = bytesAt(R.Array, Group.front()->Shape);
  for (const AnalyzedKernel *A : Group)
    if (bytesAt(R.Array, A->Shape) != R.LaunchBytes)
      R.LaunchBytes = std::nullopt;
  const ArrayPlan *Plan = planOf(Index);
  if (Draws)
    R.Picture =
        pictureOf(R.Array, T, Plan && Proved ? Plan->Map.get() : nullptr);
  if (!Plan)
    return R;
  R.PassedOver = Plan->Mind.PassedOver;
  R.Refusals = Plan->Refusals;
  R.Weighed = Plan->Weighed;
  if (Plan->Map)
    R.Fix = FixReport{
        Plan->Map->strategy(),  Plan->Summary,         Plan->BytesAfter,
        Plan->WavefrontsBefore, Plan->WavefrontsAfter, Proved,
        Plan->BlocksBefore,     Plan->BlocksAfter,     Plan->BytesBefore,
        Plan->HostFormula,      Plan->HostSizes,       Plan->Mind,
        Plan->MeanBefore,       Plan->MeanAfter,       Plan->Edits};
  return R;
}

/// Whether \p A is worse news than \p B.
bool isWorse(const Verdict &A, const Verdict &B) {
  if ((A.Sure == Certainty::Unknown) != (B.Sure == Certainty::Unknown))
    return A.Sure == Certainty::Unknown;
  if ((A.Requests == 0) != (B.Requests == 0))
    return B.Requests == 0; // No thread of that shape comes there.
  if (A.Sure == Certainty::Unknown)
    return false;
  return std::tuple(A.excess(), A.Wavefronts, A.MaxDegree) >
         std::tuple(B.excess(), B.Wavefronts, B.MaxDegree);
}

/// The shape for which what is said of site \p I is the worst. All numbers are
/// of that one: those of several would not belong together.
const AnalyzedKernel &worst(Analyses Group, unsigned I) {
  const AnalyzedKernel *Worst = Group.front();
  for (const AnalyzedKernel *A : Group)
    if (isWorse(A->Verdicts[I], Worst->Verdicts[I]))
      Worst = A;
  return *Worst;
}

/// What parameters are in launches whose blocks are assumed, as both are made of
/// one number: "n is 512 or 256, as the block is", in the order of the blocks.
std::vector<std::string> Builder::likelyArguments(Analyses Group) const {
  const unsigned Index = Group.front()->Kernel;
  const Kernel &K = P.Kernels[Index];
  std::vector<std::string> Out;
  for (auto [I, Param] : llvm::enumerate(K.Params)) {
    llvm::ArrayRef<LaunchShape> Likely = Launches[Index].Likely;
    if (Likely.size() > 1 && llvm::all_of(Likely, [&, At = I](const auto &S) {
          return S.Params.size() > At && S.Params[At] == Likely[0].Params[At];
        }))
      continue; // The launch says it.
    std::vector<std::string> Values;
    for (const AnalyzedKernel *A : Group)
      if (A->Shape.Origin == ShapeOrigin::Assumed &&
          I < A->Shape.Params.size() && A->Shape.Params[I])
        Values.push_back(std::to_string(*A->Shape.Params[I]));
    if (!Values.empty())
      Out.push_back(Param.Name + " is " + llvm::join(Values, " or ") +
                    ", as the block is");
  }
  return Out;
}

KernelReport Builder::kernel(Analyses Group) const {
  const AnalyzedKernel &First = *Group.front();
  const Kernel &K = P.Kernels[First.Kernel];
  KernelReport R;
  R.Name = K.Name;
  R.Instance = K.Instance;
  R.Place = K.Place;
  R.Shape = First.Shape;
  R.Intervals = First.Requests.Intervals;
  R.WaveSize = T.WaveSize;
  R.Time = timeOf(P, First, T, Plans);
  R.UnknownLaunch = First.UnknownLaunch;
  for (const AnalyzedKernel *A : Group) {
    R.Shapes.push_back(A->Shape.Block);
    for (const std::string &Text : A->Requests.Assumptions)
      if (!llvm::is_contained(R.Assumptions, Text))
        R.Assumptions.push_back(Text);
  }
  llvm::append_range(R.Assumptions, likelyArguments(Group));
  std::map<unsigned, unsigned> Used; // Program's index -> the report's.
  std::vector<std::pair<uint64_t, uint64_t>> Wavefronts; // Per report's array.
  for (unsigned I = 0; I < K.Sites.size(); ++I) {
    auto [It, New] = Used.try_emplace(K.Sites[I].Array, R.Arrays.size());
    if (New) {
      R.Arrays.push_back(array(K.Sites[I].Array, Group));
      Wavefronts.emplace_back();
    }
    const AnalyzedKernel &Of = worst(Group, I);
    const Verdict &Counts = Of.Verdicts[I];
    Verdict After = after(Of, I);
    R.Accesses.push_back({K.Sites[I], Counts});
    R.Accesses.back().Where.Array = It->second;
    R.Accesses.back().IsPassedOver = !R.Arrays[It->second].PassedOver.empty();
    if (Draws && Counts.Sure != Certainty::Unknown) {
      const ArrayPlan *Plan = planOf(K.Sites[I].Array);
      R.Accesses.back().Picture = pictureOf(Of.Requests.Sites[I], K.Sites[I],
                                            P.Arrays[K.Sites[I].Array], T,
                                            Plan ? Plan->Map.get() : nullptr);
    }
    if ((Group.size() > 1 || R.UnknownLaunch) &&
        Counts.Sure != Certainty::Unknown)
      R.Accesses.back().Block = Of.Shape.Block;
    include(R.Before, Counts);
    include(R.After, After);
    if (Counts.Sure != Certainty::Unknown) {
      Wavefronts[It->second].first += Counts.Wavefronts;
      Wavefronts[It->second].second += After.Wavefronts;
    }
  }
  // The plan adds up all shapes; of those that are assumed, one is meant.
  if (Group.size() > 1)
    for (unsigned I = 0; I < R.Arrays.size(); ++I)
      if (std::optional<FixReport> &F = R.Arrays[I].Fix) {
        std::tie(F->WavefrontsBefore, F->WavefrontsAfter) = Wavefronts[I];
        for (std::optional<uint64_t> *Mean : {&F->MeanBefore, &F->MeanAfter})
          if (*Mean)
            **Mean /= Group.size();
      }
  return R;
}

bool sameCounts(const KernelReport &A, const KernelReport &B) {
  auto Same = [](const AccessReport &X, const AccessReport &Y) {
    return X.Counts == Y.Counts;
  };
  return A.Name == B.Name && A.Instance == B.Instance && A.Place == B.Place &&
         A.Shape.Origin == B.Shape.Origin && A.Assumptions == B.Assumptions &&
         A.Intervals == B.Intervals &&
         llvm::equal(A.Accesses, B.Accesses, Same);
}

/// Says of conflicts that cost no time why they stay.
void addPassedOver(FileReport &R, const FileAnalysis &Analysis,
                   llvm::ArrayRef<ArrayPlan> Plans) {
  for (const ArrayPlan &P : Plans) {
    const SharedArray &A = Analysis.Parsed.Prog.Arrays[P.Array];
    if (!P.Mind.PassedOver.empty())
      R.Diagnostics.push_back({Severity::Note, A.Place,
                               "'" + A.Name +
                                   "' keeps its bank conflicts: " +
                                   P.Mind.PassedOver});
  }
}

/// Adds the kernels in scope that took too many steps to be run.
void addExhausted(FileReport &R, const FileAnalysis &Analysis) {
  for (auto [A, InScope] : llvm::zip_equal(Analysis.Kernels, Analysis.InScope))
    if (InScope && A.Requests.IsExhausted && !A.Verdicts.empty()) {
      const Kernel &K = Analysis.Parsed.Prog.Kernels[A.Kernel];
      UnreadKernel New{K.Name, K.Place, A.Verdicts.front().Reason};
      if (!llvm::is_contained(R.Unread, New))
        R.Unread.push_back(std::move(New));
    }
}

} // namespace

FileReport bankfix::reportOf(llvm::StringRef Path, llvm::StringRef Text,
                             const FileAnalysis &Analysis,
                             llvm::ArrayRef<ArrayPlan> Plans, bool Proved,
                             const RunOptions &Options, const Target &T) {
  FileReport R;
  R.Target = Options.Model->Name.str();
  R.MinDegree = Options.Plan.MinDegree;
  R.Path = Path.str();
  R.Text = Text.str();
  R.Headers = Analysis.Parsed.HeadersUsed;
  R.Diagnostics = Analysis.Parsed.Diagnostics;
  llvm::append_range(R.Diagnostics, Analysis.OfGpu);
  R.Unread = Analysis.Parsed.Unread;
  addExhausted(R, Analysis);
  addPassedOver(R, Analysis, Plans);
  Builder B(Analysis, Plans, Proved,
            Options.Command == Mode::Explain ||
                Options.Style.Format == ReportFormat::Html,
            T);
  const std::vector<AnalyzedKernel> &All = Analysis.Kernels;
  for (unsigned I = 0; I < All.size();) {
    unsigned Begin = I++;
    std::vector<const AnalyzedKernel *> Group = {&All[Begin]};
    while (I < All.size() && All[I].Kernel == All[Begin].Kernel &&
           All[I].Shape.Origin == ShapeOrigin::Assumed)
      Group.push_back(&All[I++]);
    if (!Analysis.InScope[Begin])
      continue;
    KernelReport K = B.kernel(Group);
    auto It = llvm::find_if(R.Kernels, [&](const KernelReport &Known) {
      return sameCounts(Known, K);
    });
    if (It == R.Kernels.end())
      R.Kernels.push_back(std::move(K));
    else if (!llvm::is_contained(It->Shapes, All[Begin].Shape.Block))
      It->Shapes.push_back(All[Begin].Shape.Block);
  }
  llvm::SmallString<128> Folder;
  llvm::sys::fs::current_path(Folder);
  addFingerprints(R, Folder);
  return R;
}
