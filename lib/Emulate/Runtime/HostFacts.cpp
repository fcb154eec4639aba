//===- HostFacts.cpp - What the runtime is asked about a kernel -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostFacts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace bankfix;

/// NVPTX's number for shared memory.
static constexpr unsigned SharedSpace = 3;

namespace {

/// What can be reached from a function by operands and calls.
class Reach {
public:
  void visit(const llvm::Value *V) {
    if (!llvm::isa<llvm::Constant>(V) || !Seen.insert(V).second)
      return;
    if (const auto *G = llvm::dyn_cast<llvm::GlobalVariable>(V))
      if (G->getAddressSpace() == SharedSpace)
        Shared.push_back(G);
    if (const auto *F = llvm::dyn_cast<llvm::Function>(V))
      for (const llvm::Instruction &I : llvm::instructions(F))
        for (const llvm::Use &Operand : I.operands())
          visit(Operand.get());
    else
      for (const llvm::Use &Operand : llvm::cast<llvm::Constant>(V)->operands())
        visit(Operand.get());
  }

  llvm::SmallVector<const llvm::GlobalVariable *, 8> Shared;

private:
  std::set<const llvm::Value *> Seen;
};

} // namespace

/// As `__launch_bounds__` sets it: "128" or "32,8"; 0 where it does not.
static unsigned maxThreads(const llvm::Function &F) {
  llvm::StringRef Text = F.getFnAttribute("nvvm.maxntid").getValueAsString();
  unsigned Threads = Text.empty() ? 0 : 1;
  for (llvm::StringRef Part : llvm::split(Text, ',')) {
    unsigned Size = 0;
    if (!Part.trim().getAsInteger(10, Size))
      Threads *= Size;
  }
  return Threads;
}

KernelFacts bankfix::factsOf(const llvm::Function &Kernel) {
  Reach R;
  R.visit(&Kernel);
  const llvm::DataLayout &Layout = Kernel.getParent()->getDataLayout();
  KernelFacts Facts;
  for (const llvm::GlobalVariable *G : R.Shared)
    Facts.SharedBytes =
        llvm::alignTo(Facts.SharedBytes, Layout.getPreferredAlign(G)) +
        Layout.getTypeAllocSize(G->getValueType());
  Facts.MaxThreads = maxThreads(Kernel);
  return Facts;
}
