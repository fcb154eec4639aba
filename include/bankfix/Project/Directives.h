//===- Directives.h - What a text includes ----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_PROJECT_DIRECTIVES_H
#define BANKFIX_PROJECT_DIRECTIVES_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace bankfix {

/// `#include "k.h"`, `#define HEADER "k.h"`, in whatever way they are written;
/// those in skipped branches, too. Texts are of the source.
struct SourceDirective {
  enum class Kind : uint8_t { Include, Define } Is;
  size_t Offset = 0;       ///< Of the `#`.
  llvm::StringRef Operand; ///< What follows the directive's name.
};

/// All of \p Text, in order.
std::vector<SourceDirective> directivesOf(llvm::StringRef Text);

/// `"k.h"`, `<k.h>`: the name; empty for what is none.
llvm::StringRef headerName(llvm::StringRef Operand);

} // namespace bankfix

#endif // BANKFIX_PROJECT_DIRECTIVES_H
