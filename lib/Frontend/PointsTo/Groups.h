//===- Groups.h - Pointers that count several elements at once --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float4 *v = (float4 *)a;   ->   as it is
//   v[i] = f;                       v[MAP(4 * i) / 4] = f;
//
// A pointer into a flat array whose type is another than that of the elements
// counts groups of them. It leads where one to the elements does; what it
// counts, its type says wherever it is named. Where its place is taken, it is
// cast to what counts elements (Placed.cpp):
//
//   float *m = (float *)(h + n);    as it is
//   m[i] = f;     ((float *)a)[MAP((int)((half *)m - (half *)a) + 2 * (i)) / 2]
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_GROUPS_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_GROUPS_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// \p T is the type of \p Array's elements, as its declaration has it.
bool isElementOf(const PointerUnit &U, clang::QualType T, unsigned Array);

/// Objects of type \p T are groups of whole elements of \p Array, each aligned
/// as one; of one element, too.
bool areGroups(const PointerUnit &U, clang::QualType T, unsigned Array);

/// From the start of \p Array, which has one dimension, objects of type \p T,
/// another one than that of the elements, are groups.
bool isGroupOf(const PointerUnit &U, clang::QualType T, unsigned Array);

/// A \p T counts groups of elements of \p Array, or of what it leads into.
bool countsGroups(const PointerUnit &U, clang::QualType T, unsigned Array);

/// What \p V, a pointer that counts groups of elements of \p Array, has to be
/// cast to, to count elements, as the text may have it where \p V is; empty
/// where it cannot.
std::string elementPointer(const PointerUnit &U, const clang::VarDecl *V,
                           unsigned Array);

/// The pointer that \p E reads, and may step on the way: `p` of `p`, of `p++`
/// and of `--p`.
const clang::Expr *steppedIn(const clang::Expr *E);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_GROUPS_H
