//===- MapFormat.h - Readings of units as JSON ------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_MAPFORMAT_H
#define BANKFIX_LIB_DRIVER_MAPFORMAT_H

#include "UnitReadings.h"
#include "llvm/Support/JSON.h"

namespace bankfix {

/// What \p R found; how it was read, its key has to say.
llvm::json::Value toMap(const UnitReading &R);

/// \p R gets what toMap() had. False where \p V is something else.
bool fromMap(const llvm::json::Value &V, UnitReading &R);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_MAPFORMAT_H
