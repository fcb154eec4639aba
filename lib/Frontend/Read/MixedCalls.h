//===- MixedCalls.h - OpenCL built-ins of mixed types -----------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `min(i, 16u)` with an int i is ambiguous in OpenCL C: the built-in functions
// take operands of one type. Some vendors' compilers take such calls, as C
// takes `i < 16u`. A source that has them is read so.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_MIXEDCALLS_H
#define BANKFIX_LIB_FRONTEND_READ_MIXEDCALLS_H

#include "bankfix/Kernel/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace bankfix {

/// The function of which Clang says that a call is ambiguous, if mixedCalls
/// declares it; else empty.
llvm::StringRef ambiguousBuiltin(const FileDiagnostic &D);

/// Whether functions of different types only say what they return, or do it.
enum class MixedBodies : uint8_t { Declared, Defined };

/// The header in HeaderFolder that says so.
std::string mixedCallsHeader();

/// Declares these built-in functions with all that OpenCL has of them, and with
/// operands of different types, converted as C's operators convert them.
std::string mixedCalls(MixedBodies Bodies = MixedBodies::Declared);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_MIXEDCALLS_H
