//===- UsualConversions.h - Arithmetic as C converts operands ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_USUALCONVERSIONS_H
#define BANKFIX_KERNEL_USUALCONVERSIONS_H

#include "bankfix/Kernel/Expr.h"

namespace bankfix {

/// `A O B` after the usual conversions of C.
const Expr *usualBinary(ExprPool &Pool, Op O, const Expr *A, const Expr *B);

} // namespace bankfix

#endif // BANKFIX_KERNEL_USUALCONVERSIONS_H
