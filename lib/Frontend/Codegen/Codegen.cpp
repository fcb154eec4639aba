//===- Codegen.cpp - Runs Clang's code generation -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Codegen.h"
#include "Codegen/EmittedNames.h"
#include "Read/DiagnosticSubject.h"
#include "Read/HeaderSearch.h"
#include "Read/MixedCalls.h"
#include "Read/PrecompiledHeaders.h"
#include "Text/AssemblyText.h"
#include "Text/LaunchTokens.h"
#include "Text/LineMarkers.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace bankfix;

/// Stands for the device's code in the host's.
static constexpr llvm::StringLiteral NoBinary = "/bankfix-headers/no-binary";

namespace {

SourcePlace placeOf(const clang::SourceManager &SM, clang::SourceLocation L) {
  if (L.isInvalid())
    return {};
  L = SM.getExpansionLoc(L);
  return {SM.isInMainFile(L) ? "" : SM.getFilename(L).str(),
          SM.getExpansionLineNumber(L), SM.getExpansionColumnNumber(L)};
}

class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<FileDiagnostic> &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    SourcePlace Place = D.hasSourceManager()
                            ? placeOf(D.getSourceManager(), D.getLocation())
                            : SourcePlace();
    // What an error within a header was instantiated for.
    if (Level == clang::DiagnosticsEngine::Note && !Out.empty() &&
        Out.back().Place.File.starts_with(HeaderFolder) && Place.Line && Place.File.empty())
      Out.back().Place = Place;
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    Out.push_back({Severity::Error, std::move(Place), Text.str().str(),
                   D.getID(), subjectOf(D)});
  }

private:
  std::vector<FileDiagnostic> &Out;
};

/// True for functions that the device can neither call nor evaluate.
bool isHostOnly(const clang::Decl *D) {
  if (auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D))
    D = T->getTemplatedDecl();
  auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
  return F && !F->isConstexpr() && !F->hasAttr<clang::CUDADeviceAttr>() &&
         !F->hasAttr<clang::CUDAGlobalAttr>() &&
         F->getASTContext().getLangOpts().CUDA;
}

/// Comes after the code generator, to see what became of the declarations.
class NameConsumer : public clang::ASTConsumer {
public:
  NameConsumer(const clang::CodeGenAction &Action, EmittedCode &Out)
      : Action(Action), Out(Out) {}

  /// Asked only where bodies may be skipped: see adapt.
  bool shouldSkipFunctionBody(clang::Decl *D) override { return isHostOnly(D); }

  void HandleTranslationUnit(clang::ASTContext &Context) override {
    clang::CodeGenerator *Gen = Action.getCodeGenerator();
    llvm::Module *M = Gen ? Gen->GetModule() : nullptr;
    if (!M || Context.getDiagnostics().hasErrorOccurred())
      return;
    describe(Context, *Gen, *M, Out);
  }

private:
  const clang::CodeGenAction &Action;
  EmittedCode &Out;
};

struct MissingHeader {
  std::string Name;
  SourcePlace Place; ///< Of the directive.
};

/// Headers that are not found: kernels may do without them.
class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(const clang::SourceManager &SM, bool Skip,
                 std::vector<MissingHeader> &Out)
      : SM(SM), Skip(Skip), Out(Out) {}

  bool FileNotFound(llvm::StringRef) override { return Skip; }
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &,
                          llvm::StringRef Name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef Found, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (!Found)
      Out.push_back({Name.str(), placeOf(SM, Hash)});
  }

private:
  const clang::SourceManager &SM;
  bool Skip; ///< Else it is an error.
  std::vector<MissingHeader> &Out;
};

class EmitAction : public clang::EmitLLVMOnlyAction {
public:
  EmitAction(llvm::LLVMContext &Context, llvm::ArrayRef<std::string> Folders,
             bool SkipMissing, std::vector<MissingHeader> &Missing,
             EmittedCode &Out)
      : clang::EmitLLVMOnlyAction(&Context), Folders(Folders),
        SkipMissing(SkipMissing), Missing(Missing), Out(Out) {}

