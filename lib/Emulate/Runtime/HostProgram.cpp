//===- HostProgram.cpp - Runs the host side of a program ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostProgram.h"
#include "Runtime/HostProcess.h"
#include "Runtime/HostSymbols.h"
#include "llvm/ExecutionEngine/Orc/EHFrameRegistrationPlugin.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/RegisterEHFrames.h"
#include "llvm/Support/TargetSelect.h"
#include <unistd.h>

using namespace bankfix;
namespace orc = llvm::orc;

template <typename T> static T orRefuse(llvm::Expected<T> Result) {
  if (!Result)
    refuse("the host's code cannot be run: " +
           llvm::toString(Result.takeError()));
  return std::move(*Result);
}

static void orRefuse(llvm::Error E) {
  if (E)
    refuse("the host's code cannot be run: " + llvm::toString(std::move(E)));
}

/// Places code and tells the C++ runtime how to unwind it, which LLJIT leaves
/// to the platform.
static llvm::Expected<std::unique_ptr<orc::ObjectLayer>>
linkingLayer(orc::ExecutionSession &Session) {
  auto Layer = std::make_unique<orc::ObjectLinkingLayer>(Session);
  Layer->addPlugin(std::make_unique<orc::EHFrameRegistrationPlugin>(
      orc::ExecutorAddr::fromPtr(&llvm_orc_registerEHFrameSectionAllocAction),
      orc::ExecutorAddr::fromPtr(
          &llvm_orc_deregisterEHFrameSectionAllocAction)));
  return Layer;
}

/// hostSymbols(), and the memory of managed variables.
static orc::SymbolMap symbolsFor(orc::LLJIT &J, const llvm::Module &M,
                                 HostDevice &Device) {
  orc::SymbolMap Symbols;
  auto Add = [&](llvm::StringRef Name, void *Address) {
    Symbols[J.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address),
                                        llvm::JITSymbolFlags::Exported |
                                            llvm::JITSymbolFlags::Callable};
  };
  for (const auto &S : hostSymbols())
    Add(S.getKey(), S.getValue());
  for (const llvm::GlobalVariable &V : M.globals()) {
    llvm::StringRef Name = V.getName();
    unsigned Module = 0;
    if (!Name.consume_front(ManagedPrefix) || Name.consumeInteger(10, Module) ||
        !Name.consume_front("."))
      continue;
    void *Memory = Device.variable(Module, Name);
    if (!Memory)
      refuse("managed variable '" + Name + "' is not in the device code");
    Add(V.getName(), Memory);
  }
  return Symbols;
}

/// Nothing that C++ throws may pass: an uncaught exception ends the program.
static int callMain(void *Main, std::vector<char *> &Arguments) noexcept {
  auto *Function = reinterpret_cast<int (*)(int, char **, char **)>(Main);
  return Function(int(Arguments.size() - 1), Arguments.data(), environ);
}

void bankfix::runHost(std::unique_ptr<llvm::Module> M,
                      std::unique_ptr<llvm::LLVMContext> Context,
                      HostDevice &Device,
                      const std::vector<std::string> &Arguments) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  // Constructors are run here, and __cxa_atexit is the process's own: the
  // platform has nothing to do.
  auto J = orRefuse(orc::LLJITBuilder()
                        .setPlatformSetUp(orc::setUpInactivePlatform)
                        .setObjectLinkingLayerCreator(linkingLayer)
                        .create());
  orc::JITDylib &Main = J->getMainJITDylib();
  M->setDataLayout(J->getDataLayout());
  orRefuse(Main.define(orc::absoluteSymbols(symbolsFor(*J, *M, Device))));
  orc::CtorDtorRunner Constructors(Main), Destructors(Main);
  Constructors.add(orc::getConstructors(*M));
  Destructors.add(orc::getDestructors(*M));
  orRefuse(
      J->addIRModule(orc::ThreadSafeModule(std::move(M), std::move(Context))));
  void *Entry = orRefuse(J->lookup("main")).toPtr<void *>();

  std::vector<std::string> Texts = Arguments;
  program_invocation_short_name = Texts.front().data(); // For assert.
  std::vector<char *> Pointers;
  for (std::string &Text : Texts)
    Pointers.push_back(Text.data());
  Pointers.push_back(nullptr);
  // Those of the module itself come behind what the program registers.
  atProgramEnd(
      [](void *D) { orRefuse(static_cast<orc::CtorDtorRunner *>(D)->run()); },
      &Destructors);
  orRefuse(Constructors.run());
  exitProgram(callMain(Entry, Pointers));
}
