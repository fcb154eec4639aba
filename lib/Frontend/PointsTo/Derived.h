//===- Derived.h - Variables that lead into shared arrays -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers and references get their values from arrays, from each other, and
// from the arguments of calls. Which arrays each may lead to, and whether its
// type and place in the array are always the same, holds for the whole file,
// whatever order its statements run in.
//
//   float *row = tile[i];      Level 2: two subscripts, of which arithmetic
//                              moves the last
//   float (*p)[32] = tile;     Level 1, at the start: p[i][j] is tile[i][j]
//   float (&all)[32][32]       Level 0
//   float *e = &tile[i][j];    Level 2; only ever `*e`: it names one element,
//                              as a reference does
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_DERIVED_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_DERIVED_H

#include "ClangHeaders.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <set>

namespace bankfix {

struct PointerUnit;

/// Where in an array an expression leads, as far as its spelling tells.
struct Derived {
  unsigned Array = 0; ///< Of several, the first.
  /// Subscripts that are taken already: of an lvalue, by the part of the array
  /// that it is; of a pointer, by what it points to.
  unsigned Level = 0;
  bool AtStart = true; ///< Of a pointer: no arithmetic moved it.

  bool operator==(const Derived &) const = default;
};

/// What is known of a variable, of what a function returns, or of an
/// expression.
struct PointsToSet {
  std::set<unsigned> Arrays; ///< All that it may lead to.
  /// The one place that every value leads to, but for null; nothing where they
  /// differ.
  std::optional<Derived> Exact;
  bool IsUnknown = false; ///< It may also lead anywhere else (top).
  /// A pointer to one element, `float *e = &s[i]`: only ever `*e`, or copied to
  /// another such pointer, so a layout may move the element.
  bool IsToOne = false;
  /// Of such a pointer: the bytes of the widest access that it leads to under
  /// another type than its own, or as a number; 0 where there is none.
  unsigned ViewBytes = 0;

  /// It may also be \p More.
  void join(const PointerUnit &U, const PointsToSet &More);
  bool operator==(const PointsToSet &) const = default;
};

/// The variables of a file that lead to shared arrays.
class DerivedVariables {
public:
  /// Null where \p V leads to no array.
  const PointsToSet *find(const clang::ValueDecl *V) const;
  PointsToSet &at(const clang::ValueDecl *V) { return Known[canonical(V)]; }
  PointsToSet get(const clang::ValueDecl *V) const {
    return Known.lookup(canonical(V));
  }
  auto begin() { return Known.begin(); }
  auto end() { return Known.end(); }
  auto begin() const { return Known.begin(); }
  auto end() const { return Known.end(); }

  /// Of a function's several declarations, the one with the body decides.
  static const clang::ValueDecl *canonical(const clang::ValueDecl *V);

private:
  llvm::DenseMap<const clang::ValueDecl *, PointsToSet> Known;
};

/// Other units may call \p F without including it.
bool mayBeLinked(const PointerUnit &U, const clang::FunctionDecl *F);

/// Fills PointerUnit::Leads, and puts arrays whose layouts share text into
/// groups.
void findDerived(PointerUnit &U);

/// One layout map can serve both.
bool mayShareLayout(const SharedArray &A, const SharedArray &B);

/// \p Arrays, and all that already share their layout with one of them, get
/// one.
void shareLayout(std::vector<SharedArray> &All,
                 const std::set<unsigned> &Arrays);

/// True where indexing \p V is indexing the array.
bool isWhole(const clang::ValueDecl *V, const Derived &D);

/// \p E without parentheses and the casts that keep its value and its type.
const clang::Expr *uncast(const clang::Expr *E);

/// The name of a pointer variable whose value \p E is, as it stands; or null.
const clang::DeclRefExpr *namedPointer(const clang::Expr *E);

/// \p E as uncast has it, and without conversions to `void *`, which keep what
/// it leads to.
const clang::Expr *unvoided(const clang::Expr *E);

/// namedPointer() of that.
const clang::DeclRefExpr *passedPointer(const clang::Expr *E);

/// namedPointer() of \p E under whatever pointer type.
const clang::DeclRefExpr *viewedPointer(const clang::Expr *E);

/// What \p E leads to.
PointsToSet pointsTo(const PointerUnit &U, const clang::Expr *E);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_DERIVED_H
