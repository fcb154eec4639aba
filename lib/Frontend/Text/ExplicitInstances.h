//===- ExplicitInstances.h - `template void f<int>(..);` --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_TEXT_EXPLICITINSTANCES_H
#define BANKFIX_LIB_FRONTEND_TEXT_EXPLICITINSTANCES_H

#include "ClangHeaders.h"
#include <vector>

namespace bankfix {

/// The offsets in \p Text at which a declaration of an instance, with or
/// without `extern` before it, names what it makes one of, if that is called
/// \p Name. What else it names, such as an argument of the template, and what a
/// macro or a directive is a part of, is none of them.
std::vector<unsigned> explicitInstances(llvm::StringRef Text,
                                        const clang::LangOptions &Options,
                                        llvm::StringRef Name);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_TEXT_EXPLICITINSTANCES_H
