//===- JudgedUnit.h - A file and what was said of each use ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_JUDGEDUNIT_H
#define BANKFIX_LIB_FRONTEND_USES_JUDGEDUNIT_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

struct JudgedUnit : LoweredUnit {
  using LoweredUnit::LoweredUnit;

  /// Names of arrays, and of variables that lead to them, whose use was judged.
  llvm::DenseSet<const clang::Expr *> Judged;
  /// Where names stand of which only the type matters: see Unevaluated.cpp.
  std::set<unsigned> Unevaluated;
};

/// Says of every use that no step understood why its array must stay as it is,
/// and of code that was skipped or not resolved.
void checkUses(JudgedUnit &U);

/// Says why the members of a shared struct must stay as they are.
void checkMembers(JudgedUnit &U);

/// Says of kernels that reach shared memory by other ways than through arrays,
/// or ask how large it is, why their arrays must stay as they are.
void checkReaches(JudgedUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_JUDGEDUNIT_H
