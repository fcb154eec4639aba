//===- Rules.h - What a finding's rule means --------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_RULES_H
#define BANKFIX_LIB_REPORT_RULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// A kind of finding, which SARIF describes once for all findings of it.
struct Rule {
  llvm::StringLiteral Id;    ///< "bankfix-shared-load"
  llvm::StringLiteral Title; ///< A sentence without its stop.
  llvm::StringLiteral What;  ///< What happens there.

  /// What and, of conflicts, what to do.
  std::string help() const;
};

llvm::ArrayRef<Rule> allRules();

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_RULES_H
