//===- VariableRenaming.h - Values of two kernels ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROOF_VARIABLERENAMING_H
#define BANKFIX_LIB_PROOF_VARIABLERENAMING_H

#include "bankfix/Kernel/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

/// The variables of a kernel, as another lowering of it numbers them: what is
/// written through a macro may need other temporaries before them.
class VariableRenaming {
public:
  /// \p New is \p Old, where each variable has one other for all that was equal
  /// before, too. Where it is not, nothing is known of more variables after.
  bool equal(const Expr *Old, const Expr *New);

private:
  bool match(const Expr *Old, const Expr *New);

  llvm::DenseMap<unsigned, unsigned> ToNew, ToOld;
  llvm::DenseSet<std::pair<const Expr *, const Expr *>> Matched;
};

} // namespace bankfix

#endif // BANKFIX_LIB_PROOF_VARIABLERENAMING_H
