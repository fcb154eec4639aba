//===- UseObstacles.cpp - What the use of an array forbids ----------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/Functions.h"
#include "Ast/KnownCalls.h"
#include "Uses/UseKind.h"

using namespace bankfix;

/// What it forbids that an array, which \p Root names, goes into \p Around.
static ObstacleKind escapesTo(JudgedUnit &U, const clang::Expr *Root,
                              const clang::Expr *Around) {
  auto *Call = llvm::dyn_cast<clang::CallExpr>(Around);
  auto Has = [&](const clang::Expr *E) {
    bool Found = false;
    walk(E, [&](const clang::Stmt *S) { return !(Found |= S == Root); });
    return Found;
  };
  // Not what the copies are told to wait for.
  if (Call && Call->getNumArgs() > 3 &&
      Has(Call->getArg(Call->getNumArgs() - 1)))
    return ObstacleKind::Escapes;
  const clang::FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr;
  if (To && To->getDefinition() && U.Calls.isRecursive(To->getDefinition()))
    return ObstacleKind::Recursion;
  switch (Call ? classify(*Call) : CallKind::Unknown) {
  case CallKind::MatrixLoad:
  case CallKind::MatrixStore:
    return Call->getNumArgs() > 2 && U.Pitches.count(Call->getArg(2))
               ? ObstacleKind::MatrixRows
               : ObstacleKind::MatrixPitch;
  case CallKind::AsyncCopy:
  case CallKind::GroupCopy:
  case CallKind::WorkGroupCopy:
    return ObstacleKind::SideBySide;
  case CallKind::Address:
    return ObstacleKind::AddressNumber;
  default:
    return isLibraryCall(U, Around) ? ObstacleKind::Library
                                    : ObstacleKind::Escapes;
  }
}

ObstacleKind bankfix::obstacleOf(JudgedUnit &U, const clang::Expr *Root,
                                 const ArrayUse &Use) {
  switch (Use.Kind) {
  case UseKind::Address:
    return ObstacleKind::AddressUse;
  case UseKind::SizeOf:
    return ObstacleKind::SizeOf;
  case UseKind::Element:
    return ObstacleKind::ElementSize;
  case UseKind::Escapes:
    return escapesTo(U, Root, Use.Around);
  default:
    return U.Source.inMainFile(Root->getBeginLoc())
               ? ObstacleKind::PointerUse
               : ObstacleKind::AccessElsewhere;
  }
}
