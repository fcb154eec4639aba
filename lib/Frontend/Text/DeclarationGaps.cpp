//===- DeclarationGaps.cpp - Where declarations may be put ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int a;                          token ┐
//                                         │ a gap: its Line is here ...
//   #ifdef X                    directive ┘
//   __attribute__((noinline))       token   ... as this may belong to k,
//   #endif                      directive   and what lies here to neither
//   __global__ void k();            token
//
//===----------------------------------------------------------------------===//

#include "Text/DeclarationGaps.h"
#include "Text/BraceStates.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

namespace {

class GapFinder {
public:
  GapFinder(llvm::StringRef Text, const clang::LangOptions &Options)
      : Text(Text), Options(Options) {}

  TextGaps find();

private:
  using Closers = std::map<unsigned, unsigned>; ///< By what they close.

  void directive(unsigned Begin, unsigned End);
  void conditional(llvm::StringRef Word, llvm::StringRef Rest, unsigned Begin);
  void token(const clang::Token &T, unsigned Begin, unsigned End);
  void addGap(unsigned ItemBegin, bool IsToken);
  std::optional<unsigned> lineBefore(unsigned ItemBegin) const;
  const FileRange *commentAt(unsigned Offset) const;
  unsigned lineStart(unsigned Offset) const {
    size_t At = Text.take_front(Offset).rfind('\n');
    return At == llvm::StringRef::npos ? 0 : unsigned(At) + 1;
  }
  unsigned lineEnd(unsigned Offset) const;
  bool isBlank(unsigned Begin, unsigned End) const {
    return Text.slice(Begin, End).trim().empty();
  }
  void setEnds();

  llvm::StringRef Text;
  const clang::LangOptions &Options;
  BraceStates States;
  TextGaps Out;
  unsigned After = 0;       ///< Where the last token or directive ends.
  bool AfterToken = false;  ///< It is a token.
  bool AfterPragma = false; ///< It may belong to the declaration behind it.
  std::vector<FileRange> Comments; ///< Since then.
  std::vector<unsigned> Branches;  ///< Where those that are open begin.
  Closers BranchEnds, NamespaceEnds;
  struct Enclosing {
    std::optional<unsigned> Branch;
    std::vector<unsigned> Namespaces; ///< In some configuration, innermost.
  };
  std::vector<Enclosing> Enclosed; ///< One per Out.Declarations.
};

/// The end of the line, spliced ones included.
unsigned GapFinder::lineEnd(unsigned Offset) const {
  size_t At = Text.find('\n', Offset);
  while (At != llvm::StringRef::npos &&
         Text.take_front(At).rtrim('\r').ends_with("\\"))
    At = Text.find('\n', At + 1);
  return At == llvm::StringRef::npos ? Text.size() : unsigned(At);
}

const FileRange *GapFinder::commentAt(unsigned Offset) const {
  for (const FileRange &C : Comments)
    if (C.Begin < Offset && Offset < C.End)
      return &C;
  return nullptr;
}

/// The start of a line behind After, before the comments that end right above
/// what begins at \p ItemBegin.
std::optional<unsigned> GapFinder::lineBefore(unsigned ItemBegin) const {
  const unsigned First =
      After == 0 || Text[After - 1] == '\n'
          ? After
          : std::min<size_t>(lineEnd(After) + 1, ItemBegin + 1);
  auto Start = [&](unsigned Offset) {
    unsigned At = lineStart(Offset);
    while (const FileRange *C = commentAt(At))
      At = lineStart(C->Begin);
    return std::max(At, unsigned(Text.starts_with("\xef\xbb\xbf") ? 3 : 0));
  };
  unsigned At = Start(ItemBegin);
  if (At < First)
    return std::nullopt;
  while (At > First) {
    unsigned Above = Start(At - 1);
    if (Above < First || isBlank(Above, At))
      break;
    At = Above;
  }
  return At;
}

/// Notes the gap between After and what begins at \p ItemBegin.
void GapFinder::addGap(unsigned ItemBegin, bool IsToken) {
  bool IsGap = States.all(
      [](const BraceState &S) { return S.AtBoundary && S.isOutermost(); });
  bool IsAttached = AfterPragma;
  for (unsigned At = After; At < ItemBegin && IsAttached;) {
    unsigned End = lineEnd(At); // An empty line parts them.
    IsAttached = At == After || End >= ItemBegin || !isBlank(At, End);
    At = End + 1;
  }
  if (!IsGap || IsAttached)
    return;
  DeclarationGap G;
  G.Around = {After, ItemBegin};
  G.Line = lineBefore(ItemBegin);
  if (IsToken || AfterToken)
    G.Inline = IsToken ? ItemBegin : After;
  Enclosing E;
  if (!Branches.empty())
    E.Branch = Branches.back();
  for (const BraceState &S : States.states())
    if (auto Open = S.namespaceOpen())
      E.Namespaces.push_back(*Open);
  Out.Declarations.push_back(G);
  Enclosed.push_back(std::move(E));
}

void GapFinder::conditional(llvm::StringRef Word, llvm::StringRef Rest,
                            unsigned Begin) {
  if (!Word.starts_with("if") && !Branches.empty()) {
    BranchEnds[Branches.back()] = Begin;
    Branches.pop_back();
  }
  if (Word.starts_with("if"))
    States.beginIf(conditionOf(Word, Rest));
  else if (Word == "endif")
    States.endIf();
  else
    States.beginElse(Word == "else");
  if (Word != "endif")
    Branches.push_back(Begin);
}

void GapFinder::directive(unsigned Begin, unsigned End) {
  addGap(Begin, /*IsToken=*/false);
  llvm::StringRef Line = Text.slice(Begin + 1, End).ltrim();
  llvm::StringRef Word = Line.take_while(llvm::isAlpha);
  llvm::StringRef Rest = Line.drop_front(Word.size()).trim();
  if (Word.starts_with("if") || Word.starts_with("el") || Word == "endif")
    conditional(Word, Rest, Begin);
  else if (Word == "define" || Word == "undef")
    States.define(
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }));
  llvm::StringRef Whose = Rest.take_while(llvm::isAlnum);
  // These are for all that follows.
  bool IsWhole = Whose == "once" || Whose == "OPENCL" || Whose == "GCC" ||
                 Whose == "clang" || Whose == "warning" || Whose == "diag" ||
                 Whose == "pack";
  AfterPragma =
      Word == "pragma" ? !IsWhole : AfterPragma && Word.starts_with("e");
  After = std::min<size_t>(End + 1, Text.size());
  AfterToken = false;
  Comments.clear();
}

