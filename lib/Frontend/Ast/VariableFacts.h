//===- VariableFacts.h - How a function uses its variables ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_VARIABLEFACTS_H
#define BANKFIX_LIB_FRONTEND_AST_VARIABLEFACTS_H

#include "ClangHeaders.h"
#include "llvm/ADT/DenseMap.h"

namespace bankfix {

/// Calls \p F for \p S and everything below it; F returns false to go no
/// deeper.
void walk(const clang::Stmt *S,
          llvm::function_ref<bool(const clang::Stmt *)> F);

/// How often a function changes each variable.
class VariableFacts {
public:
  explicit VariableFacts(const clang::Stmt *Body) { visit(Body); }

  unsigned assignments(const clang::VarDecl *V) const {
    return Assigned.lookup(V->getCanonicalDecl());
  }
  /// Its address or a reference to it goes somewhere else.
  bool escapes(const clang::VarDecl *V) const {
    return Escaped.lookup(V->getCanonicalDecl());
  }

private:
  void visit(const clang::Stmt *S);
  void changed(const clang::Expr *Target);

  llvm::DenseMap<const clang::VarDecl *, unsigned> Assigned;
  llvm::DenseMap<const clang::VarDecl *, bool> Escaped;
};

/// True for an argument that \p F, if known, can only read, and leads nobody
/// to.
bool isReadOnly(const clang::FunctionDecl *F, unsigned Index);

/// \p F, or what it calls, may write through a pointer or a reference to what
/// is constant.
bool dropsConst(const clang::FunctionDecl *F);

/// True if evaluating \p E twice could differ from evaluating it once.
bool hasSideEffects(const clang::Expr *E);
/// That of \p S itself, whatever its operands have.
bool isSideEffect(const clang::Stmt *S);

/// The variable that \p E names, through parentheses; or null.
const clang::VarDecl *namedVariable(const clang::Expr *E);

/// "threadIdx", "blockIdx", "blockDim" or "gridDim" and the member read, where
/// \p E reads one of CUDA's built-in variables; else empty strings.
std::pair<llvm::StringRef, llvm::StringRef>
builtinVariable(const clang::Expr *E);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_VARIABLEFACTS_H
