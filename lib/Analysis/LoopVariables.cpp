//===- LoopVariables.cpp - Which variables a loop reads and assigns -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace bankfix;

using Variables = std::set<unsigned>;

static void collectAssigned(const StmtList &L, Variables &Into) {
  for (const Stmt &S : L) {
    if (auto *A = std::get_if<Assign>(&S.Node))
      Into.insert(A->Var);
    if (auto *I = std::get_if<If>(&S.Node)) {
      collectAssigned(I->Then, Into);
      collectAssigned(I->Else, Into);
    }
    if (auto *W = std::get_if<Loop>(&S.Node))
      for (const StmtList *Part : {&W->Header, &W->Body, &W->Step})
        collectAssigned(*Part, Into);
    if (auto *C = std::get_if<Scope>(&S.Node))
      collectAssigned(C->Body, Into);
  }
}

Variables bankfix::assignedIn(const Scope &S) {
  Variables Out;
  collectAssigned(S.Body, Out);
  return Out;
}

Variables bankfix::assignedIn(const Loop &L) {
  Variables Out;
  for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
    collectAssigned(*Part, Out);
  return Out;
}

bool bankfix::hasBreak(const StmtList &Body) {
  return llvm::any_of(Body, [](const Stmt &S) {
    if (auto *I = std::get_if<If>(&S.Node))
      return hasBreak(I->Then) || hasBreak(I->Else);
    auto *J = std::get_if<Jump>(&S.Node);
    return J && J->Kind == JumpKind::Break;
  });
}

namespace {

/// Walks statements in order; Set holds what is assigned by then for certain.
class ReadFinder {
public:
  Variables Found, Set;

  void list(const StmtList &L) {
    for (const Stmt &S : L)
      std::visit([&](const auto &Node) { visit(Node); }, S.Node);
  }
  void read(const Expr &E) {
    if (E.kind() == ExprKind::Var && !Set.count(E.index()))
      Found.insert(E.index());
    for (unsigned I = 0; I < E.numOperands(); ++I)
      read(*E.operand(I));
  }
  void visit(const Loop &L) {
    list(L.Header);
    if (L.Cond)
      read(*L.Cond);
    Variables Before = Set;
    list(L.Body);
    list(L.Step);
    Set = std::move(Before); // The body may not run.
  }

private:
  void visit(const Assign &A) {
    read(*A.Value);
    Set.insert(A.Var);
  }
  void visit(const If &I) {
    read(*I.Cond);
    Variables Before = Set;
    list(I.Then);
    Variables Then = std::exchange(Set, std::move(Before)), Both;
    list(I.Else);
    std::ranges::set_intersection(Then, Set, std::inserter(Both, Both.end()));
    Set = std::move(Both);
  }
  void visit(const Access &A) {
    for (const Expr *E : A.Subscripts)
      read(*E);
    for (const Expr *E : {A.Offset, A.Only})
      if (E)
        read(*E);
  }
  void visit(const Scope &S) {
    Variables Before = Set;
    list(S.Body);
    Set = std::move(Before); // A jump may leave before the end.
  }
  void visit(const Jump &) {}
  void visit(const Barrier &) {}
  void visit(const Unsupported &) {}
};

} // namespace

Variables bankfix::readFirst(const Loop &L) {
  ReadFinder F;
  F.visit(L);
  return std::move(F.Found);
}
