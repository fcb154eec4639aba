//===- Jit.h - Runs modules in this process ---------------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_JIT_H
#define BANKFIX_LIB_EMULATE_JIT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class DataLayout;
class LLVMContext;
class Module;
class Triple;
namespace orc {
class JITDylib;
class LLJIT;
} // namespace orc
} // namespace llvm

namespace bankfix {

/// Which functions of this process a module may call besides those it is given.
enum class ProcessSymbols : uint8_t {
  Maths, ///< The C library's maths, memory and string functions: device code.
  All,   ///< Whatever the process has: host code.
};

/// What device code is to be: a kernel that runs a few small blocks is done
/// before an optimiser is.
enum class CodeSpeed : uint8_t {
  QuickToMake,
  QuickToRun,
};

class Jit {
public:
  /// \p Speed: of all code of this JIT that is not optimised by itself.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(CodeSpeed Speed = CodeSpeed::QuickToRun);
  ~Jit();

  const llvm::DataLayout &layout() const;
  const llvm::Triple &triple() const;

  /// A name space of its own, in which \p Functions are defined.
  llvm::Expected<llvm::orc::JITDylib *>
  dylib(llvm::StringRef Name, const llvm::StringMap<void *> &Functions,
        ProcessSymbols Process);

  /// Adds a module for this machine; its code is made when it is looked up.
  llvm::Error add(llvm::orc::JITDylib &To, std::unique_ptr<llvm::Module> M,
                  std::unique_ptr<llvm::LLVMContext> Context);

  llvm::Expected<void *> find(llvm::orc::JITDylib &In, llvm::StringRef Name);

  /// Runs the constructors (and destructors) of what was added.
  llvm::Error initialize(llvm::orc::JITDylib &In);
  llvm::Error deinitialize(llvm::orc::JITDylib &In);

  /// The same for who needs more of ORC.
  llvm::orc::LLJIT &lljit();

private:
  Jit();
  std::unique_ptr<llvm::orc::LLJIT> J;
};

/// True for a function of the C library that device code may call.
bool isHostFunction(llvm::StringRef Name);

/// Gives \p M this machine's triple and data layout. What code generation for
/// another machine left in functions stays: see Retarget.h.
llvm::Error retarget(llvm::Module &M);

/// Runs the module passes of -O\p Level for this machine.
llvm::Error optimize(llvm::Module &M, unsigned Level);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_JIT_H
