//===- Options.h - The command line of bankfix ------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   argv ──parseCommandLine──▶ CommandLine (or what is wrong with it)
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TOOLS_OPTIONS_H
#define BANKFIX_TOOLS_OPTIONS_H

#include "bankfix/Settings/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace bankfix {

/// What main is to do.
enum class Action : uint8_t { Run, ShowHelp, ShowVersion };

struct CommandLine {
  Action What = Action::Run;
  RunOptions Options; ///< Complete for Action::Run; else Command alone is set.
};

/// \p Args are the arguments without the program's name. Errors are usage
/// errors, in words that say what to write instead.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> Args);

/// The usage and options of a command.
void printHelp(llvm::raw_ostream &OS, Mode Command);

} // namespace bankfix

#endif // BANKFIX_TOOLS_OPTIONS_H
