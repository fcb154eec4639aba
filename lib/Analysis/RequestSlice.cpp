//===- RequestSlice.cpp - What of a kernel shapes requests ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestSlice.h"
#include "LiveVariables.h"
#include "LoopVariables.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

static bool isBranch(const Stmt &S) {
  auto *I = std::get_if<If>(&S.Node);
  return I && I->Then.empty() && I->Else.empty();
}

namespace {

/// Copies what is needed.
class Slicer {
public:
  Slicer(const LiveVariables &Need, const std::set<unsigned> &Constants,
         bool WithWork)
      : Need(Need), Constants(Constants), WithWork(WithWork) {}

  StmtList list(const StmtList &L) const {
    StmtList Out;
    for (const Stmt &S : L)
      std::visit([&](const auto &Node) { copy(Node, Out); }, S.Node);
    return Out;
  }

private:
  template <typename T> void copy(const T &Node, StmtList &Out) const {
    Out.push_back({Node});
  }
  void copy(const Work &W, StmtList &Out) const {
    if (WithWork)
      Out.push_back({W});
  }
  void copy(const Assign &A, StmtList &Out) const {
    if (Need.isNeeded(&A))
      Out.push_back({A});
  }
  void copy(const If &I, StmtList &Out) const {
    If Left = {I.Cond, I.Text, list(I.Then), list(I.Else)};
    if (Need.isNeeded(&I)) {
      Out.push_back({std::move(Left)});
    } else if (isMadeOf(*I.Cond, Constants)) {
      branches(Left.Then, Out);
      branches(Left.Else, Out);
    } else {
      branch(I.Cond, Out);
    }
  }
  void copy(const Loop &L, StmtList &Out) const {
    Loop Left = {list(L.Header), L.Cond,       L.Text,
                 list(L.Body),   list(L.Step), L.TestFirst};
    if (WithWork)
      countInBody(Left);
    if (Need.isNeeded(&L)) {
      Out.push_back({std::move(Left)});
      return;
    }
    if (L.Cond && !isUnrollable(L, Constants))
      branch(L.Cond, Out);
    for (const StmtList *Part : {&Left.Header, &Left.Body, &Left.Step})
      branches(*Part, Out);
  }
  /// What counts iterations becomes work of the body, so that the loop is run
  /// as it is without work; nothing counts those of a loop that is unrolled.
  void countInBody(Loop &L) const {
    StmtList Body;
    auto IsWork = [](const Stmt &S) {
      return std::holds_alternative<Work>(S.Node);
    };
    for (StmtList *Part : {&L.Header, &L.Step}) {
      if (Part == &L.Header && !llvm::all_of(*Part, IsWork))
        continue; // It may need what is assigned there.
      llvm::copy_if(*Part, std::back_inserter(Body), IsWork);
      llvm::erase_if(*Part, IsWork);
    }
    if (isUnrollable(L, Constants))
      for (Stmt &S : Body) {
        Work &W = std::get<Work>(S.Node);
        W.Integers = W.Products = W.Chain = 0;
      }
    llvm::append_range(Body, std::move(L.Body));
    L.Body = std::move(Body);
  }
  void copy(const Scope &S, StmtList &Out) const {
    Scope Left = {S.Kind, list(S.Body)};
    if (Need.isNeeded(&S))
      Out.push_back({std::move(Left)});
    else
      branches(Left.Body, Out);
  }
  static void branch(const Expr *Cond, StmtList &Out) {
    if (Out.empty() || !isBranch(Out.back()))
      Out.push_back({If{Cond, "", {}, {}}});
  }
  /// Besides them, \p L has no more than jumps.
  static void branches(const StmtList &L, StmtList &Out) {
    for (const Stmt &S : L)
      if (isBranch(S))
        branch(std::get<If>(S.Node).Cond, Out);
  }

  const LiveVariables &Need;
  const std::set<unsigned> &Constants;
  const bool WithWork;
};

} // namespace

static std::vector<unsigned> listOf(const llvm::BitVector &Set) {
  return {Set.set_bits_begin(), Set.set_bits_end()};
}

RequestSlice::RequestSlice(const Kernel &K, bool WithWork) {
  const size_t All = K.Variables.size();
  Body = Slicer(LiveVariables(K.Body, All, WithWork),
                constantVariables(K.Body), WithWork)
             .list(K.Body);
  if (!Body.empty() && isBranch(Body.back()))
    Body.pop_back(); // Nothing comes behind it.
  Constants = constantVariables(Body);
  const LiveVariables Left(Body, All, WithWork);
  for (const auto &[Node, J] : Left.joins())
    Joins.try_emplace(Node, Join{listOf(J.Assigned), listOf(J.Restored)});
  const std::vector<unsigned> Variables = listOf(Left.mentioned());
  Size = Variables.size() + 1;
  Slots.assign(All, Variables.size());
  for (auto [Slot, Var] : llvm::enumerate(Variables))
    Slots[Var] = Slot;
}
