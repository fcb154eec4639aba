//===- LaunchedElsewhere.h - Launches that cannot be seen -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LAUNCHEDELSEWHERE_H
#define BANKFIX_LIB_FRONTEND_HOST_LAUNCHEDELSEWHERE_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// Tells the kernels that files which are not seen may launch: what the
/// launches of this file have in common is then nothing to rely on.
class LaunchedElsewhere {
public:
  explicit LaunchedElsewhere(const LoweredUnit &U) : U(U) {}

  /// Where \p Kernel is declared so: in a header, or in this file, if that is
  /// one. Invalid where this file holds all launches.
  clang::SourceLocation declaration(const clang::FunctionDecl *Kernel);
  /// The same, but that the launches of the file around a fragment count as
  /// seen.
  clang::SourceLocation declarationForUnseen(const clang::FunctionDecl *Kernel);

private:
  bool byIncluders(const clang::FunctionDecl *Kernel);
  clang::SourceLocation inHeader(const clang::FunctionDecl *Kernel,
                                 llvm::StringRef Seen) const;

  const LoweredUnit &U;
  /// Of the only file that includes this header: its path and text, if it is
  /// the only one.
  std::optional<std::pair<std::string, std::string>> Includer;
  bool HasLooked = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LAUNCHEDELSEWHERE_H
