//===- HeadersTried.h - One way to find headers against another -*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that the built-in headers do not suffice for is read with a toolkit's,
// too. The better result is kept, and says why the other one is not.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_HEADERSTRIED_H
#define BANKFIX_LIB_FRONTEND_READ_HEADERSTRIED_H

#include "bankfix/Frontend/Frontend.h"

namespace bankfix {

/// The header that \p D says is missing; empty if it is about anything else.
llvm::StringRef missingHeader(const FileDiagnostic &D);

/// The toolkit in the folder \p Toolkit has \p Header.
bool hasHeader(llvm::StringRef Toolkit, llvm::StringRef Header);

/// \p New parses, and Clang says less of it than of \p Old.
bool isBetter(const ParsedFile &New, const ParsedFile &Old);

/// Neither parses, but all that is wrong with \p New is wrong with \p Old, too.
bool isCloser(const ParsedFile &New, const ParsedFile &Old);

/// \p Kept misses headers that the toolkit in the folder \p Toolkit has: says
/// of each what is wrong with the file \p Path read with those, \p WithToolkit.
void blameFirstCause(ParsedFile &Kept, const ParsedFile &WithToolkit,
                     llvm::StringRef Toolkit, llvm::StringRef Path);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_HEADERSTRIED_H
