//===- SettingsFile.h - What a project says of itself -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   command line + `.bankfix` of the file's folders ──settingsFor──▶ RunOptions
//
//   # .bankfix
//   Target: sm_90
//   BlockDims: {transpose: 32x8, "": 256}
//   Assume: {width: 1024}
//   Exclude: ["third_party/*"]
//   Paths:
//     "amd/*": {Target: gfx90a}
//
// The nearest file above the source counts; with `InheritParentConfig: true`,
// what it leaves open is as the next one says. Of several entries of Paths that
// match, the later ones win. What the command line says wins over all.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_SETTINGS_SETTINGSFILE_H
#define BANKFIX_SETTINGS_SETTINGSFILE_H

#include "bankfix/Settings/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace bankfix {

inline constexpr llvm::StringLiteral SettingsName = ".bankfix";

/// The options for one source.
struct FileSettings {
  RunOptions Options;
  /// That say so: settings, the nearest first, then the compile commands.
  std::vector<std::string> Files;
  /// "'third_party/*' in /p/.bankfix": the source is left alone; or empty.
  std::string ExcludedBy;
  bool SaysTarget = false; ///< It is not the default.
};

/// \p Given, with what the project of \p Path says where the command line does
/// not. The error names the settings file, the line and what would be right.
llvm::Expected<FileSettings> settingsFor(llvm::StringRef Path,
                                         const RunOptions &Given);

/// Writes settings as a file has them, every key with its value.
void dumpSettings(llvm::raw_ostream &OS, const FileSettings &S);

} // namespace bankfix

#endif // BANKFIX_SETTINGS_SETTINGSFILE_H
