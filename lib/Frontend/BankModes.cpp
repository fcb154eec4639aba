//===- BankModes.cpp - How wide the host makes banks ----------------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankModes.h"
#include "HostRun.h"

using namespace bankfix;

/// The mode that \p S sets, if it sets one.
static std::optional<BankMode> modeSet(const clang::Stmt *S) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() ||
      !F->getName().ends_with("SetSharedMemConfig") || Call->getNumArgs() == 0)
    return std::nullopt;
  auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(
      Call->getArg(Call->getNumArgs() - 1)->IgnoreParenImpCasts());
  auto *Named =
      Ref ? llvm::dyn_cast<clang::EnumConstantDecl>(Ref->getDecl()) : nullptr;
  llvm::StringRef Name = Named ? Named->getName() : "";
  if (Name == "cudaSharedMemBankSizeEightByte")
    return BankMode::EightByte;
  if (Name == "cudaSharedMemBankSizeFourByte")
    return BankMode::FourByte;
  return BankMode::Several;
}

bool bankfix::isEightByteCall(const clang::Stmt *S) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(S);
  return Call && modeSet(S) == BankMode::EightByte &&
         Call->getDirectCallee()->getName() == "cudaDeviceSetSharedMemConfig";
}

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
static std::optional<LaunchPoint> launchPoint(const Unit &U,
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

void bankfix::findBankModes(Unit &U) {
  if (!U.Context.getLangOpts().CUDA)
    return;
  bool All = true;
  std::vector<LaunchPoint> Points;
  forEachFunction(U, [&](const clang::FunctionDecl *F) {
    walk(F->getBody(), [&](const clang::Stmt *S) {
      if (std::optional<BankMode> Mode = modeSet(S))
        U.Out.Banks = U.Out.Banks == BankMode::NotSet || U.Out.Banks == *Mode
                          ? *Mode
                          : BankMode::Several;
      return true;
    });
    if (!launches(F->getBody()))
      return;
    std::optional<LaunchPoint> P = launchPoint(U, F->getBody());
    All &= P.has_value();
    auto IsSame = [&](const LaunchPoint &Old) { return Old.Offset == P->Offset; };
    if (P && llvm::none_of(Points, IsSame)) // Of another instance.
      Points.push_back(*P);
  });
  for (const SkippedCode &S : U.Preprocessed.Skipped)
    if (S.Identifiers.count("cudaDeviceSetSharedMemConfig") ||
        S.Identifiers.count("cudaFuncSetSharedMemConfig"))
      U.Out.Banks = BankMode::Several;
  if (All)
    U.Out.Map.LaunchPoints = std::move(Points);
}
