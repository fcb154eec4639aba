//===- Verified.cpp - What runs on the CPU showed -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinePrinter.h"
#include "Wording.h"

using namespace bankfix;

/// "2 inputs", "1 block".
static std::string countOf(unsigned N, llvm::StringRef What,
                           llvm::StringRef Plural = "s") {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : Plural.str());
}

/// What differs is a warning of its own.
static std::string otherLaunches(const VerifyReport &V) {
  unsigned Same = llvm::count_if(
      V.Others, [](const OtherLaunchReport &O) { return !O.Difference; });
  return ", and in " + std::to_string(Same) + " of " +
         countOf(V.Others.size(), "launch", "es") + " that no given host makes";
}

static std::string outcome(const KernelReport &K, const VerifyReport &V) {
  std::string Out = "'" + K.Name + K.Instance + "', " + describeShapes(K);
  if (V.Stopped)
    return Out + ", gives no results with the inputs that were made up for it, "
                 "so none were compared";
  if (!V.Ran)
    return Out + ", was not run: " + V.Reason;
  if (!V.NotCompared.empty())
    return Out + ": " + std::to_string(V.Before.Sum.Excess) +
           " excess wavefronts counted before; its results were not "
           "compared: " +
           V.NotCompared;
  Out += ": " + std::to_string(V.Before.Sum.Excess) +
         " excess wavefronts counted before, " +
         std::to_string(V.After.Sum.Excess) + " after";
  if (V.Racy)
    return Out + "; its results depend on the order of threads, so they were "
                 "not compared";
  Out += (V.Difference ? "; other results in " : "; the same results in ") +
         countOf(V.Inputs, "run") + " of " + countOf(V.Blocks, "block");
  for (const auto &[Name, Value] : V.Chosen)
    Out += (Name == V.Chosen.begin()->first ? ", with " : ", ") + Name + " = " +
           std::to_string(Value);
  if (!V.Others.empty())
    Out += otherLaunches(V);
  if (!V.NeverExecuted.empty())
    Out +=
        ", which never executed " +
        (V.NeverExecuted.size() == 1 ? "an access that matters"
                                     : std::to_string(V.NeverExecuted.size()) +
                                           " accesses that matter");
  if (V.HoldsAddresses)
    Out += ", but for addresses of shared memory, which were not compared";
  return Out;
}

static Severity levelOf(const VerifyReport &V) {
  bool Says = V.Ran && !V.Racy && V.NotCompared.empty();
  return Says && V.NeverExecuted.empty() ? Severity::Note : Severity::Warning;
}

static void printAccess(LinePrinter &P, const CountedAccess &A) {
  const Verdict &V = A.Counts;
  if (V.excess() == 0)
    return;
  std::string Name = A.Where.Text.empty() ? A.Array : A.Where.Text;
  P.line(A.Where.Place, Severity::Note,
         opName(A.Where.Op) + " of '" + Name +
             "': " + llvm::Twine(V.Wavefronts) + " wavefronts counted for " +
             llvm::Twine(V.Requests) +
             (V.Requests == 1 ? " request" : " requests") + " where " +
             sufficing(V.Wavefronts - V.excess()));
}

void bankfix::printVerified(llvm::raw_ostream &OS, const Report &R,
                            const TextOptions &O) {
  for (const FileReport &F : R.Files) {
    LinePrinter P(OS, F.Path);
    for (const FileDiagnostic &D : F.Diagnostics)
      if (!O.Quiet || D.Level != Severity::Note)
        P.line(D.Place, D.Level, D.Message);
    for (const KernelReport &K : F.Kernels) {
      if (!K.Verified)
        continue;
      const VerifyReport &V = *K.Verified;
      Severity Level = levelOf(V);
      if (!O.Quiet || Level != Severity::Note)
        P.line(K.Place, Level, outcome(K, V));
      if (!O.Quiet)
        for (const CountedAccess &A : V.Before.Accesses)
          printAccess(P, A);
      if (!O.Quiet)
        for (const Site &S : V.NeverExecuted)
          P.line(S.Place, Severity::Note,
                 opName(S.Op) + " of '" + S.Text + "' was never executed");
    }
  }
}
