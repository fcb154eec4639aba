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
// What leaves a loop by a jump is in it as long as the source says so, though
// no longer on the way back to the loop's start.
//
// The key goes to the called function in a global, which that function reads
// before anything else can happen. Counting how often a site was passed instead
// would put lanes together that are in different iterations.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
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

/// The place in the function that was inlined as \p In was, or null.
static const llvm::DILocation *placeIn(const llvm::DILocation *At,
                                       const llvm::DILocation *In) {
  while (At && At->getInlinedAt() != In->getInlinedAt())
    At = At->getInlinedAt();
  return At && At->getFile() == In->getFile() ? At : nullptr;
}

static std::pair<unsigned, unsigned> place(const llvm::DILocation *At) {
  return {At->getLine(), At->getColumn()};
}

bool Keys::SourceLoop::contains(const llvm::DILocation *At) const {
  return Begin && (At = placeIn(At, Begin)) && place(Begin) <= place(At) &&
         place(At) <= place(End);
}

Keys::Keys(llvm::Function &F) : F(F) {
  llvm::IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  Entry = B.CreateLoad(B.getInt64Ty(), keyVariable(*F.getParent()));
  llvm::DominatorTree Tree(F);
  llvm::LoopInfo Loops(Tree);
  addLoops(Loops, Tree);
}

void Keys::addBlock(const llvm::BasicBlock &Block,
                    const llvm::DominatorTree &Tree) {
  Around &A = InBlock[&Block];
  A = {Entry, {}};
  for (auto [I, S] : llvm::enumerate(All)) {
    if (S.L->contains(&Block))
      A = {S.Key, {}};
    else if (S.Begin && Tree.dominates(S.L->getHeader(), &Block))
      A.Perhaps.push_back(I);
  }
}

void Keys::addLoops(const llvm::LoopInfo &Loops,
                    const llvm::DominatorTree &Tree) {
  llvm::SmallVector<llvm::BasicBlock *> Headers;
  for (const llvm::Loop *L : Loops.getLoopsInPreorder())
    Headers.push_back(L->getHeader());
  // A loop's header dominates all that is in the loop.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Order;
  for (const llvm::DomTreeNode *N : llvm::depth_first(Tree.getRootNode()))
    Order.try_emplace(N->getBlock(), Order.size());
  llvm::sort(Headers, [&](auto *A, auto *B) { return Order[A] < Order[B]; });
  unsigned Number = 0;
  for (llvm::BasicBlock *Header : Headers) {
    const llvm::Loop *L = Loops.getLoopFor(Header);
    llvm::Loop::LocRange Range = L->getLocRange();
    SourceLoop S{L, nullptr, Range.getStart().get(), Range.getEnd().get()};
    if (S.Begin && S.End && place(S.Begin) == place(S.End))
      S.Begin = nullptr; // A goto's, or in a macro.
    addBlock(*Header, Tree);
    llvm::Value *Outer =
        keyAt(*Header,
              S.Begin ? S.Begin : Header->getTerminator()->getDebugLoc().get());
    llvm::IRBuilder<> B(Header, Header->begin());
    llvm::Type *Int = B.getInt64Ty();
    llvm::PHINode *Count = B.CreatePHI(Int, llvm::pred_size(Header));
    B.SetInsertPoint(Header, Header->getFirstInsertionPt());
    llvm::Value *Next = B.CreateAdd(Count, B.getInt64(1));
    for (llvm::BasicBlock *From : llvm::predecessors(Header))
      Count->addIncoming(L->contains(From) ? Next : B.getInt64(0), From);
    S.Key = mix(B, mix(B, Outer, B.getInt64(++Number)), Count);
    All.push_back(S);
  }
  for (const llvm::BasicBlock &Block : F)
    if (Order.count(&Block))
      addBlock(Block, Tree);
}

llvm::Value *Keys::keyAt(const llvm::BasicBlock &Block,
                         const llvm::DILocation *At) const {
  auto It = InBlock.find(&Block);
  if (It == InBlock.end())
    return Entry;
  for (unsigned I : llvm::reverse(It->second.Perhaps))
    if (All[I].contains(At))
      return All[I].Key;
  return It->second.Key;
}

llvm::Value *Keys::at(const llvm::Instruction &I) const {
  return keyAt(*I.getParent(), I.getDebugLoc().get());
}

void Keys::pass(llvm::CallBase &Call) {
  llvm::IRBuilder<> B(&Call);
  llvm::Value *Key = mix(B, at(Call), B.getInt64(Odd + ++Calls));
  B.CreateStore(Key, keyVariable(*F.getParent()));
}
