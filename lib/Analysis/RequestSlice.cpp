//===- RequestSlice.cpp - What of a kernel shapes requests ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestSlice.h"
#include "LoopVariables.h"
#include "RecordedPart.h"

using namespace bankfix;

namespace {

/// Marks variables, and what their values are computed from, until nothing is
/// new.
class NeedFinder {
public:
  explicit NeedFinder(std::vector<bool> &Needed) : Needed(Needed) {}

  bool Changed = false;
  llvm::DenseSet<const If *> Idle;

  /// Returns whether the statements do more than to assign what is not needed.
  bool visit(llvm::ArrayRef<Stmt> L) {
    bool Any = false;
    for (const Stmt &S : L)
      Any |= std::visit([&](const auto &Node) { return visit(Node); }, S.Node);
    return Any;
  }

private:
  void need(const Expr *E) {
    if (!E)
      return;
    if (E->kind() == ExprKind::Var && !Needed[E->index()])
      Needed[E->index()] = Changed = true;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      need(E->operand(I));
  }
  bool visit(const Assign &A) {
    if (Needed[A.Var])
      need(A.Value);
    return Needed[A.Var];
  }
  bool visit(const If &I) {
    bool Then = visit(I.Then), Else = visit(I.Else);
    if (Then || Else) {
      need(I.Cond);
      Idle.erase(&I);
    } else {
      Idle.insert(&I);
    }
    return Then || Else;
  }
  bool visit(const Loop &L) {
    need(L.Cond);
    for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
      visit(*Part);
    return true;
  }
  bool visit(const Scope &S) { return visit(S.Body); }
  bool visit(const Access &A) {
    forEachExpr(A, [&](const Expr &E) { need(&E); });
    return true;
  }
  bool visit(const Assume &A) {
    need(A.Cond);
    return true;
  }
  bool visit(const Jump &) { return true; }
  bool visit(const Barrier &) { return true; }
  bool visit(const Unsupported &) { return true; }

  std::vector<bool> &Needed;
};

} // namespace

RequestSlice::RequestSlice(const Kernel &K)
    : Body(recordedPart(K)), Constants(constantVariables(K.Body)),
      Needed(K.Variables.size()) {
  NeedFinder F(Needed);
  do {
    F.Changed = false;
    F.visit(Body);
  } while (F.Changed);
  Idle = std::move(F.Idle);
}
