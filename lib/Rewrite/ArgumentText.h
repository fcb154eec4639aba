//===- ArgumentText.h - What may stand where an expression does -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REWRITE_ARGUMENTTEXT_H
#define BANKFIX_LIB_REWRITE_ARGUMENTTEXT_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// A macro would take a comma in \p Text for the end of an argument: brackets,
/// braces and `<` `>` do not keep it, and in quotes and comments parentheses
/// mean nothing.
bool splitsArguments(llvm::StringRef Text);

/// True where something may follow \p Text with an operator.
bool isPrimary(llvm::StringRef Text);

/// \p Array as the pointer that \p A counts from, for a bracket behind it or as
/// an operand.
std::string cast(const AccessSource &A, const std::string &Array,
                 bool IsIndexed = false);

/// `N + N / L`, of the text of N.
std::string grownSize(std::string Old, const SourceChange::Growth &Growth);

} // namespace bankfix

#endif // BANKFIX_LIB_REWRITE_ARGUMENTTEXT_H
