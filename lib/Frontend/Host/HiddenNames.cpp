//===- HiddenNames.cpp - Names that the tree does not show ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef FAST
//   go<<<1, 64>>>(p);          skipped: another build may launch it
//   #endif
//   #define LAUNCH(k, p)       dropped: what the macro gets is nowhere in
//   LAUNCH(go, p);             the tree
//
//===----------------------------------------------------------------------===//

#include "Host/HiddenNames.h"
#include "Read/IncludedFiles.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace bankfix;

namespace {

using Locations = llvm::DenseSet<clang::SourceLocation>;

/// Where the tree has names of declarations, by their spelling.
class NamesInTree : public clang::DynamicRecursiveASTVisitor {
public:
  NamesInTree(const LoweredUnit &U, Locations &Into)
      : SM(U.Source.manager()), Into(Into) {
    ShouldVisitTemplateInstantiations = true;
    for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
      if (U.Source.isUserCode(D->getLocation()) ||
          llvm::isa<clang::LinkageSpecDecl>(D))
        TraverseDecl(D);
  }
  bool VisitNamedDecl(clang::NamedDecl *D) override {
    return add(D->getLocation());
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    return add(E->getLocation());
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    return add(E->getMemberLoc());
  }
  bool VisitTypeLoc(clang::TypeLoc L) override { return add(L.getBeginLoc()); }

private:
  bool add(clang::SourceLocation L) {
    if (L.isValid())
      Into.insert(SM.getSpellingLoc(L));
    return true;
  }

  const clang::SourceManager &SM;
  Locations &Into;
};

/// Reads the text of the user's files, token by token.
class NameReader {
public:
  explicit NameReader(const LoweredUnit &U) : U(U), SM(U.Source.manager()) {
    NamesInTree(U, Known);
  }

  void read(clang::FileID File);
  /// What was read, all in all.
  HiddenNames names() const;

private:
  void name(const clang::Token &T, std::string Name);
  const SkippedCode *skipping(unsigned Offset) const;

  const LoweredUnit &U;
  const clang::SourceManager &SM;
  HiddenNames Found; ///< Without those that macros hold.
  Locations Known;
  std::vector<const SkippedCode *> Skipped; ///< Of the file at hand.
  /// The directive at hand, and of `#define` the macro.
  std::string Directive, Macro;
  std::set<std::string> Spelled; ///< Outside of what skips or defines them.
  /// By macro: the names in its definitions.
  std::multimap<std::string, std::pair<std::string, clang::SourceLocation>>
      InMacros;
};

const SkippedCode *NameReader::skipping(unsigned Offset) const {
  for (const SkippedCode *S : Skipped)
    if (S->Range.Begin <= Offset && Offset < S->Range.End)
      return S;
  return nullptr;
}

void NameReader::name(const clang::Token &T, std::string Name) {
  if (const SkippedCode *S = skipping(SM.getFileOffset(T.getLocation()))) {
    if (S->Identifiers.count(Name)) // Else no build compiles it.
      Found.Skipped[Name].push_back(U.Source.place(T.getLocation()));
    return;
  }
  if (Directive == "define") {
    if (Macro.empty())
      Macro = std::move(Name);
    else if (Spelled.insert(Name); !Known.contains(T.getLocation()))
      InMacros.insert({Macro, {std::move(Name), T.getLocation()}});
    return;
  }
  if (!Directive.empty())
    return;
  Spelled.insert(Name);
  if (!Known.contains(T.getLocation()))
    Found.Dropped.try_emplace(std::move(Name), U.Source.place(T.getLocation()));
}

void NameReader::read(clang::FileID File) {
  const std::string Path =
      File == SM.getMainFileID()
          ? ""
          : SM.getFilename(SM.getLocForStartOfFile(File)).str();
  Skipped.clear();
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.File == Path)
      Skipped.push_back(&S);
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  bool IsDirective = false;
  clang::Token T;
  while (!Raw.LexFromRawLexer(T)) {
    if (T.isAtStartOfLine()) {
      IsDirective = T.is(clang::tok::hash);
      Directive = Macro = "";
    }
    if (!T.is(clang::tok::raw_identifier))
      continue;
    if (IsDirective) {
      Directive = T.getRawIdentifier().str();
      IsDirective = false;
    } else {
      name(T, T.getRawIdentifier().str());
    }
  }
}

HiddenNames NameReader::names() const {
  HiddenNames All = Found;
  // A header that is missing may use any.
  const bool LacksHeaders = !U.Preprocessed.MissingHeaders.empty();
  for (const auto &[Macro, Name] : InMacros)
    if (Spelled.count(Macro) || LacksHeaders)
      All.Dropped.try_emplace(Name.first, U.Source.place(Name.second));
  return All;
}

} // namespace

HiddenNames bankfix::findHiddenNames(const LoweredUnit &U) {
  NameReader Reader(U);
  Reader.read(U.Source.manager().getMainFileID());
  forEachOtherFile(U.Source.manager(),
                   [&](clang::FileID File) { Reader.read(File); });
  return Reader.names();
}
