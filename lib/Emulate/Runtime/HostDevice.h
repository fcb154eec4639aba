//===- HostDevice.h - What the CUDA runtime asks of the device --*- C++ -*-===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTDEVICE_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTDEVICE_H

#include "bankfix/Target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>

namespace bankfix {

/// What `cudaFuncGetAttributes` is asked for.
struct KernelFacts {
  uint64_t SharedBytes = 0; ///< Of its static arrays.
  unsigned MaxThreads = 0;  ///< Of a block, by __launch_bounds__; 0: any.
};

/// `kernel<<<grid, block, bytes>>>(...)`, with everything evaluated.
struct EmulatedLaunch {
  unsigned Module = 0;    ///< Index of the source file.
  llvm::StringRef Kernel; ///< As it was registered: its mangled name.
  std::array<unsigned, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint64_t DynamicBytes = 0;
  void **Arguments = nullptr; ///< A pointer to each parameter's value.
  bool Cooperative = false;
  const Target *Model = nullptr; ///< What accesses cost; null: as usual.
};

/// The device code of all source files, ready to run.
class HostDevice {
public:
  virtual ~HostDevice() = default;

  /// The variable's memory; null if the device code has none of that name.
  virtual void *variable(unsigned Module, llvm::StringRef Name) = 0;
  /// The error says why the kernel cannot be run.
  virtual llvm::Expected<KernelFacts> kernel(unsigned Module,
                                             llvm::StringRef Name) = 0;
  /// Runs all blocks and counts. The error is a fault of the kernel, or what
  /// cannot be emulated.
  virtual llvm::Error launch(const EmulatedLaunch &L) = 0;
};

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTDEVICE_H
