//===- Comments.h - What the author says beside the code --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_COMMENTS_H
#define BANKFIX_FRONTEND_COMMENTS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace bankfix {

/// A comment, and the declaration or statement that it stands in or above.
struct SourceComment {
  llvm::StringRef Text;   ///< With its slashes and stars.
  unsigned FirstLine = 1; ///< From 1.
  unsigned LastLine = 1;
  /// From what follows the `;`, `{` or `}` before it to the next of these. One
  /// behind such a token, in its line, belongs to what ends there.
  unsigned OwnerFirst = 1, OwnerLast = 1;
};

/// All comments of \p Text, which a zero byte follows, in order; those in
/// skipped branches, too. The result keeps references into \p Text.
std::vector<SourceComment> commentsOf(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_COMMENTS_H
