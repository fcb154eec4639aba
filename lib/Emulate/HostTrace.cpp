//===- HostTrace.cpp - Whole programs in the emulator ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCompile.h"
#include "HostProcess.h"
#include "HostProgram.h"
#include "HostRuntime.h"
#include "bankfix/Emulate/Program.h"
#include "llvm/IR/LLVMContext.h"

using namespace bankfix;

namespace {

/// The host side of all files, linked.
struct Host {
  std::unique_ptr<llvm::LLVMContext> Context =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> Module;
};

/// Placeholder until the engine is there.
class NoDevice : public HostDevice {
public:
  void *variable(unsigned, llvm::StringRef) override { return nullptr; }
  llvm::Expected<KernelFacts> kernel(unsigned, llvm::StringRef) override {
    return llvm::createStringError("no device");
  }
  llvm::Error launch(const HostLaunch &) override {
    return llvm::createStringError("no device");
  }
};

} // namespace

/// False where Out says why.
static bool compileHosts(const ProgramOptions &Options, Host &H,
                         ProgramOutcome &Out) {
  std::vector<std::unique_ptr<llvm::Module>> Modules;
  for (const std::string &File : Options.Files) {
    auto M = compileHost(File, Options.Parse, std::to_string(Modules.size()),
                         *H.Context, Out.Diagnostics);
    if (!M)
      return false;
    Modules.push_back(std::move(M));
  }
  auto Linked = linkHost(std::move(Modules));
  if (!Linked) {
    Out.Error = llvm::toString(Linked.takeError());
    return false;
  }
  H.Module = std::move(*Linked);
  return true;
}

ProgramOutcome
bankfix::runProgram(const ProgramOptions &Options,
                    std::function<std::string(const ProgramTrace &)> Render) {
  ProgramOutcome Out;
  Host H;
  if (!compileHosts(Options, H, Out))
    return Out;
  std::vector<std::string> Arguments = {Options.Files.front()};
  Arguments.insert(Arguments.end(), Options.Arguments.begin(),
                   Options.Arguments.end());
  ProcessLimits Limits = {Options.TimeLimit, Options.MemoryLimit};
  HostOutcome Ended = runGuarded(Limits, [&] {
    NoDevice Device;
    HostRuntime Runtime(*Options.Parse.Model, Device, Options.MemoryLimit / 2);
    setHostRuntime(Runtime);
    runHost(std::move(H.Module), std::move(H.Context), Device, Arguments);
  });
  Out.Status = Ended.Status;
  Out.Report = std::move(Ended.Report);
  Out.Error = std::move(Ended.Error);
  return Out;
}
