//===- Conditions.cpp - What a kernel's conditions ask of its inputs ------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Retarget.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace bankfix;

namespace {

/// NVPTX numbers it so; OpenCL's constants have their values in the source.
constexpr unsigned ConstantSpace = 4;

/// Walks from conditions back to the inputs that they depend on.
class ConditionFinder {
public:
  ConditionFinder(const llvm::Module &M, llvm::StringRef Kernel)
      : Layout(M.getDataLayout()), Kernel(M.getFunction(Kernel)) {
    for (const llvm::GlobalObject *G : namedFrom(M, Kernel))
      if (auto *F = llvm::dyn_cast<llvm::Function>(G))
        Functions.insert(F);
    for (const llvm::GlobalObject *G : namedFrom(M, Kernel))
      if (auto *F = llvm::dyn_cast<llvm::Function>(G))
        visit(*F);
  }

  std::map<InputPlace, std::vector<int64_t>> Found;

private:
  using Target = std::optional<int64_t>; ///< What the value is compared with.

  void visit(const llvm::Function &F);
  void compare(const llvm::Value *A, const llvm::Value *B);
  void follow(const llvm::Value *V, Target Is);
  void followOperation(const llvm::BinaryOperator &O, Target Is);
  void followArgument(const llvm::Argument &A, Target Is);
  void followLoad(const llvm::Value *Pointer, Target Is);
  void add(InputPlace Place, Target Is);

  const llvm::DataLayout &Layout;
  const llvm::Function *Kernel;
  llvm::DenseSet<const llvm::Function *> Functions;
  llvm::DenseSet<const llvm::Value *> Seen; ///< From the current condition.
};

void ConditionFinder::visit(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    Seen.clear();
    if (auto *C = llvm::dyn_cast<llvm::ICmpInst>(&I)) {
      compare(C->getOperand(0), C->getOperand(1));
    } else if (auto *S = llvm::dyn_cast<llvm::SwitchInst>(&I)) {
      for (const auto &Case : S->cases()) {
        Seen.clear();
        compare(S->getCondition(), Case.getCaseValue());
      }
    } else if (auto *B = llvm::dyn_cast<llvm::BranchInst>(&I)) {
      if (B->isConditional())
        follow(B->getCondition(), std::nullopt);
    }
  }
}

static std::optional<int64_t> constant(const llvm::Value *V) {
  auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
  if (!C || C->getBitWidth() > 64)
    return std::nullopt;
  return C->getSExtValue();
}

void ConditionFinder::compare(const llvm::Value *A, const llvm::Value *B) {
  if (!A->getType()->isIntegerTy())
    return;
  follow(A, constant(B));
  follow(B, constant(A));
}

void ConditionFinder::follow(const llvm::Value *V, Target Is) {
  constexpr unsigned Most = 200;
  if (Seen.size() >= Most || !Seen.insert(V).second)
    return;
  if (auto *A = llvm::dyn_cast<llvm::Argument>(V))
    return followArgument(*A, Is);
  auto *I = llvm::dyn_cast<llvm::Instruction>(V);
  if (!I)
    return;
  if (auto *O = llvm::dyn_cast<llvm::BinaryOperator>(I))
    return followOperation(*O, Is);
  if (auto *L = llvm::dyn_cast<llvm::LoadInst>(I))
    return followLoad(L->getPointerOperand(), Is);
  if (llvm::isa<llvm::CastInst>(I))
    return follow(I->getOperand(0), Is);
  if (llvm::isa<llvm::PHINode, llvm::SelectInst>(I))
    for (const llvm::Use &U : I->operands())
      follow(U, Is);
}

/// What an operand has to be for the result to be \p Is, roughly.
void ConditionFinder::followOperation(const llvm::BinaryOperator &O,
                                      Target Is) {
  std::optional<int64_t> By = constant(O.getOperand(1));
  Target Left = Is;
  if (Is && By && std::abs(*Is) < INT32_MAX && std::abs(*By) < INT32_MAX)
    switch (O.getOpcode()) {
    case llvm::Instruction::Add:
      Left = *Is - *By;
      break;
    case llvm::Instruction::Sub:
      Left = *Is + *By;
      break;
    case llvm::Instruction::Mul:
      Left = *By ? *Is / *By : *Is;
      break;
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
      Left = *Is * *By;
      break;
    case llvm::Instruction::Shl:
      Left = *Is >> (*By & 31);
      break;
    case llvm::Instruction::AShr:
    case llvm::Instruction::LShr:
      Left = *Is << (*By & 31);
      break;
    default:
      break;
    }
  follow(O.getOperand(0), Left);
  follow(O.getOperand(1), Is);
}

