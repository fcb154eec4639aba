//===- UnseenLaunches.h - Launches of which no command says -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_UNSEENLAUNCHES_H
#define BANKFIX_LIB_DRIVER_UNSEENLAUNCHES_H

#include "FileOptions.h"
#include "bankfix/Frontend/UnitLaunches.h"
#include "bankfix/Project/SpelledNames.h"

namespace bankfix {

/// What launches a kernel from sources that are not CUDA's, too.
llvm::ArrayRef<llvm::StringLiteral> launchers();

/// Looks in text for what may launch a kernel beside the launches that are
/// read. May be used by several threads.
class UnseenLaunches {
public:
  /// Keeps a reference.
  explicit UnseenLaunches(FileOptions &Each) : Each(Each) {}

  /// Some file of \p Graph may load \p K, which linkers call \p Symbol, by its
  /// name when the program runs.
  std::optional<Obstacle> loading(const IncludeGraph &Graph, const Kernel &K,
                                  const std::string &Symbol);

  /// Some file of the project that \p Path is in may load \p K, or one of the
  /// same folder may launch it, as it declares it: programs have their sources
  /// in a folder.
  std::optional<Obstacle> around(const std::string &Path, const Kernel &K,
                                 const std::string &Symbol);

private:
  const IncludeGraph &filesAround(const std::string &Path);

  FileOptions &Each;
  std::mutex Lock; ///< Of what follows.
  /// Nothing where no file loads kernels.
  std::map<const IncludeGraph *, std::optional<SpelledNames>> Spelled;
  std::map<std::string, bool> Loading;        ///< By root.
  std::map<std::string, IncludeGraph> Beside; ///< By folder.
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_UNSEENLAUNCHES_H
