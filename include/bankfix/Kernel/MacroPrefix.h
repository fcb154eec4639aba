//===- MacroPrefix.h - How bankfix names its macros -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts name the macros that a fix defines, and both they and the frontend
// recognise them in a source that was fixed before.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_KERNEL_MACROPREFIX_H
#define BANKFIX_KERNEL_MACROPREFIX_H

#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// What the names of all macros that bankfix defines begin with; a project may
/// put a prefix of its own before it.
inline constexpr llvm::StringLiteral MacroPrefix = "BANKFIX_";

/// \p Name is one that a fix defines: "BANKFIX_PAD32", "LIB_BANKFIX_PAD32".
bool isFixMacro(llvm::StringRef Name);

/// What the function is called that gives the macro \p Macro an argument of type
/// \p Type which is evaluated once: "bankfix_pad32", of an `int`;
/// "bankfix_pad32_unsigned_long".
std::string fixFunction(llvm::StringRef Macro, llvm::StringRef Type);

/// \p Name is that of such a function.
bool isFixFunction(llvm::StringRef Name);

/// Such a macro or function is used in a subscript of \p Text:
/// "t[LIB_BANKFIX_PAD32(i)]".
bool hasFixMacroSubscript(llvm::StringRef Text);

/// What the message of each assertion that it writes begins with, and, where
/// the language has none, the name of the type that stands for one.
inline constexpr llvm::StringLiteral RequirementMessage = "bankfix: ";
inline constexpr llvm::StringLiteral RequirementType = "bankfix_requires_";

} // namespace bankfix

#endif // BANKFIX_KERNEL_MACROPREFIX_H
