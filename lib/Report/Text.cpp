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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace bankfix;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {
/// What is said of one source on several GPUs: once where they agree.
class Agreement {
public:
  /// Reads all reports of \p Path in \p R.
  Agreement(const Report &R, StringRef Path, bool IsVerbose);

  /// On which GPUs \p Text holds, in words, if not on all; nothing where it was
  /// said before.
  std::optional<std::string> of(const SourcePlace &Place,
                                const std::string &Text);

private:
  using Key = std::tuple<std::string, unsigned, unsigned, std::string>;
  static Key keyOf(const SourcePlace &P, const std::string &Text) {
    return {P.File, P.Line, P.Column, Text};
  }

  size_t Reports = 0;
  std::map<Key, std::vector<std::string>> Targets;
  std::set<Key> Said;
};

/// Prints what is said of one file.
class FilePrinter {
public:
  FilePrinter(raw_ostream &OS, const FileReport &F, StringRef Target,
              const TextOptions &O, SourceLines &Lines, Agreement &On)
      : OS(OS), F(F), Target(Target), O(O), Lines(Lines), On(On),
        P(OS, F.Path) {}

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
  Agreement &On;
  LinePrinter P;
};
} // namespace

Agreement::Agreement(const Report &R, StringRef Path, bool IsVerbose) {
  for (const FileReport &F : R.Files) {
    if (F.Path != Path)
      continue;
    ++Reports;
    StringRef Target = targetOf(F, R);
    Findings All = collectFindings(F, Target);
    auto Add = [&](const Finding &Each) {
      Targets[keyOf(Each.Place, Each.Text)].push_back(Target.str());
    };
    for (auto *List : {&All.Warnings, &All.Possible, &All.Unknown})
      if (IsVerbose)
        llvm::for_each(*List, Add);
      else
        for (const ArrayFinding &Each : perArray(*List, Target))
          Add(Each.Worst);
    for (const FileDiagnostic &D : F.Diagnostics)
      Targets[keyOf(D.Place, D.Message)].push_back(Target.str());
  }
}

std::optional<std::string> Agreement::of(const SourcePlace &Place,
                                         const std::string &Text) {
  if (Reports < 2)
    return "";
  Key K = keyOf(Place, Text);
  if (!Said.insert(K).second)
    return std::nullopt;
  std::vector<std::string> Known = Targets[K];
  Known.erase(llvm::unique(Known), Known.end());
  return Known.size() == Reports ? "" : " on " + llvm::join(Known, ", ");
}

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
  std::optional<std::string> Where = On.of(D.Place, D.Message);
  if (!Where)
    return;
  P.line(D.Place, D.Level, D.Message + *Where);
  if (D.Level != Severity::Note)
    snippet(D.Place);
}

void FilePrinter::finding(const Finding &W, Severity Level) {
  std::optional<std::string> Where = On.of(W.Place, W.Text);
  if (!Where)
    return;
  P.line(W.Place, Level, W.Text + *Where + " [" + W.Rule + "]");
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
  std::optional<std::string> Where = On.of(W.Worst.Place, W.Worst.Text);
  if (!Where)
    return;
  P.line(W.Worst.Place, Severity::Warning,
         W.Worst.Text + *Where + " [" + W.Worst.Rule + "]");
  snippet(W.Worst.Place);
  if (O.Quiet)
    return;
  for (const FindingNote &N : W.Worst.Notes)
    P.line(N.Place, Severity::Note, N.Text);
  if (!W.Others.empty())
    P.line(W.Others.front(), Severity::Note, describeOthers(W.Others));
}

void FilePrinter::note(const ArrayFinding &N) {
  std::optional<std::string> Where = On.of(N.Worst.Place, N.Worst.Text);
  if (!Where)
    return;
  std::string Others = N.Others.empty() ? "" : "; " + describeOthers(N.Others);
  P.line(N.Worst.Place, Severity::Note,
         N.Worst.Text + *Where + Others + " [" + N.Worst.Rule + "]");
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
  std::map<std::string, Agreement> Of; // By path.
  for (const FileReport &F : R.Files) {
    auto It = Of.find(F.Path);
    if (It == Of.end())
      It = Of.try_emplace(F.Path, R, F.Path, O.Verbose).first;
    FilePrinter(OS, F, targetOf(F, R), O, Lines, It->second).print();
  }
  if (O.Kernels)
    printKernelTable(OS, R);
  OS.enable_colors(WasColored);
}
