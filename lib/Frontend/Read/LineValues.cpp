//===- LineValues.cpp - Line numbers that a program computes with ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/LineValues.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace bankfix;

namespace {

class LineRecorder : public clang::PPCallbacks {
public:
  explicit LineRecorder(LineRecord &Into) : Into(Into) {}

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    llvm::StringRef Text = Name.getIdentifierInfo()->getName();
    if (Text == "__LINE__")
      Into.Lines.push_back(Name.getLocation());
    else if (Text == "__FILE__" || Text == "__FILE_NAME__" ||
             Text == "__BASE_FILE__")
      Into.Files.push_back(Name.getLocation());
  }

private:
  LineRecord &Into;
};

/// `__builtin_LINE()` and `std::source_location::current()`, also as default
/// arguments.
class BuiltinLines : public clang::DynamicRecursiveASTVisitor {
public:
  explicit BuiltinLines(const SourceText &Source) : Source(Source) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitSourceLocExpr(clang::SourceLocExpr *E) override {
    bool IsLine =
        E->getIdentKind() == clang::SourceLocIdentKind::Line ||
        E->getIdentKind() == clang::SourceLocIdentKind::SourceLocStruct;
    clang::SourceLocation L = Used.isValid() ? Used : E->getLocation();
    if (IsLine && Source.inMainFile(L))
      Found.push_back(Source.offset(L));
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *E) override {
    clang::SourceLocation Outer = std::exchange(Used, E->getUsedLocation());
    TraverseStmt(E->getExpr());
    Used = Outer;
    return true;
  }

  std::vector<unsigned> Found;

private:
  const SourceText &Source;
  clang::SourceLocation Used; ///< Of the default argument that this is in.
};

} // namespace

std::unique_ptr<clang::PPCallbacks> bankfix::recordLines(clang::Preprocessor &,
                                                         LineRecord &Into) {
  return std::make_unique<LineRecorder>(Into);
}

/// Where statements, and blocks, of the main file begin and end.
static std::vector<unsigned> separators(const Unit &U) {
  const clang::SourceManager &SM = U.Source.manager();
  clang::FileID File = SM.getMainFileID();
  clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, U.Context.getLangOpts());
  std::vector<unsigned> Out;
  clang::Token T;
  do {
    Raw.LexFromRawLexer(T);
    if (T.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace))
      Out.push_back(SM.getFileOffset(T.getLocation()));
  } while (T.isNot(clang::tok::eof));
  return Out;
}

/// Skipped code that another configuration takes line numbers in.
static void addSkipped(const PreprocessorRecord &R,
                       std::vector<unsigned> &Into) {
  std::set<std::string> Names = namesReaching(R, "__LINE__");
  for (const std::string &WithFile : namesReaching(R, "__FILE__"))
    Names.erase(WithFile);
  Names.insert({"__LINE__", "__builtin_LINE", "source_location"});
  for (const SkippedCode &S : R.Skipped)
    if (S.File.empty() && llvm::any_of(Names, [&](const std::string &Name) {
          return S.Used.count(Name);
        }))
      Into.push_back(S.Range.End);
}

std::vector<unsigned> bankfix::lineValues(const Unit &U,
                                          const LineRecord &Record) {
  std::vector<unsigned> Out;
  std::set<unsigned> Files;
  for (clang::SourceLocation L : Record.Files)
    if (U.Source.inMainFile(L))
      Files.insert(U.Source.offset(L));
  std::vector<unsigned> Separators =
      Record.Lines.empty() ? std::vector<unsigned>() : separators(U);
  for (clang::SourceLocation L : Record.Lines) {
    if (!U.Source.inMainFile(L))
      continue;
    unsigned At = U.Source.offset(L);
    auto Next = llvm::lower_bound(Separators, At);
    unsigned End = Next == Separators.end() ? UINT32_MAX : *Next;
    unsigned Begin = Next == Separators.begin() ? 0 : *std::prev(Next);
    auto File = L.isMacroID() ? Files.find(At) : Files.lower_bound(Begin);
    if (File == Files.end() || *File >= End)
      Out.push_back(At);
  }
  BuiltinLines Builtins(U.Source);
  for (clang::Decl *D : U.Context.getTranslationUnitDecl()->noload_decls())
    if (D->getLocation().isValid() && U.Source.inMainFile(D->getLocation()))
      Builtins.TraverseDecl(D);
  llvm::append_range(Out, Builtins.Found);
  addSkipped(U.Preprocessed, Out);
  return Out;
}
