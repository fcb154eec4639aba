//===- DeclarationGaps.h - Where declarations may be put --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_DECLARATIONGAPS_H
#define BANKFIX_LIB_FRONTEND_TEXT_DECLARATIONGAPS_H

#include "ClangHeaders.h"
#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// Where a text may be added to, read token by token in all configurations of
/// the preprocessor at once.
struct TextGaps {
  /// Between declarations of the file or of a namespace.
  std::vector<DeclarationGap> Declarations;
  /// Where the first token of a statement is, in order.
  std::vector<unsigned> Statements;

  /// A line at \p Offset lies in some gap, which holds up to \p Last.
  bool isBetween(unsigned Offset, unsigned Last) const;
  bool isStatement(unsigned Offset) const;
};

TextGaps findGaps(llvm::StringRef Text, const clang::LangOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_DECLARATIONGAPS_H
