//===- Functions.h - Functions of a file, and who calls whom ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_FUNCTIONS_H
#define BANKFIX_LIB_FRONTEND_AST_FUNCTIONS_H

#include "Read/Unit.h"
#include "llvm/ADT/DenseMap.h"

namespace bankfix {

/// Every function with a body that the user wrote, instantiations included and
/// templates left out.
void forEachFunction(const Unit &U,
                     llvm::function_ref<void(const clang::FunctionDecl *)> F);

/// True for kernels.
bool isKernel(const clang::FunctionDecl *F);

/// What a text that uses \p D has to spell: for what has no name of its own, as
/// a conversion, its class.
const clang::NamedDecl *spelledFor(const clang::NamedDecl *D);

/// The template arguments of \p F, "<float, 32>", or nothing.
std::string instanceOf(const clang::FunctionDecl *F);

/// A call of a function or a constructor of a C++ library, whose headers are
/// not the user's code.
bool isLibraryCall(const Unit &U, const clang::Expr *E);

/// Visits the functions with a body that \p F calls.
void forEachCallee(const clang::FunctionDecl *F,
                   llvm::function_ref<void(const clang::FunctionDecl *)> Visit);

/// Nothing in the project spells the name of \p F but its declarations and
/// \p Calls in the main file; nor does a macro, wherever that is used.
bool isNamedOnlyBy(const Unit &U, const clang::FunctionDecl *F,
                   llvm::ArrayRef<const clang::CallExpr *> Calls);

/// How the functions of a file call each other: of kernels, which calls can be
/// inlined; of the host's, from where each is called.
class CallGraph {
public:
  explicit CallGraph(const Unit &U) : U(U) {}

  /// Calls of \p F can be inlined: its body is in the user's code, and it does
  /// not call itself.
  bool isInlinable(const clang::FunctionDecl *F) const;
  bool isRecursive(const clang::FunctionDecl *F) const;

  struct Call {
    const clang::CallExpr *Site;
    const clang::FunctionDecl *Caller;
  };
  /// Of the function whose body is \p F's, by name.
  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl *F) const;

private:
  using CallLists =
      llvm::DenseMap<const clang::FunctionDecl *, std::vector<Call>>;
  CallLists allCalls() const;

  const Unit &U;
  // What was found already.
  mutable llvm::DenseMap<const clang::FunctionDecl *, bool> Recursive;
  mutable std::optional<CallLists> Calls;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_FUNCTIONS_H
