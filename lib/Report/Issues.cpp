//===- Issues.cpp - Findings as other programs take them ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Issues.h"
#include "Wording.h"
#include <set>

using namespace bankfix;

static Issue issueOf(const ArrayFinding &W, const FileReport &F,
                     SourceLines &Lines) {
  const AccessReport &A = *W.At->Access;
  Issue I;
  I.File = W.Worst.Place.File.empty() ? F.Path : W.Worst.Place.File;
  I.Place = W.Worst.Place;
  I.EndColumn = Lines.endColumn(F.Path, I.Place, A.Where.Text);
  I.Rule = W.Worst.Rule;
  I.Message = W.Worst.Text;
  if (!W.Others.empty())
    I.Message += "; " + describeOthers(W.Others);
  if (!W.Worst.Notes.empty())
    I.Advice = W.Worst.Notes.front().Text;
  I.Fingerprint = A.Fingerprint;
  I.Kernel = W.At->Kernel;
  I.Array = &W.At->array();
  // Who takes a fix by itself has to read what it needs.
  if (I.Array->Fix)
    for (const auto &[Place, Text] : describeNeeds(*I.Array))
      I.Advice += "; " + Text;
  I.Excess = W.Excess;
  return I;
}

/// \p F as it would be if only what the source suppresses were told.
static std::vector<Issue>
suppressedOf(const FileReport &F, llvm::StringRef Target, SourceLines &Lines) {
  std::vector<Issue> Out;
  for (const KernelReport &K : F.Kernels)
    for (const AccessReport &A : K.Accesses) {
      if (A.Suppressed != Suppression::InSource)
        continue;
      AccessReport Told = A;
      Told.Suppressed = Suppression::None;
      if (!isReported(Told, F))
        continue;
      Issue I;
      I.File = A.Where.Place.File.empty() ? F.Path : A.Where.Place.File;
      I.Place = A.Where.Place;
      I.EndColumn = Lines.endColumn(F.Path, I.Place, A.Where.Text);
      I.Rule = ruleName(A.Where.Op);
      I.Message = describe(Told, F, Target, "");
      I.Fingerprint = A.Fingerprint;
      I.IsSuppressed = true;
      I.Kernel = &K;
      I.Array = &K.Arrays[A.Where.Array];
      if (llvm::none_of(Out, [&](const Issue &Known) {
            return Known.Fingerprint == I.Fingerprint;
          }))
        Out.push_back(std::move(I));
    }
  return Out;
}

/// Those of one file.
static std::vector<Issue> issuesOf(const FileReport &F, llvm::StringRef Target,
                                   SourceLines &Lines, bool WithSuppressed) {
  std::vector<Issue> Out;
  Findings All = collectFindings(F, Target);
  std::vector<ArrayFinding> Worst = perArray(All.Warnings, Target);
  sortByGain(Worst);
  for (const ArrayFinding &W : Worst)
    Out.push_back(issueOf(W, F, Lines));
  if (WithSuppressed)
    llvm::append_range(Out, suppressedOf(F, Target, Lines));
  return Out;
}

void bankfix::forEachIssue(
    const Report &R, SourceLines &Lines, bool WithSuppressed,
    llvm::function_ref<void(const Issue &, const FileReport &)> Visit) {
  std::set<std::pair<std::string, std::string>> Said;
  for (const FileReport &F : R.Files)
    for (const Issue &I : issuesOf(F, targetOf(F, R), Lines, WithSuppressed))
      if (Said.emplace(I.Fingerprint, I.Message).second)
        Visit(I, F);
}
