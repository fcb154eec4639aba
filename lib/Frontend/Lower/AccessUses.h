//===- AccessUses.h - What lowering finds of each access --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_ACCESSUSES_H
#define BANKFIX_LIB_FRONTEND_LOWER_ACCESSUSES_H

#include "PointsTo/AccessNumbers.h"
#include "llvm/ADT/DenseMap.h"

namespace bankfix {

/// What is known of the use of an array that one name is.
struct AccessUse {
  bool IsUnderstood = false; ///< By some step.
  /// It leads to accesses which are counted, whether or not an edit can follow.
  bool IsFollowed = false;
  /// Its element is named again elsewhere, through its address or as the value
  /// of an assignment.
  bool IsTaken = false;
  /// The access that is in the source map; null if none is.
  const clang::Expr *Located = nullptr;

  AccessUse &operator|=(const AccessUse &Other);
};

/// All uses of a file, by the numbers of their names: the site of the kernel,
/// the place in the source map and the mark in the fingerprint have these, too.
/// What is known of a use may be taken back.
class AccessUses {
public:
  using List = llvm::DenseMap<unsigned, AccessUse>; ///< By number.

  explicit AccessUses(AccessNumbers &Names) : Names(Names) {}

  AccessUse &at(const clang::Expr *Name) { return All[Names.number(Name)]; }
  AccessUse of(const clang::Expr *Name) const {
    std::optional<unsigned> N = Names.find(Name);
    return N ? All.lookup(*N) : AccessUse();
  }

  /// Nothing is known any more; returns what was.
  List take() { return std::exchange(All, List()); }
  /// \p More is known.
  void add(const List &More);
  const List &all() const { return All; }

private:
  AccessNumbers &Names;
  List All;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_ACCESSUSES_H
