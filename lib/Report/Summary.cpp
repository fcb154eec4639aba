//===- Summary.cpp - What counts as a finding, and how many there are -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

bool bankfix::isFinding(const Verdict &V, double MinDegree) {
  bool Meaningful = !V.WorstCase || (V.RandomDegree && *V.RandomDegree > 1);
  return isKnown(V) && Meaningful && !V.isIdealMerged() && V.excess() > 0 &&
         V.MaxDegree >= MinDegree;
}

Summary bankfix::summarize(const Report &R, double MinDegree) {
  Summary S;
  for (const FileReport &F : R.Files) {
    Findings All = collectFindings(F, R.Target, MinDegree);
    S.Findings += All.Warnings.size();
    S.Fixable += llvm::count_if(All.Warnings,
                                [](const Finding &W) { return W.Fixable; });
    S.Unknown += All.Unknown.size();
    S.Possible += All.Possible.size();
    S.Errors += llvm::count_if(F.Diagnostics, [](const FileDiagnostic &D) {
      return D.Level == Severity::Error;
    });
  }
  return S;
}
