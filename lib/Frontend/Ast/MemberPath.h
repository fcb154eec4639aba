//===- MemberPath.h - Which part of an object -------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   config                            the whole: no step
//   config.blockDim.x                 two members
//   sizes[2]                          an element
//   v.y, of a vector type             a component
//
// Members go by their names: a `dim3` that is made from a `uint3` gets, of each
// member, what that of the same name has.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_AST_MEMBERPATH_H
#define BANKFIX_LIB_FRONTEND_AST_MEMBERPATH_H

#include "ClangHeaders.h"
#include <string_view>

namespace bankfix {

/// The steps from an object to a part of it.
class MemberPath {
public:
  /// The whole.
  MemberPath() = default;

  bool isWhole() const { return Steps.empty(); }
  /// Part of \p Other, or the same.
  bool isWithin(const MemberPath &Other) const;

  MemberPath member(const clang::FieldDecl *F) const;
  /// \p Name lives as long as the syntax tree.
  MemberPath member(std::string_view Name) const;
  MemberPath component(unsigned Index) const;
  MemberPath element(uint64_t Index) const;
  MemberPath operator+(const MemberPath &Inner) const;
  /// The steps behind \p Outer, which this is within.
  MemberPath behind(const MemberPath &Outer) const;

  /// ".blockDim.x", "[2]", for messages and names.
  std::string text() const;

  auto operator<=>(const MemberPath &) const = default;

private:
  enum class StepKind : uint8_t { Member, Unnamed, Component, Element };
  struct Step {
    StepKind Kind = StepKind::Member;
    std::string_view Name = {}; ///< Of a Member.
    uint64_t Index = 0;         ///< Of all others; of Unnamed, the field's.

    auto operator<=>(const Step &) const = default;
  };

  MemberPath with(Step Last) const;

  std::vector<Step> Steps; ///< The outermost first.
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_AST_MEMBERPATH_H
