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

/// True for an argument that \p F, if known, can only read.
bool isReadOnly(const clang::FunctionDecl *F, unsigned Index);

/// After a call, \p F, if known, may have left the address of that argument, a
/// pointer or a reference, where someone sets what it leads to later.
bool mayKeep(const clang::FunctionDecl *F, unsigned Index);
/// Likewise, of the object that \p M, if known, is called for.
bool mayKeepThis(const clang::CXXMethodDecl *M);

/// Calls \p F for the variables that host code in \p Of, or the initializer of
/// \p V, may change where HostRun does not see it: through a pointer, a
/// reference or a lambda, and in the middle of an expression. What is given to
/// a call is among them only where the call's result may lead to it.
void forEachClobbered(const clang::FunctionDecl *Of,
                      llvm::function_ref<void(const clang::VarDecl *)> F);
void forEachClobbered(const clang::VarDecl *V,
                      llvm::function_ref<void(const clang::VarDecl *)> F);

/// \p S uses \p V other than to read it; a lambda by what its body does. True
/// of a reference, which has other names.
bool mayChange(const clang::Stmt *S, const clang::VarDecl *V);

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
