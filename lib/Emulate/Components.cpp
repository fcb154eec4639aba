//===- Components.cpp - Accesses to one element of a vector ---------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `v[i].y`, Clang reads the whole vector and takes an element of it; for
// `v[i].y = x` it reads the vector, replaces an element, and writes it back.
// The source says one element, and so does the GPU's code.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

static llvm::Value *elementAddress(llvm::IRBuilder<> &B, llvm::Value *Vector,
                                   llvm::Type *Element, uint64_t Index) {
  return B.CreateConstInBoundsGEP1_64(Element, Vector, Index);
}

static llvm::Align elementAlign(llvm::Align Vector, llvm::Type *Element,
                                uint64_t Index) {
  uint64_t Bytes = Element->getPrimitiveSizeInBits() / 8;
  return Bytes ? llvm::commonAlignment(Vector, Index * Bytes) : llvm::Align(1);
}

/// The element that \p E takes or replaces, if that is a constant one of whole
/// bytes.
static std::optional<uint64_t> constantIndex(const llvm::Value *Index,
                                             const llvm::Type *Element) {
  auto *C = llvm::dyn_cast<llvm::ConstantInt>(Index);
  if (!C || Element->getPrimitiveSizeInBits() % 8)
    return std::nullopt;
  return C->getZExtValue();
}

/// `store (insertelement (load p), x, i), p`.
static bool narrow(llvm::StoreInst &Store) {
  auto *Insert =
      llvm::dyn_cast<llvm::InsertElementInst>(Store.getValueOperand());
  if (!Insert || !Insert->hasOneUse())
    return false;
  auto *Load = llvm::dyn_cast<llvm::LoadInst>(Insert->getOperand(0));
  if (!Load || !Load->hasOneUse() || Load->isVolatile() ||
      Load->getPointerOperand() != Store.getPointerOperand())
    return false;
  llvm::Value *New = Insert->getOperand(1);
  auto Index = constantIndex(Insert->getOperand(2), New->getType());
  if (!Index)
    return false;
  llvm::IRBuilder<> B(&Store);
  B.CreateAlignedStore(
      New, elementAddress(B, Store.getPointerOperand(), New->getType(), *Index),
      elementAlign(Store.getAlign(), New->getType(), *Index));
  Store.eraseFromParent();
  Insert->eraseFromParent();
  Load->eraseFromParent();
  return true;
}

/// `extractelement (load p), i`, and nothing else of what is read.
static bool narrow(llvm::LoadInst &Load) {
  if (!Load.hasOneUse() || Load.isVolatile() || Load.hasMetadata(WholeVector))
    return false;
  auto *Extract = llvm::dyn_cast<llvm::ExtractElementInst>(Load.user_back());
  auto Index =
      Extract ? constantIndex(Extract->getIndexOperand(), Extract->getType())
              : std::nullopt;
  if (!Index)
    return false;
  llvm::Type *T = Extract->getType();
  llvm::IRBuilder<> B(&Load);
  Extract->replaceAllUsesWith(B.CreateAlignedLoad(
      T, elementAddress(B, Load.getPointerOperand(), T, *Index),
      elementAlign(Load.getAlign(), T, *Index)));
  Extract->eraseFromParent();
  Load.eraseFromParent();
  return true;
}

/// A variable of the thread, which is to become a register as a whole.
static bool isVariable(const llvm::Value *Pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Pointer));
}

void bankfix::narrowComponents(llvm::Module &M) {
  std::vector<llvm::StoreInst *> Stores;
  std::vector<llvm::LoadInst *> Loads;
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *S = llvm::dyn_cast<llvm::StoreInst>(&I);
          S && S->getValueOperand()->getType()->isVectorTy() &&
          !isVariable(S->getPointerOperand()))
        Stores.push_back(S);
  for (llvm::StoreInst *S : Stores)
    narrow(*S);
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *L = llvm::dyn_cast<llvm::LoadInst>(&I);
          L && L->getType()->isVectorTy() &&
          !isVariable(L->getPointerOperand()))
        Loads.push_back(L);
  for (llvm::LoadInst *L : Loads)
    narrow(*L);
}
