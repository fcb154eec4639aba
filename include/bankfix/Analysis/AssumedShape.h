//===- AssumedShape.h - A block shape where none is known ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_ANALYSIS_ASSUMEDSHAPE_H
#define BANKFIX_ANALYSIS_ASSUMEDSHAPE_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"

namespace bankfix {

/// The shape taken for \p K where neither the source nor the user gives one:
/// 256 threads along x, 32 x 8 where y is used, 8 x 8 x 4 where z is, and no
/// more than \p MaxThreads (if that is not 0) or than the target allows.
LaunchShape assumedShape(const Kernel &K, unsigned MaxThreads, const Target &T);

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_ASSUMEDSHAPE_H
