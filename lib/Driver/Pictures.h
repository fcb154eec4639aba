//===- Pictures.h - A request as the banks see it ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_DRIVER_PICTURES_H
#define BANKFIX_LIB_DRIVER_PICTURES_H

#include "bankfix/Report/Report.h"

namespace bankfix {

/// The costliest request of \p R, whose lanes' addresses are known, in \p A as
/// it is and laid out by \p Map, which may be null. Nothing where there is no
/// such request.
std::optional<AccessPicture> pictureOf(const SiteRequests &R, const Site &S,
                                       const SharedArray &A, const Target &T,
                                       const LayoutMap *Map);

/// Elements of \p A as it is, and laid out by \p Map, which may be null.
/// Nothing where the size of \p A is not known.
std::optional<ArrayPicture> pictureOf(const SharedArray &A, const Target &T,
                                      const LayoutMap *Map);

} // namespace bankfix

#endif // BANKFIX_LIB_DRIVER_PICTURES_H
