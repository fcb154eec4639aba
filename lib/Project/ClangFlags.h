//===- ClangFlags.h - What Clang's flags say of a source --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROJECT_CLANGFLAGS_H
#define BANKFIX_LIB_PROJECT_CLANGFLAGS_H

#include "bankfix/Project/CompileCommands.h"

namespace bankfix {

/// What nvcc defines where functions of several units are linked, and what is
/// asked for by whoever has to know, whatever the compiler.
inline constexpr llvm::StringLiteral Relocatable = "-D__CUDACC_RDC__";

/// Adds to \p Out what \p Arguments, of Clang, gcc or hipcc, say of how a
/// source is read.
void addClangFlags(llvm::ArrayRef<std::string> Arguments,
                   llvm::StringRef Folder, CompileFlags &Out);

/// Adds all of \p Arguments to those that Clang is to get, but for what it gets
/// from bankfix: the language, and the GPUs.
void addAllClangFlags(llvm::ArrayRef<std::string> Arguments, CompileFlags &Out);

/// Clang has a flag of just this name, whatever follows its `=`.
bool isClangFlag(llvm::StringRef Argument);

/// An absolute path from one that is relative to \p Folder.
std::string absoluteIn(llvm::StringRef Folder, llvm::StringRef Path);

} // namespace bankfix

#endif // BANKFIX_LIB_PROJECT_CLANGFLAGS_H
