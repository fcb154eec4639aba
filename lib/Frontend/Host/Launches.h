//===- Launches.h - The launches of every kernel ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H
#define BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// Finds the launches of every kernel. \p Others is what the project's other
/// units say; nothing where they are not known.
void findLaunches(LoweredUnit &U, const std::optional<OtherUnits> &Others);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_LAUNCHES_H
