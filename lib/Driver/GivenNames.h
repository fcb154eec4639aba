//===- GivenNames.h - Names on the command line that files have -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_GIVENNAMES_H
#define BANKFIX_LIB_DRIVER_GIVENNAMES_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Settings/Options.h"
#include <mutex>
#include <set>
#include <string>

namespace bankfix {

/// Finds out which names that options give are in no file.
class GivenNames {
public:
  /// Keeps a reference to \p O.
  explicit GivenNames(const RunOptions &O) : O(O) {}

  /// Counts what is in a file that could be read. Several threads may do so.
  void add(const ParsedFile &File, llvm::StringRef Text);

  /// Why `--kernel` is an error: no kernel of any file matches it. Empty where
  /// some does, or where no file could be read.
  std::string kernelError() const;
  /// What to warn of: each name of `--assume` and `--block-dim` that no file
  /// has. Files given one by one lack some, so that these are no errors.
  std::vector<std::string> warnings() const;

private:
  bool hasWords(llvm::StringRef Name) const;

  const RunOptions &O;
  std::mutex Lock; ///< Of what follows, while files are added.
  bool IsAnyRead = false;
  std::set<std::string> Kernels;
  std::set<std::string> Words;   ///< Of the files' own texts.
  std::set<std::string> Symbols; ///< Of headers, too.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_GIVENNAMES_H
