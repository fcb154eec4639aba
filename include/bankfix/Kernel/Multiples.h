//===- Multiples.h - What values are multiples of ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   warp * 16 + i * 8    a multiple of 8, whatever warp and i are
//
// Holds for every launch and every input, also where a value wraps around: a
// power of two divides what is left of it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_MULTIPLES_H
#define BANKFIX_KERNEL_MULTIPLES_H

#include "bankfix/Kernel/Kernel.h"
#include "llvm/ADT/SmallVector.h"

namespace bankfix {

/// Powers of two that the values of one kernel are multiples of.
class Multiples {
public:
  /// As far as anybody asks: what zero is a multiple of.
  static constexpr unsigned Most = 64;

  explicit Multiples(const Kernel &K);

  /// The largest that every value of \p E, in that kernel, is known to be a
  /// multiple of: from 1 to Most.
  unsigned of(const Expr &E) const { return 1u << zerosOf(E); }

private:
  unsigned zerosOf(const Expr &E) const;
  unsigned zerosOfBinary(const Expr &E) const;

  /// The lowest bits that are zero in each value of each variable.
  llvm::SmallVector<unsigned, 16> Variables;
};

} // namespace bankfix

#endif // BANKFIX_KERNEL_MULTIPLES_H