  bool BeginSourceFileAction(clang::CompilerInstance &CI) override {
    searchLast(CI, Folders);
    CI.getPreprocessor().addPPCallbacks(std::make_unique<MissingHeaders>(
        CI.getSourceManager(), SkipMissing, Missing));
    return clang::EmitLLVMOnlyAction::BeginSourceFileAction(CI);
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef File) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> All;
    All.push_back(clang::EmitLLVMOnlyAction::CreateASTConsumer(CI, File));
    All.push_back(std::make_unique<NameConsumer>(*this, Out));
    return std::make_unique<clang::MultiplexConsumer>(std::move(All));
  }

private:
  llvm::ArrayRef<std::string> Folders;
  bool SkipMissing;
  std::vector<MissingHeader> &Missing;
  EmittedCode &Out;
};

void adapt(clang::CompilerInvocation &I, CodeRequest Wanted) {
  I.getFrontendOpts().SkipFunctionBodies = Wanted.Side == CodeSide::DeviceAlone;
  I.getFrontendOpts().DisableFree = false;
  clang::CodeGenOptions &G = I.getCodeGenOpts();
  G.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  G.DebugColumnInfo = true;
  G.DwarfVersion = 5;
  G.OptimizationLevel = 0;
  G.DisableO0ImplyOptNone = true;
  G.ClearASTBeforeBackend = false; // NameConsumer reads it.
  // Which products are fused would depend on what stands around them.
  I.getLangOpts().setDefaultFPContractMode(clang::LangOptions::FPM_Off);
  // C99 leaves the definition of an inline function to another file; those who
  // compile OpenCL do not.
  if (I.getLangOpts().OpenCL)
    I.getLangOpts().GNUInline = true;
  if (Wanted.ChecksSubscripts) {
    I.getLangOpts().Sanitize.set(clang::SanitizerKind::ArrayBounds, true);
    G.SanitizeRecover.set(clang::SanitizerKind::ArrayBounds, true);
  }
  if (Wanted.Side == CodeSide::Host)
    G.CudaGpuBinaryFileName = NoBinary.str();
}

/// One way to read the file.
struct Attempt {
  Dialect Language;
  bool MixedCalls = false;               ///< See mixedCalls.
  std::vector<std::string> Folders = {}; ///< More folders for headers.
};

/// \p Missing gets the headers that are not found.
EmittedCode emitOnce(llvm::StringRef Path, llvm::StringRef Text,
                     ParseOptions Options, const Attempt &How,
                     CodeRequest Wanted, llvm::LLVMContext &Context,
                     std::vector<MissingHeader> &Missing) {
  EmittedCode Out;
  Out.HeadersUsed = How.Language.Headers == HeaderMode::Sdk ? "sdk" : "builtin";
  ErrorCollector Errors(Out.Diagnostics);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(NoBinary, 0, llvm::MemoryBuffer::getMemBuffer("none"));
  auto Files = fileSystemWithHeaders(Memory);
  if (How.MixedCalls)
    Memory->addFile(
        mixedCallsHeader(), 0,
        llvm::MemoryBuffer::getMemBufferCopy(mixedCalls(MixedBodies::Defined)));
  if (!isOpenCL(Path)) {
    Options.Flags.push_back("-fno-gpu-rdc");
    if (Wanted.Side == CodeSide::Host)
      Options.Flags.push_back("--cuda-host-only");
  }
  auto Invocation = invocationFor(Path, Options, How.Language, Files, Errors);
  if (!Invocation) {
    if (Out.Diagnostics.empty())
      Out.Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return Out;
  }
  adapt(*Invocation, Wanted);
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  std::string Own = joinLaunchTokens(Text);
  blankMarkerFlags(Own);
  repairAssembly(Own);
  PrecompiledHeaders Precompiled;
  if (Wanted.Side != CodeSide::Host)
    Precompiled = usePrecompiled(CI.getInvocation(), How.MixedCalls ? "" : Own,
                                 HeaderBodies::Kept, *Files, *Memory);
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Own, Path);
  replaceTexts(Options, Path, CI.getPreprocessorOpts(), *Memory);
  CI.getPreprocessorOpts().addRemappedFile(Path, Buffer.release());
  if (How.MixedCalls)
    CI.getPreprocessorOpts().Includes.push_back(mixedCallsHeader());
  EmitAction Action(Context, How.Folders,
                    /*SkipMissing=*/Wanted.Side != CodeSide::Host, Missing,
                    Out);
  if (CI.ExecuteAction(Action) && Errors.getNumErrors() == 0)
    Out.Module = Action.takeModule();
  if (!Precompiled.Key.empty() &&
      llvm::any_of(Out.Diagnostics, [](const FileDiagnostic &D) {
        return isOfPrecompiled(D.Id);
      })) {
    forget(Precompiled);
    return emitOnce(Path, Text, Options, How, Wanted, Context, Missing);
  }
  if (!Out.Module && Out.Diagnostics.empty())
    Out.Diagnostics.push_back(
        {Severity::Error, {}, "Clang cannot generate code for this"});
  return Out;
}

