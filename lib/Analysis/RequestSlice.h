//===- RequestSlice.h - What of a kernel shapes requests --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H
#define BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H

#include "bankfix/Analysis/Requests.h"
#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <set>
#include <vector>

namespace bankfix {

/// The program slice of a kernel that has a say in its requests: most of what
/// real kernels do is to compute values and global addresses.
class RequestSlice {
public:
  /// \p WithWork: and of what else it does.
  explicit RequestSlice(const Kernel &K, bool WithWork = false);
  // Statements are known by address.
  RequestSlice(const RequestSlice &) = delete;
  RequestSlice &operator=(const RequestSlice &) = delete;

  /// Without assignments that no address, nor any condition of what is left, is
  /// computed from, and without work unless asked for; and without conditions,
  /// loops and calls with nothing else in them. Where compilers may branch there, an `if` with no statements
  /// stands for them.
  const StmtList &body() const { return Body; }
  /// Variables that a compiler can follow; see constantVariables. What they are
  /// where nobody reads them does not matter.
  const std::set<unsigned> &constants() const { return Constants; }

  /// Variables of Body have slots below Size, by their number in the kernel;
  /// others the last one.
  llvm::ArrayRef<unsigned> slots() const { return Slots; }
  size_t size() const { return Size; }

  /// The variables that an If, Loop or Scope of Body assigns and that may be
  /// read before they are assigned again: behind it, or in the next iteration.
  llvm::ArrayRef<unsigned> assignedIn(const void *Node) const {
    return Joins.find(Node)->second.Assigned;
  }
  /// The variables that its first branch assigns, of what is read where the
  /// other one begins.
  llvm::ArrayRef<unsigned> restoredIn(const If &I) const {
    return Joins.find(&I)->second.Restored;
  }

private:
  struct Join {
    std::vector<unsigned> Assigned, Restored;
  };

  StmtList Body;
  std::set<unsigned> Constants;
  std::vector<unsigned> Slots;
  size_t Size = 0;
  llvm::DenseMap<const void *, Join> Joins;
};

/// `collectRequests` of \p K, whose slice is \p S.
KernelRequests collectRequests(const Kernel &K, const RequestSlice &S,
                               const Program &P, const LaunchShape &Shape,
                               unsigned WaveSize, const RunBudget &Budget);

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_REQUESTSLICE_H
