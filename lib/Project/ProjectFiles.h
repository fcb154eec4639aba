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

namespace bankfix {

/// By its name: a source, or a file in another language, as programs in these
/// hold sources, too, which they have compiled as they run, or load kernels.
bool isOfLanguage(llvm::StringRef Path);

/// Calls \p F with all such files below \p Root, but for what is hidden or was
/// built; false where that is not all.
bool forEachSource(llvm::StringRef Root,
                   llvm::function_ref<void(llvm::StringRef)> F);

} // namespace bankfix

#endif // BANKFIX_LIB_PROJECT_PROJECTFILES_H
