//===- Text.cpp - Findings as compilers print them ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "LinePrinter.h"
#include "Statistics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::raw_ostream;
using llvm::StringRef;

static void printFinding(LinePrinter &P, const Finding &F, Severity Level,
                         bool WithNotes) {
  P.line(F.Place, Level, F.Text + " [" + F.Rule + "]");
  if (WithNotes)
    for (const FindingNote &N : F.Notes)
      P.line(N.Place, Severity::Note, N.Text);
}

static void printFile(raw_ostream &OS, const FileReport &F, StringRef Target,
                      const TextOptions &O) {
  LinePrinter P(OS, F.Path);
  for (const FileDiagnostic &D : F.Diagnostics)
    if (!O.Quiet || D.Level != Severity::Note)
      P.line(D.Place, D.Level, D.Message);
  Findings All = collectFindings(F, Target, O.MinDegree);
  for (const Finding &W : All.Warnings)
    printFinding(P, W, Severity::Warning, !O.Quiet);
  if (O.Statistics)
    for (const KernelReport &K : F.Kernels)
      printStatistics(OS, F.Path, K);
  if (O.Quiet)
    return;
  for (const std::vector<Finding> *List : {&All.Possible, &All.Unknown})
    for (const Finding &N : *List)
      printFinding(P, N, Severity::Note, true);
}

void bankfix::printText(raw_ostream &OS, const Report &R,
                        const TextOptions &O) {
  bool WasColored = OS.colors_enabled();
  OS.enable_colors(O.Color);
  for (const FileReport &F : R.Files)
    printFile(OS, F, R.Target, O);
  OS.enable_colors(WasColored);
}
