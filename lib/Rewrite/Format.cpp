//===- Format.cpp - Edits as the project's style has them -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "bankfix/Rewrite/Rewrite.h"
#include "clang/Format/Format.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace bankfix;
using clang::tooling::Range;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

/// That of the nearest `.clang-format`; one that formats nothing if there is
/// none.
static llvm::Expected<clang::format::FormatStyle>
styleFor(llvm::StringRef Path, llvm::StringRef Text) {
  return clang::format::getStyle("file", Path, "none", Text);
}

std::string bankfix::formatProblem(llvm::StringRef Path) {
  auto Style = styleFor(Path, "");
  return Style ? "" : llvm::toString(Style.takeError());
}

/// Breaking lines otherwise moves what stands behind them.
static bool movesLines(llvm::StringRef Text, const Replacements &Edits) {
  return llvm::any_of(Edits, [&](const Replacement &R) {
    llvm::StringRef Old = Text.substr(R.getOffset(), R.getLength());
    return Old.count('\n') != R.getReplacementText().count('\n');
  });
}

/// What the style would change in all of \p Text.
static Replacements violations(const clang::format::FormatStyle &Style,
                               llvm::StringRef Text) {
  return clang::format::reformat(Style, Text, Range(0, Text.size()), EditsFile);
}

/// Where the byte at \p Offset of the text after \p Edits was before; nothing
/// where they put it there.
static std::optional<unsigned> placeBefore(const Replacements &Edits,
                                           unsigned Offset) {
  int64_t Moved = 0; // Bytes that the edits before add.
  for (const Replacement &R : Edits) {
    const int64_t Begin = R.getOffset() + Moved;
    if (Offset < Begin)
      break;
    if (Offset < Begin + int64_t(R.getReplacementText().size()))
      return std::nullopt;
    Moved += int64_t(R.getReplacementText().size()) - R.getLength();
  }
  return Offset - Moved;
}

Replacements bankfix::formatted(llvm::StringRef Text, llvm::StringRef Path,
                                Replacements Edits, bool KeepsLines) {
  auto Style = styleFor(Path, Text);
  if (!Style) {
    llvm::consumeError(Style.takeError()); // formatProblem() says it.
    return Edits;
  }
  if (Style->DisableFormat || Edits.empty())
    return Edits;
  auto New = clang::tooling::applyAllReplacements(Text, Edits);
  if (!New) {
    llvm::consumeError(New.takeError());
    return Edits;
  }
  std::set<unsigned> Known;
  for (const Replacement &R : violations(*Style, Text))
    Known.insert(R.getOffset());
  Replacements Ours;
  for (const Replacement &R : violations(*Style, *New)) {
    std::optional<unsigned> Old = placeBefore(Edits, R.getOffset());
    if (!Old || !Known.count(*Old))
      llvm::cantFail(Ours.add(R)); // They came in order, without overlaps.
  }
  if (KeepsLines && movesLines(*New, Ours))
    return Edits;
  return Edits.merge(Ours);
}
