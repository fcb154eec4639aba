//===- OpenCLTypes.cpp - Types that only a GPU has ------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace bankfix;

namespace {

class OpaqueTypes : public llvm::ValueMapTypeRemapper {
public:
  llvm::Type *remapType(llvm::Type *T) override {
    llvm::Type *&Known = All[T];
    if (!Known)
      Known = T; // Types may contain themselves.
    else
      return Known;
    llvm::Type *New = replaced(T);
    return All[T] = New;
  }

private:
  llvm::Type *replaced(llvm::Type *T) {
    if (llvm::isa<llvm::TargetExtType>(T))
      return llvm::PointerType::get(T->getContext(), 0);
    llvm::SmallVector<llvm::Type *, 8> Parts;
    for (llvm::Type *Part : T->subtypes())
      Parts.push_back(remapType(Part));
    if (llvm::equal(Parts, T->subtypes()))
      return T;
    if (auto *A = llvm::dyn_cast<llvm::ArrayType>(T))
      return llvm::ArrayType::get(Parts[0], A->getNumElements());
    if (auto *S = llvm::dyn_cast<llvm::StructType>(T))
      return llvm::StructType::get(T->getContext(), Parts, S->isPacked());
    if (auto *F = llvm::dyn_cast<llvm::FunctionType>(T))
      return llvm::FunctionType::get(
          Parts[0], llvm::ArrayRef(Parts).drop_front(), F->isVarArg());
    return T;
  }

  llvm::DenseMap<llvm::Type *, llvm::Type *> All;
};

} // namespace

/// \p F with another type; its body still speaks of the old one.
static void moveFunction(llvm::Function &F, llvm::FunctionType *T,
                         llvm::ValueToValueMapTy &Map) {
  llvm::Function *New = llvm::Function::Create(
      T, F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  New->takeName(&F);
  New->copyAttributesFrom(&F);
  New->copyMetadata(&F, 0);
  F.clearMetadata();
  New->splice(New->begin(), &F);
  for (auto [Old, Argument] : llvm::zip_equal(F.args(), New->args()))
    Map[&Old] = &Argument;
  Map[&F] = New;
}

void bankfix::replaceOpaqueTypes(llvm::Module &M) {
  OpaqueTypes Types;
  llvm::ValueToValueMapTy Map;
  bool Any = false;
  std::vector<llvm::Function *> Old;
  for (llvm::Function &F : llvm::make_early_inc_range(M)) {
    for (llvm::BasicBlock &B : F)
      for (llvm::Instruction &I : B)
        if (auto *A = llvm::dyn_cast<llvm::AllocaInst>(&I))
          Any |=
              Types.remapType(A->getAllocatedType()) != A->getAllocatedType();
    llvm::Type *New = Types.remapType(F.getFunctionType());
    if (New != F.getFunctionType())
      Old.push_back(&F);
  }
  if (!Any && Old.empty())
    return;
  for (llvm::Function *F : Old)
    moveFunction(
        *F,
        llvm::cast<llvm::FunctionType>(Types.remapType(F->getFunctionType())),
        Map);
  auto Flags =
      llvm::RF_IgnoreMissingLocals | llvm::RF_ReuseAndMutateDistinctMDs;
  for (llvm::Function &F : M)
    llvm::RemapFunction(F, Map, Flags, &Types);
  for (llvm::Function *F : Old)
    F->eraseFromParent();
}
