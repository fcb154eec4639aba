//===- Products.h - GPUs by the names that people use -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_PRODUCTS_H
#define BANKFIX_TARGET_PRODUCTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// In small letters, "h100", "rtx4090"; findTarget knows each, in any case.
llvm::ArrayRef<llvm::StringLiteral> productNames();

} // namespace bankfix

#endif // BANKFIX_TARGET_PRODUCTS_H
