//===- BankModes.cpp - How wide the host makes banks ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/BankModes.h"
#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "Host/HostRun.h"

using namespace bankfix;

static bool launches(const clang::Stmt *S) {
  bool Found = false;
  walk(S, [&](const clang::Stmt *Each) {
    auto *E = llvm::dyn_cast<clang::Expr>(Each);
    Found |= E && launchSyntax(E).has_value();
    return !Found;
  });
  return Found;
}

/// In front of the first statement of \p Body that launches.
static std::optional<LaunchPoint> launchPoint(const LoweredUnit &U,
                                              const clang::Stmt *Body) {
  const clang::SourceManager &SM = U.Source.manager();
  for (const clang::Stmt *S : Body->children()) {
    if (!S || !launches(S))
      continue;
    clang::SourceLocation L = S->getBeginLoc();
    bool InText = llvm::isa<clang::CompoundStmt>(Body) && L.isFileID() &&
                  SM.isInMainFile(L) && !llvm::isa<clang::LabelStmt>(S);
    if (!InText)
      return std::nullopt;
    LaunchPoint P;
    P.Offset = SM.getFileOffset(L);
    llvm::StringRef Before =
        SM.getBufferData(SM.getMainFileID()).take_front(P.Offset);
    llvm::StringRef Line = Before.drop_front(Before.rfind('\n') + 1);
    if (Line.trim().empty())
      P.Indent = Line.str();
    return P;
  }
  return std::nullopt;
}

HostBanks bankfix::hostBanks(const LoweredUnit &U) {
  HostBanks Out;
  if (!U.Context.getLangOpts().CUDA)
    return Out;
  bool All = true;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      if (std::optional<BankMode> Mode = modeSet(S))
        Out.Mode = Out.Mode == BankMode::NotSet || Out.Mode == *Mode
                       ? *Mode
                       : BankMode::Several;
      return true;
    });
    if (!launches(F->getBody()))
      return;
    std::optional<LaunchPoint> P = launchPoint(U, F->getBody());
    All &= P.has_value();
    auto IsSame = [&](const LaunchPoint &Old) {
      return Old.Offset == P->Offset;
    };
    if (P && llvm::none_of(Out.Points, IsSame)) // Of another instance.
      Out.Points.push_back(*P);
  });
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.Identifiers.count("cudaDeviceSetSharedMemConfig") ||
        S.Identifiers.count("cudaFuncSetSharedMemConfig"))
      Out.Mode = BankMode::Several;
  if (!All)
    Out.Points.clear();
  return Out;
}
