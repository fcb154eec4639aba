//===- RowDistances.h - Rows that only the requests show --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int k = (threadIdx.y + a) * w + threadIdx.x + b;
//   sum += s[k];
//
//   lane     0 1 2 ... 15  16 17 ... 31
//   element  0 1 2 ... 15  20 21 ... 35      rows of 20 elements
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_ROWDISTANCES_H
#define BANKFIX_LIB_LAYOUT_ROWDISTANCES_H

#include "Strategy.h"

namespace bankfix {

/// Elements from one stretch that lanes of a request access side by side to the
/// next, none a power of two, the most frequent first: no more than \p Most.
std::vector<uint64_t> rowDistances(const LayoutTask &Task, size_t Most);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_ROWDISTANCES_H
