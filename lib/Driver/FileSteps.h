//===- FileSteps.h - One file, from text to result --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   path ──processFile──▶ FileResult, not yet written anywhere
//
// Files stand alone, so that several may be processed at once. What they share
// is in RunState; files with one host, or with one header for what fixes add,
// change that, and are processed one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILESTEPS_H
#define BANKFIX_LIB_DRIVER_FILESTEPS_H

#include "FileOptions.h"
#include "FileResult.h"
#include "GivenNames.h"
#include "ProfileScope.h"
#include "ProjectUnits.h"
#include "ReportScope.h"
#include "UnitMaps.h"
#include "bankfix/Project/RepositoryFiles.h"

namespace bankfix {

/// What the files of one run share.
struct RunState {
  /// Keeps a reference to \p Options.
  explicit RunState(const RunOptions &Options)
      : Options(Options), Each(Options), Maps(Options.Many.Maps),
        Readings(Maps), Units(Options, Each, Readings), Names(Options),
        Told(Options) {}

  const RunOptions &Options;
  // Each of these may be used by several files at once.
  FileOptions Each;
  UnitMaps Maps;
  UnitReadings Readings;
  ProjectUnits Units;
  RepositoryFiles Repositories;
  GivenNames Names;
  ReportScope Told;
  std::optional<ProfileScope> Measured; ///< Where a profile is given.

  /// Sources that others include, and that are looked at by themselves.
  std::set<std::string> Parts;
  /// Results of units whose launches may be edited.
  llvm::ArrayRef<FileResult> Editable;
  // By files that share them.
  std::vector<HostSource> Hosts; ///< Of OpenCL sources, as rewritten so far.
  std::string LostHost;          ///< One that cannot be read, or empty.
  /// Helpers of files before, by the header that is to hold them.
  std::map<std::string, std::vector<std::string>> Helpers;
};

/// Processing \p Path may change what files share: such files take turns.
bool changesShared(const std::string &Path, RunState &Run);

/// With what holds for it in its project.
FileResult processFile(const std::string &Path, RunState &Run);

/// With \p Own in place of that.
FileResult processFile(const std::string &Path, const RunOptions &Own,
                       RunState &Run);

/// The result of a file of which nothing is known but \p Why.
FileResult unreadable(const std::string &Path, llvm::Error Why);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILESTEPS_H
