// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's keywords, as the attributes Clang knows them by.

#pragma once

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Clang knows managed variables for HIP only; a device variable parses alike,
// and whoever runs code sees the mark.
#define __managed__ __attribute__((device, annotate("bankfix-managed")))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif

#if defined(__CUDA__)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((grid_constant))
#else
#define __launch_bounds__(...)
#define __grid_constant__
#endif
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)

#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __CUDA_HOSTDEVICE__ __host__ __device__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDART_DEVICE __device__

// What nvcc and its headers define; both old and new interfaces are declared.
#if defined(__CUDA__) && !defined(__CUDACC__)
#define __CUDACC__ 1
#endif
#if defined(__CUDA__) && !defined(__CUDACC_VER_MAJOR__)
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION 12080
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION 12080
#endif
#ifndef __CUDA_API_VERSION
#define __CUDA_API_VERSION 12080
#endif

// The guards of the toolkit's headers, by which other headers see that they
// were included.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __HOST_DEFINES_H__
