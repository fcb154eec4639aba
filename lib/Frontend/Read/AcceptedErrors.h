//===- AcceptedErrors.h - Errors of Clang's alone ---------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_ACCEPTEDERRORS_H
#define BANKFIX_LIB_FRONTEND_READ_ACCEPTEDERRORS_H

#include "clang/Basic/Diagnostic.h"

namespace bankfix {

/// Whether other compilers take what \p D, an error, is about: see
/// AcceptedErrors.def.
bool isAcceptedElsewhere(const clang::Diagnostic &D);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_ACCEPTEDERRORS_H
