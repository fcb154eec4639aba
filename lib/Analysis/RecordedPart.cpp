//===- RecordedPart.cpp - A kernel up to its last access ------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordedPart.h"
#include "LoopVariables.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

static bool isRecorded(llvm::ArrayRef<Stmt> L,
                       const std::set<unsigned> &Constants);

/// Something in \p S, which no access follows, may be recorded. Constants are
/// variables that make no condition that would have to be assumed.
static bool isRecorded(const Stmt &S, const std::set<unsigned> &Constants) {
  if (std::holds_alternative<Assign>(S.Node) ||
      std::holds_alternative<Assume>(S.Node))
    return false;
  if (auto *I = std::get_if<If>(&S.Node))
    return isRecorded(I->Then, Constants) || isRecorded(I->Else, Constants);
  if (auto *L = std::get_if<Loop>(&S.Node))
    return !L->Cond || !isMadeOf(*L->Cond, Constants) ||
           llvm::any_of(std::array{&L->Header, &L->Body, &L->Step},
                        [&](const StmtList *Part) {
                          return isRecorded(*Part, Constants);
                        });
  if (auto *C = std::get_if<Scope>(&S.Node))
    return isRecorded(C->Body, Constants);
  return true;
}

static bool isRecorded(llvm::ArrayRef<Stmt> L,
                       const std::set<unsigned> &Constants) {
  return llvm::any_of(L,
                      [&](const Stmt &S) { return isRecorded(S, Constants); });
}

llvm::ArrayRef<Stmt> bankfix::recordedPart(const Kernel &K) {
  std::set<unsigned> Constants = constantVariables(K.Body);
  llvm::ArrayRef<Stmt> Part = K.Body;
  while (!Part.empty() && !isRecorded(Part.back(), Constants))
    Part = Part.drop_back();
  return Part;
}
