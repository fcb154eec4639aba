//===- TextFunctions.h - What is known by name to leave a text ---- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_HOST_TEXTFUNCTIONS_H
#define BANKFIX_LIB_FRONTEND_HOST_TEXTFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace bankfix {

/// Functions that leave a text, a file and a length as they are.
bool onlyReads(llvm::StringRef Function);

/// Methods of strings, streams and loaders that do.
bool onlyReadsIts(llvm::StringRef Method);

/// Methods whose value is the text.
bool handsOut(llvm::StringRef Method);

/// Methods that copy the text to something else.
bool copies(llvm::StringRef Method);

/// Functions and types whose value is what they get.
bool isTransparent(llvm::StringRef Name);

/// Words of types, and of what makes objects.
bool isPlainWord(llvm::StringRef Word);

/// Words that begin statements which declare nothing.
bool isStatement(llvm::StringRef Word);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_HOST_TEXTFUNCTIONS_H
