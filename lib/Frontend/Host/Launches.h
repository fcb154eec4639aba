//===- Launches.h - The launches of every kernel ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H
#define BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

struct FoundLaunches {
  std::vector<KernelLaunches> OfKernels; ///< One for each kernel.
  UnitLaunches OfOthers; ///< Of kernels that other units define.
  std::vector<ArrayObstacle> Obstacles;
};

/// The launches of every kernel of \p Kernels, and of those that the file
/// declares. \p Others is what the project's other units say; nothing where
/// they are not known.
FoundLaunches findLaunches(const LoweredUnit &U, llvm::ArrayRef<Kernel> Kernels,
                           const std::optional<OtherUnits> &Others);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H
