//===- Fingerprint.h - Everything that an edit must not change, as text ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINT_H
#define BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINT_H

#include "PointsTo/PointerUnit.h"

namespace bankfix {

/// The text of one expression's structure; accesses to shared arrays stand in
/// it as marks. Equal texts read equal values from equal places, but for the
/// subscripts behind the marks.
std::string fingerprintText(const PointerUnit &U, const clang::Stmt *S);

/// Writes the value of a literal; false where \p S is none.
bool writeLiteral(llvm::raw_ostream &OS, const PointerUnit &U,
                  const clang::Stmt *S);

/// The literal \p S is what `__LINE__` stands for.
bool isLine(const PointerUnit &U, const clang::Stmt *S);

/// Its class, its type and its parts say all of \p S.
bool saysAllByItself(const clang::Stmt *S);

/// The children of \p S, without initializers of what PointerUnit::Pads holds.
llvm::SmallVector<const clang::Stmt *, 8> partsOf(const PointerUnit &U,
                                                  const clang::Stmt *S);

/// Of what \p A names, without those of PointerUnit::Pads.
unsigned bytesOf(const PointerUnit &U, const MatchedAccess &A);

/// \p V, the value of the subscript \p E, in the type of arithmetic on it:
/// alone it keeps that of an enumeration or a bit-field.
const Expr *asOperand(PointerUnit &U, const clang::Expr *E, const Expr *V);

/// An assertion that a layout has added, which does nothing where it holds.
bool isRequirement(const clang::Decl *D);
/// \p S declares nothing else.
bool isRequirement(const clang::Stmt *S);

/// Some function that \p T became, or that is written in its place, has a body.
bool hasInstance(const clang::FunctionTemplateDecl *T);

/// What \p D, a block of declarations, is: empty for all others.
std::string blockOf(const clang::Decl *D);

/// A type whose sizes follow those of arrays: the proof compares these.
bool declaresArrays(const PointerUnit &U, const clang::Decl *D);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_FINGERPRINT_FINGERPRINT_H
