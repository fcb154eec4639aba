//===- Invocation.h - How Clang is called -----------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_FRONTEND_INVOCATION_H
#define BANKFIX_FRONTEND_INVOCATION_H

#include "bankfix/Frontend/ParseOptions.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class CompilerInvocation;
class DiagnosticConsumer;
class PreprocessorOptions;
} // namespace clang

namespace bankfix {

/// True for OpenCL C, by the file's name.
bool isOpenCL(llvm::StringRef Path);

/// True for HIP, by the file's name. It is read as CUDA is, with the built-in
/// declarations of HIP's names.
bool isHip(llvm::StringRef Path);

/// True for CUDA and HIP, by the file's name, as nvcc has it: a .cpp file is plain C++,
/// which may include the runtime's headers.
bool isCudaSource(llvm::StringRef Path);

/// The toolkit's folder: \p Wanted, or one of the usual places; empty if there
/// is none.
std::string findToolkit(llvm::StringRef Wanted);

/// Where the built-in headers seem to lie.
inline constexpr llvm::StringLiteral HeaderFolder = "/bankfix-headers";

/// Headers in place of PyTorch's where no other folder has them. They declare
/// what is used most: where an error says that a source wants more, it is as if
/// they were missing.
inline constexpr llvm::StringLiteral StandInFolder = "/bankfix-headers/pytorch";

/// The built-in headers, put into \p Memory, over the real files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemWithHeaders(
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory);

/// Has other files than \p Path hold what ParseOptions::Texts say, also those
/// that are not yet on the disk, but for the files around a header. To be called
/// before the main file is replaced in \p Into.
void replaceTexts(const ParseOptions &Options, llvm::StringRef Path,
                  clang::PreprocessorOptions &Into,
                  llvm::vfs::InMemoryFileSystem &Memory);

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

/// Clang's arguments to generate code for the host side of \p Path, CUDA or
/// (see isCudaSource) plain C++, against the built-in headers. \p Binary names
/// the file in
/// \p Files that stands for the device code; its text comes back from the
/// program at run time, as what __cudaRegisterFatBinary is given. Null as for
/// invocationFor.
std::shared_ptr<clang::CompilerInvocation>
hostInvocationFor(llvm::StringRef Path, const ParseOptions &Options,
                  llvm::StringRef Binary,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  clang::DiagnosticConsumer &Diagnostics);

} // namespace bankfix

#endif // BANKFIX_FRONTEND_INVOCATION_H
