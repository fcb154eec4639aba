//===- LowerOpenCL.cpp - OpenCL's functions -------------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers and atomics become what CUDA's are, so that all that follows sees
// one language; loads and stores of vectors become loads and stores; the rest
// gets bodies, element by element.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"
#include "Instrument.h"
#include "OpenCLMaths.h"
#include "Retarget.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace bankfix;
using llvm::AtomicRMWInst;
using llvm::Value;

namespace {

/// One call of a function of OpenCL C.
class CallLowering {
public:
  CallLowering(llvm::CallBase &Call, const OpenCLName &F)
      : Call(Call), F(F), B(&Call) {}

  bool run() {
    return workItem() || barrier() || atomic() || vectorMemory() || copy();
  }

private:
  bool workItem();
  bool barrier();
  bool atomic();
  bool compareExchange(llvm::StringRef Name);
  bool vectorMemory();
  bool copy();
  Value *elementPointer(llvm::Type *Scalar, unsigned Elements, Value *Offset,
                        Value *Pointer, bool Padded);

  Value *argument(unsigned I) { return Call.getArgOperand(I); }
  bool done(Value *V) {
    llvm::Type *T = Call.getType();
    if (!T->isVoidTy()) {
      if (T->isIntegerTy() && V->getType() != T)
        V = B.CreateZExtOrTrunc(V, T);
      Call.replaceAllUsesWith(V);
    }
    Call.eraseFromParent();
    return true;
  }

  llvm::CallBase &Call;
  const OpenCLName &F;
  llvm::IRBuilder<> B;
};

} // namespace

bool CallLowering::workItem() {
  auto Kind = llvm::StringSwitch<std::optional<WorkItem>>(F.Name)
                  .Case("get_local_id", WorkItem::LocalId)
                  .Case("get_local_size", WorkItem::LocalSize)
                  .Case("get_enqueued_local_size", WorkItem::LocalSize)
                  .Case("get_group_id", WorkItem::GroupId)
                  .Case("get_num_groups", WorkItem::Groups)
                  .Case("get_global_id", WorkItem::GlobalId)
                  .Case("get_global_size", WorkItem::GlobalSize)
                  .Case("get_sub_group_local_id", WorkItem::LaneId)
                  .Case("get_sub_group_size", WorkItem::WaveSize)
                  .Case("get_max_sub_group_size", WorkItem::MaxWaveSize)
                  .Case("get_sub_group_id", WorkItem::WaveId)
                  .Case("get_num_sub_groups", WorkItem::Waves)
                  .Case("get_enqueued_num_sub_groups", WorkItem::Waves)
                  .Default(std::nullopt);
  if (F.Name == "get_global_offset")
    return done(B.getInt64(0));
  if (F.Name == "get_work_dim")
    return done(B.getInt32(3));
  const bool HasAxis = Kind && *Kind < WorkItem::LaneId;
  if (!Kind || Call.arg_size() != (HasAxis ? 1 : 0))
    return false;
  llvm::CallInst *V =
      callHook(B, "__bankfix_work_item", B.getInt32Ty(),
               {B.getInt32(unsigned(*Kind)),
                HasAxis ? argument(0) : static_cast<Value *>(B.getInt32(0))});
  V->setDoesNotAccessMemory();
  V->setDoesNotThrow();
  V->addFnAttr(llvm::Attribute::WillReturn);
  return done(V);
}

bool CallLowering::barrier() {
  if (F.Name == "barrier" || F.Name == "work_group_barrier") {
    B.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                      {B.getInt32(0)});
    return done(nullptr);
  }
  if (F.Name != "mem_fence" && F.Name != "read_mem_fence" &&
      F.Name != "write_mem_fence" && F.Name != "atomic_work_item_fence")
    return false;
  callHook(B, "__bankfix_pause", B.getVoidTy(), {});
  return done(nullptr);
}

