//===- Factors.h - Products, as they are written ----------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_FACTORS_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_FACTORS_H

#include "Arrays/ArrayUnit.h"

namespace bankfix {

/// Puts the factors of \p E into \p Out, each with the parentheses that it is
/// written in; what is no product is one.
void addFactors(const clang::Expr *E, std::vector<const clang::Expr *> &Out);

/// The factors of a size, with their values where these are constants; one for
/// what is no product. None where a macro writes more than one of them.
std::vector<FactorSource> factorSources(const ArrayUnit &U,
                                        const clang::Expr *Size);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_FACTORS_H
