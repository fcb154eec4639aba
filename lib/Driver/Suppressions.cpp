//===- Suppressions.cpp - Comments that keep findings quiet ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suppressions.h"
#include "bankfix/Frontend/Comments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace bankfix;
using llvm::StringRef;

static bool matches(StringRef Glob, StringRef Rule) {
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (!Pattern) {
    llvm::consumeError(Pattern.takeError());
    return false;
  }
  return Pattern->match(Rule);
}

/// It is for bankfix, and not for another tool as well.
bool Suppressions::names(const Entry &E) {
  return E.IsKeep || llvm::any_of(E.Globs, [](StringRef Glob) {
           return Glob.starts_with("bankfix");
         });
}

/// Takes "(a,b)" off the front of \p Text.
static std::vector<std::string> takeGlobs(StringRef &Text) {
  std::vector<std::string> Out;
  if (!Text.starts_with("("))
    return Out;
  StringRef List =
      Text.drop_front().take_until([](char C) { return C == ')'; });
  Text = Text.drop_front(std::min(List.size() + 2, Text.size()));
  for (StringRef Glob : llvm::split(List, ','))
    if (!Glob.trim().empty())
      Out.push_back(Glob.trim().str());
  return Out;
}

/// An end is that of the last beginning with the same list.
void Suppressions::end(const Entry &E) {
  for (size_t I : llvm::reverse(Begun))
    if (All[I].Globs == E.Globs) {
      All[I].Last = E.Line;
      llvm::erase(Begun, I);
      return;
    }
  All.push_back(E);
  All.back().Broken = "has no NOLINTBEGIN";
}

void Suppressions::read(StringRef Comment, unsigned Line, unsigned FileEnd) {
  while (true) {
    size_t At = Comment.find("NOLINT");
    if (At == StringRef::npos)
      return;
    Line += Comment.take_front(At).count('\n');
    Comment = Comment.drop_front(At);
    StringRef Rest = Comment.drop_front(StringRef("NOLINT").size());
    Entry E;
    E.Line = E.First = E.Last = Line;
    bool IsNext = Rest.consume_front("NEXTLINE");
    bool IsBegin = !IsNext && Rest.consume_front("BEGIN");
    bool IsEnd = !IsNext && !IsBegin && Rest.consume_front("END");
    bool IsWord = Rest.empty() || !llvm::isAlnum(Rest.front());
    E.Globs = takeGlobs(Rest);
    E.Text = Comment.drop_back(Rest.size()).str();
    Comment = Rest;
    if (!IsWord)
      continue;
    if (IsEnd) {
      end(E);
      continue;
    }
    if (IsNext)
      E.First = E.Last = Line + 1;
    if (IsBegin) {
      Begun.push_back(All.size());
      E.Last = FileEnd;
    }
    All.push_back(std::move(E));
  }
}

Suppressions::Suppressions(const std::string &Text) {
  StringRef Whole = Text;
  if (!Whole.contains("NOLINT") && !Whole.contains("bankfix:"))
    return;
  unsigned FileEnd = Whole.count('\n') + 1;
  for (const SourceComment &C : commentsOf(Whole)) {
    read(C.Text, C.FirstLine, FileEnd);
    StringRef Said = C.Text.trim("/*! \t\r\n");
    if (Said.consume_front("bankfix:") && Said.trim().starts_with("keep")) {
      Entry E;
      E.First = C.OwnerFirst;
      E.Last = C.OwnerLast;
      E.Line = C.FirstLine;
      E.IsKeep = true;
      E.Text = "bankfix: keep";
      All.push_back(std::move(E));
    }
  }
  for (size_t I : Begun)
    All[I].Broken = "has no NOLINTEND";
}

bool Suppressions::hides(unsigned Line, StringRef Rule) {
  bool Hidden = false;
  for (Entry &E : All) {
    bool Holds =
        !E.IsKeep && E.Broken.empty() && E.First <= Line && Line <= E.Last &&
        (E.Globs.empty() ||
         llvm::any_of(E.Globs, [&](StringRef G) { return matches(G, Rule); }));
    E.IsUsed |= Holds;
    Hidden |= Holds;
  }
  return Hidden;
}

bool Suppressions::keeps(unsigned Line) {
  bool Kept = false;
  for (Entry &E : All) {
    bool Holds = E.IsKeep && E.First <= Line && Line <= E.Last;
    E.IsUsed |= Holds;
    Kept |= Holds;
  }
  return Kept;
}

std::vector<FileDiagnostic> Suppressions::unused(StringRef File) const {
  std::vector<FileDiagnostic> Out;
  for (const Entry &E : All) {
    if (!names(E) || (E.IsUsed && E.Broken.empty()))
      continue;
    std::string Why = E.IsKeep           ? "stands at no kernel"
                      : E.Broken.empty() ? "hides no finding; it can go"
                                         : E.Broken;
    Out.push_back({Severity::Warning,
                   {File.str(), E.Line, 1},
                   "'" + E.Text + "' " + Why});
  }
  return Out;
}
