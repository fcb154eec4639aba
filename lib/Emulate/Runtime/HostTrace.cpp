//===- HostTrace.cpp - Whole programs in the emulator ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostCompile.h"
#include "Runtime/HostEngine.h"
#include "Runtime/HostProcess.h"
#include "Runtime/HostProgram.h"
#include "Runtime/HostRuntime.h"
#include "bankfix/Emulate/Program.h"
#include "bankfix/Frontend/Invocation.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace bankfix;

namespace {

/// Both sides of a program, compiled.
struct CompiledProgram {
  std::unique_ptr<llvm::LLVMContext> Context =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> Host; ///< All files, linked; in Context.
  std::vector<DeviceCode> Device;     ///< One per file.
};

} // namespace

/// Files other than the main one are named; so is the main one, here.
static void addDiagnostics(llvm::StringRef File,
                           std::vector<FileDiagnostic> From,
                           std::vector<FileDiagnostic> &To) {
  for (FileDiagnostic &D : From) {
    if (D.Place.File.empty())
      D.Place.File = File.str();
    To.push_back(std::move(D));
  }
}

namespace {

/// Keeps the optimizer's remarks and warnings to itself.
class Silent : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &D) override {
    return D.getSeverity() != llvm::DS_Error;
  }
};

} // namespace

/// False where \p Out says why.
static bool compileDevice(const std::string &File, const ParseOptions &Parse,
                          DeviceCode &D, ProgramOutcome &Out) {
  if (!isCudaSource(File))
    return true;
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text) {
    Out.Error = "cannot read '" + File + "': " + Text.getError().message();
    return false;
  }
  D.Context = std::make_unique<llvm::LLVMContext>();
  D.Context->setDiagnosticHandler(std::make_unique<Silent>());
  D.Code =
      emitCode(File, (*Text)->getBuffer(), Parse, CodeSide::Device, *D.Context);
  if (D.Code.Module) // What was noted for the host's side; see shareManaged.
    if (auto *Notes =
            D.Code.Module->getGlobalVariable("llvm.global.annotations"))
      Notes->eraseFromParent();
  if (!D.Code.Module)
    addDiagnostics(File, std::move(D.Code.Diagnostics), Out.Diagnostics);
  return D.Code.Module != nullptr;
}

/// False where \p Out says why.
static bool compile(const ProgramOptions &Options, CompiledProgram &P,
                    ProgramOutcome &Out) {
  std::vector<std::unique_ptr<llvm::Module>> Hosts;
  for (const std::string &File : Options.Files) {
    auto M = compileHost(File, Options.Parse, std::to_string(Hosts.size()),
                         *P.Context, Out.Diagnostics);
    DeviceCode &D = P.Device.emplace_back();
    if (!M || !compileDevice(File, Options.Parse, D, Out))
      return false;
    Hosts.push_back(std::move(M));
  }
  auto Linked = linkHost(std::move(Hosts));
  if (!Linked) {
    Out.Error = llvm::toString(Linked.takeError());
    return false;
  }
  P.Host = std::move(*Linked);
  return true;
}

namespace {

/// What the report needs when the program ends, wherever that is.
struct ReportSource {
  const HostEngine *Engine = nullptr;
  const ProgramOptions::Renderer *Render = nullptr;
};

} // namespace

static ReportSource &reportSource() {
  static ReportSource S;
  return S;
}

/// In the child process. Ends it.
[[noreturn]] static void runChild(const ProgramOptions &Options,
                                  CompiledProgram &P) {
  auto Engine = HostEngine::create(std::move(P.Device), *Options.Parse.Model,
                                   Options.TracedBlocks);
  if (!Engine)
    refuse(llvm::toString(Engine.takeError()));
  reportSource() = {Engine->get(), &Options.Render};
  setReportWriter([] {
    const ReportSource &S = reportSource();
    return (*S.Render)(S.Engine->trace());
  });
  uint64_t Memory =
      Options.MemoryLimit ? Options.MemoryLimit / 2 : uint64_t(16) << 30;
  HostRuntime Runtime(*Options.Parse.Model, **Engine, Memory);
  setHostRuntime(Runtime);
  std::vector<std::string> Arguments = {Options.Files.front()};
  Arguments.insert(Arguments.end(), Options.Arguments.begin(),
                   Options.Arguments.end());
  runHost(std::move(P.Host), std::move(P.Context), **Engine, Arguments);
}

ProgramOutcome bankfix::runProgram(const ProgramOptions &Options) {
  ProgramOutcome Out;
  CompiledProgram P;
  if (!compile(Options, P, Out))
    return Out;
  ProcessOutcome Ended = runGuarded({Options.TimeLimit, Options.MemoryLimit},
                                    [&] { runChild(Options, P); });
  Out.Status = Ended.Status;
  Out.Report = std::move(Ended.Report);
  Out.Error = std::move(Ended.Error);
  return Out;
}
