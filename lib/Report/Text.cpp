//===- Text.cpp - Findings as compilers print them ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "KernelTable.h"
#include "LinePrinter.h"
#include "SourceLines.h"
#include "Statistics.h"
#include "Wording.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {
/// Prints what is said of one file.
class FilePrinter {
public:
  FilePrinter(raw_ostream &OS, const FileReport &F, StringRef Target,
              const TextOptions &O, SourceLines &Lines)
      : OS(OS), F(F), Target(Target), O(O), Lines(Lines), P(OS, F.Path) {}

  void print();

private:
  void diagnostic(const FileDiagnostic &D);
  void snippet(const SourcePlace &Place);
  void eachAccess(const Findings &All);
  void finding(const Finding &W, Severity Level);
  void eachArray(const Findings &All);
  void warning(const ArrayFinding &W);
  void note(const ArrayFinding &N);

  raw_ostream &OS;
  const FileReport &F;
  StringRef Target;
  const TextOptions &O;
  SourceLines &Lines;
  LinePrinter P;
};
} // namespace

/// Where everything is told, it is told in a line each.
void FilePrinter::snippet(const SourcePlace &Place) {
  if (O.Quiet || O.Verbose)
    return;
  if (std::optional<StringRef> Line = Lines.find(F.Path, Place))
    printSnippet(OS, *Line, Place.Line, Place.Column);
}

void FilePrinter::diagnostic(const FileDiagnostic &D) {
  if (O.Quiet && D.Level == Severity::Note)
    return;
  P.line(D.Place, D.Level, D.Message);
  if (D.Level != Severity::Note)
    snippet(D.Place);
}

void FilePrinter::finding(const Finding &W, Severity Level) {
  P.line(W.Place, Level, W.Text + " [" + W.Rule + "]");
  if (!O.Quiet)
    for (const FindingNote &N : W.Notes)
      P.line(N.Place, Severity::Note, N.Text);
}

void FilePrinter::eachAccess(const Findings &All) {
  for (const Finding &W : All.Warnings)
    finding(W, Severity::Warning);
  if (O.Quiet)
    return;
  for (const std::vector<Finding> *List : {&All.Possible, &All.Unknown})
    for (const Finding &N : *List)
      finding(N, Severity::Note);
}

void FilePrinter::warning(const ArrayFinding &W) {
  P.line(W.Worst.Place, Severity::Warning,
         W.Worst.Text + " [" + W.Worst.Rule + "]");
  snippet(W.Worst.Place);
  if (O.Quiet)
    return;
  for (const FindingNote &N : W.Worst.Notes)
    P.line(N.Place, Severity::Note, N.Text);
  if (!W.Others.empty())
    P.line(W.Others.front(), Severity::Note, describeOthers(W.Others));
}

void FilePrinter::note(const ArrayFinding &N) {
  std::string Others = N.Others.empty() ? "" : "; " + describeOthers(N.Others);
  P.line(N.Worst.Place, Severity::Note,
         N.Worst.Text + Others + " [" + N.Worst.Rule + "]");
}

void FilePrinter::eachArray(const Findings &All) {
  std::vector<ArrayFinding> Warnings = perArray(All.Warnings, Target);
  if (O.Order == ReportOrder::Gain)
    sortByGain(Warnings);
  for (const ArrayFinding &W : Warnings)
    warning(W);
  if (O.Quiet)
    return;
  for (const std::vector<Finding> *List : {&All.Possible, &All.Unknown})
    for (const ArrayFinding &N : perArray(*List, Target))
      note(N);
}

void FilePrinter::print() {
  for (const FileDiagnostic &D : F.Diagnostics)
    diagnostic(D);
  Findings All = collectFindings(F, Target);
  if (O.Verbose)
    eachAccess(All);
  else
    eachArray(All);
  if (O.Statistics)
    for (const KernelReport &K : F.Kernels)
      printStatistics(OS, F.Path, K);
}

void bankfix::printText(raw_ostream &OS, const Report &R,
                        const TextOptions &O) {
  bool WasColored = OS.colors_enabled();
  OS.enable_colors(O.Color);
  SourceLines Lines(R);
  for (const FileReport &F : R.Files)
    FilePrinter(OS, F, targetOf(F, R), O, Lines).print();
  if (O.Kernels)
    printKernelTable(OS, R);
  OS.enable_colors(WasColored);
}
