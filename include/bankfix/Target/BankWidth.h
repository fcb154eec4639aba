//===- BankWidth.h - Banks whose width the host chooses ---------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_TARGET_BANKWIDTH_H
#define BANKFIX_TARGET_BANKWIDTH_H

#include "bankfix/Target/Target.h"

namespace bankfix {

/// The model of \p T with banks of \p Bytes (4 or 8), if the host can choose
/// between these widths; else null.
const Target *withBankWidth(const Target &T, unsigned Bytes);

} // namespace bankfix

#endif // BANKFIX_TARGET_BANKWIDTH_H
