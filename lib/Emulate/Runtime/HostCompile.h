//===- HostCompile.h - The host side of a CUDA source as LLVM IR *- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTCOMPILE_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTCOMPILE_H

#include "bankfix/Frontend/Frontend.h"
#include "llvm/IR/Module.h"

namespace bankfix {

/// The host side of \p Path. Its calls of the runtime are left unresolved, and
/// its registration constructor passes \p Tag to __cudaRegisterFatBinary.
///
/// \returns null where Clang reports an error; what it says is appended to
/// \p Diagnostics.
std::unique_ptr<llvm::Module>
compileHost(llvm::StringRef Path, const ParseOptions &Options,
            llvm::StringRef Tag, llvm::LLVMContext &Context,
            std::vector<FileDiagnostic> &Diagnostics);

/// Gives each __managed__ variable of the host's code a name that stands for
/// the device's memory; see ManagedPrefix.
void shareManaged(llvm::Module &M, llvm::StringRef Tag);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTCOMPILE_H
