//===- ElementStructs.h - Structs of one array's elements -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   struct Body { float x, y, z, mass; };
//   __shared__ Body bodies[64];
//   bodies[i].mass = m; const Body &other = bodies[j];
//
// One member more is another layout of the array, and changes nothing else,
// where nothing else depends on how large the struct is. So each declaration
// and each expression whose type has to do with the struct has to be of a kind
// that is known not to; and each place that spells its name one of these.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTSTRUCTS_H
#define BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTSTRUCTS_H

#include "Arrays/ArrayUnit.h"

namespace bankfix {

struct ElementStructs {
  /// By array: where its elements' struct may get another member.
  std::map<unsigned, MemberSource> Members;
  llvm::DenseSet<const clang::FieldDecl *> Pads; ///< As in ArrayUnit.
  std::set<unsigned> Padded;
};

/// Of which arrays the elements' struct may get another member, and which of
/// \p Added a rewrite gave it. Groups of arrays have to be known.
ElementStructs findElementStructs(const ArrayUnit &U,
                                  const std::set<std::string> &Added);

/// The structs of \p Arrays alone: no declaration or expression of the file
/// depends on the size of \p R. \p Named gets the members that it names.
bool isForArraysAlone(const ArrayUnit &U, const clang::RecordDecl *R,
                      const std::set<unsigned> &Arrays,
                      llvm::DenseSet<const clang::FieldDecl *> &Named);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_ARRAYS_ELEMENTSTRUCTS_H
