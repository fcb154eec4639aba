//===- UseKind.h - What is done with an array where it is named -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_USEKIND_H
#define BANKFIX_LIB_FRONTEND_USES_USEKIND_H

#include "Uses/JudgedUnit.h"

namespace bankfix {

/// What is done with an array, from the place that names it outwards.
enum class UseKind : uint8_t {
  Access,  ///< Of an element that full subscripts name.
  Start,   ///< Its start goes to a variable whose uses are judged as its own.
  Pointer, ///< A place in it is used as a pointer, which is followed.
  Address, ///< What is done depends on addresses: `p < q`, `p - q`.
  SizeOf,  ///< Of all of it, or of rows.
  Element, ///< Of its elements: their size, or their type.
  Escapes, ///< Whatever else.
};

/// One use, judged.
struct ArrayUse {
  UseKind Kind = UseKind::Escapes;
  const clang::Expr *Around = nullptr; ///< What shows it to a reader.
  unsigned Dims = 0; ///< Of SizeOf: see Obstacle::Dims.
};

/// Judges one use: \p Root names an array or a variable that leads to one, or
/// is a call that returns a pointer into one. \p Parents are the statements
/// around it, the outermost first; \p In is the function.
ArrayUse judgeUse(JudgedUnit &U, const clang::Expr *Root,
                  llvm::ArrayRef<const clang::Stmt *> Parents,
                  const clang::FunctionDecl *In);

/// What a use comes to of which no more than the type, \p T, matters.
UseKind measured(clang::QualType T);

/// What \p Use of the array that \p Root names forbids.
ObstacleKind obstacleOf(JudgedUnit &U, const clang::Expr *Root,
                        const ArrayUse &Use);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_USEKIND_H
