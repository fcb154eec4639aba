//===- Values.h - What expressions of a kernel are lowered to ---*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer is an Expr. A pointer is an array and a byte offset; where it may
// lead to several arrays, an expression says to which. A place is what an
// lvalue names: a part of a shared array, a local variable, or elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_VALUES_H
#define BANKFIX_LIB_FRONTEND_LOWER_VALUES_H

#include "Ast/MemberPath.h"
#include "Lower/LoweredUnit.h"

namespace bankfix {

/// A local variable or a part of one. Also the result of a function, and a
/// temporary.
struct Object {
  const void *Of = nullptr; ///< A VarDecl, a FunctionDecl or an Expr.
  MemberPath Path = {};

  Object member(const clang::FieldDecl *F) const {
    return {Of, Path.member(F)};
  }
  Object component(unsigned Index) const { return {Of, Path.component(Index)}; }
  auto operator<=>(const Object &) const = default;
};

/// In place of an array's number: memory that is not shared.
inline constexpr int Elsewhere = -1;

struct Pointer {
  std::set<int> Targets;         ///< Arrays, or Elsewhere; not empty.
  const Expr *Which = nullptr;   ///< One of Targets; null if there is one only.
  const Expr *Offset = nullptr;  ///< Bytes; null if it only leads Elsewhere.
  std::optional<Object> ToLocal; ///< A local variable, not shared memory.

  /// The element that it leads to, one subscript per dimension of each target;
  /// empty where that is not known.
  llvm::SmallVector<const Expr *, 2> Subscripts;
  /// How many of them name what it leads to: arithmetic moves the last of
  /// those. One more than there are: it leads into an element.
  unsigned Level = 0;
  unsigned Member = 0; ///< Bytes into the element.

  static Pointer elsewhere();
  /// \p Level is 1 for a pointer to the first of the array's parts.
  static Pointer startOf(ExprPool &Pool, unsigned Array, const SharedArray &A,
                         unsigned Level);

  bool mayBeShared() const {
    return !Targets.empty() && *Targets.rbegin() >= 0;
  }
  /// How many arrays it may lead to.
  unsigned arrays() const { return Targets.size() - Targets.count(Elsewhere); }
  /// The only array that it leads to, if so.
  std::optional<unsigned> array() const {
    return Targets.size() == 1 && mayBeShared()
               ? std::optional(unsigned(*Targets.begin()))
               : std::nullopt;
  }
};

struct Place {
  enum KindType : uint8_t { Unknown, Local, Shared } Kind = Unknown;
  Object Var; ///< Local.
  Pointer At; ///< Shared. Of a Direct one, the subscripts say all.
  /// Shared, where the source subscripts the array itself.
  std::optional<MatchedAccess> Direct;
  GroupPart Part; ///< Shared, of a group that the source names.
  /// Shared, where components of a vector are named together, `v.xz`: their
  /// byte offsets, and the type of the vector, which At leads to. It is read
  /// and written as a whole.
  llvm::SmallVector<unsigned, 4> Components;
  clang::QualType Vector = {};
  bool IsBitField = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_VALUES_H