/// Looks for missing headers elsewhere in the project, as parse() does.
EmittedCode emitWith(llvm::StringRef Path, llvm::StringRef Text,
                     const ParseOptions &Options, Attempt How,
                     CodeRequest Wanted, llvm::LLVMContext &Context) {
  constexpr unsigned MostRounds = 4; // Headers include others.
  std::vector<MissingHeader> Missing;
  for (unsigned Round = 0;; ++Round) {
    Missing.clear();
    EmittedCode Out =
        emitOnce(Path, Text, Options, How, Wanted, Context, Missing);
    size_t Before = How.Folders.size();
    for (const MissingHeader &H : Missing)
      if (std::string Folder = projectFolderOf(H.Name, Path);
          !Folder.empty() && !llvm::is_contained(How.Folders, Folder))
        How.Folders.push_back(Folder);
    if (How.Folders.size() > Before && Round < MostRounds)
      continue;
    if (!Out.Module && !Missing.empty())
      Out.Diagnostics.insert(Out.Diagnostics.begin(),
                             {Severity::Error, Missing.front().Place,
                              "'" + Missing.front().Name + "' file not found"});
    return Out;
  }
}

/// As parse() does: 1.2 knows fewer keywords and address spaces, and built-in
/// functions may be called with operands of several types.
EmittedCode emitOpenCL(llvm::StringRef Path, llvm::StringRef Text,
                       const ParseOptions &Options, CodeRequest Wanted,
                       llvm::LLVMContext &Context) {
  EmittedCode First;
  for (llvm::StringRef Standard : {"CL2.0", "CL1.2"}) {
    Dialect Language{HeaderMode::BuiltIn, Standard};
    EmittedCode Code =
        emitWith(Path, Text, Options, {Language}, Wanted, Context);
    if (llvm::any_of(Code.Diagnostics, [](const FileDiagnostic &D) {
          return !ambiguousBuiltin(D).empty();
        }))
      Code = emitWith(Path, Text, Options, {Language, /*MixedCalls=*/true},
                      Wanted, Context);
    if (Code.Module)
      return Code;
    if (First.Diagnostics.empty())
      First = std::move(Code);
  }
  return First;
}

} // namespace

EmittedCode bankfix::emitCode(llvm::StringRef Path, llvm::StringRef Text,
                              const ParseOptions &Options, CodeRequest Wanted,
                              llvm::LLVMContext &Context) {
  auto Emit = [&](Dialect Language) {
    return emitWith(Path, Text, Options, {Language}, Wanted, Context);
  };
  if (isOpenCL(Path))
    return emitOpenCL(Path, Text, Options, Wanted, Context);
  bool OnlySdk = Options.Headers == HeaderMode::Sdk;
  EmittedCode First =
      Emit({OnlySdk ? HeaderMode::Sdk : HeaderMode::BuiltIn, ""});
  if (First.Module || Options.Headers != HeaderMode::Auto ||
      findToolkit(Options.CudaPath).empty())
    return First;
  EmittedCode Second = Emit({HeaderMode::Sdk, ""});
  return Second.Module ? std::move(Second) : std::move(First);
}
