//===- MacroInsertion.h - Where macros can be defined -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_MACROINSERTION_H
#define BANKFIX_LIB_FRONTEND_USES_MACROINSERTION_H

#include "Text/DeclarationGaps.h"
#include "Uses/JudgedUnit.h"

namespace bankfix {

/// The start of the line behind the last declaration or directive that ends
/// before anything that uses shared memory or sets its size, and outside of
/// every `#if`; the last of \p Gaps, the file's, where that is in none. \p Map
/// has all that a layout may change.
unsigned macroInsertion(const JudgedUnit &U, const SourceMap &Map,
                        const TextGaps &Gaps);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_MACROINSERTION_H