void ConditionFinder::followArgument(const llvm::Argument &A, Target Is) {
  const llvm::Function *F = A.getParent();
  if (F == Kernel)
    return add({int(A.getArgNo()), "", 0}, Is);
  for (const llvm::User *U : F->users())
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(U);
        Call && Call->getCalledOperand() == F &&
        Functions.contains(Call->getFunction()))
      follow(Call->getArgOperand(A.getArgNo()), Is);
}

void ConditionFinder::followLoad(const llvm::Value *Pointer, Target Is) {
  llvm::APInt Offset(64, 0);
  const llvm::Value *Base =
      Pointer->stripPointerCasts()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true);
  Base = Base->stripPointerCasts();
  auto *A = llvm::dyn_cast<llvm::Argument>(Base);
  if (A && A->getParent() == Kernel && A->hasByValAttr())
    return add({int(A->getArgNo()), "", unsigned(Offset.getZExtValue())}, Is);
  auto *G = llvm::dyn_cast<llvm::GlobalVariable>(Base);
  if (G && G->getAddressSpace() == ConstantSpace &&
      G->isExternallyInitialized())
    add({-1, G->getName().str(), unsigned(Offset.getZExtValue())}, Is);
}

void ConditionFinder::add(InputPlace Place, Target Is) {
  constexpr unsigned Most = 8;
  std::vector<int64_t> &Values = Found[std::move(Place)];
  if (Is && Values.size() < Most && !llvm::is_contained(Values, *Is))
    Values.push_back(*Is);
}

} // namespace

std::vector<InputCondition> bankfix::findConditions(const llvm::Module &M,
                                                    llvm::StringRef Kernel) {
  std::vector<InputCondition> Out;
  for (auto &[Place, Values] : ConditionFinder(M, Kernel).Found)
    Out.push_back({Place, Values});
  return Out;
}

namespace {

/// Changes one place at a time, and keeps what helps.
class Search {
public:
  Search(llvm::ArrayRef<int64_t> Usual, Reached Default, unsigned Accesses,
         llvm::function_ref<Reached(const ChosenInputs &)> Try)
      : Best(Default), Usual(Usual), Accesses(Accesses), Try(Try) {}

  /// True where another value at \p C's place helped.
  bool improve(const InputCondition &C) {
    bool Any = false;
    for (int64_t V : candidates(C)) {
      if (Tries >= MostTries || (Best.Ended && Best.Accesses >= Accesses))
        break;
      auto Known = Chosen.find(C.Place);
      if (Known != Chosen.end() && Known->second == V)
        continue;
      ChosenInputs With = Chosen;
      With[C.Place] = V;
      ++Tries;
      Reached R = Try(With);
      if (!isBetter(R))
        continue;
      Best = R;
      Chosen = std::move(With);
      Any = true;
    }
    return Any;
  }

  ChosenInputs Chosen;
  Reached Best;

private:
  static constexpr unsigned MostTries = 48;

  /// On both sides of each value, and a size that all likely tiles divide.
  std::vector<int64_t> candidates(const InputCondition &C) const {
    std::vector<int64_t> Out;
    auto Add = [&](int64_t V) {
      if (!llvm::is_contained(Out, V))
        Out.push_back(V);
    };
    constexpr int64_t Large = 1 << 24;
    for (int64_t V : C.Values) {
      Add(V);
      Add(V + 1);
      Add(V - 1);
      if (V > 1 && V < Large)
        Add(int64_t(llvm::PowerOf2Ceil(uint64_t(V) + 1)));
    }
    llvm::for_each(Usual, Add);
    return Out;
  }
  /// A run that ends is not given up for one that does not.
  bool isBetter(const Reached &R) const {
    auto Order = [](const Reached &Of) {
      return std::tuple(Of.Accesses, Of.Blocks, Of.Ended);
    };
    return (R.Ended || !Best.Ended) && Order(R) > Order(Best);
  }

  llvm::ArrayRef<int64_t> Usual;
  unsigned Accesses;
  llvm::function_ref<Reached(const ChosenInputs &)> Try;
  unsigned Tries = 0;
};

} // namespace

ChosenInputs
bankfix::searchInputs(llvm::ArrayRef<InputCondition> Conditions,
                      llvm::ArrayRef<int64_t> Usual, Reached Default,
                      unsigned Accesses,
                      llvm::function_ref<Reached(const ChosenInputs &)> Try) {
  Search S(Usual, Default, Accesses, Try);
  // What one place lets through, the condition on another may stop.
  for (bool Improved = true; Improved;) {
    Improved = false;
    for (const InputCondition &C : Conditions)
      Improved |= S.improve(C);
  }
  bool Helps =
      S.Best.Ended && (!Default.Ended || S.Best.Accesses > Default.Accesses);
  return Helps ? S.Chosen : ChosenInputs();
}
