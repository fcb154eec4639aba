//===- RequestSlice.h - What of a kernel shapes requests --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H
#define BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace bankfix {

/// The program slice of a kernel that has a say in its requests: most of what
/// real kernels do is to compute values and global addresses.
class RequestSlice {
public:
  explicit RequestSlice(const Kernel &K);

  llvm::ArrayRef<Stmt> Body; ///< See recordedPart.
  /// Variables that a compiler can follow; see constantVariables.
  std::set<unsigned> Constants;

  /// Not an assignment to a variable that no address or condition is computed
  /// from, nor an `if` with nothing but those.
  bool has(const Stmt &S) const {
    if (auto *A = std::get_if<Assign>(&S.Node))
      return Needed[A->Var];
    auto *I = std::get_if<If>(&S.Node);
    return !I || !Idle.contains(I);
  }

private:
  std::vector<bool> Needed; ///< By variable.
  llvm::DenseSet<const If *> Idle;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H
