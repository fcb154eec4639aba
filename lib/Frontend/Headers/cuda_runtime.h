// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bankfix's own declarations of CUDA: enough of the language, the runtime API
// and the device functions to parse kernels where no toolkit is installed.
// Every .cu file is read as if it began with this header, which is why it
// avoids the costly headers of the C++ library; half precision, cooperative
// groups and the like have headers of their own. Written from the public
// documentation; both current names and those that recent toolkits removed
// are declared. Functions without a body are supplied by whoever runs code.

#pragma once

#include <host_defines.h>

#include <channel_descriptor.h>
#include <cuda_runtime_api.h>
#include <vector_functions.h>

// Plain C++ that includes this header gets the runtime's interface alone.
#if defined(__CUDA__)
// Clang's warpSize is 32; AMD has waves of 64, too.
#define warpSize __bankfix_warp_size
#include <__clang_cuda_builtin_vars.h>
#undef warpSize
#ifndef __BANKFIX_WAVE_SIZE__
#define __BANKFIX_WAVE_SIZE__ 32
#endif
__device__ const int warpSize = __BANKFIX_WAVE_SIZE__;
#include <common_functions.h>
#include <device_atomic_functions.h>
#include <device_functions.h>
#include <math_functions.h>
#include <sm_30_intrinsics.h>
#include <texture_fetch_functions.h>

// The conversions that Clang declares for threadIdx and its kin.
#define __BANKFIX_BUILTIN_VARIABLE(NAME)                                       \
  __device__ inline __cuda_builtin_##NAME##_t::operator dim3() const {         \
    return dim3(x, y, z);                                                      \
  }                                                                            \
  __device__ inline __cuda_builtin_##NAME##_t::operator uint3() const {        \
    return uint3{x, y, z};                                                     \
  }
__BANKFIX_BUILTIN_VARIABLE(threadIdx)
__BANKFIX_BUILTIN_VARIABLE(blockIdx)
__BANKFIX_BUILTIN_VARIABLE(blockDim)
__BANKFIX_BUILTIN_VARIABLE(gridDim)
#undef __BANKFIX_BUILTIN_VARIABLE
#endif

// The runtime API's C++ forms, over typed pointers, symbols and kernels.

template <class __T> inline cudaError_t cudaMalloc(__T **p, size_t bytes) {
  return cudaMalloc((void **)p, bytes);
}
template <class __T>
inline cudaError_t cudaMallocHost(__T **p, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void **)p, bytes, flags);
}
template <class __T>
inline cudaError_t cudaHostAlloc(__T **p, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void **)p, bytes, flags);
}
template <class __T>
inline cudaError_t cudaHostGetDevicePointer(__T **device, void *host,
                                            unsigned flags) {
  return cudaHostGetDevicePointer((void **)device, host, flags);
}
template <class __T>
inline cudaError_t cudaMallocManaged(__T **p, size_t bytes,
                                     unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)p, bytes, flags);
}
template <class __T>
inline cudaError_t cudaMallocPitch(__T **p, size_t *pitch, size_t width,
                                   size_t height) {
  return cudaMallocPitch((void **)p, pitch, width, height);
}
template <class __T>
inline cudaError_t cudaMallocAsync(__T **p, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void **)p, bytes, stream);
}
template <class __T>
inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, __T *p, size_t length = 0,
                         unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void *>(p), length,
                                  flags);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes,
                                        cudaMemLocation to, unsigned,
                                        cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(p, bytes, to.id, stream);
}
inline cudaError_t cudaMemAdvise(const void *p, size_t bytes,
                                 cudaMemoryAdvise advice, cudaMemLocation to) {
  return cudaMemAdvise(p, bytes, advice, to.id);
}

// Symbols are passed by name. The void * overloads keep their arguments.
template <class __T>
inline cudaError_t
cudaMemcpyToSymbol(const __T &symbol, const void *src, size_t bytes,
                   size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(reinterpret_cast<const void *>(&symbol), src, bytes,
                            offset, kind);
}
template <class __T>
inline cudaError_t
cudaMemcpyFromSymbol(void *dst, const __T &symbol, size_t bytes,
                     size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(dst, reinterpret_cast<const void *>(&symbol),
                              bytes, offset, kind);
}
template <class __T>
inline cudaError_t cudaMemcpyToSymbolAsync(
    const __T &symbol, const void *src, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync(reinterpret_cast<const void *>(&symbol), src,
                                 bytes, offset, kind, stream);
}
template <class __T>
inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *dst, const __T &symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(dst, reinterpret_cast<const void *>(&symbol),
                                   bytes, offset, kind, stream);
}
template <class __T>
inline cudaError_t cudaGetSymbolAddress(void **p, const __T &symbol) {
  return cudaGetSymbolAddress(p, reinterpret_cast<const void *>(&symbol));
}
template <class __T>
inline cudaError_t cudaGetSymbolSize(size_t *size, const __T &symbol) {
  return cudaGetSymbolSize(size, reinterpret_cast<const void *>(&symbol));
}

