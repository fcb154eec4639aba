//===- Surroundings.h - The file that includes a fragment -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   main.cu:  Before  #include "kernel.cu"  After
//
// A fragment such as kernel.cu often makes sense only where main.cu includes
// it. It is then parsed between the text before and the text after the
// directive, while it stays the main file for every later step.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_SURROUNDINGS_H
#define BANKFIX_LIB_FRONTEND_READ_SURROUNDINGS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace bankfix {

/// One file around the fragment.
struct Surrounding {
  std::string Path;
  std::string Directive; ///< The fragment's path, as the directive names it.
  /// The text up to the directive; every `#if` open there is closed.
  std::string Before;
  /// The text behind the directive, in the lines where it stood.
  std::string After;
  /// Other files include the fragment, too.
  bool OneOfSeveral = false;
};

/// What the text behind the fragment is called: the file's path, and this.
inline constexpr llvm::StringLiteral RestOfFile = " (rest)";

/// Splits \p Text at its only `#include` of a file called \p Name. Nothing if
/// there is none, or several, or one within braces.
std::optional<Surrounding> splitAtInclude(llvm::StringRef Text,
                                          llvm::StringRef Name);

/// Splits \p Text at the `#include` in \p Line, from 1. Nothing if that is
/// within braces or a comment, or there is no such line.
std::optional<Surrounding> splitAtLine(llvm::StringRef Text, unsigned Line);

/// The files beside \p Path, or one folder up, that include it.
std::vector<Surrounding> findIncluders(llvm::StringRef Path);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_SURROUNDINGS_H
