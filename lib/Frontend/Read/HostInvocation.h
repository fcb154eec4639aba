//===- HostInvocation.h - How Clang is called for a host --------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_READ_HOSTINVOCATION_H
#define BANKFIX_LIB_FRONTEND_READ_HOSTINVOCATION_H

#include "bankfix/Frontend/Invocation.h"

namespace bankfix {

/// Clang's arguments to parse \p Path, an OpenCL program's host in C or C++, by
/// its name. It gets the declarations of the built-in headers, and no others:
/// what it means does not depend on the machine.
std::shared_ptr<clang::CompilerInvocation> openCLHostInvocationFor(
    llvm::StringRef Path,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
    clang::DiagnosticConsumer &Diagnostics);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_READ_HOSTINVOCATION_H
