//===- ElementViews.h - Elements that are accessed as one -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTVIEWS_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTVIEWS_H

#include "Arrays/ArrayUnit.h"

namespace bankfix {

/// Objects of type \p T, or in an array of it, may start at any word: nothing
/// in them is aligned more strictly.
bool isPackable(const ArrayUnit &U, clang::QualType T);

/// \p P does no more with \p Address, that of an element, than to hand it on or
/// to see what lies there.
bool staysPlace(const clang::Expr *Address, const clang::Stmt *P);

/// What lies at an element of \p Arrays, \p MemberOffset bytes into it, is
/// accessed as a \p T, or a part of one. Noted, so that layouts keep together
/// what such a value takes. False where none could: it starts within an
/// element, or is not aligned as a whole.
bool viewElements(ArrayUnit &U, const std::set<unsigned> &Arrays,
                  unsigned MemberOffset, clang::QualType T);

/// The same for any value of \p Bytes that is aligned to \p Aligned bytes.
bool viewElements(ArrayUnit &U, const std::set<unsigned> &Arrays,
                  unsigned MemberOffset, uint64_t Bytes, uint64_t Aligned);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTVIEWS_H
