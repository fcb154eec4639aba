//===- OffsetMacros.h - Macros that spread indices over banks ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   expression ──offsetExpansion──▶ what a macro adds to its argument
//   all of them ──findOffsetMacros──▶ macros that only place elements, and the
//                                     arrays that they do it for
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_USES_OFFSETMACROS_H
#define BANKFIX_LIB_FRONTEND_USES_OFFSETMACROS_H

#include "Uses/JudgedUnit.h"

namespace bankfix {

/// An expression that is all that one expansion of a macro makes.
struct OffsetExpansion {
  std::string Macro;
  unsigned At = 0; ///< As in MacroText::Expansions.
  /// The macro's argument, wherever it stands: each of the same value.
  llvm::SmallVector<const clang::Expr *, 3> Arguments;
  OffsetTerms Terms;
  bool AddsIndex = false;
  unsigned Operations = 0;

  bool isAs(const OffsetExpansion &Other) const {
    return Terms == Other.Terms && AddsIndex == Other.AddsIndex;
  }
};

/// Macros by the first token of their body, as clang::SourceLocation has it.
using MacrosByBody = std::map<unsigned, std::string>;
MacrosByBody macrosByBody(const PreprocessorRecord &R);

/// What \p E is, if it is all of an expansion of a macro whose body is a sum of
/// its parameter shifted to the right, perhaps with the parameter itself.
std::optional<OffsetExpansion> offsetExpansion(const JudgedUnit &U,
                                               const MacrosByBody &Macros,
                                               const clang::Expr *E);

/// The macro that the places of an array's elements are written with.
struct ArrayOffsets {
  OffsetMacro Macro;
  std::optional<Obstacle> Why; ///< It has to stay as it is.
};

struct FoundOffsets {
  std::map<unsigned, ArrayOffsets> OfArrays;
  /// Those of one macro that may change: one definition is one layout.
  std::vector<std::set<unsigned>> Alike;
  std::vector<OffsetSource> Sources; ///< As in SourceMap.
  /// As in PointerUnit::OffsetMarks.
  llvm::DenseMap<const clang::Expr *,
                 std::pair<std::string, const clang::Expr *>>
      Marks;
};

/// The macros whose every expansion places elements of shared arrays, and why
/// others that do so here and there have to stay.
FoundOffsets findOffsetMacros(JudgedUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_USES_OFFSETMACROS_H
