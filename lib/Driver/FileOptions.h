//===- FileOptions.h - What holds for one source ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   command line, then `.bankfix`, then compile_commands.json ──▶ RunOptions
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_FILEOPTIONS_H
#define BANKFIX_LIB_DRIVER_FILEOPTIONS_H

#include "bankfix/Project/CompileCommands.h"
#include "bankfix/Project/IncludeGraph.h"
#include "bankfix/Settings/SettingsFile.h"
#include <map>
#include <mutex>
#include <set>

namespace bankfix {

/// \p Path, shorter where it lies below the current folder.
std::string seenFromHere(llvm::StringRef Path);

/// Finds out what holds for each source of one run. Compile databases are read
/// once. May be used by several threads.
class FileOptions {
public:
  /// Keeps a reference to \p Given.
  explicit FileOptions(const RunOptions &Given) : Given(Given) {}

  /// The sources that the user names, or, with a database and without names,
  /// all of its GPU sources. The error says what is wrong with the database.
  llvm::Expected<std::vector<std::string>> files();

  /// The error is one of a settings file or a database.
  llvm::Expected<FileSettings> of(const std::string &Path);

  /// Null where there is no database.
  llvm::Expected<const CompileCommands *> commandsFor(llvm::StringRef Path);

  /// The folder of the project that \p Path is in. The error says why there is
  /// none.
  llvm::Expected<std::string> rootOf(const std::string &Path);

  /// \p Path is of another repository than the project, or lies outside of it.
  llvm::Expected<bool> isForeign(const std::string &Path);

  /// The files of the project that \p Path is in, and their folder. The error
  /// says why not all of them are known.
  llvm::Expected<const IncludeGraph *> projectOf(const std::string &Path);

  /// What to warn of in the databases that were asked.
  std::vector<std::string> warnings() const {
    return {Warnings.begin(), Warnings.end()};
  }

private:
  llvm::Error judge(const CompileCommands &Commands,
                    llvm::ArrayRef<CompileFlags> Ways, const FileSettings &Own,
                    llvm::StringRef Path);

  const RunOptions &Given;
  std::recursive_mutex Lock;                  ///< Of what follows.
  std::set<std::string> Warnings;
  std::map<std::string, IncludeGraph> Graphs; ///< By root.
  std::optional<CompileCommands> Named; ///< By -p.
  /// By the folders of sources; nothing where there is none above.
  std::map<std::string, std::optional<CompileCommands>> Above;
};

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_FILEOPTIONS_H