void GapFinder::token(const clang::Token &T, unsigned Begin, unsigned End) {
  addGap(Begin, /*IsToken=*/true);
  if (States.all([](const BraceState &S) {
        return S.AtBoundary && !S.Scopes.empty() &&
               S.Scopes.back().What == BraceState::Braces;
      }))
    Out.Statements.push_back(Begin);
  if (T.is(clang::tok::r_brace))
    for (const BraceState &S : States.states())
      if (!S.Scopes.empty() && S.Scopes.back().What == BraceState::Namespace)
        NamespaceEnds.try_emplace(S.Scopes.back().Open, Begin);
  States.take(T, Begin);
  AfterPragma = false;
  After = End;
  AfterToken = true;
  Comments.clear();
}

void GapFinder::setEnds() {
  auto EndOf = [&](const Closers &All, unsigned Open) {
    auto It = All.find(Open);
    return It == All.end() ? unsigned(Text.size()) : It->second;
  };
  for (auto [G, E] : llvm::zip_equal(Out.Declarations, Enclosed)) {
    G.End = E.Branch ? EndOf(BranchEnds, *E.Branch) : Text.size();
    for (unsigned Open : E.Namespaces)
      G.End = std::min(G.End, EndOf(NamespaceEnds, Open));
  }
}

TextGaps GapFinder::find() {
  clang::Lexer Raw(clang::SourceLocation(), Options, Text.begin(), Text.begin(),
                   Text.end());
  Raw.SetCommentRetentionState(true);
  if (Text.starts_with("\xef\xbb\xbf"))
    After = 3;
  unsigned DirectiveEnd = 0;
  clang::Token T;
  for (;;) {
    Raw.LexFromRawLexer(T);
    if (T.is(clang::tok::eof))
      break;
    unsigned End = Raw.getBufferLocation() - Text.begin();
    unsigned Begin = End - T.getLength();
    if (Begin < DirectiveEnd && !(T.is(clang::tok::comment) && End > After))
      continue;
    if (T.is(clang::tok::comment)) {
      Comments.push_back({Begin, End});
    } else if (T.is(clang::tok::hash) && T.isAtStartOfLine()) {
      DirectiveEnd = lineEnd(Begin);
      directive(Begin, DirectiveEnd);
    } else {
      token(T, Begin, End);
    }
  }
  setEnds();
  return std::move(Out);
}

} // namespace

bool TextGaps::isBetween(unsigned Offset, unsigned Last) const {
  return llvm::any_of(Declarations, [&](const DeclarationGap &G) {
    return G.Around.Begin <= Offset && Offset <= G.Around.End && Last < G.End;
  });
}

bool TextGaps::isStatement(unsigned Offset) const {
  return llvm::binary_search(Statements, Offset);
}

TextGaps bankfix::findGaps(llvm::StringRef Text,
                           const clang::LangOptions &Options) {
  return GapFinder(Text, Options).find();
}
