//===- HostRuntime.h - The CUDA runtime that an emulated program calls ---===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The functions that cuda_runtime_api.h declares are defined in the HostApi
// sources under their own names, and listed in HostSymbols.def. Each locks the
// runtime, does its work at once (a stream is always idle) and keeps its error.
//
//===----------------------------------------------------------------------===//

#ifndef BANKFIX_LIB_EMULATE_RUNTIME_HOSTRUNTIME_H
#define BANKFIX_LIB_EMULATE_RUNTIME_HOSTRUNTIME_H

#include "Runtime/HostDevice.h"
#include "Runtime/HostMemory.h"
#include "Runtime/HostProcess.h"
#include "bankfix/Target/Target.h"
#include <cuda_runtime_api.h>
#include <mutex>
#include <set>
#include <vector>

namespace bankfix {

/// A __global__ function, by the address of the stub that the host calls.
struct RegisteredKernel {
  unsigned Module = 0;
  std::string Name;
  int MaxDynamicBytes = 0; ///< As set by cudaFuncSetAttribute; 0: not set.
  /// By cudaFuncSetSharedMemConfig; default: as the device's.
  cudaSharedMemConfig Banks = cudaSharedMemBankSizeDefault;
};

/// A __device__, __constant__ or __managed__ variable.
struct RegisteredVariable {
  void *Device = nullptr;
  uint64_t Bytes = 0;
};

struct CallConfiguration {
  dim3 Grid, Block;
  size_t DynamicBytes = 0;
  cudaStream_t Stream = nullptr;
};

struct HostRuntime {
  HostRuntime(const Target &T, HostDevice &Device, uint64_t MemoryBytes)
      : T(T), Device(Device), Memory(MemoryBytes) {}

  const Target &T;
  HostDevice &Device;
  HostMemory Memory;
  std::recursive_mutex Lock;
  cudaError_t Last = cudaSuccess;

  std::map<const void *, RegisteredKernel> Kernels;
  std::map<const void *, RegisteredVariable> Variables;
  std::vector<CallConfiguration> Pushed;
  std::set<cudaStream_t> Streams;
  std::set<cudaEvent_t> Events;
  std::map<cudaLimit, size_t> Limits;
  unsigned DeviceFlags = 0;
  /// By cudaDeviceSetSharedMemConfig; default: as the target's.
  cudaSharedMemConfig Banks = cudaSharedMemBankSizeDefault;
};

/// The one of this process.
HostRuntime &hostRuntime();
void setHostRuntime(HostRuntime &R);

/// Runs the body of a runtime function: locked, and with its error kept.
template <typename Body> cudaError_t called(const char *Name, Body Do) {
  HostRuntime &R = hostRuntime();
  std::lock_guard<std::recursive_mutex> Locked(R.Lock);
  const char *Outer = hostProgress().Call;
  hostProgress().Call = Name;
  cudaError_t Error = Do(R);
  hostProgress().Call = Outer;
  if (Error != cudaSuccess)
    R.Last = Error;
  return Error;
}

/// Blocks of a kernel that one processor holds at a time.
unsigned residentBlocks(const HostRuntime &R, unsigned Threads,
                        uint64_t SharedBytes);
/// Processors of the emulated device.
inline constexpr unsigned Processors = 8;

/// What accesses cost, as wide as \p Banks makes the banks.
const Target &modelFor(const HostRuntime &R, cudaSharedMemConfig Banks);

/// Launches, or says what is wrong with the configuration.
cudaError_t launchKernel(HostRuntime &R, const void *Function,
                         const CallConfiguration &C, void **Arguments,
                         bool Cooperative);

} // namespace bankfix

#endif // BANKFIX_LIB_EMULATE_RUNTIME_HOSTRUNTIME_H
