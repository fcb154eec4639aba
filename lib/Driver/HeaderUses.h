//===- HeaderUses.h - The units that a header is a part of ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sources ──add──▶ headers with conflicts ──of──▶ every unit that has one
//
// A header may be edited where all that includes it is known: with a compile
// database, the project's sources; without one, the files that the user names,
// and a few more of a repository, if no other file of the tree may include it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_HEADERUSES_H
#define BANKFIX_LIB_DRIVER_HEADERUSES_H

#include "FileOptions.h"
#include "FileResult.h"
#include "UnitReadings.h"
#include "bankfix/Project/IncludeGraph.h"

namespace bankfix {

/// True where a path is a CUDA source of its own.
bool isCudaUnit(llvm::StringRef Path);

/// True where a path names no source of its own.
bool isHeaderPath(llvm::StringRef Path);

/// The two paths name one file.
bool isSameFile(llvm::StringRef A, llvm::StringRef B);

/// \p Path lies in a repository that is no part of another one, as a submodule
/// is: all that may include it, or launch its kernels, is there.
bool isInRepository(llvm::StringRef Path);

/// The headers of those arrays of the source \p Path, read with \p Own, that
/// have conflicts.
std::vector<std::string> headersWithConflicts(llvm::StringRef Path,
                                              const RunOptions &Own,
                                              const FileAnalysis &Analysis);

class HeaderUses {
public:
  /// Keeps references.
  HeaderUses(const RunOptions &Options, FileOptions &Each,
             UnitReadings &Readings)
      : Options(Options), Each(Each), Readings(Readings) {}

  /// Learns that arrays of \p Headers have conflicts in the source \p Path.
  void add(llvm::StringRef Path, llvm::ArrayRef<std::string> Headers);

  /// Headers of shared arrays with bank conflicts, each once, as the first
  /// source names them.
  const std::vector<std::string> &withConflicts() const { return Conflicts; }

  /// \p Path is a part of other sources: a header, or a CUDA source that one of
  /// the project, or of those that are given, includes.
  bool isPart(const std::string &Path);

  /// All uses of \p Header, first those in which its arrays have conflicts.
  /// Empty for a source that no other one includes. The error says why there
  /// may be others, or why one cannot be read.
  llvm::Expected<std::vector<HeaderUse>> of(const std::string &Header);

private:
  llvm::Error whyKept(const std::string &Header);
  bool isIncludedByGiven(llvm::StringRef Path);
  std::vector<std::string> candidates(const IncludeGraph &Graph,
                                      const std::string &Header,
                                      const CompileCommands *Commands) const;
  llvm::Expected<std::vector<const UnitReading *>>
  readingsOf(const std::string &Path);
  llvm::Error addUses(const std::string &Source, const std::string &Header,
                      std::vector<HeaderUse> &Into);

  const RunOptions &Options;
  FileOptions &Each;
  UnitReadings &Readings;
  std::vector<std::string> Conflicts;
  /// By source: the headers that it has conflicts in.
  std::map<std::string, std::set<std::string>> ConflictsIn;
  std::optional<IncludeGraph> AmongGiven; ///< The sources that are given.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_HEADERUSES_H
