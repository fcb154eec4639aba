//===- HostCompile.cpp - The host side of a CUDA source as LLVM IR --------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostCompile.h"
#include "bankfix/Frontend/Invocation.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace bankfix;

namespace {

/// Keeps errors as plain data.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<FileDiagnostic> &Out) : Out(Out) {}

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
      F.Place = {L.getFilename(), L.getLine(), L.getColumn()};
    }
    Out.push_back(std::move(F));
  }

private:
  std::vector<FileDiagnostic> &Out;
};

} // namespace

std::unique_ptr<llvm::Module>
bankfix::compileHost(llvm::StringRef Path, const ParseOptions &Options,
                     llvm::StringRef Tag, llvm::LLVMContext &Context,
                     std::vector<FileDiagnostic> &Diagnostics) {
  static constexpr llvm::StringLiteral Binary = "/bankfix-device-code";
  ErrorCollector Collector(Diagnostics);
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Binary, 0, llvm::MemoryBuffer::getMemBufferCopy(Tag));
  auto Files = fileSystemWithHeaders(std::move(Memory));
  auto Invocation = hostInvocationFor(Path, Options, Binary, Files, Collector);
  if (!Invocation) {
    if (Diagnostics.empty())
      Diagnostics.push_back(
          {Severity::Error, {}, "Clang does not accept these options"});
    return nullptr;
  }
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  clang::EmitLLVMOnlyAction Action(&Context);
  if (!CI.ExecuteAction(Action))
    return nullptr;
  std::unique_ptr<llvm::Module> M = Action.takeModule();
  shareManaged(*M, Tag);
  return M;
}