// Kernels, as functions rather than as addresses.
template <class __T>
inline cudaError_t cudaLaunchKernel(__T *kernel, dim3 grid, dim3 block,
                                    void **args, size_t shared = 0,
                                    cudaStream_t stream = 0) {
  return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block,
                          args, shared, stream);
}
template <class __T>
inline cudaError_t
cudaLaunchCooperativeKernel(__T *kernel, dim3 grid, dim3 block, void **args,
                            size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel),
                                     grid, block, args, shared, stream);
}
template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                      void (*kernel)(Parameters...),
                                      Arguments &&...arguments) {
  return [&](Parameters... values) {
    void *pointers[] = {(void *)&values..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel),
                               pointers);
  }(static_cast<Arguments &&>(arguments)...);
}
template <class __T> inline cudaError_t cudaLaunch(__T *kernel) {
  return cudaLaunch(reinterpret_cast<const void *>(kernel));
}
template <class __T>
inline cudaError_t cudaSetupArgument(__T arg, size_t offset) {
  return cudaSetupArgument(static_cast<const void *>(&arg), sizeof(__T),
                           offset);
}
template <class __T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                         __T *kernel) {
  return cudaFuncGetAttributes(attributes,
                               reinterpret_cast<const void *>(kernel));
}
template <class __T>
inline cudaError_t
cudaFuncSetAttribute(__T *kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute,
                              value);
}
template <class __T>
inline cudaError_t cudaFuncSetCacheConfig(__T *kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class __T>
inline cudaError_t cudaFuncSetSharedMemConfig(__T *kernel,
                                              cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel),
                                    config);
}

// Occupancy.
template <class __T>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, __T kernel,
                                              int blockSize, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void *>(kernel), blockSize, shared);
}
template <class __T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, __T kernel, int blockSize, size_t shared, unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void *>(kernel), blockSize, shared, flags);
}
extern "C" cudaError_t __bankfix_occupancy(int *minGrid, int *blockSize,
                                           const void *kernel, size_t shared,
                                           int blockLimit);
template <class __T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *minGrid, int *blockSize, __T kernel,
                                   size_t shared = 0, int blockLimit = 0) {
  return __bankfix_occupancy(minGrid, blockSize,
                             reinterpret_cast<const void *>(kernel), shared,
                             blockLimit);
}
// The shared memory may depend on the block; its need for one thread counts.
template <class __F, class __T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGrid, int *blockSize,
                                               __T kernel, __F sharedOfBlock,
                                               int blockLimit = 0) {
  return __bankfix_occupancy(minGrid, blockSize,
                             reinterpret_cast<const void *>(kernel),
                             sharedOfBlock(1), blockLimit);
}
template <class __T>
inline cudaError_t
cudaOccupancyMaxActiveClusters(int *clusters, __T *kernel,
                               const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxActiveClusters(
      clusters, reinterpret_cast<const void *>(kernel), config);
}
template <class __T>
inline cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, __T *kernel,
                                     const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxPotentialClusterSize(
      size, reinterpret_cast<const void *>(kernel), config);
}

// Graphs.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec,
                                        cudaGraph_t graph,
                                        unsigned long long flags = 0) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec,
                                        cudaGraph_t graph, cudaGraphNode_t *,
                                        char *, size_t) {
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *errorNode,
                                       cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info = {};
  cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  *errorNode = info.errorNode;
  *result = info.result;
  return error;
}

// Texture and surface references.
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t
cudaBindTexture(size_t *offset, const texture<__T, Type, Mode> &texture,
                const void *p, const cudaChannelFormatDesc &desc,
                size_t bytes = ~size_t(0)) {
  return cudaBindTexture(offset, &texture, p, &desc, bytes);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(size_t *offset,
                                   const texture<__T, Type, Mode> &texture,
                                   const void *p, size_t bytes = ~size_t(0)) {
  return cudaBindTexture(offset, &texture, p, &texture.channelDesc, bytes);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<__T, Type, Mode> &texture,
                  const void *p, const cudaChannelFormatDesc &desc,
                  size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, &texture, p, &desc, width, height, pitch);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<__T, Type, Mode> &texture,
                  const void *p, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, &texture, p, &texture.channelDesc, width,
                           height, pitch);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t
cudaBindTextureToArray(const texture<__T, Type, Mode> &texture,
                       cudaArray_const_t array,
                       const cudaChannelFormatDesc &desc) {
  return cudaBindTextureToArray(&texture, array, &desc);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t
cudaBindTextureToArray(const texture<__T, Type, Mode> &texture,
                       cudaArray_const_t array) {
  return cudaBindTextureToArray(&texture, array, &texture.channelDesc);
}
template <class __T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaUnbindTexture(const texture<__T, Type, Mode> &texture) {
  return cudaUnbindTexture(&texture);
}
template <class __T, int Type>
inline cudaError_t cudaBindSurfaceToArray(const surface<__T, Type> &surface,
                                          cudaArray_const_t array) {
  return cudaBindSurfaceToArray(&surface, array, &surface.channelDesc);
}
template <class __T, int Type>
inline cudaError_t cudaBindSurfaceToArray(const surface<__T, Type> &surface,
                                          cudaArray_const_t array,
                                          const cudaChannelFormatDesc &desc) {
  return cudaBindSurfaceToArray(&surface, array, &desc);
}
