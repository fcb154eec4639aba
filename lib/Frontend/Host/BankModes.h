//===- BankModes.h - How wide the host makes banks --------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_BANKMODES_H
#define BANKFIX_LIB_FRONTEND_HOST_BANKMODES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// How wide the host makes banks, and where it could say so.
struct HostBanks {
  BankMode Mode = BankMode::NotSet;
  std::vector<LaunchPoint> Points; ///< As in SourceMap.
};
HostBanks hostBanks(const LoweredUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_BANKMODES_H
