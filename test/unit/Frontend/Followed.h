//===- Followed.h - Device code whose pointers were followed -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TEST_UNIT_FRONTEND_FOLLOWED_H
#define BANKFIX_TEST_UNIT_FRONTEND_FOLLOWED_H

#include "Ast/Functions.h"
#include "Ast/VariableFacts.h"
#include "Parsed.h"
#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// Device code of which the shared arrays, and where pointers lead, are known.
struct Followed : Parsed<PointerUnit> {
  explicit Followed(const std::string &Code) : Parsed(Code) {
    forEachFunction(Of, [&](const clang::FunctionDecl *F) {
      walk(F->getBody(), [&](const clang::Stmt *S) {
        if (auto *D = llvm::dyn_cast<clang::DeclStmt>(S))
          for (const clang::Decl *Each : D->decls())
            if (auto *V = llvm::dyn_cast<clang::VarDecl>(Each);
                V && isSharedArray(V))
              addSharedArray(Of, V);
        return true;
      });
    });
    findBuffers(Of);
    findDerived(Of);
  }

  /// The variable \p Name, which has to be there.
  const clang::VarDecl *variable(llvm::StringRef Name) const {
    auto *V = find<clang::VarDecl>(Name);
    assert(V && "no such variable");
    return V;
  }
};

} // namespace bankfix

#endif // BANKFIX_TEST_UNIT_FRONTEND_FOLLOWED_H
