//===- Summary.cpp - What counts as a finding, and how many there are -----===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace bankfix;

bool bankfix::isFinding(const Verdict &V, double MinDegree) {
  bool Meaningful = !V.WorstCase || (V.RandomDegree && *V.RandomDegree > 1);
  return isKnown(V) && Meaningful && !V.isIdealMerged() && V.excess() > 0 &&
         V.MaxDegree >= MinDegree;
}

/// What tells the kernels, or the accesses, of a file apart.
using Places = std::set<
    std::tuple<std::string, unsigned, unsigned, AccessOp, std::string>>;

static void countKernels(const FileReport &F, Summary &S) {
  Places Kernels, Accesses;
  for (const KernelReport &K : F.Kernels) {
    const SourcePlace &P = K.Place;
    Kernels.emplace(P.File, P.Line, P.Column, AccessOp::Load,
                    K.Name + K.Instance);
    for (const AccessReport &A : K.Accesses)
      Accesses.emplace(A.Where.Place.File, A.Where.Place.Line,
                       A.Where.Place.Column, A.Where.Op, A.Where.Text);
  }
  S.Kernels += Kernels.size();
  S.Accesses += Accesses.size();
}

/// Accesses of the source, each of which may be found in several ways.
template <typename Range> static unsigned countAccesses(Range &&Found) {
  std::set<decltype(std::declval<Occurrence>().key())> Accesses;
  for (const Finding &Each : Found)
    Accesses.insert(Each.In.front().key());
  return Accesses.size();
}

llvm::StringRef bankfix::targetOf(const FileReport &F, const Report &R) {
  return F.Target.empty() ? R.Target : F.Target;
}

Summary bankfix::summarize(const Report &R) {
  Summary S;
  for (const FileReport &F : R.Files) {
    Findings All = collectFindings(F, targetOf(F, R));
    for (const ArrayFinding &W : perArray(All.Warnings, targetOf(F, R)))
      S.Excess += W.Excess;
    countKernels(F, S);
    S.Findings += countAccesses(All.Warnings);
    S.Fixable += countAccesses(llvm::make_filter_range(
        All.Warnings, [](const Finding &W) { return W.Fixable; }));
    S.Unknown += countAccesses(All.Unknown);
    S.Possible += countAccesses(All.Possible);
    S.Errors += llvm::count_if(F.Diagnostics, [](const FileDiagnostic &D) {
      return D.Level == Severity::Error;
    });
    if (!S.Unread && !F.Unread.empty())
      S.FirstUnread = F.Unread.front();
    S.Unread += F.Unread.size();
  }
  return S;
}

/// "1 kernel", "no accesses".
static std::string countOf(unsigned N, const std::string &One,
                           const std::string &Many) {
  return (N ? std::to_string(N) : "no") + " " + (N == 1 ? One : Many);
}

std::string bankfix::describe(const Summary &S, llvm::StringRef Target,
                              bool Fixed) {
  std::string Text = Target.str() + ": " +
                     countOf(S.Kernels, "kernel", "kernels") + ", " +
                     countOf(S.Accesses, "access", "accesses");
  if (S.Accesses)
    Text += ", " + (S.Findings ? std::to_string(S.Findings) : "none") +
            " with bank conflicts";
  if (S.Findings)
    Text += ", " + std::to_string(S.Fixable) + " of them " +
            (Fixed ? "fixed" : "fixable");
  if (S.Unknown)
    Text += ", " + std::to_string(S.Unknown) + " not analysed";
  if (S.Unread)
    Text +=
        "; " + countOf(S.Unread, "kernel", "kernels") + " not read: " +
        (S.FirstUnread.Name.empty() ? "" : "'" + S.FirstUnread.Name + "': ") +
        S.FirstUnread.Reason;
  return Text;
}
