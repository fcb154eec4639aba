//===- LikelyLaunches.h - What a host may launch ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `k<<<grid, dim3(b, b)>>>(out, b)` of a number that only the run knows: blocks
// are square, and the argument is as long as a row of them.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LIKELYLAUNCHES_H
#define BANKFIX_LIB_FRONTEND_HOST_LIKELYLAUNCHES_H

#include "Host/HostRun.h"
#include "bankfix/Kernel/Launch.h"
#include <vector>

namespace bankfix {

/// What \p L tells of the integer parameters of \p Kernel in \p State.
std::vector<std::optional<int64_t>>
toldParameters(const FollowedLaunch &L, const clang::FunctionDecl *Kernel,
               const clang::ASTContext &Context, const HostState &State,
               HostChoices &Choices);

/// A GPU takes \p Block, and people would choose it: no lane of a wave is idle.
bool isUsual(const std::array<unsigned, 3> &Block);

/// Launches that \p L makes for usual values of the one number that its block
/// depends on, the likeliest first; none where it depends on several.
std::vector<LaunchShape> likelyLaunches(const FollowedLaunch &L,
                                        const clang::FunctionDecl *Kernel,
                                        const clang::ASTContext &Context,
                                        HostChoices &Choices);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LIKELYLAUNCHES_H
