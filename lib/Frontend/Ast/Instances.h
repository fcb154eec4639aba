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

/// Notes the kernel templates with shared memory that nothing instantiates.
///
/// \returns declarations that instantiate those whose arguments are among
/// \p Given, to be parsed behind the file.
std::string findUninstantiated(Unit &U, const TemplateArguments &Given);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_INSTANCES_H
