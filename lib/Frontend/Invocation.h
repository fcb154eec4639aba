//===- Invocation.h - How Clang is called ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_FRONTEND_INVOCATION_H
#define BANKFIX_LIB_FRONTEND_INVOCATION_H

#include "bankfix/Frontend/Frontend.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class CompilerInvocation;
class DiagnosticConsumer;
} // namespace clang

namespace bankfix {

/// True for OpenCL C, by the file's name.
bool isOpenCL(llvm::StringRef Path);

/// The toolkit's folder: \p Wanted, or one of the usual places; empty if there
/// is none.
std::string findToolkit(llvm::StringRef Wanted);

/// The built-in headers, put into \p Memory, over the real files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemWithHeaders(
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory);

/// What the command line leaves open.
struct Dialect {
  HeaderMode Headers;       ///< BuiltIn or Sdk.
  llvm::StringRef Standard; ///< Of OpenCL C, such as "CL2.0".
};

/// Clang's arguments to parse \p Path, or null where they make no sense (the
/// reason goes to \p Diagnostics).
std::shared_ptr<clang::CompilerInvocation>
invocationFor(llvm::StringRef Path, const ParseOptions &Options,
              const Dialect &Language,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
              clang::DiagnosticConsumer &Diagnostics);

} // namespace bankfix

#endif // BANKFIX_LIB_FRONTEND_INVOCATION_H
