//===- Subscripts.cpp - Tells of those outside of their dimension ---------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's bounds sanitizer puts a branch around each subscript of an array with
// a known size. What follows looks at branches for conditions that inputs
// decide, and at blocks that were not executed, and these are none of the
// kernel's: each becomes one call.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

namespace {

/// The text that a constant points to; empty where that is none.
llvm::StringRef textAt(const llvm::Constant *Pointer) {
  auto *G = llvm::dyn_cast<llvm::GlobalVariable>(Pointer->stripPointerCasts());
  auto *Text =
      G && G->hasInitializer()
          ? llvm::dyn_cast<llvm::ConstantDataArray>(G->getInitializer())
          : nullptr;
  return Text && Text->isCString() ? Text->getAsCString() : "";
}

/// What the sanitizer says of one subscript:
/// `{{file, line, column}, {kind, info, "'float[32]'"}*, index type*}`.
struct Checked {
  llvm::StringRef File, Type;
  llvm::ConstantInt *Line = nullptr, *Column = nullptr;

  explicit Checked(const llvm::GlobalVariable &Data) {
    const llvm::Constant *Place =
        Data.getInitializer()->getAggregateElement(0u);
    File = textAt(Place->getAggregateElement(0u));
    Line = llvm::cast<llvm::ConstantInt>(Place->getAggregateElement(1u));
    Column = llvm::cast<llvm::ConstantInt>(Place->getAggregateElement(2u));
    auto *T = llvm::cast<llvm::GlobalVariable>(
        Data.getInitializer()->getAggregateElement(1u)->stripPointerCasts());
    auto *Name = llvm::cast<llvm::ConstantDataArray>(
        T->getInitializer()->getAggregateElement(2u));
    Type = Name->getAsCString().trim('\'');
  }
};

/// The branch that the sanitizer wrote, to go round \p Call. Null where there is
/// none: OpenCL's kernels are inlined into what is launched, which folds the
/// branches around constant subscripts, so that those outside are called for
/// wherever the kernel comes by.
llvm::BranchInst *branchAround(const llvm::CallInst &Call) {
  const llvm::BasicBlock *Handler = Call.getParent();
  const llvm::BasicBlock *Before = Handler->getSinglePredecessor();
  if (!Before || !Handler->getSingleSuccessor())
    return nullptr;
  // The index may be widened there.
  bool IsAlone = llvm::all_of(*Handler, [&](const llvm::Instruction &I) {
    return &I == &Call || &I == Handler->getTerminator() ||
           llvm::isa<llvm::CastInst>(I);
  });
  auto *Branch = llvm::dyn_cast<llvm::BranchInst>(
      const_cast<llvm::Instruction *>(Before->getTerminator()));
  return IsAlone && Branch && Branch->isConditional() &&
                 Branch->hasMetadata(llvm::LLVMContext::MD_nosanitize)
             ? Branch
             : nullptr;
}

/// Calls the hook in front of \p Call, which is for a subscript that is outside
/// unless \p IsInside.
void callInstead(llvm::CallInst &Call, llvm::Value *IsInside) {
  const Checked Says(*llvm::cast<llvm::GlobalVariable>(
      Call.getArgOperand(0)->stripPointerCasts()));
  llvm::Module &M = *Call.getModule();
  llvm::IRBuilder<> B(&Call);
  auto Text = [&](llvm::StringRef Of) {
    return B.CreateGlobalString(Of, "", /*AddressSpace=*/0, &M);
  };
  llvm::StringRef File = Says.File == M.getSourceFileName() ? "" : Says.File;
  callHook(B, "__bankfix_subscript", B.getVoidTy(),
           {B.CreateZExt(IsInside, B.getInt32Ty()), Call.getArgOperand(1),
            Text(File), Says.Line, Says.Column, Text(Says.Type)});
  Call.eraseFromParent();
}

void replace(llvm::CallInst &Call) {
  llvm::BranchInst *Branch = branchAround(Call);
  if (!Branch)
    return callInstead(Call, llvm::ConstantInt::getFalse(Call.getContext()));
  llvm::BasicBlock *Handler = Call.getParent();
  llvm::BasicBlock *Behind = Handler->getSingleSuccessor();
  llvm::IRBuilder<> B(Branch);
  llvm::Value *IsInside = Branch->getCondition();
  if (Branch->getSuccessor(0) == Handler)
    IsInside = B.CreateNot(IsInside);
  while (&Handler->front() != Handler->getTerminator())
    Handler->front().moveBefore(Branch->getIterator());
  callInstead(Call, IsInside);
  B.SetInsertPoint(Branch);
  B.CreateBr(Behind);
  Branch->eraseFromParent();
  Handler->eraseFromParent();
}

} // namespace

void bankfix::hookSubscripts(llvm::Module &M) {
  llvm::Function *Handler = M.getFunction("__ubsan_handle_out_of_bounds");
  if (!Handler)
    return;
  std::vector<llvm::CallInst *> Calls;
  for (llvm::User *U : Handler->users())
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(U))
      Calls.push_back(Call);
  for (llvm::CallInst *Call : Calls)
    replace(*Call);
  Handler->eraseFromParent();
}
