// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in vector types and dim3, with CUDA's sizes and alignments.

#pragma once

#include <host_defines.h>

// Element type T, name prefix N, alignment of the 1-, 2- and 4-vectors. A
// 3-vector is never aligned beyond its element.
#define __BANKFIX_VECTORS(__T, __N, A2, A4)                                    \
  struct __N##1 {                                                              \
    __T x;                                                                     \
  };                                                                           \
  struct __align__(A2) __N##2 {                                                \
    __T x, y;                                                                  \
  };                                                                           \
  struct __N##3 {                                                              \
    __T x, y, z;                                                               \
  };                                                                           \
  struct __align__(A4) __N##4 {                                                \
    __T x, y, z, w;                                                            \
  };

__BANKFIX_VECTORS(signed char, char, 2, 4)
__BANKFIX_VECTORS(unsigned char, uchar, 2, 4)
__BANKFIX_VECTORS(short, short, 4, 8)
__BANKFIX_VECTORS(unsigned short, ushort, 4, 8)
__BANKFIX_VECTORS(int, int, 8, 16)
__BANKFIX_VECTORS(unsigned int, uint, 8, 16)
__BANKFIX_VECTORS(long, long, 2 * sizeof(long), 16)
__BANKFIX_VECTORS(unsigned long, ulong, 2 * sizeof(long), 16)
__BANKFIX_VECTORS(long long, longlong, 16, 16)
__BANKFIX_VECTORS(unsigned long long, ulonglong, 16, 16)
__BANKFIX_VECTORS(float, float, 8, 16)
__BANKFIX_VECTORS(double, double, 16, 16)
#undef __BANKFIX_VECTORS

// The 4-vectors of 8-byte elements whose alignment is part of the name.
#define __BANKFIX_ALIGNED4(__T, __N)                                           \
  struct __align__(16) __N##4_16a {                                            \
    __T x, y, z, w;                                                            \
  };                                                                           \
  struct __align__(32) __N##4_32a {                                            \
    __T x, y, z, w;                                                            \
  };
__BANKFIX_ALIGNED4(long, long)
__BANKFIX_ALIGNED4(unsigned long, ulong)
__BANKFIX_ALIGNED4(long long, longlong)
__BANKFIX_ALIGNED4(unsigned long long, ulonglong)
__BANKFIX_ALIGNED4(double, double)
#undef __BANKFIX_ALIGNED4

// What a launch's `{8, 8}` is read as: see LaunchTokens.h.
#define $ dim3
struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
