//===- LineMarkers.h - Text that says where it comes from -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_LINEMARKERS_H
#define BANKFIX_LIB_FRONTEND_TEXT_LINEMARKERS_H

#include <string>

namespace bankfix {

/// Blanks the flags of GNU line markers (`# 7 "stdio.h" 1 3`) in \p Text, with
/// which Clang takes what follows for another file's, or a system header's.
/// The number and the name stay, as `__LINE__` and `__FILE__` have them; so
/// does the place of every other byte.
void blankMarkerFlags(std::string &Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_LINEMARKERS_H
