//===- UnifiedDiff.cpp - A change as patch(1) takes it --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither LLVM nor Clang writes unified diffs. The steps:
//
//   lines ──compare──▶ one Edit per line ──splitHunks──▶ ranges ──▶ text
//
// compare is Myers' greedy algorithm (An O(ND) Difference Algorithm and Its
// Variations, 1986) on what is left between the common first and last lines.
//
//===----------------------------------------------------------------------===//

#include "bankfix/Report/UnifiedDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <vector>

using namespace bankfix;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// Lines of context around a change.
constexpr size_t Context = 3;
/// Differing lines beyond which the middle is replaced as a whole: finding the
/// shortest script takes memory quadratic in them.
constexpr int MaxDistance = 2000;

using Lines = std::vector<StringRef>; ///< Each with its newline, if it has one.

enum class Edit : char { Keep = ' ', Remove = '-', Add = '+' };
using Script = std::vector<Edit>;

/// For each distance, the furthest row reached on each diagonal.
using Trace = std::vector<std::vector<int>>;

/// A range of a script, and the lines before it on either side.
struct Hunk {
  size_t Begin, End;
  size_t OldLine, NewLine;
};
} // namespace

static Lines splitLines(StringRef Text) {
  Lines Result;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Result.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Result;
}

/// Diagonal K (old line minus new line) at distance D was reached by adding a
/// line, and not by removing one.
static bool cameByAdding(const std::vector<int> &Reached, int K, int D,
                         int Middle) {
  return K == -D ||
         (K != D && Reached[Middle + K - 1] < Reached[Middle + K + 1]);
}

/// Runs the greedy search; the trace is empty where MaxDistance is exceeded.
static Trace search(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  int N = int(Old.size()), M = int(New.size());
  int Limit = std::min(N + M, MaxDistance), Middle = Limit + 1;
  std::vector<int> Reached(2 * Middle + 1, 0);
  Trace History;
  for (int D = 0; D <= Limit; ++D) {
    History.push_back(Reached);
    for (int K = -D; K <= D; K += 2) {
      int X = cameByAdding(Reached, K, D, Middle) ? Reached[Middle + K + 1]
                                                  : Reached[Middle + K - 1] + 1;
      while (X < N && X - K < M && Old[X] == New[X - K])
        ++X;
      Reached[Middle + K] = X;
      if (X >= N && X - K >= M)
        return History;
    }
  }
  return {};
}

/// Walks a trace back from the end of both sides.
static Script backtrack(const Trace &History, int N, int M) {
  Script Reversed;
  int X = N, Y = M, Middle = (int(History.front().size()) - 1) / 2;
  for (int D = int(History.size()) - 1; D >= 0; --D) {
    const std::vector<int> &Reached = History[D];
    bool Added = cameByAdding(Reached, X - Y, D, Middle);
    int FromK = Added ? X - Y + 1 : X - Y - 1;
    int FromX = D ? Reached[Middle + FromK] : 0;
    int FromY = D ? FromX - FromK : 0;
    for (; X > FromX && Y > FromY; --X, --Y)
      Reversed.push_back(Edit::Keep);
    if (D)
      Reversed.push_back(Added ? Edit::Add : Edit::Remove);
    X = FromX;
    Y = FromY;
  }
  std::reverse(Reversed.begin(), Reversed.end());
  return Reversed;
}

static Script compareMiddle(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  if (Trace History = search(Old, New); !History.empty())
    return backtrack(History, int(Old.size()), int(New.size()));
  Script Replaced(Old.size(), Edit::Remove);
  Replaced.insert(Replaced.end(), New.size(), Edit::Add);
  return Replaced;
}

