//===- SourceEdit.h - A change of the user's source -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_SOURCEEDIT_H
#define BANKFIX_KERNEL_SOURCEEDIT_H

#include <string>

namespace bankfix {

/// Replaces bytes of a file as it was read.
struct SourceEdit {
  std::string File;    ///< As the user named it; empty for the main file.
  unsigned Offset = 0; ///< Bytes from the start.
  unsigned Length = 0; ///< Bytes; 0: Text is inserted.
  std::string Text;

  bool operator==(const SourceEdit &) const = default;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_SOURCEEDIT_H
