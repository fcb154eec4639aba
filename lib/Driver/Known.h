//===- Known.h - What a project has accepted, or did not change -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_KNOWN_H
#define BANKFIX_LIB_DRIVER_KNOWN_H

#include "bankfix/Settings/Options.h"
#include "llvm/Support/Error.h"

namespace bankfix {

/// The fingerprints in a report of an earlier run, of `--format=json`: other
/// formats do not have every access. The error says what is wrong with the
/// file.
llvm::Expected<std::set<std::string>> readBaseline(llvm::StringRef Path);

/// The lines of \p Path that its repository did not have so at revision \p Rev;
/// all of a file that it did not have at all. The error says why git cannot
/// tell.
llvm::Expected<std::vector<LineRange>> linesSince(llvm::StringRef Path,
                                                  llvm::StringRef Rev);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_KNOWN_H
