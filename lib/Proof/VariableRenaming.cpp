//===- VariableRenaming.cpp - Values of two kernels -----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableRenaming.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace bankfix;

bool VariableRenaming::equal(const Expr *Old, const Expr *New) {
  VariableRenaming Before = *this;
  if (match(Old, New))
    return true;
  *this = std::move(Before);
  return false;
}

bool VariableRenaming::match(const Expr *Old, const Expr *New) {
  if (!Matched.insert({Old, New}).second)
    return true;
  if (Old->kind() != New->kind() || Old->type() != New->type())
    return false;
  if (Old->kind() == ExprKind::Var)
    return ToNew.try_emplace(Old->index(), New->index()).first->second ==
               New->index() &&
           ToOld.try_emplace(New->index(), Old->index()).first->second ==
               Old->index();
  const unsigned Operands = Old->numOperands();
  if (Operands == 0)
    return Old == New;
  return Old->op() == New->op() && Operands == New->numOperands() &&
         Old->name() == New->name() &&
         llvm::all_of(llvm::seq(Operands), [&](unsigned I) {
           return match(Old->operand(I), New->operand(I));
         });
}
