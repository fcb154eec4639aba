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

/// What was said of each use: one that nobody judged is refused.
struct JudgedUnit : LoweredUnit {
  using LoweredUnit::LoweredUnit;

  /// Names of arrays, and of variables that lead to them, whose use was judged:
  /// by their numbers.
  llvm::DenseSet<unsigned> Judged;

  void judge(const clang::Expr *Name) { Judged.insert(Names.number(Name)); }
  bool isJudged(const clang::Expr *Name) const {
    std::optional<unsigned> N = Names.find(Name);
    return N && Judged.contains(*N);
  }
  /// Where names stand of which only the type matters: see Unevaluated.cpp.
  std::set<unsigned> Unevaluated;
};

/// An access that a kernel makes in a way that no step understood.
struct UnfollowedAccess {
  unsigned Kernel = 0;
  Site Of;
  std::string Reason;
};

struct CheckedUses {
  /// What they access besides in the kernels that were lowered.
  std::vector<UnfollowedAccess> Unfollowed;
  std::vector<UnreadKernel> Unread; ///< Functions that nothing follows.
  std::vector<FileDiagnostic> Notes;
};

/// Says of every use that no step understood why its array must stay as it is,
/// and of code that was skipped or not resolved. \p Kernels are those that were
/// lowered.
CheckedUses checkUses(JudgedUnit &U, llvm::ArrayRef<Kernel> Kernels);

/// \p Lowered with what was not followed of each.
std::vector<Kernel> withUnfollowed(std::vector<Kernel> Lowered,
                                   std::vector<UnfollowedAccess> Accesses);

/// What may be changed of the text of each array, once all uses are judged and
/// findElementStructs has found where structs may get members.
std::vector<EditRights> editRights(const JudgedUnit &U);

/// Says why the members of a shared struct must stay as they are.
void checkMembers(JudgedUnit &U);

/// What code of other files could name that edits of arrays change, in the
/// order of names.
std::vector<OutsideName> outsideNames(const JudgedUnit &U);

/// Says of kernels that reach shared memory by other ways than through arrays,
/// or ask how large it is, why their arrays must stay as they are.
void checkReaches(JudgedUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_JUDGEDUNIT_H
