//===- SourceEdits.h - What a host changes in a source ----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   at = strstr(source, "TILE"); memcpy(at, "  16", 4);
//
// A host may change the text of a kernel before it builds that. Where another
// file creates the program, what happens to the text is not followed
// (LoadedText.h): a host that searches texts may replace any of its own strings
// in a source, and one that stores characters, any text.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_SOURCEEDITS_H
#define BANKFIX_LIB_FRONTEND_HOST_SOURCEEDITS_H

#include "Host/HostTokens.h"

namespace bankfix {

/// Texts that a host may replace in a source; "" for anything.
struct SourceEdits {
  std::set<std::string> Any;    ///< All that it has as strings.
  std::set<std::string> Sought; ///< What it looks for, as far as that is told.
};

SourceEdits sourceEdits(const HostTokens &T);

/// The host \p T may build a program of several texts, one behind the other.
bool mayJoinSources(const HostTokens &T);

/// \p Text, of a host, may bring a directive of the preprocessor into a source.
bool mayHoldDirective(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_SOURCEEDITS_H