static std::optional<AtomicRMWInst::BinOp> operation(llvm::StringRef Name,
                                                     bool Signed, bool Float) {
  using R = std::optional<AtomicRMWInst::BinOp>;
  return llvm::StringSwitch<R>(Name)
      .Cases({"add", "inc"}, Float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
      .Cases({"sub", "dec"}, Float ? AtomicRMWInst::FSub : AtomicRMWInst::Sub)
      .Cases({"xchg", "exchange"}, AtomicRMWInst::Xchg)
      .Case("min", Signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin)
      .Case("max", Signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Default(std::nullopt);
}

/// What atomic_cmpxchg(p, compare, value) does. The newer forms return whether
/// it was equal, and store what was there.
bool CallLowering::compareExchange(llvm::StringRef Name) {
  auto Order = llvm::AtomicOrdering::Monotonic;
  auto Exchange = [&](Value *Compare, Value *New) {
    return B.CreateAtomicCmpXchg(argument(0), Compare, New, llvm::MaybeAlign(),
                                 Order, Order);
  };
  if (Name == "cmpxchg")
    return done(B.CreateExtractValue(Exchange(argument(1), argument(2)), 0));
  if (!Name.starts_with("compare_exchange_"))
    return false;
  llvm::Type *T = argument(2)->getType();
  Value *Both = Exchange(B.CreateLoad(T, argument(1)), argument(2));
  B.CreateStore(B.CreateExtractValue(Both, 0), argument(1));
  Value *Equal = B.CreateExtractValue(Both, 1);
  return done(Equal);
}

bool CallLowering::atomic() {
  llvm::StringRef Name = F.Name;
  if (!Name.consume_front("atomic_") && !Name.consume_front("atom_"))
    return false;
  Name.consume_back("_explicit");
  Name.consume_front("fetch_");
  if (compareExchange(Name))
    return true;
  llvm::Type *T = Call.getType();
  if (Name == "load") {
    llvm::LoadInst *L = B.CreateLoad(T, argument(0));
    L->setAtomic(llvm::AtomicOrdering::Monotonic);
    return done(L);
  }
  if (Name == "store" || Name == "init") {
    B.CreateStore(argument(1), argument(0));
    return done(nullptr);
  }
  bool ByOne = Name == "inc" || Name == "dec";
  if (!ByOne && Call.arg_size() < 2)
    return false;
  auto Op = operation(Name, F.Signed, T->isFloatingPointTy());
  if (!Op)
    return false;
  Value *By = ByOne ? llvm::ConstantInt::get(T, 1) : argument(1);
  return done(B.CreateAtomicRMW(*Op, argument(0), By, llvm::MaybeAlign(),
                                llvm::AtomicOrdering::Monotonic));
}

/// The place of vector \p Offset; those of three elements are packed.
Value *CallLowering::elementPointer(llvm::Type *Scalar, unsigned Elements,
                                    Value *Offset, Value *Pointer,
                                    bool Padded) {
  unsigned Step = Padded && Elements == 3 ? 4 : Elements;
  Value *At =
      B.CreateMul(Offset, llvm::ConstantInt::get(Offset->getType(), Step));
  return B.CreateGEP(Scalar, Pointer, At);
}

/// vloadN(offset, p) and vstoreN(value, offset, p): aligned to the element. In
/// the forms with `half`, memory holds 16-bit floats; with an `a` before that,
/// whole vectors of them.
bool CallLowering::vectorMemory() {
  llvm::StringRef Rest = F.Name;
  bool Loads = Rest.consume_front("vload");
  if (!Loads && !Rest.consume_front("vstore"))
    return false;
  bool Whole = Rest.consume_front("a");
  bool Half = Rest.consume_front("_half");
  unsigned Count = 1;
  Rest.consumeInteger(10, Count);
  if (!Half && Count == 1)
    return false;
  llvm::Type *Value = Loads ? Call.getType() : argument(0)->getType();
  llvm::Type *Scalar = Half ? B.getHalfTy() : Value->getScalarType();
  llvm::Type *T =
      Value->isVectorTy() ? llvm::FixedVectorType::get(Scalar, Count) : Scalar;
  uint64_t Bytes = std::max<uint64_t>(1, Scalar->getPrimitiveSizeInBits() / 8);
  llvm::Align Align(Whole ? llvm::PowerOf2Ceil(Count) * Bytes : Bytes);
  llvm::Value *P = elementPointer(Scalar, Count, argument(Loads ? 0 : 1),
                                  argument(Loads ? 1 : 2), Whole);
  if (Loads) {
    llvm::LoadInst *V = B.CreateAlignedLoad(T, P, Align);
    V->setMetadata(WholeVector, llvm::MDNode::get(B.getContext(), {}));
    return done(Half ? B.CreateFPExt(V, Value) : V);
  }
  // To the nearest, whatever the name says: both runs round alike.
  llvm::Value *V = argument(0);
  B.CreateAlignedStore(Half ? B.CreateFPTrunc(V, T) : V, P, Align);
  return done(nullptr);
}

/// Copies that a work-group makes together; strides are those of the pointer to
/// global memory.
bool CallLowering::copy() {
  if (F.Name == "prefetch" || F.Name == "wait_group_events")
    return done(nullptr); // The copy was made where it was asked for.
  bool Strided = F.Name == "async_work_group_strided_copy";
  if ((F.Name != "async_work_group_copy" && !Strided) || !F.Bytes)
    return false;
  bool ToLocal = F.Types.starts_with("PU3AS3");
  Value *One = B.getInt64(1), *Stride = Strided ? argument(3) : One;
  llvm::Type *Pointer = B.getPtrTy();
  callHook(B, "__bankfix_group_copy", B.getVoidTy(),
           {B.CreateAddrSpaceCast(argument(0), Pointer),
            B.CreateAddrSpaceCast(argument(1), Pointer), B.getInt64(F.Bytes),
            argument(2), ToLocal ? One : Stride, ToLocal ? Stride : One});
  return done(argument(Call.arg_size() - 1));
}

/// Gives \p F a body, where it is a function of its arguments' values alone.
static void define(llvm::Function &F, const OpenCLName &Name) {
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(F.getContext(), "entry", &F));
  llvm::SmallVector<Value *, 4> Arguments;
  for (llvm::Argument &A : F.args())
    Arguments.push_back(&A);
  Value *Out = vectorValue(B, Name, F.getReturnType(), Arguments);
  auto *V = llvm::dyn_cast<llvm::FixedVectorType>(F.getReturnType());
  if (!Out && !V)
    Out = elementValue(B, Name, F.getReturnType(), Arguments);
  if (!Out && V) {
    Out = llvm::PoisonValue::get(V);
    for (unsigned I = 0; I < V->getNumElements() && Out; ++I) {
      llvm::SmallVector<Value *, 4> Each;
      for (Value *A : Arguments)
        Each.push_back(A->getType()->isVectorTy() ? B.CreateExtractElement(A, I)
                                                  : A);
      Value *E = elementValue(B, Name, V->getElementType(), Each);
      Out = E ? B.CreateInsertElement(Out, E, I) : nullptr;
    }
  }
  if (!Out) {
    F.deleteBody();
    return;
  }
  B.CreateRet(Out);
  F.setLinkage(llvm::GlobalValue::InternalLinkage);
  F.addFnAttr("bankfix-header");
}

void bankfix::lowerOpenCL(llvm::Module &M) {
  if (!M.getTargetTriple().isSPIR())
    return;
  replaceOpaqueTypes(M);
  std::vector<llvm::Function *> Declared;
  for (llvm::Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic())
      Declared.push_back(&F);
  for (llvm::Function *F : Declared) {
    std::string Symbol = F->getName().str(); // The name outlives the function.
    std::optional<OpenCLName> Name = OpenCLName::parse(Symbol);
    if (!Name)
      continue;
    for (llvm::User *U : llvm::make_early_inc_range(F->users()))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(U))
        CallLowering(*Call, *Name).run();
    if (!F->use_empty())
      define(*F, *Name);
  }
}
