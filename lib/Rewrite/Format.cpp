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
#include "llvm/ADT/StringExtras.h"
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

/// Clang's formatter takes time that is quadratic in the lines of a comment,
/// and seconds for what nobody wrote by hand.
static bool isTooLong(llvm::StringRef Text) {
  constexpr size_t MostLines = 20000, MostOfOneComment = 1000;
  size_t Lines = 0, Comment = 0;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    Comment = Line.ltrim().starts_with("//") ? Comment + 1 : 0;
    if (++Lines > MostLines || Comment > MostOfOneComment)
      return true;
  }
  return false;
}

std::string bankfix::formatProblem(llvm::StringRef Path, llvm::StringRef Text) {
  auto Style = styleFor(Path, Text);
  if (!Style)
    return llvm::toString(Style.takeError());
  return !Style->DisableFormat && isTooLong(Text) ? "the file is too long" : "";
}

/// Breaking lines otherwise moves what stands behind them.
static bool movesLines(llvm::StringRef Text, const Replacements &Edits) {
  return llvm::any_of(Edits, [&](const Replacement &R) {
    llvm::StringRef Old = Text.substr(R.getOffset(), R.getLength());
    return Old.count('\n') != R.getReplacementText().count('\n');
  });
}

/// The lines at \p Offset and around it, as far as others line up with them.
static Range around(llvm::StringRef Text, size_t Offset, size_t Length) {
  constexpr unsigned Lines = 60;
  size_t Begin = Offset, End = Offset + Length;
  for (unsigned N = 0; N < Lines && Begin; ++N) {
    size_t Before = Text.take_front(Begin - 1).rfind('\n');
    Begin = Before == llvm::StringRef::npos ? 0 : Before + 1;
  }
  for (unsigned N = 0; N < Lines && End < Text.size(); ++N)
    End = std::min(Text.find('\n', End), Text.size() - 1) + 1;
  return Range(Begin, End - Begin);
}

/// What the style would change around \p Edits in \p Text, which they have made
/// already with \p AreMade.
static Replacements violations(const clang::format::FormatStyle &Style,
                               llvm::StringRef Text, const Replacements &Edits,
                               bool AreMade) {
  std::vector<Range> Ranges;
  int64_t Moved = 0;
  for (const Replacement &R : Edits) {
    const int64_t New = R.getReplacementText().size();
    Ranges.push_back(around(Text, R.getOffset() + (AreMade ? Moved : 0),
                            AreMade ? New : R.getLength()));
    Moved += New - R.getLength();
  }
  return clang::format::reformat(Style, Text, Ranges, EditsFile);
}

/// \p Edits, of which an `#include` goes to where the style sorts it, if those
/// around it are sorted. It is a header that needs no other.
static Replacements withSortedInclude(const clang::format::FormatStyle &Style,
                                      llvm::StringRef Text,
                                      Replacements Edits) {
  auto It = llvm::find_if(Edits, [](const Replacement &R) {
    return R.getReplacementText().contains("#include");
  });
  if (It == Edits.end())
    return Edits;
  auto InOrder = [&](llvm::StringRef Of, size_t Offset, size_t Length) {
    return clang::format::sortIncludes(Style, Of, around(Of, Offset, Length),
                                       EditsFile);
  };
  Replacements Added;
  llvm::cantFail(Added.add(*It));
  auto New = clang::tooling::applyAllReplacements(Text, Added);
  if (!New || !InOrder(Text, It->getOffset(), 0).empty()) {
    llvm::consumeError(New.takeError());
    return Edits;
  }
  Replacements Sorted = Added.merge(
      InOrder(*New, It->getOffset(), It->getReplacementText().size()));
  for (const Replacement &R : Edits)
    if (R != *It)
      if (llvm::Error E = Sorted.add(R)) {
        llvm::consumeError(std::move(E)); // It is about the includes, too.
        return Edits;
      }
  return Sorted;
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
  if (Style->DisableFormat || Edits.empty() || isTooLong(Text))
    return Edits;
  if (!KeepsLines)
    Edits = withSortedInclude(*Style, Text, std::move(Edits));
  auto New = clang::tooling::applyAllReplacements(Text, Edits);
  if (!New) {
    llvm::consumeError(New.takeError());
    return Edits;
  }
  std::set<unsigned> Known;
  for (const Replacement &R : violations(*Style, Text, Edits, false))
    Known.insert(R.getOffset());
  Replacements Ours;
  for (const Replacement &R : violations(*Style, *New, Edits, true)) {
    std::optional<unsigned> Old = placeBefore(Edits, R.getOffset());
    if (!Old || !Known.count(*Old))
      llvm::cantFail(Ours.add(R)); // They came in order, without overlaps.
  }
  if (KeepsLines && movesLines(*New, Ours))
    return Edits;
  return Edits.merge(Ours);
}
