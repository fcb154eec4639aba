//===- AssumedShape.h - A block shape where none is known -------*- C++ -*-===//
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

/// The shapes taken for \p K where neither the source nor the user gives one,
/// the likeliest first: 256 threads along x and other multiples of 32, 32 x 8
/// and other usual shapes where y is used, 8 x 8 x 4 and others where z is. No
/// more than \p MaxThreads (if that is not 0), than the target allows, or than
/// an array of \p P has elements where each thread takes its own; a block of
/// several dimensions that just fills such an array stands alone. Where the
/// source says of some launches what they may be, \p Likely, it is those.
std::vector<LaunchShape> assumedShapes(const Kernel &K, const Program &P,
                                       unsigned MaxThreads, const Target &T,
                                       llvm::ArrayRef<LaunchShape> Likely = {});

/// The same where each of those has threads that leave an array, which is found
/// only by running them: blocks of 128 threads and less.
std::vector<LaunchShape> smallerShapes(const Kernel &K, const Program &P,
                                       unsigned MaxThreads, const Target &T);

} // namespace bankfix

#endif // BANKFIX_ANALYSIS_ASSUMEDSHAPE_H
