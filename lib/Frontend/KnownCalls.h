//===- KnownCalls.h - Functions whose meaning is known ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_KNOWNCALLS_H
#define BANKFIX_LIB_FRONTEND_KNOWNCALLS_H

#include "ClangHeaders.h"

namespace bankfix {

enum class CallKind : uint8_t {
  Unknown,
  Barrier,
  Atomic, ///< The first argument is the address.
  Min,
  Max,
  Abs,
  Multiply,    ///< mul24 and the like.
  MultiplyAdd, ///< mad24 and the like.
  // OpenCL; the argument is the axis.
  LocalId,
  LocalSize,
  GroupId,
  GroupCount,
  GlobalId,
};

/// What a call does, by the name of the function it calls.
CallKind classify(const clang::CallExpr &Call);

/// The same arguments give the same value, and nothing else happens.
bool isPureCall(const clang::CallExpr &Call);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_KNOWNCALLS_H
