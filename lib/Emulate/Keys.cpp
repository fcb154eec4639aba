//===- Keys.cpp - Where in its loops and calls a thread is ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   key in a loop = mix(key around it, the loop, its iteration)
//   key of a call = mix(key at the call, the call)
//
// The key goes to the called function in a global, which that function reads
// before anything else can happen. Counting how often a site was passed instead
// would put lanes together that are in different iterations.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

static constexpr uint64_t Odd = 0x9E3779B97F4A7C15u;

static llvm::Value *mix(llvm::IRBuilder<> &B, llvm::Value *Key,
                        llvm::Value *With) {
  llvm::Value *X = B.CreateMul(B.CreateXor(Key, With), B.getInt64(Odd));
  return B.CreateXor(X, B.CreateLShr(X, 29));
}

static llvm::Value *keyVariable(llvm::Module &M) {
  return M.getOrInsertGlobal("__bankfix_key",
                             llvm::Type::getInt64Ty(M.getContext()));
}

Keys::Keys(llvm::Function &F) : F(F) {
  llvm::IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  Entry = B.CreateLoad(B.getInt64Ty(), keyVariable(*F.getParent()));
  llvm::DominatorTree Tree(F);
  llvm::LoopInfo Loops(Tree);
  addLoops(Loops);
}

void Keys::addLoops(const llvm::LoopInfo &Loops) {
  unsigned Number = 0;
  for (const llvm::Loop *L : Loops.getLoopsInPreorder()) {
    llvm::BasicBlock *Header = L->getHeader();
    llvm::IRBuilder<> B(Header, Header->begin());
    llvm::Type *Int = B.getInt64Ty();
    llvm::PHINode *Count = B.CreatePHI(Int, llvm::pred_size(Header));
    B.SetInsertPoint(Header, Header->getFirstInsertionPt());
    llvm::Value *Next = B.CreateAdd(Count, B.getInt64(1));
    for (llvm::BasicBlock *From : llvm::predecessors(Header))
      Count->addIncoming(L->contains(From) ? Next : B.getInt64(0), From);
    const llvm::Loop *Around = L->getParentLoop();
    llvm::Value *Outer = Around ? InBlock.lookup(Around->getHeader()) : Entry;
    llvm::Value *Key = mix(B, Outer, B.getInt64(++Number));
    Key = mix(B, Key, Count);
    for (llvm::BasicBlock *Block : L->blocks())
      InBlock[Block] = Key; // Inner loops come later, and overwrite theirs.
  }
}

llvm::Value *Keys::at(const llvm::Instruction &I) const {
  llvm::Value *Key = InBlock.lookup(I.getParent());
  return Key ? Key : Entry;
}

void Keys::pass(llvm::CallBase &Call) {
  llvm::IRBuilder<> B(&Call);
  llvm::Value *Key = mix(B, at(Call), B.getInt64(Odd + ++Calls));
  B.CreateStore(Key, keyVariable(*F.getParent()));
}
