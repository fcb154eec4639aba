//===- OffsetParameters.cpp - What a macro gives, given on ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses/OffsetParameters.h"

using namespace bankfix;

namespace {

class OffsetPasser {
public:
  OffsetPasser(const CallGraph &Calls,
               llvm::ArrayRef<std::unique_ptr<FunctionOffsets>> Functions)
      : Calls(Calls), Functions(Functions) {
    for (const auto &Each : Functions)
      ByFunction[Each->F] = &Each->Indices;
  }
  void run();

private:
  using Question =
      llvm::function_ref<bool(OffsetIndices &, const clang::CallExpr *)>;
  bool inAllCalls(const clang::FunctionDecl *F, Question Holds);
  void give(FunctionOffsets &To);
  bool take(FunctionOffsets &To);

  const CallGraph &Calls;
  llvm::ArrayRef<std::unique_ptr<FunctionOffsets>> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, OffsetIndices *> ByFunction;
};

/// There are calls of \p F, and \p Holds in the caller for each of them.
bool OffsetPasser::inAllCalls(const clang::FunctionDecl *F, Question Holds) {
  llvm::ArrayRef<CallGraph::Call> All = Calls.callsOf(F);
  return !All.empty() && llvm::all_of(All, [&](const CallGraph::Call &C) {
    auto It = ByFunction.find(C.Caller);
    return It != ByFunction.end() && C.Caller != F &&
           Holds(*It->second, C.Site);
  });
}

/// Parameters that are references.
void OffsetPasser::give(FunctionOffsets &To) {
  for (const OffsetParameter &P : To.Indices.given())
    if (inAllCalls(To.F, [&](OffsetIndices &Caller, const auto *Call) {
          return Caller.mayReceive(Call, P);
        })) {
      To.Indices.settle(P);
      for (const CallGraph::Call &C : Calls.callsOf(To.F))
        ByFunction[C.Caller]->receive(C.Site, P);
    }
}

/// Parameters that are values. True if there are new ones.
bool OffsetPasser::take(FunctionOffsets &To) {
  llvm::ArrayRef<CallGraph::Call> All = Calls.callsOf(To.F);
  if (All.empty() || !ByFunction.count(All.front().Caller))
    return false;
  bool Changed = false;
  for (const OffsetParameter &P :
       ByFunction[All.front().Caller]->passed(All.front().Site)) {
    if (!To.Indices.mayTake(P) ||
        !inAllCalls(To.F, [&](OffsetIndices &Caller, const auto *Call) {
          return llvm::is_contained(Caller.passed(Call), P);
        }))
      continue;
    To.Indices.take(P);
    for (const CallGraph::Call &C : All)
      ByFunction[C.Caller]->accountFor(C.Site->getArg(P.Offset));
    Changed = true;
  }
  return Changed;
}

void OffsetPasser::run() {
  for (const auto &Each : Functions)
    give(*Each);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &Each : Functions)
      Changed |= take(*Each);
  }
}

} // namespace

void bankfix::passOffsets(
    const CallGraph &Calls,
    llvm::ArrayRef<std::unique_ptr<FunctionOffsets>> Functions) {
  OffsetPasser(Calls, Functions).run();
}
