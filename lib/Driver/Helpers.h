//===- Helpers.h - The header that fixes of a project share -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EditStyle::HelperHeader grows while files are fixed one by one, and is written
// with each of them. What it holds already never changes, so that what was
// proved with less of it stays proved.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_HELPERS_H
#define BANKFIX_LIB_DRIVER_HELPERS_H

#include "bankfix/Settings/Options.h"

namespace bankfix {

/// What the header holds as far as this run has come; empty where it is not
/// there, or not wanted.
std::string helperText(const RunOptions &Options);

/// What the header at \p Path holds on the disk; empty where there is none.
std::string helpersOnDisk(const std::string &Path);

/// Sources are read with \p Helpers in the header, too.
void addHelpers(RunOptions &Options, llvm::ArrayRef<std::string> Helpers);

/// The result is one file, or runs by itself: it holds its own.
bool keepsHelpers(const RunOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_HELPERS_H
