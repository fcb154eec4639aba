//===- PrintReport.cpp - What was found goes where the user wants it ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintReport.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// A line for each GPU, in the order of the files.
static void printSummary(const Report &R, const RunOptions &Options,
                         llvm::raw_ostream &Err) {
  const bool MixesWithData = Options.Style.Format != ReportFormat::Text &&
                             Options.resultOnStdout() &&
                             Options.Style.File.empty();
  if (Options.Style.Quiet || MixesWithData)
    return;
  llvm::MapVector<llvm::StringRef, Report> Each;
  for (const FileReport &F : R.Files)
    Each[targetOf(F, R)].Files.push_back(F);
  for (auto &[Target, Part] : Each) {
    Part.Target = Target.str();
    Err << describe(summarize(Part), Target, Options.Command == Mode::Rewrite)
        << '\n';
  }
}

static void printAs(llvm::raw_ostream &OS, const Report &R,
                    const TextOptions &Text, const RunOptions &Options,
                    const ProfileScope *Measured) {
  switch (Options.Style.Format) {
  case ReportFormat::Text:
    return Options.Command == Mode::Verify ? printVerified(OS, R, Text)
           : Measured ? printText(OS, Measured->ranked(R), Text)
                      : printText(OS, R, Text);
  case ReportFormat::Json:
    return printJson(OS, R);
  case ReportFormat::Sarif:
    return printSarif(OS, R);
  case ReportFormat::GitHub:
    return printGitHub(OS, R);
  case ReportFormat::GitLab:
    return printGitLab(OS, R);
  case ReportFormat::Html:
    return printHtml(OS, R);
  }
}

bool bankfix::printReport(llvm::ArrayRef<FileResult> Results,
                          const RunOptions &Options,
                          const ProfileScope *Measured, llvm::raw_ostream &Out,
                          llvm::raw_ostream &Err) {
  Report R, Done;
  R.Version = BANKFIX_VERSION;
  R.Target = Done.Target = Options.Model->Name.str();
  for (const FileResult &F : Results)
    if (!F.IsHost) {
      R.Files.push_back(F.Report);
      llvm::append_range(R.Files, F.Builds);
      if (!F.Failed) // What nobody got is not said to be fixed.
        Done.Files.push_back(F.Report);
      if (!F.Failed && Options.Command != Mode::Verify)
        llvm::append_range(Done.Files, F.Builds);
    }
  std::string Text;
  llvm::raw_string_ostream Into(Text);
  bool ToFile = !Options.Style.File.empty();
  llvm::raw_ostream &Screen = Options.resultOnStdout() ? Err : Out;
  TextOptions Style;
  Style.Order = Options.Style.Order;
  Style.Kernels = !Options.Style.Quiet && !Options.Style.Verbose;
  Style.Quiet = Options.Style.Quiet;
  Style.Statistics = Options.Style.Statistics;
  Style.Verbose = Options.Style.Verbose;
  Style.Color = Options.Style.Color == ColorMode::Always ||
                (Options.Style.Color == ColorMode::Auto && !ToFile &&
                 Screen.has_colors());
  Into.enable_colors(Style.Color);
  printAs(Into, R, Style, Options, Measured);
  if (!ToFile) {
    Screen << Text;
    Screen.flush(); // The summary comes last, wherever both go.
  } else if (llvm::Error E = writeWhole(Options.Style.File, Text)) {
    Err << Options.Style.File << ": error: " << llvm::toString(std::move(E))
        << '\n';
    return false;
  }
  if (!Done.Files.empty())
    printSummary(Done, Options, Err);
  return true;
}
