//===- Retarget.cpp - A GPU's module for this machine ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "Jit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

/// Both NVPTX and SPIR number it so.
static constexpr unsigned SharedSpace = 3;

std::string bankfix::variableName(llvm::StringRef Symbol) {
  std::string Name = llvm::demangle(Symbol);
  llvm::StringRef Last = Name;
  if (size_t At = Last.rfind("::"); At != llvm::StringRef::npos)
    Last = Last.substr(At + 2);
  if (size_t At = Last.rfind('.'); At != llvm::StringRef::npos)
    Last = Last.substr(At + 1);
  return Last.str();
}

SharedLayout bankfix::layoutShared(const llvm::Module &M) {
  SharedLayout L;
  uint64_t Next = 0;
  for (const llvm::GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != SharedSpace)
      continue;
    uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
    SharedVariable V{G.getName().str(), variableName(G.getName()), 0, Bytes};
    if (!G.isDeclaration()) {
      V.Offset = Next;
      Next = SharedLayout::next(Next + Bytes);
      L.StaticBytes += Bytes;
      L.Variables.push_back(std::move(V));
    }
  }
  L.DynamicOffset = Next;
  for (const llvm::GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == SharedSpace && G.isDeclaration())
      L.Variables.push_back({G.getName().str(), variableName(G.getName()),
                             L.DynamicOffset, 0, /*Dynamic=*/true});
  return L;
}

/// The functions and variables that \p C names, itself or within.
static void findNamed(const llvm::Value *V,
                      llvm::SetVector<const llvm::GlobalObject *> &Found) {
  if (auto *G = llvm::dyn_cast<llvm::GlobalObject>(V))
    Found.insert(G);
  else if (auto *C = llvm::dyn_cast<llvm::Constant>(V))
    for (const llvm::Use &U : C->operands())
      findNamed(U, Found);
}

std::vector<const llvm::GlobalObject *>
bankfix::namedFrom(const llvm::Module &M, llvm::StringRef Kernel) {
  llvm::SetVector<const llvm::GlobalObject *> Found;
  if (const llvm::Function *F = M.getFunction(Kernel))
    Found.insert(F);
  for (unsigned I = 0; I < Found.size(); ++I)
    if (auto *F = llvm::dyn_cast<llvm::Function>(Found[I]))
      for (const llvm::Instruction &At : llvm::instructions(*F))
        for (const llvm::Use &U : At.operands())
          findNamed(U, Found);
  return {Found.begin(), Found.end()};
}

/// It may call a function that it does not name.
static bool callsUnnamed(const llvm::GlobalObject *G) {
  auto *F = llvm::dyn_cast<llvm::Function>(G);
  return F && llvm::any_of(llvm::instructions(*F), [](const auto &I) {
           auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
           return Call && Call->isIndirectCall();
         });
}

void bankfix::findVariablesOf(const llvm::Module &M, llvm::StringRef Kernel,
                              SharedLayout &L) {
  const std::vector<const llvm::GlobalObject *> Named = namedFrom(M, Kernel);
  std::set<unsigned> Static;
  for (const llvm::GlobalObject *G : Named)
    for (unsigned I = 0; I < L.Variables.size(); ++I) {
      if (L.Variables[I].Symbol != G->getName())
        continue;
      if (L.Variables[I].Dynamic)
        L.DynamicOf.try_emplace(Kernel.str(), I);
      else
        Static.insert(I);
    }
  if (llvm::none_of(Named, callsUnnamed))
    L.StaticOf[Kernel.str()] = std::move(Static);
}

void bankfix::placeShared(llvm::Module &M, const SharedLayout &L,
                          uint64_t Arena) {
  llvm::Type *Int = llvm::Type::getInt64Ty(M.getContext());
  for (const SharedVariable &V : L.Variables) {
    llvm::GlobalVariable *G = M.getGlobalVariable(V.Symbol, true);
    G->replaceAllUsesWith(llvm::ConstantExpr::getIntToPtr(
        llvm::ConstantInt::get(Int, Arena + V.Offset), G->getType()));
    G->eraseFromParent();
  }
}

static void forgetFunction(llvm::Function &F) {
  F.setCallingConv(llvm::CallingConv::C);
  F.setComdat(nullptr);
  F.setVisibility(llvm::GlobalValue::DefaultVisibility);
  for (llvm::StringRef Name :
       {"target-cpu", "target-features", "tune-cpu", "no-builtins",
        "frame-pointer", "uniform-work-group-size"})
    F.removeFnAttr(Name);
  F.removeFnAttr(llvm::Attribute::Convergent);
  if (F.isDeclaration())
    return;
  // An access through a null pointer is to be seen, not to be optimised away.
  F.addFnAttr(llvm::Attribute::NullPointerIsValid);
  // Bodies now do more than what the source says of them.
  for (auto Kind : {llvm::Attribute::Memory, llvm::Attribute::NoSync,
                    llvm::Attribute::WillReturn, llvm::Attribute::NoFree,
                    llvm::Attribute::Speculatable})
    F.removeFnAttr(Kind);
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      Call->setCallingConv(llvm::CallingConv::C);
      Call->removeFnAttr(llvm::Attribute::Convergent);
      const llvm::Function *To = Call->getCalledFunction();
      if (To && !To->isIntrinsic() && To->getName() != "__bankfix_special")
        Call->removeFnAttr(llvm::Attribute::Memory);
    }
}

