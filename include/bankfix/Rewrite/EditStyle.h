//===- EditStyle.h - How a fix looks in the source --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REWRITE_EDITSTYLE_H
#define BANKFIX_REWRITE_EDITSTYLE_H

#include <cstdint>
#include <string>

namespace bankfix {

/// What the lines that a fix changes are formatted by.
enum class FormatStyle : uint8_t {
  None, ///< They are as a fix leaves them.
  File, ///< The project's `.clang-format`, if it has one.
};

struct EditStyle {
  FormatStyle Format = FormatStyle::None;
  bool Comments = false; ///< A comment beside the array says why.
  /// What the names of macros and types that a fix adds begin with, before
  /// bankfix's own prefix; letters, digits and underscores.
  std::string HelperPrefix = {};
  /// The one header of the project that holds the macros and functions of fixes
  /// in CUDA sources: an absolute path. Empty: each file holds its own.
  std::string HelperHeader = {};
};

} // namespace bankfix

#endif // BANKFIX_REWRITE_EDITSTYLE_H
