//===- Parse.cpp - Runs Clang and the steps of the frontend ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Invocation.h"
#include "Lowering.h"
#include "Structure.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace bankfix;

namespace {

/// Keeps errors as plain data.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticCollector(ParsedFile &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    FileDiagnostic F;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    F.Message = Text.str().str();
    if (D.hasSourceManager() && D.getLocation().isValid()) {
      const clang::SourceManager &SM = D.getSourceManager();
      clang::PresumedLoc L =
          SM.getPresumedLoc(SM.getExpansionLoc(D.getLocation()));
      F.Place.Line = L.getLine();
      F.Place.Column = L.getColumn();
      if (!SM.isInMainFile(SM.getExpansionLoc(D.getLocation())))
        F.Place.File = L.getFilename();
    }
    Out.Diagnostics.push_back(std::move(F));
  }

private:
  ParsedFile &Out;
};

/// The steps that need the AST, run once it is complete.
class ParseConsumer : public clang::ASTConsumer {
public:
  ParseConsumer(clang::Preprocessor &PP, const PreprocessorRecord &Record,
                ExprPool &Pool, ParsedFile &Out)
      : PP(PP), Record(Record), Pool(Pool), Out(Out) {}

  /// What the toolkit's functions do inside is never needed.
  bool shouldSkipFunctionBody(clang::Decl *D) override {
    const clang::SourceManager &SM = D->getASTContext().getSourceManager();
    return SM.isInSystemHeader(D->getLocation());
  }

  void HandleTranslationUnit(clang::ASTContext &Context) override {
    // Errors without a missing header end the run; what Clang made of the
    // source is then not worth reading.
    if (Context.getDiagnostics().hasErrorOccurred() &&
        Record.MissingHeaders.empty())
      return;
    Unit U(Context, Record, Pool, Out);
    lowerKernels(U);
    checkUses(U);
    findLaunches(U);
    writeStructure(U);
    for (const auto &Entry : PP.getIdentifierTable())
      Out.Map.Identifiers.insert(Entry.first().str());
    for (const SkippedCode &S : Record.Skipped)
      Out.Map.Identifiers.insert(S.Identifiers.begin(), S.Identifiers.end());
    Out.Map.MacroOffset = macroOffset(U);
  }

private:
  unsigned macroOffset(const Unit &U) const;

  clang::Preprocessor &PP;
  const PreprocessorRecord &Record;
  ExprPool &Pool;
  ParsedFile &Out;
};

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

/// The start of the line behind the last declaration or directive that ends
/// before anything that uses shared memory, and outside of every `#if`.
unsigned ParseConsumer::macroOffset(const Unit &U) const {
  const clang::SourceManager &SM = U.Source.manager();
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  unsigned First = Text.size();
  std::vector<unsigned> Ends = Record.DirectiveEnds;
  auto IsUser = [&](const clang::Decl *D) {
    auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
    return (V && U.Arrays.count(V->getCanonicalDecl())) ||
           (F && U.Kernels.count(F)) ||
           llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(D);
  };
  for (const clang::Decl *D : U.Context.getTranslationUnitDecl()->decls()) {
    if (!D->getLocation().isValid() || !U.Source.inMainFile(D->getLocation()))
      continue;
    if (IsUser(D))
      First = std::min(First, U.Source.offset(D->getBeginLoc()));
    Ends.push_back(U.Source.offset(D->getEndLoc()));
  }
  // An #if around the first use may be off where another use is on.
  for (const FileRange &If : Record.Conditionals)
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
  return behindComment(SM, U.Context.getLangOpts(), At);
}

class ParseAction : public clang::ASTFrontendAction {
public:
  ParseAction(ExprPool &Pool, PreprocessorRecord &Record, ParsedFile &Out)
      : Pool(Pool), Record(Record), Out(Out) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    clang::Preprocessor &PP = CI.getPreprocessor();
    PP.SetSuppressIncludeNotFoundError(true);
    PP.addPPCallbacks(recordPreprocessing(PP, Record));
    return std::make_unique<ParseConsumer>(PP, Record, Pool, Out);
  }

private:
  ExprPool &Pool;
  PreprocessorRecord &Record;
  ParsedFile &Out;
};

ParsedFile parseWith(llvm::StringRef Path, llvm::StringRef Text,
                     const ParseOptions &Options, HeaderMode Mode,
                     ExprPool &Pool) {
  ParsedFile Out;
  Out.HeadersUsed = Mode == HeaderMode::Sdk ? "sdk" : "builtin";
  DiagnosticCollector Collector(Out);
  auto Files = fileSystemWithHeaders();
  auto Invocation = invocationFor(Path, Options, Mode, Files, Collector);
  if (!Invocation) {
    if (Out.Diagnostics.empty())
      Out.Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return Out;
  }
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Path);
  CI.getPreprocessorOpts().addRemappedFile(Path, Buffer.release());
  PreprocessorRecord Record;
  ParseAction Action(Pool, Record, Out);
  CI.ExecuteAction(Action);

  // Where a header is missing, what does not resolve is its fault; each kernel
  // is then judged by itself.
  bool Missing = !Record.MissingHeaders.empty();
  Out.Ok = Missing || Collector.getNumErrors() == 0;
  if (Missing)
    for (FileDiagnostic &D : Out.Diagnostics)
      D.Level = Severity::Note;
  Out.Diagnostics.insert(Out.Diagnostics.begin(), Record.MissingHeaders.begin(),
                         Record.MissingHeaders.end());
  return Out;
}

} // namespace

ParsedFile bankfix::parse(llvm::StringRef Path, llvm::StringRef Text,
                          const ParseOptions &Options, ExprPool &Pool) {
  bool OnlySdk = Options.Headers == HeaderMode::Sdk && !isOpenCL(Path);
  ParsedFile First =
      parseWith(Path, Text, Options,
                OnlySdk ? HeaderMode::Sdk : HeaderMode::BuiltIn, Pool);
  bool Clean = First.Ok && First.Diagnostics.empty();
  if (Clean || Options.Headers != HeaderMode::Auto || isOpenCL(Path) ||
      findToolkit(Options.CudaPath).empty())
    return First;
  // The toolkit may know what the built-in headers lack.
  ParsedFile Second = parseWith(Path, Text, Options, HeaderMode::Sdk, Pool);
  bool Better = Second.Ok && (!First.Ok || Second.Diagnostics.size() <
                                               First.Diagnostics.size());
  return Better ? std::move(Second) : std::move(First);
}
