//===- LiveVariables.cpp - What of a kernel is needed ---------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveVariables.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

LiveVariables::LiveVariables(const StmtList &Body, size_t Size, bool WithWork)
    : None(Size), Assigned(Size), Mentioned(Size), WithWork(WithWork) {
  InnerCall.AtEnd = &None;
  // What becomes needed makes more live, and that makes more needed.
  do {
    Changed = false;
    Live = None;
    visit(Body);
  } while (Changed);
}

/// Live is what is live behind \p L, and then what is live before it. Returns
/// whether any of it is needed.
bool LiveVariables::visit(const StmtList &L) {
  bool Any = false;
  for (const Stmt &S : llvm::reverse(L))
    Any |= std::visit([&](const auto &Node) { return visit(Node); }, S.Node);
  return Any;
}

bool LiveVariables::needIf(bool Is, const void *Node) {
  if (Is)
    Changed |= Needed.insert(Node).second;
  return Is;
}

void LiveVariables::read(const Expr *E) {
  if (!E)
    return;
  if (E->kind() == ExprKind::Var) {
    Live.set(E->index());
    Mentioned.set(E->index());
  }
  for (unsigned I = 0; I < E->numOperands(); ++I)
    read(E->operand(I));
}

/// Notes how \p Node, of which Assigned is what it assigns, joins what it does.
void LiveVariables::join(const void *Node, Join J) {
  J.Assigned &= Assigned;
  Joins[Node] = std::move(J);
}

bool LiveVariables::visit(const Assign &A) {
  if (!needIf(Live.test(A.Var), &A))
    return false;
  Live.reset(A.Var);
  Assigned.set(A.Var);
  Mentioned.set(A.Var);
  read(A.Value);
  return true;
}

bool LiveVariables::visit(const If &I) {
  const Variables Before = std::exchange(Assigned, None);
  Variables Other = Live;
  Join J = {Live, None};
  bool Any = visit(I.Then);
  J.Restored = Assigned;
  std::swap(Live, Other);
  Any |= visit(I.Else);
  J.Restored &= Live;
  Live |= Other;
  if (Any)
    read(I.Cond);
  join(&I, std::move(J));
  Assigned |= Before;
  return needIf(Any, &I);
}

bool LiveVariables::visit(const Loop &L) {
  const Variables Before = std::exchange(Assigned, None), AtEnd = Live;
  Live = AtTests.try_emplace(&L, None).first->second;
  bool Any = visit(L.Step);
  const Variables AtStep = Live;
  const Target Outer = std::exchange(InnerLoop, {&L, &AtEnd, &AtStep});
  Any |= visit(L.Body);
  InnerLoop = Outer;
  const Variables AtBody = Live;
  if (L.Cond)
    Live |= AtEnd;
  if (Any || isNeeded(&L))
    read(L.Cond);
  Join J = {Live, None};
  Any |= visit(L.Header);
  Variables &AtTest = AtTests[&L];
  Changed |= Live != AtTest;
  AtTest = Live;
  for (const Variables &Also : {AtEnd, AtStep, AtTest})
    J.Assigned |= Also;
  join(&L, std::move(J));
  if (!L.TestFirst)
    Live = AtBody;
  Assigned |= Before;
  return needIf(Any, &L);
}

bool LiveVariables::visit(const Scope &S) {
  const Variables Before = std::exchange(Assigned, None), AtEnd = Live;
  Target &Inner = S.Kind == ScopeKind::Call ? InnerCall : InnerBlock;
  const Target Outer = std::exchange(Inner, {&S, &AtEnd, nullptr});
  bool Any = visit(S.Body);
  Inner = Outer;
  join(&S, {AtEnd, None});
  Assigned |= Before;
  return needIf(Any, &S);
}

/// It decides about what is left of what it leaves, if anything is.
bool LiveVariables::visit(const Jump &J) {
  const Target &To = J.Kind == JumpKind::Return  ? InnerCall
                     : J.Kind == JumpKind::Leave ? InnerBlock
                                                 : InnerLoop;
  Live = J.Kind == JumpKind::Continue ? *To.AtStep : *To.AtEnd;
  return !To.Node || isNeeded(To.Node);
}

bool LiveVariables::visit(const Access &A) {
  forEachExpr(A, [&](const Expr &E) { read(&E); });
  return true;
}

bool LiveVariables::visit(const Work &W) {
  if (WithWork)
    for (const OutsideAccess &A : W.Outside)
      read(A.Index);
  return WithWork;
}

bool LiveVariables::visit(const Assume &A) {
  read(A.Cond);
  return true;
}
