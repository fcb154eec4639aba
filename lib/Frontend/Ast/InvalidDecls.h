//===- InvalidDecls.h - Kernels that are not whole --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_INVALIDDECLS_H
#define BANKFIX_LIB_FRONTEND_AST_INVALIDDECLS_H

#include "Read/Unit.h"

namespace bankfix {

/// Finds what Clang could not resolve: where a header or the host's -D is
/// missing, each kernel is judged by itself.
class InvalidDecls {
public:
  explicit InvalidDecls(const Unit &U) : U(U) {}

  /// Counts what arguments of templates use to the instances that they name.
  void blameInstances();

  /// The first declaration that holds something unresolved: \p D itself, or a
  /// function, variable or type that it uses, directly or not. Null if none.
  const clang::Decl *firstIn(const clang::Decl *D);
  /// The same of what \p E uses; of \p E alone, it is the file.
  const clang::Decl *firstIn(const clang::Expr *E);

  /// Calls \p Visit for the variables that \p F names where Clang kept nothing
  /// of a statement with an error, and for those that a macro which looks like
  /// a call may change more than once.
  void forEachLostVariable(
      const clang::FunctionDecl *F,
      llvm::function_ref<void(const clang::VarDecl *)> Visit) const;

  /// That \p F is skipped for \p Culprit, with the first error in it.
  UnreadKernel unread(const clang::FunctionDecl *F,
                      const clang::Decl *Culprit) const;

private:
  const clang::Decl *inDecl(const clang::Decl *D);
  const clang::Decl *inType(clang::QualType T);
  const clang::Decl *inSizes(const clang::TypeSourceInfo *Written,
                             const clang::Decl *Of);
  const clang::Decl *inRecord(const clang::RecordDecl *R);
  const clang::Decl *inTypedef(const clang::TypedefNameDecl *T);
  const clang::Decl *inEnum(const clang::EnumDecl *E);
  const clang::Decl *inFunction(const clang::FunctionDecl *F);
  const clang::Decl *inVariable(const clang::VarDecl *V);
  bool hasMessageIn(const clang::Decl *D) const;
  void findInvalid(const clang::DeclContext *DC);
  const clang::Decl *invalidNamedIn(const clang::Stmt *Body);
  const clang::Decl *invalidBehind(llvm::StringRef Name,
                                   std::set<std::string> &Seen);
  const FileDiagnostic *lacksHeader(const clang::Decl *D) const;
  void forEachLostName(const clang::Stmt *Body,
                       llvm::function_ref<bool(llvm::StringRef)> Visit) const;
  /// The first message that holds \p Text.
  std::string messageBetween(clang::SourceLocation First,
                             clang::SourceLocation Last,
                             llvm::StringRef Text = "") const;
  std::string firstMessageIn(const clang::Decl *D,
                             llvm::StringRef Text = "") const;
  const clang::Decl *inBody(const clang::Stmt *S, const clang::Decl *Of);

  const Unit &U;
  /// By declaration: what in it, or in what it uses, did not resolve; null if
  /// all did. Null, too, while it is being looked at, so that recursion ends.
  llvm::DenseMap<const clang::Decl *, const clang::Decl *> Known;
  /// Functions and variables whose declaration did not resolve, by name; once
  /// HasInvalid.
  std::map<std::string, const clang::Decl *> Invalid;
  bool HasInvalid = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_INVALIDDECLS_H
