//===- PrecompiledHeaders.h - What sources begin with -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the time to read a small kernel goes into headers that are no one's
// to edit: the built-in one that every CUDA source is read behind, or a
// toolkit's, and others that are installed and included before anything else.
// They are compiled once for each architecture and dialect, and kept (see
// HeaderCache).
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_PRECOMPILEDHEADERS_H
#define BANKFIX_LIB_FRONTEND_READ_PRECOMPILEDHEADERS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
class Decl;
class Preprocessor;
} // namespace clang

namespace bankfix {

/// What is known of precompiled headers that a source is read behind.
struct PrecompiledHeaders {
  std::string Key; ///< Empty: there are none.
  /// The files that they were made of, but for the built-in ones.
  std::vector<std::string> Files;
  llvm::StringRef Words;  ///< Their identifiers, see FileNames::insertLines.
  bool AskForGpu = false; ///< See asksForGpu.
};

/// Whether functions of precompiled headers have bodies: code is made of them,
/// and nothing else needs them (see isLeftOut).
enum class HeaderBodies { LeftOut, Kept };

/// Has \p I take what \p Text, its main file, begins with as it is precompiled.
/// \p Memory, a part of \p Files, gets what Clang then opens. \p I stays as it
/// is where the user's folders or macros may change what these headers are.
PrecompiledHeaders usePrecompiled(clang::CompilerInvocation &I,
                                  llvm::StringRef Text, HeaderBodies Bodies,
                                  llvm::vfs::FileSystem &Files,
                                  llvm::vfs::InMemoryFileSystem &Memory);

/// What a function does inside is never needed: it is the system's.
bool isLeftOut(const clang::Decl *Function);

/// Clang refused them, as a file has changed since.
void forget(const PrecompiledHeaders &Refused);

/// Clang says that it refuses what is precompiled.
bool isOfPrecompiled(unsigned DiagnosticId);

/// Once precompiled headers are loaded, and before the file is read: Clang then
/// has the command line's macros among its own, and they become the user's
/// again.
void markCommandLine(clang::Preprocessor &PP);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_PRECOMPILEDHEADERS_H
