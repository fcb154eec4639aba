//===- HeaderSearch.h - Headers of the same project -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_HEADERSEARCH_H
#define BANKFIX_LIB_FRONTEND_READ_HEADERSEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class CompilerInstance;
}

namespace bankfix {

/// The include folder of the project that \p Source belongs to which has
/// \p Header: the nearest one above \p Source, or its include folder by a usual
/// name. Empty if there is none.
std::string projectFolderOf(llvm::StringRef Header, llvm::StringRef Source);

/// Searches \p Folders behind all others, as `-idirafter` does; but what is in
/// them is the user's, and no system header.
void searchLast(clang::CompilerInstance &CI,
                llvm::ArrayRef<std::string> Folders);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_HEADERSEARCH_H
