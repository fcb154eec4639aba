//===- Files.h - Reading and writing whole files ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILES_H
#define BANKFIX_LIB_DRIVER_FILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace bankfix {

/// The file's bytes; of \p StdinName, if it is not empty, those of standard
/// input, which is read once. The error says what is wrong and what to do.
llvm::Expected<std::string> readSource(llvm::StringRef Path,
                                       llvm::StringRef StdinName = "");

/// Writes to a temporary file beside \p Path and renames it, so that no reader
/// sees half of it. Keeps the permissions of a file that is replaced; one that
/// may not be written stays.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text);

/// A file that is to be replaced, or, where it was empty, to be made.
struct NewFile {
  std::string Path, Before, After;
};

struct WriteError {
  std::string Path, Message;
};

/// Replaces all of \p Files, or none: everything that takes room is written
/// before the first is renamed, and what was renamed is taken back where
/// another cannot be. One that does not hold what it did, as another run was
/// there first, stays. \returns what went wrong, and with which.
std::optional<WriteError> writeTogether(llvm::ArrayRef<NewFile> Files);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILES_H
