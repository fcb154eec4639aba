//===- MissedInstances.h - Templates that builds may use --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_MISSEDINSTANCES_H
#define BANKFIX_LIB_DRIVER_MISSEDINSTANCES_H

#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// Why a template that an edit changes, and of which a unit has no instance, may
/// have one in it all the same: in another build, or made by a compiler that
/// takes other branches, or by a template that has none itself. \p Before and
/// \p After are the unit with the header as main file, whose text \p Text was;
/// \p Others its other files; \p Proved the unit in which the edit is proved.
/// Empty where nothing of the unit names it.
std::string missedInstance(const ParsedFile &Before, const ParsedFile &After,
                           const ParsedFile &Proved, llvm::StringRef Text,
                           llvm::ArrayRef<std::string> Others);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_MISSEDINSTANCES_H
