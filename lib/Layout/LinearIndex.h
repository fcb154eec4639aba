//===- LinearIndex.h - A map of rows, of elements' numbers ------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   t[r][c ^ r], rows of 32   ──linearIndex──▶   i ^ ((i >> 5) & 31)
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_LINEARINDEX_H
#define BANKFIX_LIB_LAYOUT_LINEARINDEX_H

#include "bankfix/Kernel/Kernel.h"
#include "bankfix/Layout/IndexExpr.h"

namespace bankfix {

/// What \p Index does to the subscripts of \p A, which is declared as before,
/// as an expression over the element's number, subscript 0. Nothing where it is
/// no XOR of single bits of the subscripts.
std::optional<IndexExpr> linearIndex(const SharedArray &A,
                                     llvm::ArrayRef<IndexExpr> Index);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_LINEARINDEX_H
