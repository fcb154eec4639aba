//===- HostVariants.h - A host's text as its flags make it ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HOSTVARIANTS_H
#define BANKFIX_LIB_FRONTEND_HOST_HOSTVARIANTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace bankfix {

/// \p Text as compilers see it with and without each macro of which it only
/// asks whether it is defined, `#ifdef WIN32`, behind byte \p Start at least
/// once: directives and branches that are not taken are blank, so that all else
/// stays where it is. One of them for each choice; \p Text itself where there
/// is none, or there are too many.
std::vector<std::string> hostVariants(llvm::StringRef Text, size_t Start);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HOSTVARIANTS_H
