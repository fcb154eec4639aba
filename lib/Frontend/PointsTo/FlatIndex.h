//===- FlatIndex.h - Flat arrays used as rows -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_FLATINDEX_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_FLATINDEX_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// One way to see an index as `Row * Length + Column`.
struct FlatParts {
  const clang::Expr *Length = nullptr;
  /// That, and whatever else stands for a length in the terms of Column, which
  /// flatIndex tells from the others.
  std::vector<const clang::Expr *> Lengths;
  std::vector<const clang::Expr *> Row; ///< Factors.
  /// Terms, and whether each is subtracted.
  std::vector<std::pair<const clang::Expr *, bool>> Column;
};

using LowerValue = llvm::function_ref<const Expr *(const clang::Expr *)>;

/// All ways in which the last subscript of \p A is such a sum, with Length the
/// same for all lanes as far as its text tells, and written in the main file.
std::vector<FlatParts> flatParts(const PointerUnit &U, const MatchedAccess &A);

/// Where \p Length, a part of the subscript of \p A, is written in the main
/// file: in the body of the macro that writes the access, too.
std::optional<FileRange> lengthRange(const PointerUnit &U,
                                     const MatchedAccess &A,
                                     const clang::Expr *Length);

/// The parts as values that \p Lower gives, in 64 bits; nothing where Length
/// differs between lanes. Fills FlatParts::Lengths.
/// \p MayDiffer: the length need not be shown to be one for all lanes.
std::optional<FlatIndex> flatIndex(const PointerUnit &U, FlatParts &Parts,
                                   LowerValue Lower, bool MayDiffer = false);

/// \p Name stands in \p File at offsets \p Known alone, code that is skipped
/// and arguments that are dropped included, but for where directives define it
/// and ask for it. \p Within: in a part of it, where nothing is included.
bool isSpelledOnlyAt(const PointerUnit &U, clang::FileID File,
                     llvm::StringRef Name, const std::set<unsigned> &Known,
                     std::optional<FileRange> Within);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_FLATINDEX_H
