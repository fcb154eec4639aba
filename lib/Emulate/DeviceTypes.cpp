//===- DeviceTypes.cpp - Types that only a GPU has ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenCL's events, images and samplers are types of SPIR-V, which no other
// code generator knows. Here they become pointers, in the signatures of
// functions and in what these do.
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace bankfix;

namespace {

class PointersInstead : public llvm::ValueMapTypeRemapper {
public:
  llvm::Type *remapType(llvm::Type *T) override {
    if (llvm::isa<llvm::TargetExtType>(T))
      return llvm::PointerType::get(T->getContext(), 0);
    if (auto *A = llvm::dyn_cast<llvm::ArrayType>(T))
      return llvm::ArrayType::get(remapType(A->getElementType()),
                                  A->getNumElements());
    auto *F = llvm::dyn_cast<llvm::FunctionType>(T);
    if (!F)
      return T;
    llvm::SmallVector<llvm::Type *, 8> Params;
    for (llvm::Type *P : F->params())
      Params.push_back(remapType(P));
    return llvm::FunctionType::get(remapType(F->getReturnType()), Params,
                                   F->isVarArg());
  }
};

/// \p F with another signature; its body and its name move there.
llvm::Function *retyped(llvm::Function &F, llvm::FunctionType *T,
                        llvm::ValueToValueMapTy &Values) {
  llvm::Function *New = llvm::Function::Create(
      T, F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  New->takeName(&F);
  New->copyAttributesFrom(&F);
  New->splice(New->begin(), &F);
  New->copyMetadata(&F, 0);
  for (auto [Old, Now] : llvm::zip_equal(F.args(), New->args())) {
    Now.takeName(&Old);
    Values[&Old] = &Now;
  }
  Values[&F] = New;
  return New;
}

} // namespace

void bankfix::replaceDeviceTypes(llvm::Module &M) {
  PointersInstead Types;
  llvm::ValueToValueMapTy Values;
  std::vector<llvm::Function *> Old, All;
  for (llvm::Function &F : M)
    All.push_back(&F);
  for (llvm::Function *&F : All) {
    auto *T =
        llvm::cast<llvm::FunctionType>(Types.remapType(F->getFunctionType()));
    if (T == F->getFunctionType())
      continue;
    Old.push_back(F);
    F = retyped(*F, T, Values);
  }
  auto Flags = llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges;
  for (llvm::Function *F : All)
    for (llvm::Instruction &I : llvm::instructions(*F))
      llvm::RemapInstruction(&I, Values, Flags, &Types);
  for (llvm::Function *F : Old)
    F->eraseFromParent();
}
