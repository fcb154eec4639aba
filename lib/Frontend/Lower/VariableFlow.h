//===- VariableFlow.h - What lowering learns of variables -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_LOWER_VARIABLEFLOW_H
#define BANKFIX_LIB_FRONTEND_LOWER_VARIABLEFLOW_H

#include "Lower/Values.h"

namespace bankfix {

/// What holds for variables wherever they are used in a kernel.
struct VariableFlow {
  /// What all values of a pointer have in common; nothing if too little.
  struct Shape {
    unsigned Dims = 0, Level = 0, Member = 0;
    bool operator==(const Shape &) const = default;
  };
  std::map<Object, std::set<int>> Targets; ///< Of each pointer.
  std::map<Object, std::optional<Shape>> Shapes;
  std::set<const void *> Lost; ///< Their address went where nobody follows.
  /// Arrays whose addresses integers hold.
  std::map<Object, std::set<int>> Addresses;
  bool HasAddresses = false; ///< Some array's address became a number.
  /// Integers that are addresses of arrays at times, and that are other numbers
  /// at times.
  std::set<Object> Pointing, Numbers;
  /// What reaches shared memory by an address: see LoweredUnit::Reaches.
  std::map<const clang::Stmt *, bool> Reaches;
  ToldPitches Pitches;
  bool Changed = false;
};

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_LOWER_VARIABLEFLOW_H
