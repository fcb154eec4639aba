//===- HostApiMemory.cpp - The runtime's functions on memory --------------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/HostRuntime.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace bankfix;

static cudaError_t allocate(HostRuntime &R, void **P, size_t Bytes,
                            MemoryKind Kind, unsigned Flags = 0) {
  if (!P)
    return cudaErrorInvalidValue;
  *P = R.Memory.allocate(Bytes, Kind, Flags);
  return *P || Bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t release(HostRuntime &R, void *P, bool (*May)(MemoryKind)) {
  return !P || R.Memory.release(P, May) ? cudaSuccess : cudaErrorInvalidValue;
}

static bool isDeviceKind(MemoryKind K) {
  return K == MemoryKind::Device || K == MemoryKind::Managed;
}
static bool isPinnedKind(MemoryKind K) { return K == MemoryKind::Pinned; }
static bool isRegisteredKind(MemoryKind K) {
  return K == MemoryKind::Registered;
}

/// The bytes from \p P on may be what \p OnDevice says that they are. Pageable
/// memory is not known to the runtime, and never the device's.
static bool reaches(const HostRuntime &R, const void *P, size_t Bytes,
                    bool OnDevice) {
  return OnDevice ? R.Memory.deviceReaches(P, Bytes)
                  : R.Memory.notBeyond(P, Bytes);
}

/// Checks and does a copy of \p Rows rows in each of \p Slices slices; pitches
/// and the distance between slices in bytes.
static cudaError_t copy(HostRuntime &R, void *Dst, size_t DstPitch,
                        size_t DstSlice, const void *Src, size_t SrcPitch,
                        size_t SrcSlice, size_t Width, size_t Rows,
                        size_t Slices, cudaMemcpyKind Kind) {
  if (Kind < cudaMemcpyHostToHost || Kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (Width == 0 || Rows == 0 || Slices == 0)
    return cudaSuccess;
  if (Rows > 1 && (Width > DstPitch || Width > SrcPitch))
    return cudaErrorInvalidPitchValue;
  bool ToDevice =
           Kind == cudaMemcpyHostToDevice || Kind == cudaMemcpyDeviceToDevice,
       FromDevice =
           Kind == cudaMemcpyDeviceToHost || Kind == cudaMemcpyDeviceToDevice;
  size_t DstBytes = (Slices - 1) * DstSlice + (Rows - 1) * DstPitch + Width;
  size_t SrcBytes = (Slices - 1) * SrcSlice + (Rows - 1) * SrcPitch + Width;
  if (!Dst || !Src || !reaches(R, Dst, DstBytes, ToDevice) ||
      !reaches(R, Src, SrcBytes, FromDevice))
    return cudaErrorInvalidValue;
  for (size_t Z = 0; Z < Slices; ++Z)
    for (size_t Y = 0; Y < Rows; ++Y)
      std::memmove(static_cast<char *>(Dst) + Z * DstSlice + Y * DstPitch,
                   static_cast<const char *>(Src) + Z * SrcSlice + Y * SrcPitch,
                   Width);
  return cudaSuccess;
}

static cudaError_t fill(HostRuntime &R, void *P, size_t Pitch, size_t Slice,
                        int Value, size_t Width, size_t Rows, size_t Slices) {
  if (Width == 0 || Rows == 0 || Slices == 0)
    return cudaSuccess;
  if (Rows > 1 && Width > Pitch)
    return cudaErrorInvalidPitchValue;
  if (!R.Memory.deviceReaches(P, (Slices - 1) * Slice + (Rows - 1) * Pitch +
                                     Width))
    return cudaErrorInvalidValue;
  for (size_t Z = 0; Z < Slices; ++Z)
    for (size_t Y = 0; Y < Rows; ++Y)
      std::memset(static_cast<char *>(P) + Z * Slice + Y * Pitch, Value, Width);
  return cudaSuccess;
}

/// The variable that the host calls \p Symbol, from \p Offset on; null if there
/// are no \p Bytes.
static void *insideSymbol(HostRuntime &R, const void *Symbol, size_t Bytes,
                          size_t Offset) {
  auto V = R.Variables.find(Symbol);
  if (V == R.Variables.end() || !V->second.Device || Offset > V->second.Bytes ||
      Bytes > V->second.Bytes - Offset)
    return nullptr;
  return static_cast<char *>(V->second.Device) + Offset;
}

extern "C" {

cudaError_t cudaMalloc(void **P, size_t Bytes) {
  return called(__func__, [&](HostRuntime &R) {
    return allocate(R, P, Bytes, MemoryKind::Device);
  });
}
cudaError_t cudaMallocAsync(void **P, size_t Bytes, cudaStream_t) {
  return called(__func__, [&](HostRuntime &R) {
    return allocate(R, P, Bytes, MemoryKind::Device);
  });
}
cudaError_t cudaMallocManaged(void **P, size_t Bytes, unsigned Flags) {
  return called(__func__, [&](HostRuntime &R) {
    return Bytes ? allocate(R, P, Bytes, MemoryKind::Managed, Flags)
                 : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMallocHost(void **P, size_t Bytes) {
  return called(__func__, [&](HostRuntime &R) {
    return allocate(R, P, Bytes, MemoryKind::Pinned);
  });
}
cudaError_t cudaHostAlloc(void **P, size_t Bytes, unsigned Flags) {
  return called(__func__, [&](HostRuntime &R) {
    return allocate(R, P, Bytes, MemoryKind::Pinned, Flags);
  });
}
cudaError_t cudaMallocPitch(void **P, size_t *Pitch, size_t Width,
                            size_t Height) {
  return called(__func__, [&](HostRuntime &R) {
    if (!Pitch)
      return cudaErrorInvalidValue;
    *Pitch = llvm::alignTo(Width, 512);
    return allocate(R, P, *Pitch * Height, MemoryKind::Device);
  });
}
cudaError_t cudaMalloc3D(cudaPitchedPtr *P, cudaExtent Extent) {
  return called(__func__, [&](HostRuntime &R) {
    if (!P)
      return cudaErrorInvalidValue;
    P->pitch = llvm::alignTo(Extent.width, 512);
    P->xsize = Extent.width;
    P->ysize = Extent.height;
    return allocate(R, &P->ptr, P->pitch * Extent.height * Extent.depth,
                    MemoryKind::Device);
  });
}

cudaError_t cudaFree(void *P) {
  return called(__func__,
                [&](HostRuntime &R) { return release(R, P, isDeviceKind); });
}
cudaError_t cudaFreeAsync(void *P, cudaStream_t) {
  return called(__func__,
                [&](HostRuntime &R) { return release(R, P, isDeviceKind); });
}
cudaError_t cudaFreeHost(void *P) {
  return called(__func__,
                [&](HostRuntime &R) { return release(R, P, isPinnedKind); });
}
cudaError_t cudaHostRegister(void *P, size_t Bytes, unsigned Flags) {
  return called(__func__, [&](HostRuntime &R) {
    if (!P || Bytes == 0)
      return cudaErrorInvalidValue;
    return R.Memory.add(P, Bytes, MemoryKind::Registered, Flags)
               ? cudaSuccess
               : cudaErrorHostMemoryAlreadyRegistered;
  });
}
cudaError_t cudaHostUnregister(void *P) {
  return called(__func__, [&](HostRuntime &R) {
    return R.Memory.release(P, isRegisteredKind)
               ? cudaSuccess
               : cudaErrorHostMemoryNotRegistered;
  });
}
cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  return called(__func__, [&](HostRuntime &R) {
    const Allocation *A = R.Memory.find(Host);
    if (!Device || !A ||
        (A->Kind != MemoryKind::Pinned && A->Kind != MemoryKind::Registered))
      return cudaErrorInvalidValue;
    *Device = Host;
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetFlags(unsigned *Flags, void *Host) {
  return called(__func__, [&](HostRuntime &R) {
    const Allocation *A = R.Memory.find(Host);
    if (!Flags || !A || A->Kind != MemoryKind::Pinned)
      return cudaErrorInvalidValue;
    *Flags = A->Flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  return called(__func__, [&](HostRuntime &R) {
    *Total = R.Memory.limit();
    *Free = R.Memory.limit() - R.Memory.used();
    return cudaSuccess;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes,
                                     const void *P) {
  return called(__func__, [&](HostRuntime &R) {
    *Attributes = {cudaMemoryTypeUnregistered, -2, nullptr, nullptr};
    const Allocation *A = R.Memory.find(P);
    if (!A)
      return cudaSuccess;
    void *At = const_cast<void *>(P);
    bool OnDevice =
        A->Kind == MemoryKind::Device || A->Kind == MemoryKind::Variable;
    Attributes->device = 0;
    Attributes->devicePointer = At;
    Attributes->hostPointer = OnDevice ? nullptr : At;
    Attributes->type = OnDevice                         ? cudaMemoryTypeDevice
                       : A->Kind == MemoryKind::Managed ? cudaMemoryTypeManaged
                                                        : cudaMemoryTypeHost;
    return cudaSuccess;
  });
}

// Hints on where managed memory had best be: there is one memory.
static cudaError_t hint(const char *Name, const void *P, size_t Bytes) {
  return called(Name, [&](HostRuntime &R) {
    return R.Memory.deviceReaches(P, Bytes) ? cudaSuccess
                                            : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemAdvise(const void *P, size_t Bytes, cudaMemoryAdvise, int) {
  return hint(__func__, P, Bytes);
}
cudaError_t cudaMemPrefetchAsync(const void *P, size_t Bytes, int,
                                 cudaStream_t) {
  return hint(__func__, P, Bytes);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *P, size_t Bytes,
                                     unsigned) {
  return hint(__func__, P, Bytes);
}

cudaError_t cudaMemcpy(void *Dst, const void *Src, size_t Bytes,
                       cudaMemcpyKind Kind) {
  return called(__func__, [&](HostRuntime &R) {
    return copy(R, Dst, 0, 0, Src, 0, 0, Bytes, 1, 1, Kind);
  });
}
cudaError_t cudaMemcpyAsync(void *Dst, const void *Src, size_t Bytes,
                            cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy(Dst, Src, Bytes, Kind);
}
cudaError_t cudaMemcpy2D(void *Dst, size_t DstPitch, const void *Src,
                         size_t SrcPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  return called(__func__, [&](HostRuntime &R) {
    return copy(R, Dst, DstPitch, 0, Src, SrcPitch, 0, Width, Height, 1, Kind);
  });
}
cudaError_t cudaMemcpy2DAsync(void *Dst, size_t DstPitch, const void *Src,
                              size_t SrcPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy2D(Dst, DstPitch, Src, SrcPitch, Width, Height, Kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *P) {
  return called(__func__, [&](HostRuntime &R) {
    if (!P)
      return cudaErrorInvalidValue;
    if (P->srcArray || P->dstArray)
      refuse("cudaMemcpy3D of CUDA arrays is not emulated");
    auto At = [](const cudaPitchedPtr &Start, const cudaPos &Pos) {
      return static_cast<char *>(Start.ptr) +
             (Pos.z * Start.ysize + Pos.y) * Start.pitch + Pos.x;
    };
    if (!P->srcPtr.ptr || !P->dstPtr.ptr)
      return cudaErrorInvalidValue;
    return copy(R, At(P->dstPtr, P->dstPos), P->dstPtr.pitch,
                P->dstPtr.pitch * P->dstPtr.ysize, At(P->srcPtr, P->srcPos),
                P->srcPtr.pitch, P->srcPtr.pitch * P->srcPtr.ysize,
                P->extent.width, P->extent.height, P->extent.depth, P->kind);
  });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t) {
  return cudaMemcpy3D(P);
}

cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *Src,
                               size_t Bytes, size_t Offset,
                               cudaMemcpyKind Kind) {
  return called(__func__, [&](HostRuntime &R) {
    if (!R.Variables.count(Symbol))
      return cudaErrorInvalidSymbol;
    void *To = insideSymbol(R, Symbol, Bytes, Offset);
    return To ? copy(R, To, 0, 0, Src, 0, 0, Bytes, 1, 1, Kind)
              : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemcpyFromSymbol(void *Dst, const void *Symbol, size_t Bytes,
                                 size_t Offset, cudaMemcpyKind Kind) {
  return called(__func__, [&](HostRuntime &R) {
    if (!R.Variables.count(Symbol))
      return cudaErrorInvalidSymbol;
    void *From = insideSymbol(R, Symbol, Bytes, Offset);
    return From ? copy(R, Dst, 0, 0, From, 0, 0, Bytes, 1, 1, Kind)
                : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *Src,
                                    size_t Bytes, size_t Offset,
                                    cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpyToSymbol(Symbol, Src, Bytes, Offset, Kind);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *Dst, const void *Symbol,
                                      size_t Bytes, size_t Offset,
                                      cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpyFromSymbol(Dst, Symbol, Bytes, Offset, Kind);
}
cudaError_t cudaGetSymbolAddress(void **P, const void *Symbol) {
  return called(__func__, [&](HostRuntime &R) {
    *P = insideSymbol(R, Symbol, 0, 0);
    return *P ? cudaSuccess : cudaErrorInvalidSymbol;
  });
}
cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol) {
  return called(__func__, [&](HostRuntime &R) {
    auto V = R.Variables.find(Symbol);
    if (V == R.Variables.end())
      return cudaErrorInvalidSymbol;
    *Size = V->second.Bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaMemset(void *P, int Value, size_t Bytes) {
  return called(__func__, [&](HostRuntime &R) {
    return fill(R, P, 0, 0, Value, Bytes, 1, 1);
  });
}
cudaError_t cudaMemsetAsync(void *P, int Value, size_t Bytes, cudaStream_t) {
  return cudaMemset(P, Value, Bytes);
}
cudaError_t cudaMemset2D(void *P, size_t Pitch, int Value, size_t Width,
                         size_t Height) {
  return called(__func__, [&](HostRuntime &R) {
    return fill(R, P, Pitch, 0, Value, Width, Height, 1);
  });
}
cudaError_t cudaMemset2DAsync(void *P, size_t Pitch, int Value, size_t Width,
                              size_t Height, cudaStream_t) {
  return cudaMemset2D(P, Pitch, Value, Width, Height);
}
cudaError_t cudaMemset3D(cudaPitchedPtr P, int Value, cudaExtent Extent) {
  return called(__func__, [&](HostRuntime &R) {
    return fill(R, P.ptr, P.pitch, P.pitch * P.ysize, Value, Extent.width,
                Extent.height, Extent.depth);
  });
}
}
