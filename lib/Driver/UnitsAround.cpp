//===- UnitsAround.cpp - What one unit is told of the others --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitsAround.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// One of \p Launching that may not be edited; or null.
static const HeaderUse *fixedUnit(llvm::ArrayRef<HeaderUse> Launching,
                                  llvm::ArrayRef<FileResult> Editable) {
  for (const HeaderUse &Use : Launching)
    if (llvm::none_of(Editable, [&](const FileResult &R) {
          return R.Path == Use.Source && !R.Failed;
        }))
      return &Use;
  return nullptr;
}

/// Some array of \p K gets its bytes where it is launched.
static bool isSizedByLaunch(const Program &P, const Kernel &K) {
  return llvm::any_of(K.Sites, [&](const Site &S) {
    const SharedArray &Of = P.Arrays[S.Array];
    return Of.Space == MemorySpace::Dynamic && Of.Place.File.empty();
  });
}

bool bankfix::seeOtherUnits(ProjectUnits &Units,
                            llvm::ArrayRef<FileResult> Editable, FileResult &R,
                            const FileAnalysis &A, RunOptions &Own) {
  auto HasConflicts = [&](unsigned Kernel) {
    return llvm::any_of(A.Kernels, [&](const AnalyzedKernel &K) {
      return K.Kernel == Kernel && llvm::any_of(K.Verdicts, [&](const auto &V) {
               return isFinding(V, Own.Plan.MinDegree);
             });
    });
  };
  bool AreDeclared = false; // Where other sources may see them.
  for (auto [I, L] : llvm::enumerate(A.Parsed.Launches))
    AreDeclared |= L.IsShared && HasConflicts(I);
  std::optional<OtherUnits> Others =
      Units.around(R.Path, A.Parsed, Own.Project, AreDeclared);
  if (!Others)
    Others = Units.unseen(R.Path, A.Parsed, HasConflicts);
  if (!Others)
    return false;
  const Program &P = A.Parsed.Prog;
  bool IsNew = false;
  for (auto [K, L] : llvm::zip_equal(P.Kernels, A.Parsed.Launches)) {
    auto It = Others->Launches.find(L.Symbol);
    if (It == Others->Launches.end())
      continue;
    KernelLaunches &There = It->second;
    std::vector<HeaderUse> Launching = Units.launching(L.Symbol);
    IsNew |= L.IsShared || There.OthersPossible || There.Asked ||
             !There.Shapes.empty();
    if (There.OthersPossible || Launching.empty() || !isSizedByLaunch(P, K))
      continue;
    R.IsSizedElsewhere = true;
    if (const std::string *Other =
            Units.otherDefining(L.Symbol, R.Path, Own.Project)) {
      There.Doubt = {ObstacleKind::LaunchTwice, {*Other, 1, 1}, *Other};
    } else if (const HeaderUse *Fixed = fixedUnit(Launching, Editable)) {
      There.Doubt = {
          ObstacleKind::LaunchSized, {Fixed->Source, 1, 1}, Fixed->Source};
    } else {
      Others->Sized.insert(L.Symbol);
      Own.Project.Launching[L.Symbol] = std::move(Launching);
    }
  }
  Own.Project.Others = std::move(*Others);
  return IsNew;
}
