//===- HostProgram.h - Links and runs the host side of a program *- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROGRAM_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROGRAM_H

#include "Runtime/HostDevice.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <vector>

namespace bankfix {

/// One module of all, in whose order the constructors run. The error says what
/// a linker would: names defined twice, names not defined, no main.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkHost(std::vector<std::unique_ptr<llvm::Module>> Modules);

/// Compiles the module and calls its main with \p Arguments, the program's name
/// first. Ends the process as the program does; hostRuntime() has to be set.
[[noreturn]] void runHost(std::unique_ptr<llvm::Module> M,
                          std::unique_ptr<llvm::LLVMContext> Context,
                          HostDevice &Device,
                          const std::vector<std::string> &Arguments);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTPROGRAM_H
