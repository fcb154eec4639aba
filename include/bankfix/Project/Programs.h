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

using ProgramFiles = std::vector<std::string>; ///< Its files, in their order.
using IsWantedFile =
    llvm::function_ref<bool(llvm::StringRef Path, llvm::StringRef Text)>;

/// The programs below \p Root that have a file of which \p IsWanted is true:
/// its folder's files, and all that is tied to them by `#include`, whichever
/// includes which. Nothing where \p Root holds more than \p Most entries, or
/// than a project does. Quicker than an IncludeGraph.
std::optional<std::vector<ProgramFiles>>
programsBelow(llvm::StringRef Root, IsWantedFile IsWanted, unsigned Most = ~0u);

/// The same of the files in the folder that \p Path is in.
std::vector<ProgramFiles> programsBeside(llvm::StringRef Path,
                                         IsWantedFile IsWanted);

} // namespace bankfix

#endif // BANKFIX_PROJECT_PROGRAMS_H
