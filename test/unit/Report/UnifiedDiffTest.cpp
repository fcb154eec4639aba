//===- UnifiedDiffTest.cpp - Diffs that apply -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Report/UnifiedDiff.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace bankfix;
using llvm::StringRef;

namespace {
/// "a,b,c" is three lines, each ended by a newline.
std::string lines(StringRef Letters) {
  std::string Text;
  for (StringRef Line : llvm::split(Letters, ','))
    Text += Line.str() + "\n";
  return Text;
}

std::string hunks(StringRef Before, StringRef After) {
  std::string Diff = unifiedDiff("f", Before, After);
  StringRef Rest = Diff;
  EXPECT_TRUE(Rest.consume_front("--- a/f\n+++ b/f\n")) << Diff;
  return Rest.str();
}

/// Takes the next line of \p Text off, without its newline.
StringRef takeLine(StringRef &Text) {
  auto [Line, Rest] = Text.split('\n');
  Text = Rest;
  return Line;
}

/// Line number and line count of one side of a hunk header: "-12,7".
std::pair<unsigned, unsigned> parseRange(StringRef Range) {
  auto [Line, Count] = Range.drop_front().split(',');
  unsigned L = 0, C = 1;
  EXPECT_FALSE(Line.getAsInteger(10, L));
  EXPECT_TRUE(Count.empty() || !Count.getAsInteger(10, C));
  return {L, C};
}

/// A small patch(1) that knows nothing of how diffs are made. It checks every
/// kept and removed line and every count of the headers.
struct Patch {
  StringRef Old; ///< What of the old text has not been copied.
  std::string New;
  unsigned OldLine = 0, NewLine = 0; ///< Lines of each side that are done.
  unsigned OldLeft = 0, NewLeft = 0; ///< Of the open hunk.
  char Last = ' ';                   ///< The kind of the line before.

  void copyTo(unsigned Line) {
    for (; OldLine < Line; ++OldLine, ++NewLine)
      New += takeLine(Old).str() + "\n";
  }

  void openHunk(StringRef Header) {
    llvm::SmallVector<StringRef> Words;
    Header.split(Words, ' ');
    ASSERT_EQ(Words.size(), 4u) << Header.str();
    auto [OldStart, OldCount] = parseRange(Words[1]);
    auto [NewStart, NewCount] = parseRange(Words[2]);
    copyTo(OldCount ? OldStart - 1 : OldStart);
    ASSERT_EQ(NewLine, NewCount ? NewStart - 1 : NewStart) << Header.str();
    OldLeft = OldCount;
    NewLeft = NewCount;
  }

  void line(char Kind, StringRef Text) {
    if (Kind != '+') {
      ASSERT_EQ(takeLine(Old), Text);
      ++OldLine, --OldLeft;
    }
    if (Kind != '-') {
      New += Text.str() + "\n";
      ++NewLine, --NewLeft;
    }
    Last = Kind;
  }

  void noNewline() {
    if (Last == '+')
      New.pop_back();
    else
      ASSERT_TRUE(Old.empty());
    if (Last == ' ')
      New.pop_back();
  }

  void finishHunk() {
    EXPECT_TRUE(OldLeft == 0 && NewLeft == 0) << "a hunk has too few lines";
  }
};

std::string patched(StringRef Before, StringRef Diff) {
  Patch P;
  P.Old = Before;
  while (!Diff.empty() && !testing::Test::HasFatalFailure()) {
    StringRef Line = takeLine(Diff);
    if (Line.starts_with("@@")) {
      P.finishHunk();
      P.openHunk(Line);
    } else if (Line.starts_with("\\")) {
      P.noNewline();
    } else {
      P.line(Line.front(), Line.drop_front());
    }
  }
  P.finishHunk();
  return P.New + P.Old.str();
}

/// A text of few different lines, so that there is much to align.
std::string randomText(std::mt19937 &Random) {
  static constexpr const char *Choices[] = {"a\n", "b\n", "\n", "c\r\n", "}\n"};
  std::string Text;
  for (unsigned I = 0, N = Random() % 30; I < N; ++I)
    Text += Choices[Random() % std::size(Choices)];
  if (Random() % 3 == 0)
    Text += "end";
  return Text;
}

/// The first header line for \p Path.
std::string header(StringRef Path) {
  std::string Diff = unifiedDiff(Path, "", "a\n");
  return Diff.substr(0, Diff.find("\n+++"));
}
} // namespace

