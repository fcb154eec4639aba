//===- Instrument.cpp - Makes code tell what it does ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace bankfix;

llvm::CallInst *bankfix::callHook(llvm::IRBuilder<> &B, llvm::StringRef Name,
                                  llvm::Type *Result,
                                  llvm::ArrayRef<llvm::Value *> Arguments) {
  llvm::SmallVector<llvm::Type *, 8> Types;
  for (llvm::Value *A : Arguments)
    Types.push_back(A->getType());
  llvm::Module &M = *B.GetInsertBlock()->getModule();
  return B.CreateCall(
      M.getOrInsertFunction(
          Name, llvm::FunctionType::get(Result, Types, /*isVarArg=*/false)),
      Arguments);
}

void bankfix::simplify(llvm::Module &M) {
  for (llvm::Function &F : M) {
    F.removeFnAttr(llvm::Attribute::OptimizeNone);
    F.removeFnAttr(llvm::Attribute::NoInline);
    if (F.hasFnAttribute("bankfix-header"))
      F.addFnAttr(llvm::Attribute::AlwaysInline);
    else
      F.removeFnAttr(llvm::Attribute::AlwaysInline);
  }
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graphs;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graphs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graphs, Modules);
  llvm::ModulePassManager Passes;
  Passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  Passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  Passes.run(M, Modules);
}

namespace {

class Instrumenter {
public:
  Instrumenter(llvm::Function &F, Sites &S)
      : F(F), S(S), Layout(F.getDataLayout()), K(F) {}

  void run();

private:
  void visit(llvm::Instruction &I);
  void visitCall(llvm::CallBase &Call);
  void copy(llvm::AnyMemIntrinsic &Copy);
  void range(llvm::Instruction &At, llvm::Value *Pointer, llvm::Value *Bytes,
             unsigned Align, CodeAccess Kind, AccessOp Op);
  void access(llvm::Instruction &I, llvm::Value *Pointer, llvm::Type *T,
              llvm::Align Align, CodeAccess Kind, AccessOp Op);
  void result(llvm::Instruction &I);
  void divide(llvm::BinaryOperator &I);
  llvm::Value *generic(llvm::IRBuilder<> &B, llvm::Value *Pointer) {
    return B.CreateAddrSpaceCast(Pointer, B.getPtrTy());
  }

  llvm::Function &F;
  Sites &S;
  const llvm::DataLayout &Layout;
  Keys K;
};

/// True for memory that is certainly the thread's own, or constant.
bool isPrivate(const llvm::Value *Pointer) {
  const llvm::Value *Object = llvm::getUnderlyingObject(Pointer);
  if (auto *A = llvm::dyn_cast<llvm::Argument>(Object))
    return A->hasByValAttr() || A->hasStructRetAttr();
  if (auto *G = llvm::dyn_cast<llvm::GlobalVariable>(Object))
    return G->isConstant() || G->getName() == "__bankfix_key";
  return llvm::isa<llvm::AllocaInst>(Object);
}

void Instrumenter::access(llvm::Instruction &I, llvm::Value *Pointer,
                          llvm::Type *T, llvm::Align Align, CodeAccess Kind,
                          AccessOp Op) {
  if (isPrivate(Pointer))
    return;
  unsigned Bytes = Layout.getTypeStoreSize(T);
  unsigned Known = Align.value();
  if (Known < Bytes)
    Known = S.align(I, Kind, Known);
  if (!llvm::isPowerOf2_32(Bytes) || Bytes > 16 || Known < Bytes) {
    llvm::IRBuilder<> B(&I);
    return range(I, Pointer, B.getInt64(Bytes), Known, Kind, Op);
  }
  unsigned Site = S.add(I, Kind, Op, Bytes, Known);
  S.nameVariable(Site, Pointer);
  llvm::IRBuilder<> B(&I);
  callHook(B, "__bankfix_access", B.getVoidTy(),
           {generic(B, Pointer), B.getInt32(Site), K.at(I)});
}

/// Memory that is accessed in pieces as wide as its alignment allows.
void Instrumenter::range(llvm::Instruction &At, llvm::Value *Pointer,
                         llvm::Value *Bytes, unsigned Align, CodeAccess Kind,
                         AccessOp Op) {
  if (isPrivate(Pointer))
    return;
  unsigned Unit = std::min(Align, 16u);
  if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Bytes))
    while (Unit > 1 && C->getZExtValue() % Unit)
      Unit /= 2;
  unsigned Site = S.add(At, Kind, Op, Unit, Unit);
  S.nameVariable(Site, Pointer);
  llvm::IRBuilder<> B(&At);
  callHook(B, "__bankfix_range", B.getVoidTy(),
           {generic(B, Pointer), B.CreateZExtOrTrunc(Bytes, B.getInt64Ty()),
            B.getInt32(Site), K.at(At)});
}

void Instrumenter::copy(llvm::AnyMemIntrinsic &Copy) {
  if (auto *Transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&Copy))
    range(Copy, Transfer->getRawSource(), Transfer->getLength(),
          S.copyAlign(Copy, CodeAccess::CopyFrom,
                      Transfer->getSourceAlign().valueOrOne().value()),
          CodeAccess::CopyFrom, AccessOp::Load);
  range(Copy, Copy.getRawDest(), Copy.getLength(),
        S.copyAlign(Copy, CodeAccess::CopyTo,
                    Copy.getDestAlign().valueOrOne().value()),
        CodeAccess::CopyTo, AccessOp::Store);
}

