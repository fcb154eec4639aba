//===- FlatIndex.h - Flat arrays used as rows -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_FLATINDEX_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_FLATINDEX_H

#include "Arrays/ArrayUnit.h"

namespace bankfix {

/// One way to see an index as `Row * Length + Column`.
struct FlatParts {
  const clang::Expr *Length = nullptr;
  std::vector<const clang::Expr *> Row; ///< Factors.
  /// Terms, and whether each is subtracted.
  std::vector<std::pair<const clang::Expr *, bool>> Column;
};

using LowerValue = llvm::function_ref<const Expr *(const clang::Expr *)>;

/// All ways in which \p Index is such a sum, with Length the same for all lanes
/// as far as its text tells, and written in the main file.
std::vector<FlatParts> flatParts(const ArrayUnit &U, const clang::Expr *Index);

/// The parts as values that \p Lower gives, in 64 bits; nothing where Length
/// differs between lanes.
/// \p MayDiffer: the length need not be shown to be one for all lanes.
std::optional<FlatIndex> flatIndex(ExprPool &Pool, const FlatParts &Parts,
                                   LowerValue Lower, bool MayDiffer = false);

/// The factors of a size, with their values where these are constants; one for
/// what is no product. None where a macro writes more than one of them.
std::vector<FactorSource> factorSources(const ArrayUnit &U,
                                        const clang::Expr *Size);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_FLATINDEX_H
