//===- Codegen.cpp - Runs Clang's code generation ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Frontend/Codegen.h"
#include "EmittedNames.h"
#include "MixedCalls.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace bankfix;

/// Stands for the device's code in the host's.
static constexpr llvm::StringLiteral NoBinary = "/bankfix-headers/no-binary";

/// Of the built-in headers.
static bool isBuiltIn(llvm::StringRef File) {
  return File.starts_with("/bankfix-headers/");
}

namespace {

class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<FileDiagnostic> &Out) : Out(Out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, D);
    SourcePlace Place = placeOf(D);
    // What an error within a header was instantiated for.
    if (Level == clang::DiagnosticsEngine::Note && !Out.empty() &&
        isBuiltIn(Out.back().Place.File) && Place.Line && Place.File.empty())
      Out.back().Place = Place;
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    Out.push_back({Severity::Error, std::move(Place), Text.str().str()});
  }

private:
  static SourcePlace placeOf(const clang::Diagnostic &D) {
    if (!D.hasSourceManager() || D.getLocation().isInvalid())
      return {};
    const clang::SourceManager &SM = D.getSourceManager();
    clang::SourceLocation L = SM.getExpansionLoc(D.getLocation());
    clang::PresumedLoc Place = SM.getPresumedLoc(L);
    return {SM.isInMainFile(L) ? "" : Place.getFilename(), Place.getLine(),
            Place.getColumn()};
  }

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

class EmitAction : public clang::EmitLLVMOnlyAction {
public:
  EmitAction(llvm::LLVMContext &Context, EmittedCode &Out)
      : clang::EmitLLVMOnlyAction(&Context), Out(Out) {}

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef File) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> All;
    All.push_back(clang::EmitLLVMOnlyAction::CreateASTConsumer(CI, File));
    All.push_back(std::make_unique<NameConsumer>(*this, Out));
    return std::make_unique<clang::MultiplexConsumer>(std::move(All));
  }

private:
  EmittedCode &Out;
};

void adapt(clang::CompilerInvocation &I, CodeSide Side) {
  I.getFrontendOpts().SkipFunctionBodies = Side == CodeSide::DeviceAlone;
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
  if (Side == CodeSide::Host)
    G.CudaGpuBinaryFileName = NoBinary.str();
}

EmittedCode emitWith(llvm::StringRef Path, llvm::StringRef Text,
                     ParseOptions Options, Dialect Language, CodeSide Side,
                     llvm::LLVMContext &Context, bool MixedCalls = false) {
  EmittedCode Out;
  Out.HeadersUsed = Language.Headers == HeaderMode::Sdk ? "sdk" : "builtin";
  ErrorCollector Errors(Out.Diagnostics);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(NoBinary, 0, llvm::MemoryBuffer::getMemBuffer("none"));
  auto Files = fileSystemWithHeaders(Memory);
  if (MixedCalls)
    Memory->addFile(
        "mixed_calls.h", 0,
        llvm::MemoryBuffer::getMemBufferCopy(mixedCalls(MixedBodies::Defined)));
  if (!isOpenCL(Path)) {
    Options.Flags.push_back("-fno-gpu-rdc");
    if (Side == CodeSide::Host)
      Options.Flags.push_back("--cuda-host-only");
  }
  auto Invocation = invocationFor(Path, Options, Language, Files, Errors);
  if (!Invocation) {
    if (Out.Diagnostics.empty())
      Out.Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return Out;
  }
  adapt(*Invocation, Side);
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Path);
  CI.getPreprocessorOpts().addRemappedFile(Path, Buffer.release());
  if (MixedCalls)
    CI.getPreprocessorOpts().Includes.push_back("mixed_calls.h");
  EmitAction Action(Context, Out);
  if (CI.ExecuteAction(Action) && Errors.getNumErrors() == 0)
    Out.Module = Action.takeModule();
  if (!Out.Module && Out.Diagnostics.empty())
    Out.Diagnostics.push_back(
        {Severity::Error, {}, "Clang cannot generate code for this"});
  return Out;
}

/// As parse() does: 1.2 knows fewer keywords and address spaces, and built-in
/// functions may be called with operands of several types.
EmittedCode emitOpenCL(llvm::StringRef Path, llvm::StringRef Text,
                       const ParseOptions &Options, CodeSide Side,
                       llvm::LLVMContext &Context) {
  EmittedCode First;
  for (llvm::StringRef Standard : {"CL2.0", "CL1.2"}) {
    Dialect Language{HeaderMode::BuiltIn, Standard};
    EmittedCode Code = emitWith(Path, Text, Options, Language, Side, Context);
    if (llvm::any_of(Code.Diagnostics, [](const FileDiagnostic &D) {
          return !ambiguousBuiltin(D.Message).empty();
        }))
      Code = emitWith(Path, Text, Options, Language, Side, Context,
                      /*MixedCalls=*/true);
    if (Code.Module)
      return Code;
    if (First.Diagnostics.empty())
      First = std::move(Code);
  }
  return First;
}

} // namespace

EmittedCode bankfix::emitCode(llvm::StringRef Path, llvm::StringRef Text,
                              const ParseOptions &Options, CodeSide Side,
                              llvm::LLVMContext &Context) {
  auto Emit = [&](Dialect Language) {
    return emitWith(Path, Text, Options, Language, Side, Context);
  };
  if (isOpenCL(Path))
    return emitOpenCL(Path, Text, Options, Side, Context);
  bool OnlySdk = Options.Headers == HeaderMode::Sdk;
  EmittedCode First =
      Emit({OnlySdk ? HeaderMode::Sdk : HeaderMode::BuiltIn, ""});
  if (First.Module || Options.Headers != HeaderMode::Auto ||
      findToolkit(Options.CudaPath).empty())
    return First;
  EmittedCode Second = Emit({HeaderMode::Sdk, ""});
  return Second.Module ? std::move(Second) : std::move(First);
}
