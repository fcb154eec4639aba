//===- Instances.h - Kernel templates that nothing instantiates -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_INSTANCES_H
#define BANKFIX_LIB_FRONTEND_AST_INSTANCES_H

#include "Read/Unit.h"

namespace bankfix {

/// Template arguments by the parameter's name, as C++ writes them.
using TemplateArguments = std::vector<std::pair<std::string, std::string>>;

/// The kernel templates with shared memory that nothing instantiates.
struct Uninstantiated {
  /// Of those whose arguments are known: text that instantiates them, to be
  /// parsed behind the file.
  std::string Declarations;
  std::set<std::string> Names; ///< Of all others.
  std::vector<FileDiagnostic> Notes;
  std::vector<UnreadKernel> Unread; ///< Those of the main file.
};
Uninstantiated findUninstantiated(const Unit &U,
                                  const TemplateArguments &Given);

/// Where the main file has all such templates.
std::vector<FileRange> uninstantiatedRanges(const Unit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_INSTANCES_H
