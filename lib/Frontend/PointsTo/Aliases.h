//===- Aliases.h - Names of types that declare sizes ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   typedef float Tile[32][32];     using Rows = float (*)[32];
//   __shared__ Tile a, b;           Rows p = a;
//
// Another size in such a type is another layout for all that it declares. So it
// may change where that is shared arrays, and pointers to parts of them, alone.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_POINTSTO_ALIASES_H
#define BANKFIX_LIB_FRONTEND_POINTSTO_ALIASES_H

#include "ClangHeaders.h"
#include <map>
#include <set>

namespace bankfix {

struct PointerUnit;

/// The name of a type of arrays, or of pointers to them.
struct ArrayAlias {
  const clang::TypedefNameDecl *Decl = nullptr; ///< In one instance.
  std::set<unsigned> Arrays;   ///< That it declares, or that pointers lead to.
  std::set<unsigned> Mentions; ///< Offsets where it declares these.
};

/// By where they stand: see SourceText::spelledAt.
using ArrayAliases = std::map<unsigned, ArrayAlias>;

/// Fills PointerUnit::Aliases. What variables lead to has to be known.
void findAliases(PointerUnit &U);

/// Says of every other use of such a type why its arrays must stay as they are.
void checkAliases(PointerUnit &U);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_POINTSTO_ALIASES_H
