//===- OffsetMacros.h - Macros of the author's with another definition ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_PROOF_OFFSETMACROS_H
#define BANKFIX_LIB_PROOF_OFFSETMACROS_H

#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// Why something does not hold; nothing where it does.
using Failure = std::optional<std::string>;

/// The macro that indices of an array go through is what \p Map, which is null
/// where nothing is planned, says, and still what all of them go through.
Failure offsetMacro(const SharedArray &Old, const SharedArray &New,
                    const LayoutMap *Map);

/// The host gives \p Declared enough: \p Old is the same array, as large as it
/// can be, and \p Used is what kernels use of it.
Failure movedSizes(const SharedArray &Declared, const SharedArray &Old,
                   const LayoutMap &Map, llvm::ArrayRef<UsedElements> Used);

} // namespace bankfix

#endif // BANKFIX_LIB_PROOF_OFFSETMACROS_H
