//===- SourcePlace.h - Where something stands in the source -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_SOURCEPLACE_H
#define BANKFIX_KERNEL_SOURCEPLACE_H

#include <string>

namespace bankfix {

/// A place in the user's source; lines and columns count from 1.
struct SourcePlace {
  std::string File; ///< As the user named it; empty for the main file.
  unsigned Line = 0;
  unsigned Column = 0;

  /// "line 12", or "file.h:12".
  std::string text() const {
    return (File.empty() ? "line " : File + ":") + std::to_string(Line);
  }
  bool operator==(const SourcePlace &) const = default;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_SOURCEPLACE_H
