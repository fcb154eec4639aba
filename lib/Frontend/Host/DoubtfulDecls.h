//===- DoubtfulDecls.h - What flags may change, as declarations -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_DOUBTFULDECLS_H
#define BANKFIX_LIB_FRONTEND_HOST_DOUBTFULDECLS_H

#include "Host/HostDoubts.h"
#include "Read/Unit.h"
#include "llvm/ADT/DenseSet.h"

namespace bankfix {

/// The bytes of the main file from where \p R begins to the token in which it
/// ends; none of another file.
std::pair<size_t, size_t> rangeOf(const SourceText &Source,
                                  clang::SourceRange R);

/// The functions and variables of a host that other flags may change.
class DoubtfulDecls {
public:
  DoubtfulDecls(const Unit &U, HostDoubts Doubts);

  /// Their bodies may differ, or those of their callers.
  const llvm::DenseSet<const clang::FunctionDecl *> &functions() const {
    return Functions;
  }
  /// They may have other values than the code that is seen gives them.
  const llvm::DenseSet<const clang::VarDecl *> &variables() const {
    return Variables;
  }
  /// What \p D declares, or its body, is in doubt by itself.
  bool isInDoubt(const clang::Decl *D) const;
  /// Some of the text is.
  bool isInDoubt(clang::SourceRange R) const {
    auto [Begin, End] = rangeOf(U.Source, R);
    return Begin == End || Doubts.isIn(Begin, End);
  }

private:
  bool addNames(const clang::DeclContext *DC);
  bool addNamesOf(const clang::Decl *D);
  void addFunctions();
  void addVariables(const clang::FunctionDecl *F);

  const Unit &U;
  HostDoubts Doubts;
  llvm::DenseSet<const clang::FunctionDecl *> Functions;
  llvm::DenseSet<const clang::VarDecl *> Variables;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_DOUBTFULDECLS_H
