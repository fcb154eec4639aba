//===- MacroInsertion.cpp - Where macros can be defined -------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/MacroInsertion.h"

using namespace bankfix;

/// \p Offset, or the start of the line behind the comment that it lies in.
static unsigned behindComment(const clang::SourceManager &SM,
                              const clang::LangOptions &Options,
                              unsigned Offset) {
  clang::FileID File = SM.getMainFileID();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, Options);
  Raw.SetCommentRetentionState(true);
  clang::Token T;
  do {
    Raw.LexFromRawLexer(T);
    unsigned Begin = SM.getFileOffset(T.getLocation());
    unsigned End = Begin + T.getLength();
    if (T.is(clang::tok::comment) && Begin < Offset && Offset < End) {
      size_t NewLine = SM.getBufferData(File).find('\n', End);
      return NewLine == llvm::StringRef::npos ? Offset : unsigned(NewLine) + 1;
    }
    if (Begin >= Offset)
      break;
  } while (T.isNot(clang::tok::eof));
  return Offset;
}

/// Where the first text lies that a layout may change.
static unsigned firstEdit(const SourceMap &Map, unsigned End) {
  for (const ArraySource &A : Map.Arrays)
    for (const DimensionSource &D : A.Dims)
      End = std::min(End, D.Range.Begin);
  for (const PointerSource &P : Map.Pointers)
    for (const DimensionSource &D : P.Dims)
      End = std::min(End, D.Range.Begin);
  for (const AccessSource &A : Map.Accesses)
    for (FileRange R : A.Subscripts)
      End = std::min(End, R.Begin);
  for (const HostSizeSource &S : Map.HostSizes)
    if (S.File == 0)
      End = std::min(End, S.Whole.Begin);
  return End;
}

/// \p At, if a line may be inserted there in every configuration; else where
/// the last one may be, before \p First.
static unsigned inGap(const TextGaps &Gaps, unsigned At, unsigned First) {
  if (Gaps.isBetween(At, First))
    return At;
  for (const DeclarationGap &G : llvm::reverse(Gaps.Declarations))
    if (G.Line && *G.Line <= First && First < G.End)
      return *G.Line;
  return At;
}

unsigned bankfix::macroInsertion(const JudgedUnit &U, const SourceMap &Map,
                                 const TextGaps &Gaps) {
  const clang::SourceManager &SM = U.Source.manager();
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  unsigned First = Text.size();
  std::vector<unsigned> Ends = U.Preprocessed.DirectiveEnds;
  const unsigned FirstEdit = firstEdit(Map, Text.size());
  auto IsUser = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    return (V && U.arrayOf(V)) || (F && U.Kernels.count(F)) ||
           (FirstEdit >= U.Source.offset(D->getBeginLoc()) &&
            FirstEdit <= U.Source.offset(D->getEndLoc())) ||
           llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D);
  };
  for (const clang::Decl *D :
       U.Context.getTranslationUnitDecl()->noload_decls()) {
    if (!D->getLocation().isValid() || !U.Source.inMainFile(D->getLocation()))
      continue;
    if (IsUser(D))
      First = std::min(First, U.Source.offset(D->getBeginLoc()));
    Ends.push_back(U.Source.offset(D->getEndLoc()));
  }
  First = std::min(First, FirstEdit);
  // An #if around the first use may be off where another use is on.
  for (const FileRange &If : U.Preprocessed.Conditionals)
    if (If.Begin < First && First < If.End)
      First = If.Begin;
  unsigned Last = 0;
  bool Any = false;
  for (unsigned E : Ends)
    if (E < First && (Any = true))
      Last = std::max(Last, E);
  unsigned Start = Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  size_t NewLine = Any ? Text.find('\n', Last) : llvm::StringRef::npos;
  unsigned At =
      NewLine == llvm::StringRef::npos ? Start : unsigned(NewLine) + 1;
  return inGap(Gaps, behindComment(SM, U.Context.getLangOpts(), At), First);
}
