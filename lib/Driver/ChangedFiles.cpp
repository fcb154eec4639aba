//===- ChangedFiles.cpp - What a run has changed and not yet written ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangedFiles.h"
#include "HeaderUses.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace bankfix;

/// The line of \p After that is line \p Line of \p Before, where lines have
/// come and gone: as often as it stands before it. The same where it is gone.
static unsigned movedLine(llvm::StringRef Before, llvm::StringRef After,
                          unsigned Line) {
  llvm::SmallVector<llvm::StringRef, 0> Old, New;
  Before.split(Old, '\n');
  After.split(New, '\n');
  if (Line == 0 || Line > Old.size())
    return Line;
  const llvm::StringRef Text = Old[Line - 1];
  ptrdiff_t Left = std::count(Old.begin(), Old.begin() + Line, Text);
  for (auto [I, Each] : llvm::enumerate(New))
    if (Each == Text && --Left == 0)
      return I + 1;
  return Line;
}

void bankfix::seeChange(ProjectBuilds &Project, const NewFile &New) {
  auto Move = [&](std::vector<IncludePlace> &Within) {
    for (IncludePlace &P : Within)
      if (isSameFile(P.File, New.Path))
        P.Line = movedLine(New.Before, New.After, P.Line);
  };
  Project.Texts[New.Path] = New.After;
  Move(Project.Within);
  for (HeaderUse &Use : Project.OtherUses)
    Move(Use.Within);
}

void bankfix::seeChanges(ProjectBuilds &Project,
                         llvm::ArrayRef<FileResult> Others) {
  for (const FileResult &R : Others)
    if (!R.Failed && R.Before != R.After)
      seeChange(Project, {R.Path, R.Before, R.After});
}

llvm::Expected<NewFile> bankfix::asChanged(const std::string &Path,
                                           const ProjectBuilds &Project,
                                           llvm::StringRef StdinName) {
  NewFile Out;
  Out.Path = Path;
  if (auto It = Project.Texts.find(Path); It != Project.Texts.end()) {
    Out.Before = It->second;
    return Out;
  }
  llvm::Expected<std::string> Text = readSource(Path, StdinName);
  if (!Text)
    return Text.takeError();
  Out.Before = std::move(*Text);
  return Out;
}
