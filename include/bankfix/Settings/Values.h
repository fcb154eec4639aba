//===- Values.h - The values of options -------------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function reads the text of one option's value. Errors say what was
// expected; the caller names the option.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_SETTINGS_VALUES_H
#define BANKFIX_SETTINGS_VALUES_H

#include "bankfix/Settings/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// A usage error of this text.
llvm::Error usageError(const llvm::Twine &Text);

/// The model of that name.
llvm::Expected<const Target *> parseTarget(llvm::StringRef Text);
/// Those of \p Gpus, which flags of a compiler name, each once. \p Warn gets a
/// text for each that has none: it is left out.
std::vector<const Target *>
modelsOf(llvm::ArrayRef<std::string> Gpus,
         llvm::function_ref<void(std::string)> Warn);

/// Those of several names, separated by commas, each once; not empty.
llvm::Expected<std::vector<const Target *>>
parseTargets(llvm::StringRef Text);

/// [KERNEL=]X[,Y[,Z]]; 'x' separates too. Each size is at least 1, and together
/// they are less than 2^31 threads.
llvm::Expected<BlockDim> parseBlockDim(llvm::StringRef Text);

/// NAME=VALUE, several of them separated by commas; decimal or hexadecimal,
/// with a sign, or a C++ type for a template argument.
llvm::Expected<std::vector<Assumption>> parseAssumptions(llvm::StringRef Text);

/// Names separated by commas; "auto" is an empty list.
llvm::Expected<std::vector<StrategyKind>> parseStrategies(llvm::StringRef Text);

/// All that --strategy takes but for "auto": "pad-row, index-macro".
std::string strategyNames();

llvm::Expected<uint64_t> parseBytes(llvm::StringRef Text);
llvm::Expected<unsigned> parseLimit(llvm::StringRef Text);
/// "2/4": a share, and how many there are.
llvm::Expected<std::pair<unsigned, unsigned>> parseShard(llvm::StringRef Text);

/// A number that is at least 1.
llvm::Expected<double> parseDegree(llvm::StringRef Text);

/// 0 or more, less than 100.
llvm::Expected<double> parsePercent(llvm::StringRef Text);
/// "time" or "wavefronts".
llvm::Expected<Objective> parseObjective(llvm::StringRef Text);

/// A POSIX extended regular expression, returned as it is.
llvm::Expected<std::string> parseRegex(llvm::StringRef Text);

/// What a name in C may begin with: not empty.
llvm::Expected<std::string> parseNamePrefix(llvm::StringRef Text);

/// A file or directory name: not empty.
llvm::Expected<std::string> parsePath(llvm::StringRef Text);
/// The same, from the root; a relative one is seen from the current folder.
llvm::Expected<std::string> parseAbsolutePath(llvm::StringRef Text);

llvm::Expected<bool> parseBool(llvm::StringRef Text);
llvm::Expected<HeaderMode> parseHeaderMode(llvm::StringRef Text);
llvm::Expected<FormatStyle> parseFormatStyle(llvm::StringRef Text);
llvm::Expected<ReportOrder> parseOrder(llvm::StringRef Text);
/// A:B, both from 1, or one line.
llvm::Expected<LineRange> parseLines(llvm::StringRef Text);
llvm::Expected<ReportFormat> parseFormat(llvm::StringRef Text);
llvm::Expected<FailOn> parseFailOn(llvm::StringRef Text);
llvm::Expected<ColorMode> parseColor(llvm::StringRef Text);

/// As parseHeaderMode and parseFormatStyle take it.
llvm::StringRef name(HeaderMode M);
llvm::StringRef name(FormatStyle S);

/// The first of \p All is RunOptions::Model.
void setTargets(RunOptions &O, llvm::ArrayRef<const Target *> All);

/// Of a source for which nobody says one: AMD's where its name, or what it
/// includes, says HIP.
const Target *defaultTarget(llvm::StringRef Path);

/// A block has a limit on every GPU: some block of \p O is beyond it.
llvm::Error checkBlockDims(const RunOptions &O);

} // namespace bankfix

#endif // BANKFIX_SETTINGS_VALUES_H
