//===- FileResult.h - What became of one file -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILERESULT_H
#define BANKFIX_LIB_DRIVER_FILERESULT_H

#include "Files.h"
#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Report/Report.h"
#include "bankfix/Settings/Options.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace bankfix {

/// Arrays of a header, by line and column.
using ArrayPlaces = std::set<std::pair<unsigned, unsigned>>;

/// The result of one file, not yet written anywhere.
struct FileResult {
  std::string Path, Before, After;
  FileReport Report;
  /// Of `verify`, runs in other builds; else the counts on other GPUs.
  std::vector<FileReport> Builds;
  bool Failed = false; ///< It cannot be read, parsed, fixed or written.
  bool IsHost = false;
  bool Differs = false; ///< Original and fix, when they were run.
  /// The sources of hosts, or of other units, that have to change with it.
  std::vector<std::string> HostsChanged;
  /// What the header at HelpersIn has to hold once the file is written.
  std::vector<std::string> Helpers;
  std::string HelpersIn;
  /// Of HostsChanged, the units, not yet among the results.
  std::vector<NewFile> UnitsChanged;
  /// Some kernel's dynamic memory gets its size in units that are known.
  bool IsSizedElsewhere = false;
  /// Those of its arrays: see HeaderUses.
  std::vector<std::string> HeadersWithConflicts;
  /// Of a header: what has conflicts, and not in the unit that it is read in.
  ArrayPlaces InOtherUnits;
  ParseInputs Inputs;     ///< Of what it is read.
  std::string Complaints; ///< For the user, each a line.

  void complain(llvm::StringRef Of, const llvm::Twine &Why) {
    Complaints += (Of + ": error: " + Why + "\n").str();
  }
};

/// Puts the rewritten sources where \p Options want them. Files that have to
/// change together are written together or not at all; each file that is not
/// written has failed, and \p Err says why.
void deliver(std::vector<FileResult> &Results, const RunOptions &Options,
             llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// "3 files: 1 fixed, 1 unchanged, 1 failed"; of commands that change nothing,
/// "3 files: 2 checked, 1 failed".
std::string describeOutcome(llvm::ArrayRef<FileResult> Results,
                            const RunOptions &Options);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILERESULT_H
