//===- Definitions.h - Text that a rewrite puts into a file -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REWRITE_DEFINITIONS_H
#define BANKFIX_LIB_REWRITE_DEFINITIONS_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// `#define`, unless it is defined: whole lines.
std::string macroDefinition(const IndexHelper &M, llvm::StringRef NewLine);

/// A function that gives \p Macro its argument, of type \p Type, evaluated once:
/// whole lines, unless another file has it, too.
std::string functionDefinition(llvm::StringRef Name, llvm::StringRef Macro,
                               llvm::StringRef Type, bool IsCuda,
                               llvm::StringRef NewLine);

/// How an `#include` in \p File names \p Header, an absolute path: from its own
/// folder.
std::string pathFrom(llvm::StringRef File, llvm::StringRef Header);

/// What \p M stands for where it is used with \p Arguments.
std::string expansion(const IndexHelper &M,
                      llvm::ArrayRef<std::string> Arguments);

/// The struct that elements are wrapped in: whole lines, and an empty one; in
/// one line where \p NewLine is empty.
std::string typeDefinition(const ElementWrap &W, bool IsPacked,
                           llvm::StringRef NewLine);

/// A declaration that does not compile where \p R does not hold, of the array
/// \p Array; number \p Number of its declarations.
std::string requirementText(const Requirement &R, llvm::StringRef Array,
                            unsigned Number, bool IsCuda);

/// Behind a comment that ends the line of \p Text, if nothing else stands between
/// that and \p Offset; else \p Offset.
unsigned behindComment(llvm::StringRef Text, unsigned Offset);

/// The white space that the line of \p Text with byte \p Offset begins with.
std::string indentAt(llvm::StringRef Text, unsigned Offset);

/// A word more in a struct, behind \p Before, the text up to there.
std::string memberDefinition(const MemberSource &M, llvm::StringRef Before,
                             llvm::StringRef NewLine);

} // namespace bankfix

#endif // BANKFIX_LIB_REWRITE_DEFINITIONS_H
