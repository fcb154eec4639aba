//===- ReportScope.h - Which findings the user wants to hear of -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   --lines, --since, --baseline, comments ──ReportScope──▶
//   AccessReport::Suppressed
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_REPORTSCOPE_H
#define BANKFIX_LIB_DRIVER_REPORTSCOPE_H

#include "Suppressions.h"
#include "bankfix/Settings/Options.h"
#include "llvm/Support/Error.h"
#include <map>
#include <mutex>

namespace bankfix {

/// Of one run; files are read once.
/// May be used by several threads.
class ReportScope {
public:
  /// Keeps a reference to \p O.
  explicit ReportScope(const RunOptions &O) : O(O) {}

  /// Reads what the options name. The error is one of the user's.
  llvm::Error readBaseline();

  /// Marks the findings and kernels of \p R that are not to be told of. The
  /// error is of git.
  llvm::Error mark(FileReport &R);
  /// A comment says that the kernel at \p Place stays as it is; of the main file
  /// \p Path, which is \p Text, if that names none.
  bool keeps(const SourcePlace &Place, llvm::StringRef Path,
             const std::string &Text);
  /// Comments of \p R that hide nothing, once all files are marked.
  std::vector<FileDiagnostic> unused(const FileReport &R) const;

private:
  /// Of one file: what its comments say, and the lines that are asked for.
  struct File {
    Suppressions Said;
    std::vector<LineRange> Lines; ///< Empty, without IsCut: all.
    bool IsCut = false;
  };

  llvm::Expected<File *> file(llvm::StringRef Path, const std::string *Text);

  const RunOptions &O;
  std::set<std::string> Baseline; ///< Fingerprints.
  std::recursive_mutex Lock;      ///< Of Files.
  std::map<std::string, File> Files;
};

/// Nobody wants to hear of any finding of \p A.
bool isSilenced(const SharedArray &A, const FileReport &R);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_REPORTSCOPE_H
