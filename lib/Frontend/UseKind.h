//===- UseKind.h - What is done with an array where it is named ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USEKIND_H
#define BANKFIX_LIB_FRONTEND_USEKIND_H

#include "Unit.h"

namespace bankfix {

enum class UseKind : uint8_t {
  Access,  ///< Of an element that full subscripts name.
  Start,   ///< Its start goes to a variable whose uses are judged as its own.
  Pointer, ///< A place in it is used as a pointer, which is followed.
  Address, ///< What is done depends on addresses: `p < q`, `p - q`.
  SizeOf,
  Escapes, ///< Whatever else.
};

struct ArrayUse {
  UseKind Kind = UseKind::Escapes;
  const clang::Expr *Around = nullptr; ///< What shows it to a reader.
};

/// Judges one use: \p Root names an array or a variable that leads to one, or
/// is a call that returns a pointer into one. \p Parents are the statements
/// around it, the outermost first; \p In is the function.
ArrayUse judgeUse(Unit &U, const clang::Expr *Root,
                  llvm::ArrayRef<const clang::Stmt *> Parents,
                  const clang::FunctionDecl *In);

/// Objects of type \p T, or in an array of it, may start at any word: nothing in
/// them is aligned more strictly.
bool isPackable(const Unit &U, clang::QualType T);

/// \p P does no more with \p Address, that of an element, than to hand it on or
/// to see what lies there.
bool staysPlace(const clang::Expr *Address, const clang::Stmt *P);

/// What lies at an element of \p Arrays, \p MemberOffset bytes into it, is
/// accessed as a \p T, or a part of one. Noted, so that layouts keep together
/// what such a value takes. False where none could: it starts within an element,
/// or is not aligned as a whole.
bool viewElements(Unit &U, const std::set<unsigned> &Arrays,
                  unsigned MemberOffset, clang::QualType T);
/// The same for any value of \p Bytes that is aligned to \p Aligned bytes.
bool viewElements(Unit &U, const std::set<unsigned> &Arrays,
                  unsigned MemberOffset, uint64_t Bytes, uint64_t Aligned);

/// What \p Use of the array that \p Root names forbids.
ObstacleKind obstacleOf(Unit &U, const clang::Expr *Root, const ArrayUse &Use);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USEKIND_H