static Script compare(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  size_t Shorter = std::min(Old.size(), New.size()), Head = 0, Tail = 0;
  while (Head < Shorter && Old[Head] == New[Head])
    ++Head;
  while (Tail < Shorter - Head &&
         Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  Script Result(Head, Edit::Keep);
  llvm::append_range(Result,
                     compareMiddle(Old.drop_front(Head).drop_back(Tail),
                                   New.drop_front(Head).drop_back(Tail)));
  Result.insert(Result.end(), Tail, Edit::Keep);
  return Result;
}

/// Puts the removed lines of each change before the added ones.
static void removeFirst(Script &Edits) {
  for (auto I = Edits.begin(); I != Edits.end();) {
    auto End = std::find(I, Edits.end(), Edit::Keep);
    std::partition(I, End, [](Edit E) { return E == Edit::Remove; });
    I = End == Edits.end() ? End : End + 1;
  }
}

/// Groups changes that have no more than twice the context between them.
static std::vector<Hunk> splitHunks(const Script &Edits) {
  std::vector<Hunk> Hunks;
  size_t OldLine = 0, NewLine = 0;
  for (size_t I = 0; I < Edits.size(); ++I) {
    if (Edits[I] != Edit::Keep) {
      size_t Before = std::min(Context, I);
      if (Hunks.empty() || I > Hunks.back().End + Context)
        Hunks.push_back({I - Before, 0, OldLine - Before, NewLine - Before});
      Hunks.back().End = std::min(I + 1 + Context, Edits.size());
    }
    OldLine += Edits[I] != Edit::Add;
    NewLine += Edits[I] != Edit::Remove;
  }
  return Hunks;
}

/// "12,7"; an empty range is named by the line before it.
static void printRange(llvm::raw_ostream &OS, size_t Skipped, size_t Count) {
  OS << (Count ? Skipped + 1 : Skipped);
  if (Count != 1)
    OS << ',' << Count;
}

static void printLine(llvm::raw_ostream &OS, Edit Kind, StringRef Line) {
  OS << char(Kind) << Line;
  if (!Line.ends_with("\n"))
    OS << "\n\\ No newline at end of file\n";
}

static void printHunk(llvm::raw_ostream &OS, const Hunk &H, const Script &Edits,
                      const Lines &Old, const Lines &New) {
  auto Range = ArrayRef(Edits).slice(H.Begin, H.End - H.Begin);
  OS << "@@ -";
  printRange(OS, H.OldLine, Range.size() - llvm::count(Range, Edit::Add));
  OS << " +";
  printRange(OS, H.NewLine, Range.size() - llvm::count(Range, Edit::Remove));
  OS << " @@\n";
  size_t OldLine = H.OldLine, NewLine = H.NewLine;
  for (Edit Kind : Range) {
    printLine(OS, Kind, Kind == Edit::Add ? New[NewLine] : Old[OldLine]);
    OldLine += Kind != Edit::Add;
    NewLine += Kind != Edit::Remove;
  }
}

/// A file name as git writes it in a header: quoted where it holds characters
/// that would break the line, ended by a tab where it holds a space.
static std::string headerName(StringRef Side, StringRef Path) {
  std::string Name = (Side + Path.ltrim('/')).str();
  auto Breaks = [](unsigned char C) {
    return C < ' ' || C == '"' || C == '\\' || C == 127;
  };
  if (llvm::none_of(Name, Breaks))
    return StringRef(Name).contains(' ') ? Name + '\t' : Name;
  std::string Quoted = "\"";
  for (unsigned char C : Name) {
    if (!Breaks(C))
      Quoted += char(C);
    else
      Quoted +=
          {'\\', char('0' + C / 64), char('0' + C / 8 % 8), char('0' + C % 8)};
  }
  return Quoted + '"';
}

std::string bankfix::unifiedDiff(StringRef Path, StringRef Before,
                                 StringRef After) {
  std::string Text;
  if (Before == After)
    return Text;
  Lines Old = splitLines(Before), New = splitLines(After);
  Script Edits = compare(Old, New);
  removeFirst(Edits);
  llvm::raw_string_ostream OS(Text);
  OS << "--- " << headerName("a/", Path) << "\n+++ " << headerName("b/", Path)
     << '\n';
  for (const Hunk &H : splitHunks(Edits))
    printHunk(OS, H, Edits, Old, New);
  return Text;
}
