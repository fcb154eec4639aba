//===- OffsetMacro.h - Another definition for the author's macro -*- C++ -*-==//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_STRATEGIES_OFFSETMACRO_H
#define BANKFIX_LIB_LAYOUT_STRATEGIES_OFFSETMACRO_H

#include "../Strategy.h"

namespace bankfix {

/// The layout of the array, which has SharedArray::Offsets, once that leaves out
/// \p New; null where it does already.
std::shared_ptr<const LayoutMap> retargeted(const LayoutTask &Task,
                                            OffsetTerms New);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_STRATEGIES_OFFSETMACRO_H
