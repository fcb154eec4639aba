//===- Coverage.cpp - Which code of a kernel was executed -----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"
#include "Retarget.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

/// The hooks before accesses: see Instrument.cpp.
static bool isAccess(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  const llvm::Function *To = Call ? Call->getCalledFunction() : nullptr;
  return To && (To->getName() == "__bankfix_access" ||
                To->getName() == "__bankfix_range");
}

void Coverage::mark(llvm::Module &M) {
  std::vector<llvm::BasicBlock *> All;
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    Functions[F.getName()] = {unsigned(All.size()), unsigned(F.size())};
    for (llvm::BasicBlock &B : F) {
      All.push_back(&B);
      Accesses.push_back(llvm::count_if(B, isAccess));
    }
  }
  Flags.assign(All.size(), 0);
  for (auto [Block, Flag] : llvm::zip_equal(All, Flags)) {
    llvm::IRBuilder<> B(Block, Block->getFirstInsertionPt());
    llvm::Value *At = B.CreateIntToPtr(
        B.getInt64(reinterpret_cast<uintptr_t>(&Flag)), B.getPtrTy());
    B.CreateStore(B.getInt8(1), At);
  }
}

void Coverage::addKernel(const llvm::Module &M, llvm::StringRef Kernel) {
  std::vector<Range> &Of = Kernels[Kernel];
  for (const llvm::GlobalObject *G : namedFrom(M, Kernel))
    if (auto It = Functions.find(G->getName()); It != Functions.end())
      Of.push_back(It->second);
}

Reached Coverage::reached(llvm::StringRef Kernel) const {
  Reached Out;
  auto It = Kernels.find(Kernel);
  if (It == Kernels.end())
    return Out;
  for (const Range &R : It->second)
    for (unsigned I = R.First; I < R.First + R.Blocks; ++I) {
      Out.Blocks += Flags[I];
      Out.Accesses += Flags[I] ? Accesses[I] : 0;
    }
  return Out;
}

unsigned Coverage::accesses(llvm::StringRef Kernel) const {
  unsigned Out = 0;
  if (auto It = Kernels.find(Kernel); It != Kernels.end())
    for (const Range &R : It->second)
      for (unsigned I = R.First; I < R.First + R.Blocks; ++I)
        Out += Accesses[I];
  return Out;
}
