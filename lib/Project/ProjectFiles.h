//===- ProjectFiles.h - The sources below a folder --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROJECT_PROJECTFILES_H
#define BANKFIX_LIB_PROJECT_PROJECTFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace bankfix {

/// By its name: a source, or a file in another language, as programs in these
/// hold sources, too, which they have compiled as they run, or load kernels.
bool isOfLanguage(llvm::StringRef Path);

/// More entries than this are another kind of place than a project.
constexpr unsigned MostEntries = 50000;

/// It is one by itself, or a submodule.
bool isRepository(llvm::StringRef Folder);

/// Which files below a root are asked for.
enum class Reach : uint8_t {
  All, ///< Whatever may include something of the project.
  Own, ///< Of no other repository, and not by way of a link.
};

/// Calls \p F with all such files below \p Root, but for what is hidden or was
/// built; false where that is not all, as there are more than \p Most entries.
bool forEachSource(llvm::StringRef Root,
                   llvm::function_ref<void(llvm::StringRef)> F,
                   Reach R = Reach::All, unsigned Most = MostEntries);

/// Calls \p F with all other files below \p Root, hidden ones, too, as some of
/// them say how sources are compiled; false where that is not all.
bool forEachBuildFile(llvm::StringRef Root,
                      llvm::function_ref<void(llvm::StringRef)> F);

/// Sources, as above, in the folder that \p Path is in.
std::vector<std::string> sourcesBeside(llvm::StringRef Path);

} // namespace bankfix

#endif // BANKFIX_LIB_PROJECT_PROJECTFILES_H
