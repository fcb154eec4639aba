//===- HostApiDevice.cpp - The runtime's functions on devices and errors --===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostRuntime.h"
#include "bankfix/Target/BankWidth.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdio>
#include <cstring>

using namespace bankfix;

namespace {

struct ErrorText {
  cudaError_t Error;
  const char *Name, *Text;
};

constexpr ErrorText ErrorTexts[] = {
#define CUDA_ERROR(Name, Text) {Name, #Name, Text},
#include "Runtime/HostErrors.def"
};

} // namespace

static const ErrorText *findError(cudaError_t Error) {
  for (const ErrorText &E : ErrorTexts)
    if (E.Error == Error)
      return &E;
  return nullptr;
}

const Target &bankfix::modelFor(const HostRuntime &R,
                                cudaSharedMemConfig Banks) {
  const Target *Chosen =
      Banks == cudaSharedMemBankSizeDefault
          ? nullptr
          : withBankWidth(R.T, Banks == cudaSharedMemBankSizeEightByte ? 8 : 4);
  return Chosen ? *Chosen : R.T; // Most devices have banks of one width.
}

/// Compute capability times ten. Programs are only run for CUDA targets.
static int capability(const HostRuntime &R) {
  return int(R.T.ComputeCapability);
}

static constexpr int MaxGrid[3] = {2147483647, 65535, 65535};
static constexpr int MaxBlock[3] = {1024, 1024, 64};

/// The attributes of the CUDA programming guide's tables, those that the model
/// of the target gives, and what holds for the emulation. Clocks and bus widths
/// are not modelled: 0.
static bool attribute(const HostRuntime &R, cudaDeviceAttr A, int &Value) {
  const Limits &M = R.T.Memory;
  switch (A) {
#define ATTRIBUTE(Name, What)                                                  \
  case Name:                                                                   \
    Value = int(What);                                                         \
    return true;
#include "Runtime/HostAttributes.def"
#undef ATTRIBUTE
  default:
    return false;
  }
}

static cudaError_t checkDevice(int Device) {
  return Device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

unsigned bankfix::residentBlocks(const HostRuntime &R, unsigned Threads,
                                 uint64_t SharedBytes) {
  if (SharedBytes > UINT32_MAX)
    return 0;
  return blocksPerProcessor(R.T, Threads, unsigned(SharedBytes)).value_or(0);
}

/// The value of an attribute that the table has.
static int known(const HostRuntime &R, cudaDeviceAttr A) {
  int Value = 0;
  attribute(R, A, Value);
  return Value;
}

static void fillProperties(const HostRuntime &R, cudaDeviceProp &P) {
  std::memset(&P, 0, sizeof P);
  std::snprintf(P.name, sizeof P.name, "bankfix %s", R.T.Name.str().c_str());
  P.totalGlobalMem = R.Memory.limit();
  P.memPitch = 2147483647;
  P.totalConstMem = 65536;
  for (unsigned D = 0; D < 3; ++D) {
    P.maxThreadsDim[D] = MaxBlock[D];
    P.maxGridSize[D] = MaxGrid[D];
  }
  P.deviceOverlap = known(R, cudaDevAttrGpuOverlap);
#define PROPERTY(Field, Attribute)                                             \
  P.Field = decltype(P.Field)(known(R, Attribute));
#include "Runtime/HostAttributes.def"
}

extern "C" {

cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int Device) {
  return called(__func__, [&](HostRuntime &) { return checkDevice(Device); });
}
cudaError_t cudaInitDevice(int Device, unsigned, unsigned) {
  return called(__func__, [&](HostRuntime &) { return checkDevice(Device); });
}
cudaError_t cudaSetDeviceFlags(unsigned Flags) {
  return called(__func__, [&](HostRuntime &R) {
    R.DeviceFlags = Flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  return called(__func__, [&](HostRuntime &R) {
    *Flags = R.DeviceFlags;
    return cudaSuccess;
  });
}
cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *) {
  return cudaGetDevice(Device);
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() {
  return called(__func__, [&](HostRuntime &R) {
    R.Memory.releaseAll();
    R.Last = cudaSuccess;
    return cudaSuccess;
  });
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  return called(__func__, [&](HostRuntime &R) {
    if (!P)
      return cudaErrorInvalidValue;
    if (Device == 0)
      fillProperties(R, *P);
    return checkDevice(Device);
  });
}
cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr A, int Device) {
  return called(__func__, [&](HostRuntime &R) {
    if (Device != 0)
      return cudaErrorInvalidDevice;
    if (!attribute(R, A, *Value))
      refuse("cudaDeviceGetAttribute: attribute " + llvm::Twine(int(A)) +
             " is not modelled");
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int) {
  return called(__func__, [&](HostRuntime &) {
    *Can = 0; // There is one device.
    return checkDevice(Device);
  });
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = 0;
  *Greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}

// Limits are kept, and bind nothing here.
cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value) {
  return called(__func__, [&](HostRuntime &R) {
    R.Limits[Limit] = Value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit Limit) {
  return called(__func__, [&](HostRuntime &R) {
    auto Set = R.Limits.find(Limit);
    // As a device starts, by the programming guide.
    *Value = Set != R.Limits.end()              ? Set->second
             : Limit == cudaLimitStackSize      ? 1024
             : Limit == cudaLimitPrintfFifoSize ? 1 << 20
             : Limit == cudaLimitMallocHeapSize ? 8 << 20
                                                : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaThreadSetLimit(cudaLimit Limit, size_t Value) {
  return cudaDeviceSetLimit(Limit, Value);
}
cudaError_t cudaThreadGetLimit(size_t *Value, cudaLimit Limit) {
  return cudaDeviceGetLimit(Value, Limit);
}

// Wishes for the first-level cache, which is not modelled.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) {
  return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  *Config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

static bool isBankWidth(cudaSharedMemConfig Config) {
  return Config == cudaSharedMemBankSizeDefault ||
         Config == cudaSharedMemBankSizeFourByte ||
         Config == cudaSharedMemBankSizeEightByte;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config) {
  return called(__func__, [&](HostRuntime &R) {
    if (!isBankWidth(Config))
      return cudaErrorInvalidValue;
    R.Banks = Config;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetSharedMemConfig(const void *Function,
                                       cudaSharedMemConfig Config) {
  return called(__func__, [&](HostRuntime &R) {
    auto K = R.Kernels.find(Function);
    if (K == R.Kernels.end())
      return cudaErrorInvalidDeviceFunction;
    if (!isBankWidth(Config))
      return cudaErrorInvalidValue;
    K->second.Banks = Config;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *Config) {
  return called(__func__, [&](HostRuntime &R) {
    *Config = modelFor(R, R.Banks).BankWidth == 8
                  ? cudaSharedMemBankSizeEightByte
                  : cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

// There is nothing to profile.
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

cudaError_t cudaPeekAtLastError() { return hostRuntime().Last; }
cudaError_t cudaGetLastError() {
  return std::exchange(hostRuntime().Last, cudaSuccess);
}
const char *cudaGetErrorString(cudaError_t Error) {
  const ErrorText *E = findError(Error);
  return E ? E->Text : "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t Error) {
  const ErrorText *E = findError(Error);
  return E ? E->Name : "unrecognized error code";
}
}
