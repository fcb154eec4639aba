//===- HiddenNames.h - Names that the tree does not show --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_HIDDENNAMES_H
#define BANKFIX_LIB_FRONTEND_HOST_HIDDENNAMES_H

#include "Lower/LoweredUnit.h"

namespace bankfix {

/// As in UnitLaunches.
struct HiddenNames {
  std::map<std::string, std::vector<SourcePlace>> Skipped;
  std::map<std::string, SourcePlace> Dropped;
};

/// Each identifier that the user's files spell is one that Clang's tree has
/// there, or another build, or another use of a macro, may launch what it
/// names.
HiddenNames findHiddenNames(const LoweredUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_HIDDENNAMES_H
