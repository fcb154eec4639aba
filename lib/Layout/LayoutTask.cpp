//===- LayoutTask.cpp - What a strategy is given --------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "bankfix/Target/BankRule.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace bankfix;

std::vector<uint64_t>
bankfix::spareElements(const Program &P, llvm::ArrayRef<AnalyzedKernel> Kernels,
                       llvm::ArrayRef<unsigned> Arrays) {
  std::vector<uint64_t> Out(P.Arrays[Arrays[0]].Dims.size(), UINT64_MAX);
  auto See = [&](const AnalyzedKernel &K, unsigned I) {
    const Site &S = P.Kernels[K.Kernel].Sites[I];
    const SharedArray &A = P.Arrays[S.Array];
    llvm::ArrayRef<SubscriptRange> Ranges = K.Requests.Sites[I].Subscripts;
    bool Certain = K.Shape.isCertain() && Ranges.size() == A.Dims.size() &&
                   A.Dims.size() == Out.size();
    for (unsigned D = 0; D < Out.size(); ++D) {
      bool Reached = Certain && Ranges[D].Low <= Ranges[D].High;
      if (Certain && !Reached)
        continue;
      bool Inside = Certain && !S.IsFlat && Ranges[D].Low >= 0 &&
                    uint64_t(Ranges[D].High) < A.Dims[D];
      Out[D] = std::min(Out[D],
                        Inside ? A.Dims[D] - 1 - uint64_t(Ranges[D].High) : 0);
    }
  };
  for (const AnalyzedKernel &K : Kernels)
    for (unsigned I = 0; I < P.Kernels[K.Kernel].Sites.size(); ++I)
      if (llvm::is_contained(Arrays, P.Kernels[K.Kernel].Sites[I].Array))
        See(K, I);
  for (uint64_t &S : Out)
    S = S == UINT64_MAX ? 0 : S;
  return Out;
}

bool bankfix::keepsUsed(const LayoutMap &Map, const Program &P,
                        llvm::ArrayRef<AnalyzedKernel> Kernels,
                        unsigned Array) {
  const SharedArray &A = P.Arrays[Array];
  const std::vector<uint64_t> Kept = Map.domain(A);
  if (Kept == A.Dims || Kept.size() != A.Dims.size() || Map.change(A).Offsets)
    return true;
  const std::vector<uint64_t> Spare = spareElements(P, Kernels, Array);
  for (unsigned D = 0; D < Kept.size(); ++D)
    if (Kept[D] + Spare[D] < A.Dims[D])
      return false;
  return true;
}

/// LayoutTask::Used.
static std::vector<UsedElements> used(const PlanInput &In, ArrayGroup Arrays) {
  std::vector<UsedElements> Out;
  for (unsigned I : Arrays) {
    std::vector<UsedElements> Each = usedElements(In.P, In.Kernels, I);
    if (Each.empty())
      return {};
    llvm::append_range(Out, Each);
  }
  return Out;
}

static bool haveSuchRows(const SharedArray &X, const SharedArray &Y) {
  return X.ElementBytes == Y.ElementBytes && !X.Dims.empty() &&
         !Y.Dims.empty() &&
         llvm::equal(llvm::drop_begin(X.Dims), llvm::drop_begin(Y.Dims));
}

/// LayoutTask::Sites, of a task for \p Of.
static std::vector<TaskSite> taskSites(const PlanInput &In, ArrayGroup Arrays,
                                       const SharedArray &Of) {
  std::vector<TaskSite> Out;
  std::map<std::pair<unsigned, bool>, size_t> ByNumber;
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    bool IsOfSuchRows = haveSuchRows(In.P.Arrays[In.sites(K)[I].Array], Of);
    std::optional<unsigned> Number = In.number(K, I);
    if (Number) {
      auto [It, New] =
          ByNumber.try_emplace({*Number, IsOfSuchRows}, Out.size());
      if (!New) {
        ++Out[It->second].Times;
        return;
      }
    }
    Out.push_back({&In.sites(K)[I], &K.Requests.Sites[I], 1, IsOfSuchRows});
  });
  return Out;
}

static LayoutTask layoutTask(const PlanInput &In, ArrayGroup Arrays,
                             unsigned Array, const Strategy &S,
                             const LayoutMap *Base) {
  const SharedArray &Old = In.P.Arrays[Array];
  LayoutTask Task{Base ? Base->apply(Old) : Old, In.Rights[Array], 1, 1};
  for (unsigned I : Arrays)
    Task.WidestBytes = std::max({Task.WidestBytes, In.P.Arrays[I].ElementBytes,
                                 In.P.Arrays[I].ViewBytes});
  In.forEachSite(Arrays, [&](const AnalyzedKernel &K, unsigned I) {
    const Site &S = In.sites(K)[I];
    BankRule R = ruleFor(In.T, S.Op, S.Bytes);
    Task.BankRow = std::max(
        {Task.BankRow, unsigned(R.Banks) << R.BankShift, 1u << R.RowShift});
    Task.WidestBytes = std::max(Task.WidestBytes, S.Bytes);
  });
  Task.Sites = taskSites(In, Arrays, Old);
  std::string Why;
  bool WithoutRows = false;
  if (S.ChangesRowLength)
    Task.Rows = rowLengths(In, Arrays, Why, WithoutRows);
  Task.Model = &In.T;
  Task.Spare = spareElements(In.P, In.Kernels, Arrays);
  Task.Used = used(In, Arrays);
  if (Base) {
    std::vector<uint64_t> Left = std::exchange(Task.Spare, {});
    for (const IndexText &D : Base->change(Old).Dims)
      Task.Spare.push_back(Left[D.From] + uint64_t(D.Added));
    Task.Offset = Base->offsets(Old);
  }
  return Task;
}

std::vector<LayoutTask> bankfix::layoutTasks(const PlanInput &In,
                                             ArrayGroup Arrays,
                                             const Strategy &S,
                                             const LayoutMap *Base) {
  std::vector<LayoutTask> Out;
  llvm::SmallVector<unsigned, 8> Different;
  for (unsigned I : Arrays) {
    if (llvm::any_of(Different, [&](unsigned Other) {
          return areAlike(In.P.Arrays[Other], In.P.Arrays[I]) &&
                 In.Rights[Other] == In.Rights[I];
        }))
      continue;
    Different.push_back(I);
    Out.push_back(layoutTask(In, Arrays, I, S, Base));
  }
  return Out;
}
