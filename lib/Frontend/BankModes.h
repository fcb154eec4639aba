//===- BankModes.h - How wide the host makes banks --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_BANKMODES_H
#define BANKFIX_LIB_FRONTEND_BANKMODES_H

#include "Unit.h"

namespace bankfix {

/// `cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte)`, which no
/// kernel can see but by its speed.
bool isEightByteCall(const clang::Stmt *S);

/// Reads how wide the host makes banks, and finds where it could say so.
void findBankModes(Unit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_BANKMODES_H
