//===- Files.h - Reading and writing whole files ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILES_H
#define BANKFIX_LIB_DRIVER_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace bankfix {

/// The file's bytes. The error says what is wrong and what to do.
llvm::Expected<std::string> readSource(llvm::StringRef Path);

/// Writes to a temporary file beside \p Path and renames it, so that no reader
/// sees half of it. Keeps the permissions of a file that is replaced.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILES_H
