//===- HostApiLaunch.cpp - Registration, launches and occupancy -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostRuntime.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace bankfix;

namespace {

/// What Clang hands to __cudaRegisterFatBinary (CGCUDANV.cpp).
struct FatBinary {
  int Magic, Version;
  const char *Data; ///< compileHost's tag: the index of the source file.
  void *Unused;
};

uint64_t volume(const dim3 &D) { return uint64_t(D.x) * D.y * D.z; }

/// The facts of a kernel; the program ends where it cannot be emulated.
KernelFacts facts(HostRuntime &R, const RegisteredKernel &K) {
  llvm::Expected<KernelFacts> Facts = R.Device.kernel(K.Module, K.Name);
  if (!Facts)
    refuse(llvm::toString(Facts.takeError()));
  return *Facts;
}

unsigned maxThreads(const HostRuntime &R, const KernelFacts &Facts) {
  unsigned Most = R.T.Memory.ThreadsPerBlock;
  return Facts.MaxThreads ? std::min(Facts.MaxThreads, Most) : Most;
}

/// What the hardware makes of a launch's shape, by the programming guide.
cudaError_t checkShape(const HostRuntime &R, const RegisteredKernel &K,
                       const KernelFacts &Facts, const CallConfiguration &C,
                       bool Cooperative) {
  const dim3 &B = C.Block, &G = C.Grid;
  uint64_t Threads = volume(B);
  if (Threads == 0 || volume(G) == 0 || B.x > 1024 || B.y > 1024 || B.z > 64 ||
      Threads > R.T.Memory.ThreadsPerBlock || G.x > 2147483647u ||
      G.y > 65535 || G.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (Threads > maxThreads(R, Facts))
    return cudaErrorLaunchOutOfResources;
  uint64_t Limit = std::max<uint64_t>(
      K.MaxDynamicBytes,
      R.T.Memory.StaticPerBlock -
          std::min<uint64_t>(Facts.SharedBytes, R.T.Memory.StaticPerBlock));
  if (C.DynamicBytes > Limit)
    return cudaErrorInvalidValue;
  if (Cooperative &&
      volume(G) > uint64_t(Processors) *
                      residentBlocks(R, unsigned(Threads),
                                     Facts.SharedBytes + C.DynamicBytes))
    return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

} // namespace

cudaError_t bankfix::launchKernel(HostRuntime &R, const void *Function,
                                  const CallConfiguration &C, void **Arguments,
                                  bool Cooperative) {
  auto Known = R.Kernels.find(Function);
  if (Known == R.Kernels.end())
    return cudaErrorInvalidDeviceFunction;
  const RegisteredKernel &K = Known->second;
  if (cudaError_t Error = checkShape(R, K, facts(R, K), C, Cooperative))
    return Error;
  EmulatedLaunch L;
  L.Module = K.Module;
  L.Kernel = K.Name;
  L.Grid = {C.Grid.x, C.Grid.y, C.Grid.z};
  L.Block = {C.Block.x, C.Block.y, C.Block.z};
  L.DynamicBytes = C.DynamicBytes;
  L.Arguments = Arguments;
  L.Cooperative = Cooperative;
  L.Model = &modelFor(R, K.Banks ? K.Banks : R.Banks);
  HostProgress &P = hostProgress();
  std::strncpy(P.Kernel, K.Name.c_str(), sizeof P.Kernel - 1);
  P.InKernel = true;
  if (llvm::Error E = R.Device.launch(L))
    refuse(llvm::toString(std::move(E)));
  P.InKernel = false;
  return cudaSuccess;
}

extern "C" {

// What the constructor that Clang adds to each file calls.

void **__cudaRegisterFatBinary(void *Binary) {
  uintptr_t Module = 0;
  llvm::StringRef(static_cast<FatBinary *>(Binary)->Data)
      .consumeInteger(10, Module);
  return reinterpret_cast<void **>(Module + 1); // A handle is not null.
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}

int __cudaRegisterFunction(void **Handle, const void *Stub, char *,
                           const char *Name, int, void *, void *, void *,
                           void *, int *) {
  unsigned Module = unsigned(reinterpret_cast<uintptr_t>(Handle) - 1);
  hostRuntime().Kernels[Stub] = {Module, Name};
  return 0;
}
void __cudaRegisterVar(void **Handle, char *Shadow, char *, const char *Name,
                       int, size_t Bytes, int, int) {
  HostRuntime &R = hostRuntime();
  unsigned Module = unsigned(reinterpret_cast<uintptr_t>(Handle) - 1);
  void *Device = R.Device.variable(Module, Name);
  R.Variables[Shadow] = {Device, Bytes};
  if (Device)
    R.Memory.add(Device, Bytes, MemoryKind::Variable);
}

unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t Shared,
                                     void *Stream) {
  HostRuntime &R = hostRuntime();
  std::lock_guard<std::recursive_mutex> Locked(R.Lock);
  R.Pushed.push_back({Grid, Block, Shared, cudaStream_t(Stream)});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block, size_t *Shared,
                                       void *Stream) {
  HostRuntime &R = hostRuntime();
  std::lock_guard<std::recursive_mutex> Locked(R.Lock);
  if (R.Pushed.empty())
    return cudaErrorMissingConfiguration;
  CallConfiguration C = R.Pushed.back();
  R.Pushed.pop_back();
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.DynamicBytes;
  *static_cast<cudaStream_t *>(Stream) = C.Stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t Shared,
                             cudaStream_t Stream) {
  return called(__func__, [&](HostRuntime &R) {
    return launchKernel(R, Function, {Grid, Block, Shared, Stream}, Arguments,
                        false);
  });
}
cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t Stream) {
  return called(__func__, [&](HostRuntime &R) {
    return launchKernel(R, Function, {Grid, Block, Shared, Stream}, Arguments,
                        true);
  });
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config,
                                const void *Function, void **Arguments) {
  return called(__func__, [&](HostRuntime &R) {
    if (!Config)
      return cudaErrorInvalidValue;
    bool Cooperative = false;
    for (unsigned I = 0; I < Config->numAttrs; ++I) {
      const cudaLaunchAttribute &A = Config->attrs[I];
      if (A.id == cudaLaunchAttributeCooperative)
        Cooperative = A.val.cooperative;
      if (A.id == cudaLaunchAttributeClusterDimension)
        refuse("cudaLaunchKernelEx: thread block clusters are not emulated");
    }
    return launchKernel(R, Function,
                        {Config->gridDim, Config->blockDim,
                         Config->dynamicSmemBytes, Config->stream},
                        Arguments, Cooperative);
  });
}

/// Registers and local memory are not modelled: 0.
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes,
                                  const void *Function) {
  return called(__func__, [&](HostRuntime &R) {
    auto K = R.Kernels.find(Function);
    if (K == R.Kernels.end())
      return cudaErrorInvalidDeviceFunction;
    KernelFacts Facts = facts(R, K->second);
    *Attributes = {};
    Attributes->sharedSizeBytes = Facts.SharedBytes;
    Attributes->maxThreadsPerBlock = int(maxThreads(R, Facts));
    Attributes->ptxVersion = Attributes->binaryVersion =
        int(R.T.ComputeCapability);
    Attributes->maxDynamicSharedSizeBytes =
        K->second.MaxDynamicBytes
            ? K->second.MaxDynamicBytes
            : int(R.T.Memory.StaticPerBlock - Facts.SharedBytes);
    Attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetAttribute(const void *Function,
                                 cudaFuncAttribute Attribute, int Value) {
  return called(__func__, [&](HostRuntime &R) {
    auto K = R.Kernels.find(Function);
    if (K == R.Kernels.end())
      return cudaErrorInvalidDeviceFunction;
    switch (Attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      uint64_t Static = facts(R, K->second).SharedBytes;
      if (Value < 0 || uint64_t(Value) + Static > R.T.Memory.SharedPerBlock)
        return cudaErrorInvalidValue;
      K->second.MaxDynamicBytes = Value;
      return cudaSuccess;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      // A wish for how the first-level cache is divided.
      return Value >= -1 && Value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    default:
      refuse("cudaFuncSetAttribute: attribute " + llvm::Twine(int(Attribute)) +
             " is not emulated");
    }
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                          const void *Function,
                                                          int BlockSize,
                                                          size_t Shared) {
  return called(__func__, [&](HostRuntime &R) {
    auto K = R.Kernels.find(Function);
    if (K == R.Kernels.end())
      return cudaErrorInvalidDeviceFunction;
    if (BlockSize <= 0)
      return cudaErrorInvalidValue;
    KernelFacts Facts = facts(R, K->second);
    *Blocks = unsigned(BlockSize) > maxThreads(R, Facts)
                  ? 0
                  : int(residentBlocks(R, unsigned(BlockSize),
                                       Facts.SharedBytes + Shared));
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Function, int BlockSize, size_t Shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(Blocks, Function,
                                                       BlockSize, Shared);
}
/// cudaOccupancyMaxPotentialBlockSize: of the block sizes that keep the most
/// threads resident, the largest.
cudaError_t __bankfix_occupancy(int *MinGrid, int *BlockSize,
                                const void *Function, size_t Shared,
                                int BlockLimit) {
  return called("cudaOccupancyMaxPotentialBlockSize", [&](HostRuntime &R) {
    auto K = R.Kernels.find(Function);
    if (K == R.Kernels.end())
      return cudaErrorInvalidDeviceFunction;
    KernelFacts Facts = facts(R, K->second);
    unsigned Most = maxThreads(R, Facts), Wave = R.T.WaveSize, Best = 0;
    if (BlockLimit > 0)
      Most = std::min(Most, unsigned(BlockLimit));
    for (unsigned Size = Most; Size; Size = (Size - 1) / Wave * Wave) {
      unsigned Blocks = residentBlocks(R, Size, Facts.SharedBytes + Shared);
      if (Blocks * Size <= Best)
        continue;
      Best = Blocks * Size;
      *BlockSize = int(Size);
      *MinGrid = int(Blocks * Processors);
    }
    return Best ? cudaSuccess : cudaErrorInvalidConfiguration;
  });
}
}
