//===- LaunchesByText.h - Launches of which no command says -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_LAUNCHESBYTEXT_H
#define BANKFIX_LIB_DRIVER_LAUNCHESBYTEXT_H

#include "FileOptions.h"
#include "bankfix/Frontend/UnitLaunches.h"
#include "bankfix/Project/Programs.h"
#include "bankfix/Project/SpelledNames.h"

namespace bankfix {

/// What launches a kernel from sources that are not CUDA's, too.
llvm::ArrayRef<llvm::StringLiteral> launchers();

/// Looks in text for what may launch a kernel beside the launches that are
/// read. May be used by several threads.
class LaunchesByText {
public:
  /// Keeps a reference.
  explicit LaunchesByText(FileOptions &Each) : Each(Each) {}

  /// Some program of the project that \p Path is in may load \p K, which
  /// linkers call \p Symbol, by its name when it runs.
  std::optional<Obstacle> loading(const std::string &Path, const Kernel &K,
                                  const std::string &Symbol);

  /// That, or a file of the same folder may launch it, as it declares it or
  /// includes \p Path: programs have their sources in a folder.
  std::optional<Obstacle> around(const std::string &Path, const Kernel &K,
                                 const std::string &Symbol);

  /// The files of the folder that \p Path is in.
  const IncludeGraph &filesBeside(const std::string &Path);

private:
  struct LoadingProgram {
    ProgramFiles Files;
    SpelledNames Texts;
  };

  const std::vector<LoadingProgram> &loadingPrograms(const std::string &Path);

  FileOptions &Each;
  std::mutex Lock;                                     ///< Of what follows.
  std::map<std::string, std::vector<LoadingProgram>> Loading; ///< By root.
  std::map<std::string, IncludeGraph> Beside;          ///< By folder.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_LAUNCHESBYTEXT_H
