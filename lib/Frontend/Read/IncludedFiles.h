//===- IncludedFiles.h - The project's files in a unit ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_INCLUDEDFILES_H
#define BANKFIX_LIB_FRONTEND_READ_INCLUDEDFILES_H

#include "bankfix/Frontend/Frontend.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

namespace bankfix {

/// The file is the user's: neither the system's nor bankfix's own.
bool isProjectFile(const clang::SourceManager &SM, clang::FileID File);

/// Each file of the project but the main file, in the order in which they are
/// read; one that is read twice, twice.
void forEachOtherFile(const clang::SourceManager &SM,
                      llvm::function_ref<void(clang::FileID)> Visit);

/// What the main file includes, in the order in which it is read.
std::vector<IncludedFile> includedFiles(const clang::Preprocessor &PP);

/// All files that were read, but for the main file and what bankfix has for a
/// toolkit's, and the folders where those were looked for.
ParseInputs parseInputs(const clang::Preprocessor &PP);

/// Some file, of a library, too, or one of \p Flags has a word by which code is
/// told the GPU that it is compiled for; or it may be a part of such a word.
/// Headers of a compiler or toolkit do not count: what they offer is the same.
bool asksForGpu(const clang::SourceManager &SM,
                llvm::ArrayRef<std::string> Flags);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_INCLUDEDFILES_H
