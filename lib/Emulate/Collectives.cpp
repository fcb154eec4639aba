//===- Collectives.cpp - What threads do together -------------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"
#include "Instrument.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace bankfix;

namespace {

/// One call of a function of the device.
class Replacer {
public:
  Replacer(llvm::CallBase &Call, const Keys &K, Sites &S)
      : Call(Call), K(K), S(S), B(&Call) {}

  bool run(llvm::StringRef Name);

private:
  bool shuffle(llvm::StringRef Rest);
  bool vote(llvm::StringRef Rest);
  bool match(llvm::StringRef Rest);
  bool reduce(llvm::StringRef Rest);
  bool barrier(llvm::StringRef Rest);
  bool special(llvm::StringRef Rest);

  llvm::Value *argument(unsigned I) { return Call.getArgOperand(I); }
  llvm::Value *number(unsigned V) { return B.getInt32(V); }
  template <typename E> llvm::Value *number(E V) {
    return B.getInt32(unsigned(V));
  }
  llvm::Value *word(llvm::Value *V) {
    if (V->getType()->isFloatTy())
      return B.CreateBitCast(V, B.getInt32Ty());
    return B.CreateZExtOrTrunc(V, B.getInt32Ty());
  }
  /// Calls a hook that wants to know where it is.
  llvm::Value *hook(const llvm::Twine &Name, llvm::Type *Result,
                    std::initializer_list<llvm::Value *> Arguments) {
    unsigned Site =
        S.add(Call, CodeAccess::Load, AccessOp::Load, /*Bytes=*/1, 1);
    llvm::SmallVector<llvm::Value *, 8> All = {B.getInt32(Site), K.at(Call)};
    All.append(Arguments.begin(), Arguments.end());
    return callHook(B, Name.str(), Result, All);
  }
  /// The call is done; \p V takes the place of its value.
  bool done(llvm::Value *V) {
    llvm::Type *T = Call.getType();
    if (!T->isVoidTy() && V) {
      if (T->isFloatTy())
        V = B.CreateBitCast(V, T);
      else if (T->isIntegerTy(1))
        V = B.CreateIsNotNull(V);
      else if (T->isIntegerTy())
        V = B.CreateZExtOrTrunc(V, T);
      Call.replaceAllUsesWith(V);
    }
    Call.eraseFromParent();
    return true;
  }
  /// A value and a predicate, as the intrinsics return both.
  llvm::Value *pair(llvm::Value *V, llvm::Value *Predicate) {
    auto *T = llvm::cast<llvm::StructType>(Call.getType());
    if (T->getElementType(0)->isFloatTy())
      V = B.CreateBitCast(V, T->getElementType(0));
    llvm::Value *Out = llvm::PoisonValue::get(T);
    Out = B.CreateInsertValue(Out, V, 0);
    return B.CreateInsertValue(Out, Predicate, 1);
  }

