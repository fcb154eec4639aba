//===- LaunchTokens.h - Launches as nvcc reads them -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_LAUNCHTOKENS_H
#define BANKFIX_LIB_FRONTEND_TEXT_LAUNCHTOKENS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// \p Text with `k << < grid, {8, 8} >> > (x)`, which nvcc takes, as `k <<<
/// grid,$(8, 8) >>> (x)`, which Clang takes: `$` is dim3 in bankfix's headers.
/// No byte moves.
std::string joinLaunchTokens(llvm::StringRef Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_LAUNCHTOKENS_H
