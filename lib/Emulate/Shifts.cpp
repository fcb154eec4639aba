//===- Shifts.cpp - Shifts by more bits than there are --------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C leaves them undefined. PTX ISA, shl and shr: "Shift amounts greater than
// the register width N are clamped to N." Macros whose `+` and `>>` bind in
// another way than was meant rest on it. OpenCL's amounts are masked already.
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace bankfix;
using namespace llvm::PatternMatch;

/// The amount may be the width or more.
static bool mayExceed(const llvm::BinaryOperator &Shift) {
  const llvm::Value *Amount = Shift.getOperand(1);
  uint64_t Width = Shift.getType()->getScalarSizeInBits();
  const llvm::APInt *C;
  return !(match(Amount, m_APInt(C)) && C->ult(Width)) &&
         !(match(Amount, m_And(m_Value(), m_APInt(C))) && C->ult(Width));
}

static void clamp(llvm::BinaryOperator &Shift) {
  llvm::IRBuilder<> B(&Shift);
  llvm::Value *Amount = Shift.getOperand(1);
  llvm::Type *T = Shift.getType();
  auto *Most = llvm::ConstantInt::get(T, T->getScalarSizeInBits() - 1);
  llvm::Value *Fits = B.CreateICmpULE(Amount, Most);
  Shift.setOperand(1, B.CreateSelect(Fits, Amount, Most));
  if (Shift.getOpcode() == llvm::Instruction::AShr)
    return;
  auto *Clamped = llvm::SelectInst::Create(Fits, llvm::PoisonValue::get(T),
                                           llvm::Constant::getNullValue(T), "",
                                           Shift.getNextNode()->getIterator());
  Shift.replaceAllUsesWith(Clamped);
  Clamped->setOperand(1, &Shift);
}

void bankfix::clampShifts(llvm::Module &M) {
  std::vector<llvm::BinaryOperator *> Shifts;
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Shift = llvm::dyn_cast<llvm::BinaryOperator>(&I);
          Shift && Shift->isShift() && mayExceed(*Shift))
        Shifts.push_back(Shift);
  for (llvm::BinaryOperator *Shift : Shifts)
    clamp(*Shift);
}
