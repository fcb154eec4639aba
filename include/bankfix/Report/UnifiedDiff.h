//===- UnifiedDiff.h - A change as patch(1) takes it ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_REPORT_UNIFIEDDIFF_H
#define BANKFIX_REPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// The change from \p Before to \p After with three lines of context, under
/// `--- a/PATH` and `+++ b/PATH` (a leading slash of \p Path is dropped), so
/// that `patch -p1` and `git apply` take it. Empty where nothing changes.
///
/// Bytes are copied as they are: carriage returns belong to the lines, and a
/// last line without a newline is marked as diff(1) does.
std::string unifiedDiff(llvm::StringRef Path, llvm::StringRef Before,
                        llvm::StringRef After);

} // namespace bankfix

#endif // BANKFIX_REPORT_UNIFIEDDIFF_H
