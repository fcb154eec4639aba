//===- KnownCalls.cpp - Functions whose meaning is known ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownCalls.h"
#include "llvm/ADT/StringSwitch.h"

using namespace bankfix;

static llvm::StringRef calleeName(const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  return F && F->getIdentifier() ? F->getName() : "";
}

CallKind bankfix::classify(const clang::CallExpr &Call) {
  if (llvm::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(Call))
    return CallKind::Unknown;
  llvm::StringRef Name = calleeName(Call);
  // Only functions that the user did not write: a user's own min may do more.
  const clang::FunctionDecl *F = Call.getDirectCallee();
  if (!F)
    return CallKind::Unknown;
  const clang::SourceManager &SM = F->getASTContext().getSourceManager();
  const clang::FunctionDecl *First = F->getCanonicalDecl();
  bool Builtin = First->isImplicit() || First->getBuiltinID();
  if (!Builtin && !SM.isInSystemHeader(First->getLocation()))
    return CallKind::Unknown;
  // CUDA's atomicAdd, OpenCL's atomic_add and atom_add.
  if (Name.starts_with("atomic") || Name.starts_with("atom_"))
    return CallKind::Atomic;
  return llvm::StringSwitch<CallKind>(Name)
      .Cases({"__syncthreads", "__syncwarp", "barrier", "work_group_barrier",
              "__barrier_sync"},
             CallKind::Barrier)
      .Cases({"min", "umin", "llmin", "ullmin"}, CallKind::Min)
      .Cases({"max", "umax", "llmax", "ullmax"}, CallKind::Max)
      .Cases({"abs", "labs", "llabs"}, CallKind::Abs)
      .Cases({"__mul24", "__umul24", "mul24"}, CallKind::Multiply)
      .Cases({"__mad24", "mad24"}, CallKind::MultiplyAdd)
      .Case("get_local_id", CallKind::LocalId)
      .Case("get_local_size", CallKind::LocalSize)
      .Case("get_enqueued_local_size", CallKind::LocalSize)
      .Case("get_group_id", CallKind::GroupId)
      .Case("get_num_groups", CallKind::GroupCount)
      .Case("get_global_id", CallKind::GlobalId)
      .Default(CallKind::Unknown);
}

bool bankfix::isPureCall(const clang::CallExpr &Call) {
  CallKind K = classify(Call);
  if (K != CallKind::Unknown)
    return K != CallKind::Barrier && K != CallKind::Atomic;
  const clang::Decl *F = Call.getCalleeDecl();
  return F && (F->hasAttr<clang::ConstAttr>() || F->hasAttr<clang::PureAttr>());
}