  llvm::CallBase &Call;
  const Keys &K;
  Sites &S;
  llvm::IRBuilder<> B;
};

bool Replacer::shuffle(llvm::StringRef Rest) {
  auto Kind = llvm::StringSwitch<std::optional<ShuffleKind>>(
                  Rest.take_until([](char C) { return C == '.'; }))
                  .Case("idx", ShuffleKind::Index)
                  .Case("up", ShuffleKind::Up)
                  .Case("down", ShuffleKind::Down)
                  .Case("bfly", ShuffleKind::Xor)
                  .Default(std::nullopt);
  if (!Kind || Call.arg_size() != 4)
    return false;
  llvm::Value *Both = hook("__bankfix_shuffle", B.getInt64Ty(),
                           {number(*Kind), argument(0), word(argument(1)),
                            argument(2), argument(3)});
  llvm::Value *V = B.CreateTrunc(Both, B.getInt32Ty());
  if (!Call.getType()->isStructTy())
    return done(V);
  return done(pair(V, B.CreateTrunc(B.CreateLShr(Both, 32), B.getInt1Ty())));
}

bool Replacer::vote(llvm::StringRef Rest) {
  auto Kind = llvm::StringSwitch<std::optional<VoteKind>>(Rest)
                  .Case("all.sync", VoteKind::All)
                  .Case("any.sync", VoteKind::Any)
                  .Case("uni.sync", VoteKind::Uniform)
                  .Case("ballot.sync", VoteKind::Ballot)
                  .Default(std::nullopt);
  if (!Kind)
    return false;
  return done(hook("__bankfix_vote", B.getInt32Ty(),
                   {number(*Kind), argument(0), word(argument(1))}));
}

bool Replacer::match(llvm::StringRef Rest) {
  bool All = Rest.starts_with("all");
  llvm::Value *Mask = hook("__bankfix_match", B.getInt32Ty(),
                           {number(unsigned(All)), argument(0),
                            B.CreateZExtOrTrunc(argument(1), B.getInt64Ty())});
  if (!Call.getType()->isStructTy())
    return done(Mask);
  return done(pair(Mask, B.CreateIsNotNull(Mask)));
}

bool Replacer::reduce(llvm::StringRef Rest) {
  auto Kind = llvm::StringSwitch<std::optional<ReduceKind>>(Rest)
                  .Case("add", ReduceKind::Add)
                  .Case("min", ReduceKind::Min)
                  .Case("umin", ReduceKind::UMin)
                  .Case("max", ReduceKind::Max)
                  .Case("umax", ReduceKind::UMax)
                  .Case("and", ReduceKind::And)
                  .Case("or", ReduceKind::Or)
                  .Case("xor", ReduceKind::Xor)
                  .Default(std::nullopt);
  if (!Kind)
    return false;
  return done(hook("__bankfix_reduce", B.getInt32Ty(),
                   {number(*Kind), argument(1), argument(0)}));
}

/// What follows "llvm.nvvm.barrier.cta.", such as "sync.aligned.all".
bool Replacer::barrier(llvm::StringRef Rest) {
  bool Counted = Rest.ends_with(".count");
  BarrierKind Kind = BarrierKind::Sync;
  if (Rest.starts_with("arrive."))
    Kind = BarrierKind::Arrive;
  else if (Rest.consume_front("red."))
    Kind = Rest.starts_with("popc")  ? BarrierKind::Count
           : Rest.starts_with("and") ? BarrierKind::And
                                     : BarrierKind::Or;
  else if (!Rest.starts_with("sync."))
    return false;
  bool Votes = Kind >= BarrierKind::Count;
  llvm::Value *Threads = Counted ? argument(1) : number(0u);
  llvm::Value *Predicate =
      Votes ? word(argument(Call.arg_size() - 1)) : number(0u);
  return done(hook("__bankfix_barrier", B.getInt32Ty(),
                   {number(Kind), argument(0), Threads, Predicate}));
}

/// What follows "llvm.nvvm.read.ptx.sreg.".
bool Replacer::special(llvm::StringRef Rest) {
  if (Rest.starts_with("clock") || Rest.starts_with("globaltimer"))
    return done(callHook(B, "__bankfix_clock", B.getInt64Ty(), {}));
  auto Register = llvm::StringSwitch<std::optional<SpecialRegister>>(Rest)
#define REGISTER(Name, Text) .Case(Text, SpecialRegister::Name)
#include "SpecialRegisters.def"
                      .Default(std::nullopt);
  if (!Register)
    return false;
  llvm::CallInst *V =
      callHook(B, "__bankfix_special", B.getInt32Ty(), {number(*Register)});
  // A thread's numbers never change while it runs.
  V->setDoesNotAccessMemory();
  V->setDoesNotThrow();
  V->addFnAttr(llvm::Attribute::WillReturn);
  return done(V);
}

bool Replacer::run(llvm::StringRef Name) {
  if (Name == "__bankfix_cluster_sync")
    return done(
        hook("__bankfix_barrier", B.getInt32Ty(),
             {number(BarrierKind::Sync), number(0u), number(0u), number(0u)}));
  if (Name == "__bankfix_grid_sync")
    return done(hook("__bankfix_grid", B.getVoidTy(), {}));
  if (Name == "__bankfix_group_copy")
    return done(hook(Name + "_at", B.getVoidTy(),
                     {argument(0), argument(1), argument(2), argument(3),
                      argument(4), argument(5)}));
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  if (Name.consume_front("read.ptx.sreg."))
    return special(Name);
  if (Name.consume_front("shfl.sync."))
    return shuffle(Name);
  if (Name.consume_front("vote."))
    return vote(Name);
  if (Name.consume_front("match."))
    return match(Name);
  if (Name.consume_front("redux.sync."))
    return reduce(Name);
  if (Name.consume_front("barrier.cta."))
    return barrier(Name);
  if (Name == "bar.warp.sync" || Name == "barrier.sync")
    return done(hook("__bankfix_syncwarp", B.getVoidTy(), {argument(0)}));
  if (Name == "activemask")
    return done(hook("__bankfix_activemask", B.getInt32Ty(), {}));
  if (Name.starts_with("membar") || Name.starts_with("fence") ||
      Name == "nanosleep")
    return done(callHook(B, "__bankfix_pause", B.getVoidTy(), {}));
  if (Name.starts_with("isspacep.shared"))
    return done(
        callHook(B, "__bankfix_is_shared", B.getInt32Ty(), {argument(0)}));
  if (Name.starts_with("isspacep.local"))
    return done(
        callHook(B, "__bankfix_is_local", B.getInt32Ty(), {argument(0)}));
  if (Name.starts_with("isspacep.global"))
    return done(
        callHook(B, "__bankfix_is_global", B.getInt32Ty(), {argument(0)}));
  return false;
}

} // namespace

bool bankfix::replaceCollective(llvm::CallBase &Call, const Keys &K, Sites &S) {
  const llvm::Function *To = Call.getCalledFunction();
  if (!To || !To->isDeclaration())
    return false;
  return Replacer(Call, K, S).run(To->getName());
}
