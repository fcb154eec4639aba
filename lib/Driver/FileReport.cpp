//===- FileReport.cpp - What is said about a file ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"
#include <map>

using namespace bankfix;

namespace {

class Builder {
public:
  Builder(const FileAnalysis &Analysis, llvm::ArrayRef<ArrayPlan> Plans,
          bool Proved, const Target &T)
      : P(Analysis.Parsed.Prog), Plans(Plans), Proved(Proved), T(T) {}

  KernelReport kernel(const AnalyzedKernel &A) const;

private:
  const ArrayPlan *planOf(unsigned Array) const {
    auto It = llvm::find_if(
        Plans, [&](const ArrayPlan &Plan) { return Plan.Array == Array; });
    return It == Plans.end() ? nullptr : It;
  }
  ArrayReport array(unsigned Index) const;
  Verdict after(const AnalyzedKernel &A, unsigned Site) const;

  const Program &P;
  llvm::ArrayRef<ArrayPlan> Plans;
  bool Proved;
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
  if (!Plan || !Plan->Map)
    return A.Verdicts[Site];
  OffsetMap Map = [&](int64_t Offset) {
    return Plan->Map->offset(P.Arrays[S.Array], Offset);
  };
  return judge(A.Requests.Sites[Site], S, P.Arrays[S.Array], T, &Map);
}

ArrayReport Builder::array(unsigned Index) const {
  ArrayReport R;
  R.Array = P.Arrays[Index];
  const ArrayPlan *Plan = planOf(Index);
  if (!Plan)
    return R;
  R.Refusals = Plan->Refusals;
  if (Plan->Map)
    R.Fix = FixReport{Plan->Map->strategy(), Plan->Summary,
                      Plan->BytesAfter,      Plan->WavefrontsBefore,
                      Plan->WavefrontsAfter, Proved};
  return R;
}

KernelReport Builder::kernel(const AnalyzedKernel &A) const {
  const Kernel &K = P.Kernels[A.Kernel];
  KernelReport R;
  R.Name = K.Name;
  R.Instance = K.Instance;
  R.Place = K.Place;
  R.Shape = A.Shape;
  R.Shapes = {A.Shape.Block};
  R.Assumptions = A.Requests.Assumptions;
  R.Intervals = A.Requests.Intervals;
  R.WaveSize = T.WaveSize;
  std::map<unsigned, unsigned> Used; // Program's index -> the report's.
  for (unsigned I = 0; I < K.Sites.size(); ++I) {
    auto [It, New] = Used.try_emplace(K.Sites[I].Array, R.Arrays.size());
    if (New)
      R.Arrays.push_back(array(K.Sites[I].Array));
    R.Accesses.push_back({K.Sites[I], A.Verdicts[I]});
    R.Accesses.back().Where.Array = It->second;
    include(R.Before, A.Verdicts[I]);
    include(R.After, after(A, I));
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

} // namespace

FileReport bankfix::reportOf(llvm::StringRef Path, const FileAnalysis &Analysis,
                             llvm::ArrayRef<ArrayPlan> Plans, bool Proved,
                             const Target &T) {
  FileReport R;
  R.Path = Path.str();
  R.Headers = Analysis.Parsed.HeadersUsed;
  R.Diagnostics = Analysis.Parsed.Diagnostics;
  Builder B(Analysis, Plans, Proved, T);
  for (auto [A, InScope] :
       llvm::zip_equal(Analysis.Kernels, Analysis.InScope)) {
    if (!InScope)
      continue;
    KernelReport K = B.kernel(A);
    auto It = llvm::find_if(R.Kernels, [&](const KernelReport &Known) {
      return sameCounts(Known, K);
    });
    if (It == R.Kernels.end())
      R.Kernels.push_back(std::move(K));
    else if (!llvm::is_contained(It->Shapes, A.Shape.Block))
      It->Shapes.push_back(A.Shape.Block);
  }
  return R;
}
