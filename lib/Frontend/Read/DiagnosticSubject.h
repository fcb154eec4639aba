//===- DiagnosticSubject.h - The name that an error is about ----*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_DIAGNOSTICSUBJECT_H
#define BANKFIX_LIB_FRONTEND_READ_DIAGNOSTICSUBJECT_H

#include "clang/Basic/Diagnostic.h"
#include <string>

namespace bankfix {

/// FileDiagnostic::Subject: the first name that Clang gives \p D, such as that
/// of a variable that is not declared; empty where it gives none.
std::string subjectOf(const clang::Diagnostic &D);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_DIAGNOSTICSUBJECT_H
