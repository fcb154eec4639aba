//===- Configurations.h - Builds in which an edit has to hold ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   BuildChoices ──conditionalBuilds──▶ one for each combination of branches
//                ──otherValues───────▶ some other values of an open macro
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_CONFIGURATIONS_H
#define BANKFIX_LIB_DRIVER_CONFIGURATIONS_H

#include "bankfix/Frontend/Frontend.h"
#include "bankfix/Settings/Options.h"

namespace bankfix {

/// One way to build a file: what it defines besides what the user's flags do.
struct Configuration {
  std::vector<MacroSetting> Settings;
  /// In place of the user's flags: those of another way to compile the file.
  std::optional<std::vector<std::string>> Way = {};
  const Target *Model = nullptr; ///< In place of the user's; or null.
  /// Another unit that has the header, with its flags and model; or null.
  const HeaderUse *Use = nullptr;

  /// For Clang, behind the user's.
  std::vector<std::string> flags() const;
  /// For the user: "-DTILE=24".
  std::string text() const;
};

/// Every combination of what the conditions that \p Of depends on ask for.
/// Nothing where there are more than would be tried.
std::optional<std::vector<Configuration>>
conditionalBuilds(const BuildChoices &All, const ArrayBuilds &Of);

/// Builds of the file that its preprocessor tells apart, as far as any array
/// depends on it; open macros have some other values each.
std::vector<Configuration> everyBuild(const ParsedFile &File);

/// The other ways in which the project compiles the file, the other GPUs that
/// it is for, and the other units that include it.
std::vector<Configuration> otherWays(const ProjectBuilds &Of);

/// Other values that an open macro that is \p Now may well have.
std::vector<int64_t> otherValues(int64_t Now);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_CONFIGURATIONS_H
