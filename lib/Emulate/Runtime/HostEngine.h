//===- HostEngine.h - The device of a whole program -------------*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTENGINE_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTENGINE_H

#include "Device.h"
#include "Runtime/HostDevice.h"
#include "bankfix/Emulate/Program.h"

namespace bankfix {

/// The device code of one source file, as compiled; no module for plain C++.
struct DeviceCode {
  std::unique_ptr<llvm::LLVMContext> Context;
  EmittedCode Code;
};

/// Runs kernels on Device, one for each source file, and adds up what they did.
class HostEngine : public HostDevice {
public:
  /// One entry of \p Codes for each file.
  static llvm::Expected<std::unique_ptr<HostEngine>>
  create(std::vector<DeviceCode> Codes, const Target &T, uint64_t TracedBlocks);

  void *variable(unsigned Module, llvm::StringRef Name) override;
  llvm::Expected<KernelFacts> kernel(unsigned Module,
                                     llvm::StringRef Name) override;
  llvm::Error launch(const EmulatedLaunch &L) override;

  const ProgramTrace &trace() const { return Trace; }

private:
  HostEngine() = default;
  const DeviceKernel *find(unsigned Module, llvm::StringRef Name) const;
  ProgramKernel &entry(unsigned Module, const DeviceKernel &K);

  std::unique_ptr<Jit> J;
  std::vector<std::unique_ptr<Device>> Devices; ///< Null for plain C++.
  std::vector<std::map<std::string, KernelFacts>> Facts; ///< By file, symbol.
  uint64_t TracedBlocks = 0;                      ///< Of each kernel; 0: all.
  std::map<const DeviceKernel *, size_t> Entries; ///< Into Trace.Kernels.
  ProgramTrace Trace;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTENGINE_H
