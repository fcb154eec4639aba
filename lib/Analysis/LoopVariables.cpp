//===- LoopVariables.cpp - Which variables a loop reads and assigns -------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "bankfix/Kernel/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

using namespace bankfix;

using Variables = std::set<unsigned>;

static void collectAssigned(const StmtList &L, Variables &Into) {
  forEachNode<Assign>(L, [&](const Assign &A) { Into.insert(A.Var); });
}

bool bankfix::hasBreak(const StmtList &Body) {
  return llvm::any_of(Body, [](const Stmt &S) {
    if (auto *I = std::get_if<If>(&S.Node))
      return hasBreak(I->Then) || hasBreak(I->Else);
    auto *J = std::get_if<Jump>(&S.Node);
    return J && J->Kind == JumpKind::Break;
  });
}

static bool hasReturn(const StmtList &Body) {
  return llvm::any_of(Body, [](const Stmt &S) {
    if (auto *I = std::get_if<If>(&S.Node))
      return hasReturn(I->Then) || hasReturn(I->Else);
    if (auto *W = std::get_if<Loop>(&S.Node))
      return hasReturn(*W);
    if (auto *C = std::get_if<Scope>(&S.Node))
      return C->Kind != ScopeKind::Call && hasReturn(C->Body);
    auto *J = std::get_if<Jump>(&S.Node);
    return J && J->Kind == JumpKind::Return;
  });
}

bool bankfix::hasReturn(const Loop &L) {
  return ::hasReturn(L.Header) || ::hasReturn(L.Body) || ::hasReturn(L.Step);
}

/// Some jump leads out of \p Body, which is within a loop, or a block, that
/// takes those that are for one.
static bool jumpsOut(const StmtList &Body, bool InLoop, bool InBlock) {
  return llvm::any_of(Body, [&](const Stmt &S) {
    if (auto *I = std::get_if<If>(&S.Node))
      return jumpsOut(I->Then, InLoop, InBlock) ||
             jumpsOut(I->Else, InLoop, InBlock);
    if (auto *L = std::get_if<Loop>(&S.Node))
      return jumpsOut(L->Header, true, InBlock) ||
             jumpsOut(L->Body, true, InBlock) ||
             jumpsOut(L->Step, true, InBlock);
    if (auto *C = std::get_if<Scope>(&S.Node))
      return C->Kind == ScopeKind::Block && jumpsOut(C->Body, InLoop, true);
    auto *J = std::get_if<Jump>(&S.Node);
    return J && (J->Kind == JumpKind::Return ||
                 !(J->Kind == JumpKind::Leave ? InBlock : InLoop));
  });
}

bool bankfix::endsEarly(const Loop &L) {
  return jumpsOut(L.Header, false, false) || jumpsOut(L.Body, false, false) ||
         jumpsOut(L.Step, false, false);
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
    forEachExpr(A, [&](const Expr &E) { read(E); });
  }
  void visit(const Scope &S) {
    Variables Before = Set;
    list(S.Body);
    Set = std::move(Before); // A jump may leave before the end.
  }
  void visit(const Jump &) {}
  void visit(const Barrier &) {}
  void visit(const Assume &A) { read(*A.Cond); }
  void visit(const Unsupported &) {}
  void visit(const Work &) {}
};

} // namespace

Variables bankfix::readFirst(const Loop &L) {
  ReadFinder F;
  F.visit(L);
  return std::move(F.Found);
}

std::vector<const Assign *> bankfix::plainStep(const Loop &L) {
  std::vector<const Assign *> Out;
  Variables Elsewhere;
  for (const StmtList *Part : {&L.Header, &L.Body})
    collectAssigned(*Part, Elsewhere);
  ReadFinder Read;
  if (L.Cond)
    Read.read(*L.Cond);
  for (const Stmt &S : L.Step) {
    auto *A = std::get_if<Assign>(&S.Node);
    if (!A)
      return {};
    Read.read(*A->Value);
    Read.Found.insert(A->Var);
    Out.push_back(A);
  }
  bool IsPlain = llvm::none_of(
      Read.Found, [&](unsigned V) { return Elsewhere.count(V) != 0; });
  return IsPlain ? Out : std::vector<const Assign *>();
}

bool bankfix::isMadeOf(const Expr &E, const Variables &Of) {
  if (E.kind() == ExprKind::Var)
    return Of.count(E.index());
  bool Known =
      E.isConst() || (E.numOperands() != 0 && E.kind() != ExprKind::Opaque);
  for (unsigned I = 0; I < E.numOperands(); ++I)
    Known = Known && isMadeOf(*E.operand(I), Of);
  return Known;
}

bool bankfix::isUnrollable(const Loop &L, const Variables &Constants) {
  return L.Cond && isMadeOf(*L.Cond, Constants) && !hasBreak(L.Body) &&
         !hasReturn(L);
}

bool bankfix::doesSameWork(const Loop &L) {
  if (!L.TestFirst || !L.Cond || !L.Header.empty())
    return false;
  Variables All;
  for (const StmtList *Part : {&L.Body, &L.Step})
    collectAssigned(*Part, All);
  auto Reads = [](const Expr &E, const Variables &Any) {
    ReadFinder Read;
    Read.read(E);
    return llvm::any_of(Read.Found, [&](unsigned V) { return Any.count(V); });
  };
  auto IsWork = [](const Stmt &S) {
    auto *W = std::get_if<Work>(&S.Node);
    return W && llvm::none_of(W->Outside,
                              [](const OutsideAccess &A) { return A.Index; });
  };
  Variables Counters;
  collectAssigned(L.Step, Counters);
  return llvm::all_of(L.Step,
                      [&](const Stmt &S) {
                        return IsWork(S) ||
                               std::holds_alternative<Assign>(S.Node);
                      }) &&
         llvm::all_of(L.Body, [&](const Stmt &S) {
           if (auto *A = std::get_if<Assign>(&S.Node))
             return !Reads(*A->Value, All) && !Counters.count(A->Var);
           auto *Inner = std::get_if<Loop>(&S.Node);
           return IsWork(S) || (Inner && doesSameWork(*Inner) &&
                                !Reads(*Inner->Cond, Counters));
         });
}

Variables bankfix::constantVariables(const StmtList &Body) {
  Variables Out;
  collectAssigned(Body, Out);
  for (bool Changed = true; Changed;) {
    Changed = false;
    forEachNode<Assign>(Body, [&](const Assign &A) {
      if (!isMadeOf(*A.Value, Out))
        Changed |= Out.erase(A.Var) != 0;
    });
  }
  return Out;
}

std::set<unsigned> bankfix::sitesIn(const Loop &L) {
  std::set<unsigned> Out;
  forEachStmt(L, [&](const Stmt &S) {
    if (auto *A = std::get_if<Access>(&S.Node))
      Out.insert(A->Site);
  });
  return Out;
}

bool bankfix::isEndless(const Loop &L) {
  return !L.Cond || (L.Cond->isConst() && !L.Cond->isConst(0));
}

bool bankfix::hasBarrier(const Loop &L) {
  bool Found = false;
  forEachStmt(L, [&](const Stmt &S) {
    Found |= std::holds_alternative<Barrier>(S.Node);
  });
  return Found;
}