TEST(UnifiedDiff, NothingChanged) {
  EXPECT_EQ(unifiedDiff("f", "", ""), "");
  EXPECT_EQ(unifiedDiff("f", "a\nb", "a\nb"), "");
}

TEST(UnifiedDiff, OneLine) {
  EXPECT_EQ(unifiedDiff("dir/tr.cu", lines("1,2,3,4,5,6,7,8,9"),
                        lines("1,2,3,4,five,6,7,8,9")),
            "--- a/dir/tr.cu\n"
            "+++ b/dir/tr.cu\n"
            "@@ -2,7 +2,7 @@\n"
            " 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, AddedAndRemovedLines) {
  EXPECT_EQ(hunks(lines("a"), lines("a,b")), "@@ -1 +1,2 @@\n a\n+b\n");
  EXPECT_EQ(hunks(lines("a,b"), lines("b")), "@@ -1,2 +1 @@\n-a\n b\n");
  EXPECT_EQ(hunks("", lines("a")), "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(hunks(lines("a,b"), ""), "@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(UnifiedDiff, RemovedLinesComeFirst) {
  EXPECT_EQ(hunks(lines("a,b"), lines("c,d")),
            "@@ -1,2 +1,2 @@\n-a\n-b\n+c\n+d\n");
}

TEST(UnifiedDiff, NearChangesShareAHunk) {
  EXPECT_EQ(hunks(lines("a,1,2,3,4,5,6,b"), lines("A,1,2,3,4,5,6,B")),
            "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
}

TEST(UnifiedDiff, FarChangesDoNot) {
  EXPECT_EQ(hunks(lines("a,1,2,3,4,5,6,7,b"), lines("A,1,2,3,4,5,6,7,B")),
            "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
            "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(UnifiedDiff, LastLineWithoutNewline) {
  EXPECT_EQ(hunks("a\nb", "a\nb\n"), "@@ -1,2 +1,2 @@\n a\n-b\n"
                                     "\\ No newline at end of file\n+b\n");
  EXPECT_EQ(hunks("a\nb", "A\nb"), "@@ -1,2 +1,2 @@\n-a\n+A\n b\n"
                                   "\\ No newline at end of file\n");
}

TEST(UnifiedDiff, CarriageReturnsStay) {
  EXPECT_EQ(hunks("a\r\nb\r\n", "a\r\nc\r\n"),
            "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
}

TEST(UnifiedDiff, FileNames) {
  EXPECT_EQ(header("/abs/k.cu"), "--- a/abs/k.cu");
  EXPECT_EQ(header("my kernel.cu"), "--- a/my kernel.cu\t");
  EXPECT_EQ(header("k\xC3\xA9.cu"), "--- a/k\xC3\xA9.cu");
  EXPECT_EQ(header("a\n\"b\\.cu"), "--- \"a/a\\012\\042b\\134.cu\"");
}

TEST(UnifiedDiff, AppliesToRandomTexts) {
  std::mt19937 Random(1);
  for (unsigned I = 0; I < 5000; ++I) {
    std::string Before = randomText(Random), After = randomText(Random);
    if (Before != After)
      ASSERT_EQ(patched(Before, hunks(Before, After)), After) << Before;
  }
}

TEST(UnifiedDiff, AppliesToLongDifferentTexts) {
  std::string Before = "same\n", After = "same\n";
  for (unsigned I = 0; I < 3000; ++I) {
    Before += "old " + std::to_string(I) + "\n";
    After += "new " + std::to_string(I) + "\n";
  }
  EXPECT_EQ(patched(Before, hunks(Before, After)), After);
}
