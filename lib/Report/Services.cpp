//===- Services.cpp - Findings where GitHub and GitLab show them ----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Issues.h"
#include "JsonText.h"
#include "PercentEncoding.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace bankfix;
using llvm::StringRef;

/// As a workflow command's data (docs.github.com, "Workflow commands"); a
/// property's commas and colons, too.
static std::string escaped(StringRef Text, bool IsProperty) {
  const StringRef Kept = IsProperty ? "%\r\n:," : "%\r\n";
  return percentEncoded(Text, [&](char C) { return !Kept.contains(C); });
}

static void annotation(llvm::raw_ostream &OS, StringRef Level, StringRef File,
                       const SourcePlace &P, unsigned EndColumn,
                       StringRef Title, StringRef Message) {
  OS << "::" << Level << " file=" << escaped(File, true);
  if (P.Line)
    OS << ",line=" << P.Line;
  if (P.Line && P.Column)
    OS << ",col=" << P.Column;
  if (EndColumn)
    OS << ",endColumn=" << EndColumn;
  OS << ",title=" << escaped(Title, true) << "::" << escaped(Message, false)
     << '\n';
}

void bankfix::printGitHub(llvm::raw_ostream &OS, const Report &R) {
  SourceLines Lines(R);
  for (const FileReport &F : R.Files)
    for (const FileDiagnostic &D : F.Diagnostics)
      if (D.Level != Severity::Note)
        annotation(OS, D.Level == Severity::Error ? "error" : "warning",
                   D.Place.File.empty() ? F.Path : D.Place.File, D.Place, 0,
                   "bankfix", D.Message);
  forEachIssue(R, Lines, /*WithSuppressed=*/false,
               [&](const Issue &I, const FileReport &) {
                 annotation(OS, "warning", I.File, I.Place, I.EndColumn, I.Rule,
                            I.Message + "\n" + I.Advice);
               });
}

/// As GitLab's merge requests show it: docs.gitlab.com, "Code Quality report
/// format".
static void issue(llvm::json::OStream &J, const Issue &I) {
  J.object([&] {
    text(J, "description", I.Message + ". " + I.Advice);
    J.attribute("check_name", I.Rule);
    J.attribute("fingerprint", I.Fingerprint);
    J.attribute("severity", I.Array->Fix ? "major" : "minor");
    J.attributeObject("location", [&] {
      text(J, "path", I.File);
      J.attributeObject("lines", [&] { J.attribute("begin", I.Place.Line); });
    });
  });
}

void bankfix::printGitLab(llvm::raw_ostream &OS, const Report &R) {
  SourceLines Lines(R);
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  J.array([&] {
    forEachIssue(R, Lines, /*WithSuppressed=*/false,
                 [&](const Issue &I, const FileReport &) { issue(J, I); });
  });
  J.flush();
  OS << '\n';
}