void bankfix::forgetDevice(llvm::Module &M) {
  for (const char *Name : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable *G = M.getGlobalVariable(Name, true))
      G->eraseFromParent();
  if (llvm::NamedMDNode *N = M.getNamedMetadata("nvvm.annotations"))
    N->eraseFromParent();
  M.setModuleInlineAsm("");
  for (llvm::Function &F : M)
    forgetFunction(F);
  for (llvm::GlobalVariable &G : M.globals()) {
    G.setComdat(nullptr);
    G.setVisibility(llvm::GlobalValue::DefaultVisibility);
    // The host writes to it.
    if (G.isExternallyInitialized()) {
      G.setExternallyInitialized(false);
      G.setConstant(false);
      G.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    // What the built-in variables' conversions are called on; never read.
    if (G.hasExternalWeakLinkage()) {
      G.setLinkage(llvm::GlobalValue::InternalLinkage);
      G.setInitializer(llvm::Constant::getNullValue(G.getValueType()));
    }
  }
  for (llvm::GlobalValue &G : M.global_values())
    if (!G.hasLocalLinkage())
      G.setDSOLocal(false);
}

/// Calls the hook that ends the run.
static void refuse(llvm::IRBuilder<> &B, const llvm::Twine &What) {
  llvm::Module &M = *B.GetInsertBlock()->getModule();
  llvm::Value *Text = B.CreateGlobalString(What.str());
  B.CreateCall(M.getOrInsertFunction("__bankfix_unsupported", B.getVoidTy(),
                                     B.getPtrTy()),
               {Text});
}

/// How the user knows a function of the built-in headers; else by its name.
static std::string describe(const llvm::Function &F) {
  std::string Name = llvm::demangle(F.getName());
  for (auto [Part, Text] :
       {std::pair("__bankfix_texture", "it reads a texture"),
        std::pair("__bankfix_surface", "it uses a surface"),
        std::pair("read_image", "it reads an image"),
        std::pair("write_image", "it writes an image"),
        std::pair("__bankfix_wmma", "it uses matrix fragments (wmma)")})
    if (llvm::StringRef(Name).contains(Part))
      return Text;
  return "it has no definition of '" + Name + "'";
}

static void refuseFunction(llvm::Function &F) {
  llvm::Module &M = *F.getParent();
  std::string What = describe(F);
  // Under another name: the optimiser knows what some functions do.
  llvm::Function *Body = llvm::Function::Create(
      F.getFunctionType(), llvm::GlobalValue::InternalLinkage,
      "unsupported." + F.getName(), M);
  F.replaceAllUsesWith(Body);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(M.getContext(), "entry", Body));
  refuse(B, What);
  B.CreateUnreachable();
}

static void refuseAssembly(llvm::CallBase &Call) {
  auto *Asm = llvm::cast<llvm::InlineAsm>(Call.getCalledOperand());
  std::string Text = llvm::StringRef(Asm->getAsmString()).trim().str();
  llvm::IRBuilder<> B(&Call);
  if (!Text.empty())
    refuse(B, "inline assembly '" + Text + "'");
  Call.replaceAllUsesWith(llvm::PoisonValue::get(Call.getType()));
  Call.eraseFromParent();
}

static bool isForAnotherMachine(llvm::StringRef Intrinsic) {
  return Intrinsic.starts_with("llvm.nvvm.") ||
         Intrinsic.starts_with("llvm.spv.");
}

void bankfix::refuseUnknown(llvm::Module &M,
                            const llvm::StringMap<void *> &Runtime) {
  std::vector<llvm::CallBase *> Assembly;
  std::vector<llvm::Function *> Unknown;
  for (llvm::Function &F : M) {
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
          Call && Call->isInlineAsm())
        Assembly.push_back(Call);
    if (!F.isDeclaration() || F.use_empty())
      continue;
    bool Known = F.isIntrinsic() ? !isForAnotherMachine(F.getName())
                                 : Runtime.contains(F.getName()) ||
                                       isHostFunction(F.getName());
    if (!Known)
      Unknown.push_back(&F);
  }
  for (llvm::CallBase *Call : Assembly)
    refuseAssembly(*Call);
  for (llvm::Function *F : Unknown)
    refuseFunction(*F);
}

std::string bankfix::addEntry(llvm::Module &M, llvm::StringRef Kernel) {
  llvm::Function *F = M.getFunction(Kernel);
  llvm::LLVMContext &C = M.getContext();
  std::string Name = ("__bankfix_entry." + Kernel).str();
  llvm::Type *Pointer = llvm::PointerType::get(C, 0);
  llvm::Function *Entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(C), {Pointer}, false),
      llvm::GlobalValue::ExternalLinkage, Name, M);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(C, "entry", Entry));
  B.CreateStore(B.getInt64(0),
                M.getOrInsertGlobal("__bankfix_key", B.getInt64Ty()));
  llvm::SmallVector<llvm::Value *, 16> Values;
  for (llvm::Argument &A : F->args()) {
    llvm::Value *Slot =
        B.CreateConstGEP1_32(Pointer, Entry->getArg(0), A.getArgNo());
    llvm::Value *At = B.CreateLoad(Pointer, Slot);
    Values.push_back(A.hasByValAttr() ? B.CreateAddrSpaceCast(At, A.getType())
                                      : B.CreateLoad(A.getType(), At));
  }
  B.CreateCall(F, Values)->setAttributes(F->getAttributes());
  B.CreateRetVoid();
  return Name;
}
