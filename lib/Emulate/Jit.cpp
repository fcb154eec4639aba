//===- Jit.cpp - Runs modules in this process -----------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace bankfix;
using namespace llvm::orc;

Jit::Jit() = default;
Jit::~Jit() = default;

/// This machine, as both the optimiser and the code generator see it.
static llvm::Expected<JITTargetMachineBuilder>
thisMachine(CodeSpeed Speed = CodeSpeed::QuickToRun) {
  static bool Ready = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)Ready;
  auto Builder = JITTargetMachineBuilder::detectHost();
  if (Builder)
    Builder->setCodeGenOptLevel(Speed == CodeSpeed::QuickToRun
                                    ? llvm::CodeGenOptLevel::Less
                                    : llvm::CodeGenOptLevel::None);
  return Builder;
}

llvm::Expected<std::unique_ptr<Jit>> Jit::create(CodeSpeed Speed) {
  auto Machine = thisMachine(Speed);
  if (!Machine)
    return Machine.takeError();
  auto J =
      LLJITBuilder().setJITTargetMachineBuilder(std::move(*Machine)).create();
  if (!J)
    return J.takeError();
  std::unique_ptr<Jit> Out(new Jit);
  Out->J = std::move(*J);
  return Out;
}

const llvm::DataLayout &Jit::layout() const { return J->getDataLayout(); }
const llvm::Triple &Jit::triple() const { return J->getTargetTriple(); }
LLJIT &Jit::lljit() { return *J; }

bool bankfix::isHostFunction(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
#define HOST_FUNCTION(Name) #Name,
#include "HostFunctions.def"
  };
  return Names.contains(Name);
}

llvm::Expected<JITDylib *> Jit::dylib(llvm::StringRef Name,
                                      const llvm::StringMap<void *> &Functions,
                                      ProcessSymbols Process) {
  // Device code has no constructors, and gets the process's functions one by
  // one; host code has both.
  auto Create = [&]() -> llvm::Expected<JITDylib &> {
    if (Process == ProcessSymbols::All)
      return J->createJITDylib(Name.str());
    return J->getExecutionSession().createBareJITDylib(Name.str());
  };
  auto D = Create();
  if (!D)
    return D.takeError();
  SymbolMap Symbols;
  for (const auto &F : Functions)
    Symbols[J->mangleAndIntern(F.getKey())] = {
        ExecutorAddr::fromPtr(F.getValue()), llvm::JITSymbolFlags::Exported};
  if (llvm::Error E = D->define(absoluteSymbols(std::move(Symbols))))
    return E;
  if (Process == ProcessSymbols::All)
    return &*D;
  auto Maths = DynamicLibrarySearchGenerator::GetForCurrentProcess(
      layout().getGlobalPrefix(),
      [](const SymbolStringPtr &S) { return isHostFunction(*S); });
  if (!Maths)
    return Maths.takeError();
  D->addGenerator(std::move(*Maths));
  return &*D;
}

llvm::Error Jit::add(JITDylib &To, std::unique_ptr<llvm::Module> M,
                     std::unique_ptr<llvm::LLVMContext> Context) {
  return J->addIRModule(To, ThreadSafeModule(std::move(M), std::move(Context)));
}

llvm::Expected<void *> Jit::find(JITDylib &In, llvm::StringRef Name) {
  auto Address = J->lookup(In, Name);
  if (!Address)
    return Address.takeError();
  return Address->toPtr<void *>();
}

llvm::Error Jit::initialize(JITDylib &In) { return J->initialize(In); }
llvm::Error Jit::deinitialize(JITDylib &In) { return J->deinitialize(In); }

llvm::Error bankfix::retarget(llvm::Module &M) {
  auto Machine = thisMachine();
  if (!Machine)
    return Machine.takeError();
  auto TM = Machine->createTargetMachine();
  if (!TM)
    return TM.takeError();
  M.setTargetTriple((*TM)->getTargetTriple());
  M.setDataLayout((*TM)->createDataLayout());
  return llvm::Error::success();
}

llvm::Error bankfix::optimize(llvm::Module &M, unsigned Level) {
  auto Machine = thisMachine();
  if (!Machine)
    return Machine.takeError();
  auto TM = Machine->createTargetMachine();
  if (!TM)
    return TM.takeError();
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graphs;
  llvm::ModuleAnalysisManager Modules;
  llvm::PipelineTuningOptions Tuning;
  llvm::PassBuilder Builder(TM->get(), Tuning);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graphs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graphs, Modules);
  llvm::OptimizationLevel O = Level >= 2   ? llvm::OptimizationLevel::O2
                              : Level == 1 ? llvm::OptimizationLevel::O1
                                           : llvm::OptimizationLevel::O0;
  llvm::ModulePassManager Passes =
      Level ? Builder.buildPerModuleDefaultPipeline(O)
            : Builder.buildO0DefaultPipeline(O);
  Passes.run(M, Modules);
  return llvm::Error::success();
}
