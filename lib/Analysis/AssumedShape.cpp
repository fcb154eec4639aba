//===- AssumedShape.cpp - A block shape where none is known ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bankfix/Analysis/AssumedShape.h"
#include <algorithm>

using namespace bankfix;

namespace {

/// Marks the axes along which the kernel tells its threads apart.
class AxisFinder {
public:
  std::array<bool, 3> Used = {};

  void visit(const Expr *E) {
    if (!E)
      return;
    if (E->kind() == ExprKind::LaunchValue &&
        E->launchValue() == LaunchValue::ThreadIdx)
      Used[E->axis()] = true;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      visit(E->operand(I));
  }
  void visit(const StmtList &L) {
    for (const Stmt &S : L)
      std::visit([&](const auto &Node) { visit(Node); }, S.Node);
  }

private:
  void visit(const Assign &A) { visit(A.Value); }
  void visit(const If &I) {
    visit(I.Cond);
    visit(I.Then);
    visit(I.Else);
  }
  void visit(const Loop &L) {
    visit(L.Cond);
    for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
      visit(*Part);
  }
  void visit(const Access &A) {
    for (const Expr *E : A.Subscripts)
      visit(E);
  }
  void visit(const Jump &) {}
  void visit(const Barrier &) {}
  void visit(const Unsupported &) {}
};

} // namespace

LaunchShape bankfix::assumedShape(const Kernel &K, unsigned MaxThreads,
                                  const Target &T) {
  AxisFinder Axes;
  Axes.visit(K.Body);
  LaunchShape S;
  S.Block = {256, 1, 1};
  if (Axes.Used[1])
    S.Block = {32, 8, 1};
  if (Axes.Used[2])
    S.Block = {8, 8, 4};
  unsigned Most = T.Memory.ThreadsPerBlock ? T.Memory.ThreadsPerBlock : 256;
  if (MaxThreads)
    Most = std::min(Most, MaxThreads);
  for (unsigned Axis : {2u, 1u, 0u})
    while (S.threads() > Most && S.Block[Axis] > 1)
      S.Block[Axis] = (S.Block[Axis] + 1) / 2;
  return S;
}
