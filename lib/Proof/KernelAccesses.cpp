//===- KernelAccesses.cpp - The accesses of a kernel in order -------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAccesses.h"

using namespace bankfix;

void bankfix::collectAccesses(const StmtList &List,
                              std::vector<const Access *> &Out) {
  for (const Stmt &S : List) {
    if (auto *A = std::get_if<Access>(&S.Node))
      Out.push_back(A);
    if (auto *I = std::get_if<If>(&S.Node)) {
      collectAccesses(I->Then, Out);
      collectAccesses(I->Else, Out);
    }
    if (auto *L = std::get_if<Loop>(&S.Node)) {
      collectAccesses(L->Header, Out);
      collectAccesses(L->Body, Out);
      collectAccesses(L->Step, Out);
    }
    if (auto *B = std::get_if<Scope>(&S.Node))
      collectAccesses(B->Body, Out);
  }
}
