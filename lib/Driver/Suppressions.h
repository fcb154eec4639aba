//===- Suppressions.h - Comments that keep findings quiet -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x = t[i]; // NOLINT                           this line
//   // NOLINTNEXTLINE(bankfix-shared-load)        the next
//   // NOLINTBEGIN(bankfix-*) ... // NOLINTEND(bankfix-*)
//   // bankfix: keep                              the kernel that it stands at
//
// The first three are clang-tidy's, and mean what they mean there.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_SUPPRESSIONS_H
#define BANKFIX_LIB_DRIVER_SUPPRESSIONS_H

#include "bankfix/Kernel/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace bankfix {

/// What the comments of one file say.
class Suppressions {
public:
  Suppressions() = default;
  /// \p Text is not kept.
  explicit Suppressions(const std::string &Text);

  /// No finding of \p Rule in \p Line is told, be it one of a fix that is not
  /// made. Counts the comment as used.
  bool hides(unsigned Line, llvm::StringRef Rule);
  /// The kernel whose name stands in \p Line stays as it is.
  bool keeps(unsigned Line);
  /// Warnings of comments that name bankfix and hide nothing, in \p File.
  std::vector<FileDiagnostic> unused(llvm::StringRef File) const;

private:
  struct Entry {
    unsigned First = 1, Last = 1;   ///< Lines that it holds for.
    std::vector<std::string> Globs; ///< Empty: every rule of every tool.
    bool IsKeep = false;
    unsigned Line = 1; ///< Of the comment.
    std::string Text;  ///< "NOLINT(bankfix-*)"
    bool IsUsed = false;
    std::string Broken; ///< What is wrong with it, or empty.
  };

  void read(llvm::StringRef Comment, unsigned Line, unsigned FileEnd);
  void end(const Entry &E);
  static bool names(const Entry &E);

  std::vector<Entry> All;
  std::vector<size_t> Begun; ///< Of All: NOLINTBEGIN that has no end yet.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_SUPPRESSIONS_H
