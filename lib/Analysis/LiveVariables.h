//===- LiveVariables.h - What of a kernel is needed -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classic analysis, backwards over structured statements. A variable is
// live where an address, or a condition that decides about accesses, barriers
// or what is live, may still read the value that it has.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_LIVEVARIABLES_H
#define BANKFIX_LIB_ANALYSIS_LIVEVARIABLES_H

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

class LiveVariables {
public:
  using Variables = llvm::BitVector;
  /// What an If, Loop or Scope assigns and is live behind it; of a loop, also
  /// what is live at its test or its step.
  struct Join {
    Variables Assigned;
    /// If: what Then assigns and is live where Else begins.
    Variables Restored;
  };

  /// \p Body, which is kept, has variables below \p Size. What work needs
  /// counts \p WithWork alone.
  LiveVariables(const StmtList &Body, size_t Size, bool WithWork = false);

  /// Of an Assign, If, Loop or Scope: it assigns what is live, or has such a
  /// statement, an access or something else that is recorded in it.
  bool isNeeded(const void *Node) const { return Needed.contains(Node); }
  /// Of each If, Loop and Scope; only what is needed counts.
  const llvm::DenseMap<const void *, Join> &joins() const { return Joins; }
  /// What statements that are needed read or assign.
  const Variables &mentioned() const { return Mentioned; }

private:
  /// A loop or scope that is being walked, and what is live where jumps lead.
  struct Target {
    const void *Node = nullptr; ///< Null for the kernel.
    const Variables *AtEnd = nullptr, *AtStep = nullptr;
  };

  bool visit(const StmtList &L);
  bool visit(const Assign &A);
  bool visit(const If &I);
  bool visit(const Loop &L);
  bool visit(const Scope &S);
  bool visit(const Jump &J);
  bool visit(const Access &A);
  bool visit(const Assume &A);
  bool visit(const Barrier &) { return true; }
  bool visit(const Unsupported &) { return true; }
  bool visit(const Work &W);

  void read(const Expr *E);
  bool needIf(bool Is, const void *Node);
  void join(const void *Node, Join J);

  const Variables None;
  Variables Live;     ///< Before the statements that were visited.
  Variables Assigned; ///< By what is needed of them.
  Variables Mentioned;
  llvm::DenseSet<const void *> Needed;
  llvm::DenseMap<const void *, Join> Joins;
  /// What is live at the test of each loop, as far as it is known.
  llvm::DenseMap<const Loop *, Variables> AtTests;
  Target InnerLoop, InnerBlock, InnerCall;
  const bool WithWork;
  bool Changed = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_LIVEVARIABLES_H
