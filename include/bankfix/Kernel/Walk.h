//===- Walk.h - The statements of a kernel, and those in them ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_WALK_H
#define BANKFIX_KERNEL_WALK_H

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace bankfix {

/// Calls \p F with the lists of statements that \p S holds, as they are
/// written: of an If, Then and Else. A new kind of statement has to say here
/// whether it holds any, or it does not compile.
template <typename Fn> void forEachList(const Stmt &S, Fn F) {
  struct Lists {
    Fn &F;
    void operator()(const If &I) const { F(I.Then), F(I.Else); }
    void operator()(const Loop &L) const { F(L.Header), F(L.Body), F(L.Step); }
    void operator()(const Scope &B) const { F(B.Body); }
    void operator()(const Assign &) const {}
    void operator()(const Jump &) const {}
    void operator()(const Barrier &) const {}
    void operator()(const Access &) const {}
    void operator()(const Assume &) const {}
    void operator()(const Unsupported &) const {}
    void operator()(const Work &) const {}
  };
  std::visit(Lists{F}, S.Node);
}

/// Calls \p F with every statement of \p L, each before those in it.
inline void forEachStmt(const StmtList &L,
                        llvm::function_ref<void(const Stmt &)> F) {
  for (const Stmt &S : L) {
    F(S);
    forEachList(S, [&](const StmtList &Inner) { forEachStmt(Inner, F); });
  }
}

/// The same of the statements of a loop.
inline void forEachStmt(const Loop &L,
                        llvm::function_ref<void(const Stmt &)> F) {
  for (const StmtList *Part : {&L.Header, &L.Body, &L.Step})
    forEachStmt(*Part, F);
}

/// Calls \p F with every statement of type \p Node.
template <typename Node, typename Fn>
void forEachNode(const StmtList &L, Fn F) {
  forEachStmt(L, [&](const Stmt &S) {
    if (auto *N = std::get_if<Node>(&S.Node))
      F(*N);
  });
}

/// Some statement, at any depth, is of type \p Node.
template <typename Node> bool hasNode(const StmtList &L) {
  return llvm::any_of(L, [](const Stmt &S) {
    bool Has = std::holds_alternative<Node>(S.Node);
    if (!Has)
      forEachList(S,
                  [&](const StmtList &In) { Has = Has || hasNode<Node>(In); });
    return Has;
  });
}

} // namespace bankfix

#endif // BANKFIX_KERNEL_WALK_H
