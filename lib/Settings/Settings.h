//===- Settings.h - The text of one settings file ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each key keeps the text that it was given, for `bankfix config --dump`, and
// what that means.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_SETTINGS_SETTINGS_H
#define BANKFIX_LIB_SETTINGS_SETTINGS_H

#include "bankfix/Settings/Values.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// A scalar, read by one of the functions of Values.h.
template <auto Parse> struct Scalar {
  using Meaning = std::remove_cvref_t<decltype(*Parse(llvm::StringRef()))>;
  std::string Text;
  Meaning Value = {};
};

using BlockShapes = std::map<std::string, Scalar<parseBlockDim>>;
using AssumedValues = std::map<std::string, std::string>;

/// Of PlanOptions.
struct PlanSettings {
  std::optional<Scalar<parseStrategies>> Strategies;
  std::optional<Scalar<parseDegree>> MinDegree;
  std::optional<Scalar<parseObjective>> Objective;
  std::optional<Scalar<parsePercent>> MinGain;
  std::optional<Scalar<parseBytes>> MaxSharedGrowth;
  std::optional<bool> AllowOccupancyLoss;
  std::optional<bool> StrictBounds;
};

/// What one file, or one entry of its Paths, says; what it does not say is
/// empty. SettingsFile.h has an example, docs/settings.md each key.
struct Settings : PlanSettings {
  std::optional<Scalar<parseTargets>> Target;
  BlockShapes BlockDims; ///< By kernel; "*": every other.
  AssumedValues Assume;
  std::optional<Scalar<parseHeaderMode>> CudaHeaders;
  std::optional<std::string> CudaPath;  ///< Relative to the file.
  std::vector<std::string> IncludeDirs; ///< Relative to the file.
  std::vector<std::string> Defines;
  std::vector<std::string> ExtraArgs;
  std::vector<std::string> Exclude; ///< Globs, relative to the file.
  std::optional<Scalar<parseRegex>> HeaderFilter;
  std::optional<bool> ClosedWorld;
  std::optional<Scalar<parseFormatStyle>> FormatStyle;
  std::optional<bool> Comments;
  std::optional<Scalar<parseNamePrefix>> HelperPrefix;
  std::optional<std::string> HelperHeader; ///< Relative to the file.
};

struct SettingsText {
  std::string Path; ///< Of the file.
  bool Inherits = false;
  Settings Here;
  /// By globs, relative to the file; in its order.
  std::vector<std::pair<std::string, Settings>> Paths;
};

/// The error names file, line and what would be right.
llvm::Expected<SettingsText> readSettings(llvm::StringRef Path,
                                          llvm::StringRef Text);

void writeSettings(llvm::raw_ostream &OS, Settings S);

} // namespace bankfix

#endif // BANKFIX_LIB_SETTINGS_SETTINGS_H
