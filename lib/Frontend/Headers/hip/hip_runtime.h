// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HIP, as far as kernels and their launches need it: CUDA's declarations by
// HIP's names, which mean the same, and what HIP has besides. Written from the
// public documentation.

#pragma once

#include <cuda_runtime.h>

#include <hip/bankfix_constants.h>
#include <hip/bankfix_functions.h>
#include <hip/bankfix_vectors.h>

#ifndef __HIPCC__
#define __HIPCC__ 1
#define __HIP__ 1
#define __HIP_PLATFORM_AMD__ 1
#define __HIP_PLATFORM_HCC__ 1
#define __HIP_DEVICE_COMPILE__ 1
#endif
// Sources tell CUDA from HIP by these; bankfix's own headers do not need them.
#undef __CUDACC__
#undef __CUDA_ARCH__
#undef __NVCC__

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...)            \
  kernel<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__)

#define hipHostFree cudaFreeHost
#define hipFreeHost cudaFreeHost
#define hipMallocHost cudaMallocHost
#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined
template <class __T>
inline hipError_t hipHostMalloc(__T **p, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void **)p, bytes, flags);
}

#if defined(__CUDA__)
__device__ unsigned __lane_id();
__device__ long long wall_clock64();
template <class __T, class __U>
__device__ inline __T unsafeAtomicAdd(__T *p, __U value) {
  return atomicAdd(p, value);
}
#endif
