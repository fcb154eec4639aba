//===- HostLink.cpp - Links the host side of a program --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostProgram.h"
#include "Runtime/HostSymbols.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace bankfix;

namespace {

/// Keeps the first thing that the linker complains about.
class LinkErrors : public llvm::DiagnosticHandler {
public:
  explicit LinkErrors(std::string &First) : First(First) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &D) override {
    if (D.getSeverity() != llvm::DS_Error || !First.empty())
      return true;
    llvm::raw_string_ostream OS(First);
    llvm::DiagnosticPrinterRawOStream Printer(OS);
    D.print(Printer);
    return true;
  }

private:
  std::string &First;
};

} // namespace

/// A function of CUDA's own interface, or of one of its libraries.
static bool isCudaName(llvm::StringRef Name) {
  if (Name.starts_with("cuda") || Name.starts_with("__cuda"))
    return true;
  for (llvm::StringRef Library : {"cublas", "cufft", "curand", "cusparse",
                                  "cusolver", "nvrtc", "nvml", "npp"})
    if (Name.starts_with(Library))
      return true;
  // The driver interface: cuInit.
  return Name.starts_with("cu") && Name.size() > 2 && llvm::isUpper(Name[2]);
}

/// A body that ends the program with a message that names the function.
static void addRefusal(llvm::Function &F) {
  llvm::LLVMContext &C = F.getContext();
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(C, "", &F));
  llvm::FunctionCallee Refuse = F.getParent()->getOrInsertFunction(
      RefuseFunction, B.getVoidTy(), B.getPtrTy());
  B.CreateCall(Refuse, B.CreateGlobalString(F.getName()));
  B.CreateUnreachable();
  F.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Gives each undefined CUDA function a refusal; what else is undefined comes
/// back as the text of an error.
static std::string resolve(llvm::Module &M) {
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  std::vector<llvm::Function *> Refused;
  std::string Missing;
  for (llvm::GlobalValue &G : M.global_values()) {
    llvm::StringRef Name = G.getName();
    if (!G.isDeclaration() || G.use_empty() || G.hasExternalWeakLinkage() ||
        Name.starts_with("llvm.") || Name.starts_with(ManagedPrefix) ||
        isHostSymbol(Name) ||
        llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(Name.str()))
      continue;
    auto *F = llvm::dyn_cast<llvm::Function>(&G);
    if (F && isCudaName(Name))
      Refused.push_back(F);
    else
      Missing += (Missing.empty() ? "" : ", ") + llvm::demangle(Name);
  }
  for (llvm::Function *F : Refused)
    addRefusal(*F);
  return Missing;
}

/// What a linker adds: the program's identity, as a hidden variable.
static void defineHandle(llvm::Module &M) {
  llvm::GlobalVariable *Handle = M.getGlobalVariable("__dso_handle");
  if (!Handle || !Handle->isDeclaration())
    return;
  Handle->setInitializer(llvm::Constant::getNullValue(Handle->getValueType()));
  Handle->setVisibility(llvm::GlobalValue::DefaultVisibility);
  Handle->setLinkage(llvm::GlobalValue::InternalLinkage);
}

llvm::Expected<std::unique_ptr<llvm::Module>>
bankfix::linkHost(std::vector<std::unique_ptr<llvm::Module>> Modules) {
  std::unique_ptr<llvm::Module> All = std::move(Modules.front());
  std::string Complaint;
  llvm::LLVMContext &Context = All->getContext();
  Context.setDiagnosticHandler(std::make_unique<LinkErrors>(Complaint));
  llvm::Linker Linker(*All);
  bool Failed = false;
  for (size_t I = 1; I < Modules.size() && !Failed; ++I)
    Failed = Linker.linkInModule(std::move(Modules[I]));
  Context.setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
  if (Failed)
    return llvm::createStringError("the files cannot be linked: " + Complaint);
  llvm::Function *Main = All->getFunction("main");
  if (!Main || Main->isDeclaration())
    return llvm::createStringError(
        "there is no 'main'; name all source files of the program");
  defineHandle(*All);
  if (std::string Missing = resolve(*All); !Missing.empty())
    return llvm::createStringError("not defined in these files: " + Missing);
  return All;
}
