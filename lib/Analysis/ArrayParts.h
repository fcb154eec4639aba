//===- ArrayParts.h - What makes two arrays the same ------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests, verdicts and maps are found once for arrays that are the same to
// whoever finds them. Each member of SharedArray is in one part here, by who
// looks at it; a member that has none yet does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_ANALYSIS_ARRAYPARTS_H
#define BANKFIX_LIB_ANALYSIS_ARRAYPARTS_H

#include "bankfix/Kernel/Kernel.h"
#include <tuple>

namespace bankfix {

/// Each part holds references to members of one array.
template <typename S, typename R, typename L> struct ArrayParts {
  S Shape;  ///< `enumerate`: which offset subscripts are.
  R Values; ///< The run of a kernel, besides: what is read from it.
  L Layout; ///< Strategies, maps and verdicts, besides what is above.
};

inline auto partsOf(const SharedArray &A) {
  const auto &[Name, ElementType, Dims, IsArray, ElementBytes, Alignment,
               FreeBehind, ElementAlignment, ViewBytes, Space, Parameter, Place,
               OfKernel, Obstacles, NamedInDeadCode, Offsets, OffsetsStay,
               Group] = A;
  // Left out: what it is called, where it stands and whose it is (Name, Place,
  // OfKernel); what is asked of each array by itself, before any strategy
  // (Obstacles, OffsetsStay, NamedInDeadCode, Group); what the budget of memory
  // adds up (FreeBehind). Offsets have no equality: see areAlike.
  return ArrayParts{std::tie(Dims, ElementBytes),
                    std::tie(ElementType, Space, Parameter),
                    std::tie(IsArray, Alignment, ElementAlignment, ViewBytes)};
}

} // namespace bankfix

#endif // BANKFIX_LIB_ANALYSIS_ARRAYPARTS_H
