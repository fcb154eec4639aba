//===- Format.h - Edits as the project's style has them ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REWRITE_FORMAT_H
#define BANKFIX_LIB_REWRITE_FORMAT_H

#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// The name under which edits of the one file are collected.
inline constexpr llvm::StringLiteral EditsFile = "source";

/// \p Edits of \p Text, and what the `.clang-format` above \p Path asks for on
/// their account: lines that they make too long, columns that no longer line
/// up. What it would have asked for before stays the author's. With \p
/// KeepsLines, nothing where that would move a line.
clang::tooling::Replacements formatted(llvm::StringRef Text,
                                       llvm::StringRef Path,
                                       clang::tooling::Replacements Edits,
                                       bool KeepsLines);

} // namespace bankfix

#endif // BANKFIX_LIB_REWRITE_FORMAT_H
