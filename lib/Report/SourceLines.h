//===- SourceLines.h - The line that a finding is about ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_REPORT_SOURCELINES_H
#define BANKFIX_LIB_REPORT_SOURCELINES_H

#include "bankfix/Report/Report.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace bankfix {

/// The texts that findings are about: of the files of a report as they were
/// analysed, of headers as they are on disk.
class SourceLines {
public:
  /// Keeps references into \p R.
  explicit SourceLines(const Report &R);

  /// The line of \p P without its end; nothing where there is no such line, or
  /// no such column in it. \p MainFile is the file where \p P names none.
  std::optional<llvm::StringRef> find(llvm::StringRef MainFile,
                                      const SourcePlace &P);

  /// The column behind \p Text where it stands at \p P; behind the first
  /// character there where it does not, as in a macro.
  unsigned endColumn(llvm::StringRef MainFile, const SourcePlace &P,
                     llvm::StringRef Text);

private:
  llvm::StringRef textOf(llvm::StringRef File);

  llvm::StringMap<llvm::StringRef> Analysed;
  llvm::StringMap<std::string> Headers;
  /// Where the lines begin, of each text that was asked for.
  llvm::StringMap<std::vector<size_t>> Starts;
};

/// Prints \p Line, which is number \p Number, and below it a caret under byte
/// \p Column (from 1), as Clang does: tabs are expanded, what cannot be printed
/// is escaped, and of a long line only what is around the caret is shown.
void printSnippet(llvm::raw_ostream &OS, llvm::StringRef Line, unsigned Number,
                  unsigned Column);

} // namespace bankfix

#endif // BANKFIX_LIB_REPORT_SOURCELINES_H
