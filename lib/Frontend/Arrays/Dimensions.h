//===- Dimensions.h - Where the sizes of a type are written -----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_DIMENSIONS_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_DIMENSIONS_H

#include "Arrays/ArrayUnit.h"

namespace bankfix {

/// A dimension's size as it is written, or nothing where a macro writes more.
std::optional<DimensionSource> sizeSource(const ArrayUnit &U,
                                          const clang::Expr *Size);

/// Reads the dimensions of one declared type.
class DimensionReader {
public:
  /// \p Arrays is to be told what prevents changing them.
  DimensionReader(ArrayUnit &U, const std::set<unsigned> &Arrays,
                  const clang::ValueDecl *V)
      : U(U), Arrays(Arrays), V(V) {}

  /// The sizes in \p L, without the first \p Skipped; false where they cannot
  /// be changed.
  bool read(clang::TypeLoc L, unsigned Skipped);

  std::vector<DimensionSource> Dims;
  clang::TypeLoc Element; ///< Once the sizes are read.
  /// The innermost name of a type that the sizes went through, or null; and the
  /// first of the sizes that are behind it.
  const clang::TypedefNameDecl *Alias = nullptr;
  unsigned FirstOfAlias = 0;

private:
  void obstruct(ObstacleKind Kind, std::string Detail) {
    for (unsigned Array : Arrays)
      U.obstruct(Array, Kind, V->getLocation(), Detail);
  }

  ArrayUnit &U;
  const std::set<unsigned> &Arrays;
  const clang::ValueDecl *V;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_DIMENSIONS_H