/// What an atomic returned is a part of what the kernel does.
void Instrumenter::result(llvm::Instruction &I) {
  llvm::IRBuilder<> B(I.getNextNode());
  llvm::Value *V = &I;
  if (V->getType()->isStructTy())
    V = B.CreateExtractValue(V, 0);
  if (V->getType()->isPointerTy())
    V = B.CreatePtrToInt(V, B.getInt64Ty());
  unsigned Bits = Layout.getTypeSizeInBits(V->getType());
  if (Bits > 64)
    return;
  V = B.CreateBitCast(V, B.getIntNTy(Bits));
  callHook(B, "__bankfix_result", B.getVoidTy(),
           {B.CreateZExt(V, B.getInt64Ty())});
}

/// The least integer by -1 is itself on a GPU, and ends the process here.
static void divideAround(llvm::BinaryOperator &I) {
  llvm::IRBuilder<> B(&I);
  llvm::Type *T = I.getType();
  llvm::Value *Dividend = I.getOperand(0), *By = I.getOperand(1);
  llvm::Value *IsMinusOne =
      B.CreateICmpEQ(By, llvm::Constant::getAllOnesValue(T));
  I.setOperand(1, B.CreateSelect(IsMinusOne, llvm::ConstantInt::get(T, 1), By));
  if (I.getOpcode() != llvm::Instruction::SDiv)
    return; // Nothing remains of either.
  B.SetInsertPoint(I.getNextNode());
  auto *Quotient = llvm::cast<llvm::Instruction>(
      B.CreateSelect(IsMinusOne, B.CreateNeg(Dividend), &I));
  I.replaceUsesWithIf(
      Quotient, [&](const llvm::Use &U) { return U.getUser() != Quotient; });
}

/// The hook comes first in the source; code generation moves divisions.
static llvm::Value *orOne(llvm::IRBuilder<> &B, llvm::Value *IsZero,
                          llvm::Value *V) {
  return B.CreateSelect(IsZero, llvm::ConstantInt::get(V->getType(), 1), V);
}

void Instrumenter::divide(llvm::BinaryOperator &I) {
  auto *By = llvm::dyn_cast<llvm::Constant>(I.getOperand(1));
  bool IsSigned = I.getOpcode() == llvm::Instruction::SDiv ||
                  I.getOpcode() == llvm::Instruction::SRem;
  if (By || I.getType()->isVectorTy()) {
    if (IsSigned && (I.getType()->isVectorTy() || By->isAllOnesValue()))
      divideAround(I);
    return;
  }
  unsigned Site = S.add(I, CodeAccess::Load, AccessOp::Load, 1, 1);
  llvm::IRBuilder<> B(&I);
  llvm::Value *Zero = B.CreateIsNull(I.getOperand(1));
  callHook(B, "__bankfix_divide", B.getVoidTy(),
           {B.CreateZExt(Zero, B.getInt32Ty()), B.getInt32(Site)});
  I.setOperand(1, orOne(B, Zero, I.getOperand(1)));
  if (IsSigned)
    divideAround(I);
}

void Instrumenter::visitCall(llvm::CallBase &Call) {
  if (auto *Copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&Call))
    return copy(*Copy);
  if (replaceCollective(Call, K, S))
    return;
  const llvm::Function *To = Call.getCalledFunction();
  if (Call.isInlineAsm() || (To && To->isDeclaration()))
    return;
  K.pass(Call);
}

/// What GPUs make of it.
static AccessOp kindOf(const llvm::AtomicRMWInst &A) {
  if (A.getOperation() == llvm::AtomicRMWInst::FAdd)
    return AccessOp::AtomicSwap;
  unsigned Bits = A.getType()->getPrimitiveSizeInBits();
  if (A.getOperation() != llvm::AtomicRMWInst::Add || Bits < 32)
    return AccessOp::Atomic;
  return Bits == 32 ? AccessOp::AtomicAdd : AccessOp::AtomicSwap;
}

void Instrumenter::visit(llvm::Instruction &I) {
  if (auto *L = llvm::dyn_cast<llvm::LoadInst>(&I)) {
    access(I, L->getPointerOperand(), L->getType(), L->getAlign(),
           CodeAccess::Load, AccessOp::Load);
  } else if (auto *W = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    access(I, W->getPointerOperand(), W->getValueOperand()->getType(),
           W->getAlign(), CodeAccess::Store, AccessOp::Store);
  } else if (auto *A = llvm::dyn_cast<llvm::AtomicRMWInst>(&I)) {
    access(I, A->getPointerOperand(), A->getType(), A->getAlign(),
           CodeAccess::Atomic, kindOf(*A));
    result(I);
  } else if (auto *X = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I)) {
    access(I, X->getPointerOperand(), X->getCompareOperand()->getType(),
           X->getAlign(), CodeAccess::Atomic, AccessOp::AtomicSwap);
    result(I);
  } else if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
    visitCall(*Call);
  } else if (auto *D = llvm::dyn_cast<llvm::BinaryOperator>(&I);
             D && D->isIntDivRem()) {
    divide(*D);
  }
}

void Instrumenter::run() {
  std::vector<llvm::Instruction *> All;
  for (llvm::Instruction &I : llvm::instructions(F))
    All.push_back(&I);
  for (llvm::Instruction *I : All)
    visit(*I);
}

} // namespace

void bankfix::instrument(llvm::Module &M, Sites &S) {
  std::vector<llvm::Function *> Defined;
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  for (llvm::Function *F : Defined)
    Instrumenter(*F, S).run();
}
