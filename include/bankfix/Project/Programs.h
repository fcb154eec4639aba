//===- Programs.h - Which files belong together -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_PROGRAMS_H
#define BANKFIX_PROJECT_PROGRAMS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// The programs below \p Root that have a file of which \p IsWanted is true:
/// its folder's files, and all that is tied to them by `#include`, whichever
/// includes which. Each in the order of the paths. Nothing where more files are
/// below \p Root than are looked at. Quicker than an IncludeGraph.
std::optional<std::vector<std::vector<std::string>>> programsBelow(
    llvm::StringRef Root,
    llvm::function_ref<bool(llvm::StringRef Path, llvm::StringRef Text)>
        IsWanted);

} // namespace bankfix

#endif // BANKFIX_PROJECT_PROGRAMS_H
