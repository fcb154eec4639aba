//===- ComposedMap.h - One layout after another -----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int4 t[64][8];  ->  int4 t[64][9];  ->  bankfix_int4_20 t[64][9];
//
// A layout may leave conflicts that another strategy removes from its result.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_LAYOUT_COMPOSEDMAP_H
#define BANKFIX_LIB_LAYOUT_COMPOSEDMAP_H

#include "bankfix/Layout/Plan.h"

namespace bankfix {

/// \p A laid out by \p First and the result by \p Second, as a map of its own,
/// named for the strategy of \p First; null where the source of some of
/// \p Arrays cannot say so in one change.
std::shared_ptr<const LayoutMap>
compose(std::shared_ptr<const LayoutMap> First,
        std::shared_ptr<const LayoutMap> Second,
        llvm::ArrayRef<SharedArray> Arrays);

} // namespace bankfix

#endif // BANKFIX_LIB_LAYOUT_COMPOSEDMAP_H
