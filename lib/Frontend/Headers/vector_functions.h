// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_float4 and its kin.

#pragma once

#include <vector_types.h>

#define __BANKFIX_MAKE(__T, __N)                                               \
  __host__ __device__ inline __N##1 make_##__N##1(__T x) {                     \
    return __N##1 {x};                                                         \
  }                                                                            \
  __host__ __device__ inline __N##2 make_##__N##2(__T x, __T y) {              \
    return __N##2 {x, y};                                                      \
  }                                                                            \
  __host__ __device__ inline __N##3 make_##__N##3(__T x, __T y, __T z) {       \
    return __N##3 {x, y, z};                                                   \
  }                                                                            \
  __host__ __device__ inline __N##4 make_##__N##4(__T x, __T y, __T z,         \
                                                  __T w) {                     \
    return __N##4 {x, y, z, w};                                                \
  }

__BANKFIX_MAKE(signed char, char)
__BANKFIX_MAKE(unsigned char, uchar)
__BANKFIX_MAKE(short, short)
__BANKFIX_MAKE(unsigned short, ushort)
__BANKFIX_MAKE(int, int)
__BANKFIX_MAKE(unsigned int, uint)
__BANKFIX_MAKE(long, long)
__BANKFIX_MAKE(unsigned long, ulong)
__BANKFIX_MAKE(long long, longlong)
__BANKFIX_MAKE(unsigned long long, ulonglong)
__BANKFIX_MAKE(float, float)
__BANKFIX_MAKE(double, double)
#undef __BANKFIX_MAKE
