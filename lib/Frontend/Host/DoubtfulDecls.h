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

/// The bytes of the main file that \p D is; none for one of another file.
std::pair<size_t, size_t> rangeOf(const SourceText &Source,
                                  const clang::Decl *D);

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

private:
  bool addNames(const clang::DeclContext *DC);
  bool isInDoubt(const clang::Decl *D) const;
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
