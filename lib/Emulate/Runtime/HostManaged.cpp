//===- HostManaged.cpp - Variables that host and device share -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostCompile.h"
#include "Runtime/HostSymbols.h"
#include "llvm/IR/Constants.h"

using namespace bankfix;

/// What Clang makes of the annotate attribute: (variable, text, ...) entries.
static constexpr llvm::StringLiteral Annotations = "llvm.global.annotations";

/// As host_defines.h has it.
static constexpr llvm::StringLiteral ManagedMark = "bankfix-managed";

/// The variable of an entry that says that it is managed, or null.
static llvm::GlobalVariable *managedOf(const llvm::Value *Entry) {
  const auto *S = llvm::dyn_cast<llvm::ConstantStruct>(Entry);
  if (!S)
    return nullptr;
  auto *Text = llvm::dyn_cast<llvm::GlobalVariable>(
      S->getOperand(1)->stripPointerCasts());
  const auto *Data =
      Text
          ? llvm::dyn_cast<llvm::ConstantDataSequential>(Text->getInitializer())
          : nullptr;
  if (!Data || !Data->isCString() || Data->getAsCString() != ManagedMark)
    return nullptr;
  return llvm::dyn_cast<llvm::GlobalVariable>(
      S->getOperand(0)->stripPointerCasts());
}

/// Replaces the host's shadow by a name that stands for the device's memory.
static void share(llvm::GlobalVariable &V, llvm::StringRef Tag) {
  auto *Shared = new llvm::GlobalVariable(
      *V.getParent(), V.getValueType(), /*isConstant=*/false,
      llvm::GlobalValue::ExternalLinkage, /*Initializer=*/nullptr,
      ManagedPrefix + Tag + "." + V.getName());
  Shared->setAlignment(V.getAlign());
  V.replaceAllUsesWith(Shared);
  V.eraseFromParent();
}

void bankfix::shareManaged(llvm::Module &M, llvm::StringRef Tag) {
  llvm::GlobalVariable *All = M.getGlobalVariable(Annotations);
  if (!All)
    return;
  llvm::SmallVector<llvm::GlobalVariable *, 4> Managed;
  for (const llvm::Use &Entry : All->getInitializer()->operands())
    if (llvm::GlobalVariable *V = managedOf(Entry.get()))
      Managed.push_back(V);
  All->eraseFromParent();
  for (llvm::GlobalVariable *V : Managed)
    share(*V, Tag);
}
