//===- ArraySize.h - Sizes of arrays that a launch sets ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each launch may give `extern __shared__` memory, and OpenCL's `__local`
// arguments, another size. Program::Arrays holds what the source says of all
// launches, which is no size; here is what one launch says, and what all do.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_ARRAYSIZE_H
#define BANKFIX_KERNEL_ARRAYSIZE_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Kernel/Launch.h"
#include "llvm/ADT/ArrayRef.h"

namespace bankfix {

/// Bytes of \p A in a block of a launch like \p S; nothing where neither the
/// declaration nor the launch tells. All arrays in dynamic memory start where
/// it does, so that each may reach to its end.
std::optional<uint64_t> bytesAt(const SharedArray &A, const LaunchShape &S);

/// The smallest size that \p A has in any of \p Shapes: what can be relied on
/// whatever is launched. Nothing where one does not tell, or there is none.
std::optional<uint64_t> smallestBytes(const SharedArray &A,
                                      llvm::ArrayRef<LaunchShape> Shapes);

/// \p A with as many rows as \p Bytes hold, where the host sets its size. If
/// these are no whole rows, it stays as it is: an access may go to what is left.
SharedArray withBytes(SharedArray A, std::optional<uint64_t> Bytes);

/// \p A as large as a block of \p Limit bytes can have it, where the host sets
/// its size and nobody knows it. Nothing for any other array, and where there
/// is no limit (0): nothing then says how large it may be.
std::optional<SharedArray> largestIn(const SharedArray &A, uint64_t Limit);

} // namespace bankfix

#endif // BANKFIX_KERNEL_ARRAYSIZE_H
