//===- AssemblyText.h - Assembly as nvcc reads it ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYTEXT_H
#define BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYTEXT_H

#include <string>

namespace bankfix {

/// Of the `asm` statements in \p Text, what nvcc reads and Clang does not: a
/// blank between two operands, `: "r"(a) "l"(b)`, becomes a comma, and the `%`
/// of a register, `%laneid`, a `$`, which Clang hands on as it is. Everything
/// stays where it was.
void repairAssembly(std::string &Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYTEXT_H
