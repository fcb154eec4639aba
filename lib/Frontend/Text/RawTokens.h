//===- RawTokens.h - Tokens of text that is not compiled --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_RAWTOKENS_H
#define BANKFIX_LIB_FRONTEND_TEXT_RAWTOKENS_H

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace bankfix {

struct RawToken {
  clang::tok::TokenKind Kind; ///< Of a name, raw_identifier.
  llvm::StringRef Text;       ///< In the text that it is of.
};

/// The tokens of \p Text, which a zero byte follows, without comments, whatever
/// its directives say.
std::vector<RawToken> rawTokens(llvm::StringRef Text);

/// The number of the token behind the bracket that closes the one at \p At, a
/// parenthesis or a brace; that of all tokens where there is none.
size_t behindBracket(llvm::ArrayRef<RawToken> All, size_t At);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_RAWTOKENS_H
