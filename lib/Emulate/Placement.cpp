//===- Placement.cpp - Gives variables and functions addresses ------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "Instrument.h"
#include "Retarget.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

static llvm::Constant *pointer(void *To, llvm::Type *T) {
  llvm::Type *Int = llvm::Type::getInt64Ty(T->getContext());
  return llvm::ConstantExpr::getIntToPtr(
      llvm::ConstantInt::get(Int, reinterpret_cast<uintptr_t>(To)), T);
}

/// So that it can be looked up once it is loaded.
static void makeVisible(llvm::GlobalValue &G) {
  if (G.hasLocalLinkage())
    G.setLinkage(llvm::GlobalValue::ExternalLinkage);
  G.setDSOLocal(false);
}

static bool hasAlias(const llvm::GlobalObject &G) {
  return llvm::any_of(G.users(), [](const llvm::User *U) {
    return llvm::isa<llvm::GlobalAlias>(U);
  });
}

std::vector<PlacedObject> bankfix::placeVariables(llvm::Module &M,
                                                  Addresses &A) {
  std::vector<PlacedObject> Out;
  for (llvm::GlobalVariable &G : M.globals()) {
    if (G.isDeclaration() || !G.hasName() || hasAlias(G) ||
        G.getName().starts_with("llvm."))
      continue;
    uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
    void *Place = A.variable(G.getName(), Bytes);
    if (!Place)
      continue;
    G.replaceAllUsesWith(pointer(Place, G.getType()));
    makeVisible(G);
    Out.push_back({G.getName().str(), Place, Bytes});
  }
  return Out;
}

/// Not the one that a call directly calls.
static bool takesAddress(const llvm::Use &U) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(U.getUser());
  return !Call || !Call->isCallee(&U);
}

static void translateCalls(llvm::Function &F) {
  for (llvm::Instruction &I : llvm::instructions(F)) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
    if (!Call || !Call->isIndirectCall())
      continue;
    llvm::IRBuilder<> B(Call);
    Call->setCalledOperand(callHook(B, "__bankfix_function", B.getPtrTy(),
                                    {Call->getCalledOperand()}));
  }
}

std::vector<PlacedObject> bankfix::placeFunctions(llvm::Module &M,
                                                  Addresses &A) {
  std::vector<PlacedObject> Out;
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || hasAlias(F) ||
        llvm::none_of(F.uses(), takesAddress))
      continue;
    void *Place = A.function(F.getName());
    if (!Place)
      continue;
    F.replaceUsesWithIf(pointer(Place, F.getType()), takesAddress);
    makeVisible(F);
    Out.push_back({F.getName().str(), Place, 0});
  }
  for (llvm::Function &F : M)
    translateCalls(F);
  return Out;
}
