//===- AssemblyCommas.h - Operands written without commas -------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYCOMMAS_H
#define BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYCOMMAS_H

#include <string>

namespace bankfix {

/// Puts a comma in place of a blank between two operands of an `asm` statement
/// in \p Text, `: "r"(a) "l"(b)`: nvcc reads that so, and Clang does not.
void addAssemblyCommas(std::string &Text);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_ASSEMBLYCOMMAS_H
